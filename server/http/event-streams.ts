// The event streams of this process: how many there may be, which one is closed when all are in
// use, and where each of them ends. Streams about different things share one limit.
import type { Socket } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';

import { Refusal } from '../../domain/errors.ts';
import { heartbeatText, LIVE_HEARTBEAT_MS, LIVE_RETRY_SECONDS } from '../../domain/event-stream.ts';
import { RATE_LIMITS } from '../../domain/limits.ts';
import type { Actor } from '../sessions/sessions.ts';
import { networkOf, siteOf } from './networks.ts';

const MAX_BUFFERED_BYTES = 64 * 1024;

export interface EventStream {
  readonly actor: Actor;
  /** What it is about. */
  readonly channel: string;
  /** Closes when the stream has ended for whatever reason. */
  readonly readable: Readable;
  /** Sends the text, or drops the stream if its client does not read. */
  send(text: string): void;
  /** Sends heartbeats this often from now on, and tells the client. */
  setHeartbeat(everyMs: number): void;
  /** Ends it once all sent data has been read. A second call ends it immediately. */
  end(): void;
}

/** Who opens a stream, through which connection, from which client address. */
export interface StreamCaller {
  readonly actor: Actor;
  readonly connection: Socket;
  readonly address: string;
}

interface EventStreams {
  readonly size: number;
  /**
   * Opens a stream. When the process is full, the oldest stream of a heavier address or family is
   * closed instead. Throws rate_limited if the account has too many streams, service_unavailable if
   * the process is full and nobody is heavier.
   */
  open(caller: StreamCaller, channel: string): EventStream;
  /** The open streams: all, or those of one channel. */
  all(channel?: string): readonly EventStream[];
  /**
   * Sends a heartbeat to each stream whose last one is long enough ago. Called every
   * `HEARTBEAT_TICK_MS`, so that streams which were opened at different times have theirs at
   * different times.
   */
  sendHeartbeats(): void;
}

export const HEARTBEAT_TICK_MS = 1000;

interface StreamLimits {
  perAccount: number;
  perProcess: number;
}

/** A stream, the address and family that it counts for, and its heartbeats. */
interface OpenStream extends EventStream {
  readonly heartbeat: { everyMs: number; lastAt: number };
  readonly network: string;
  readonly site: string | null;
  readonly family: string;
}

type StreamOwner = Pick<OpenStream, 'network' | 'site' | 'family'>;

const ownerOf = (actor: Actor, address: string): StreamOwner => {
  const network = networkOf(address);
  const family = actor.audience === 'family' ? actor.familyId : actor.id;
  return { network, site: siteOf(network), family };
};

/** How many streams one address and one family have open. */
interface Weight {
  readonly address: number;
  readonly family: number;
}

/** This many networks of one IPv6 site count as one address, as in the other limits. */
const NETWORKS_OF_SITE = RATE_LIMITS.perMinuteOfSite / RATE_LIMITS.perMinute;

/** Returns a function that weighs the owner of a stream by the open streams. */
function scaleOf(open: Iterable<OpenStream>): (owner: StreamOwner) => Weight {
  const counts = new Map<string, number>();
  const countOf = (key: string | null) => (key === null ? 0 : (counts.get(key) ?? 0));
  for (const { network, site, family } of open)
    for (const key of [network, site, family]) if (key !== null) counts.set(key, countOf(key) + 1);
  return ({ network, site, family }) => ({
    address: Math.max(countOf(network), Math.ceil(countOf(site) / NETWORKS_OF_SITE)),
    family: countOf(family),
  });
}

/** Requires two more than the other: with one more, the two would displace each other for ever. */
const isHeavier = (weight: Weight, than: Weight) =>
  weight.address >= than.address + 2 ||
  (weight.address >= than.address && weight.family >= than.family + 2);

export function createEventStreams({ perAccount, perProcess }: StreamLimits): EventStreams {
  const streams = new Map<PassThrough, OpenStream>();
  const openOf = (id: string) =>
    [...streams.values()].filter(({ actor }) => actor.id === id).length;
  const streamRefusal = (code: 'rate_limited' | 'service_unavailable') =>
    new Refusal(code, { headers: { 'retry-after': String(LIVE_RETRY_SECONDS) } });

  /** Closes the oldest of the heaviest streams, if they are heavier than the newcomer. */
  function closeHeavier(newcomer: StreamOwner): boolean {
    const weigh = scaleOf(streams.values());
    const own = weigh(newcomer);
    const [heaviest] = [...streams]
      .map(([stream, open]) => ({ stream, weight: weigh(open) }))
      .filter(({ weight }) => isHeavier(weight, own))
      .toSorted(
        (one, other) =>
          other.weight.address - one.weight.address || other.weight.family - one.weight.family,
      );
    if (heaviest === undefined) return false;
    streams.delete(heaviest.stream);
    heaviest.stream.destroy();
    return true;
  }

  return {
    get size() {
      return streams.size;
    },
    open({ actor, connection, address }, channel) {
      const owner = ownerOf(actor, address);
      if (openOf(actor.id) >= perAccount) throw streamRefusal('rate_limited');
      if (streams.size >= perProcess && !closeHeavier(owner))
        throw streamRefusal('service_unavailable');
      const { stream, opened } = openStream({ actor, connection, address }, channel);
      streams.set(stream, opened);
      stream.once('close', () => streams.delete(stream));
      return opened;
    },
    all: (channel) =>
      [...streams.values()].filter((stream) => channel === undefined || stream.channel === channel),
    sendHeartbeats() {
      const now = performance.now();
      for (const stream of streams.values()) {
        const { heartbeat } = stream;
        if (now - heartbeat.lastAt < heartbeat.everyMs - HEARTBEAT_TICK_MS / 2) continue;
        heartbeat.lastAt = now;
        stream.send(': still here\n\n');
      }
    },
  };
}

/** Opens a stream that ends with its connection. */
function openStream({ actor, connection, address }: StreamCaller, channel: string) {
  const stream = new PassThrough();
  const heartbeat = { everyMs: LIVE_HEARTBEAT_MS, lastAt: performance.now() };
  // The connection, not the response: a response queued behind another one emits no event.
  const hangUp = () => stream.destroy();
  connection.once('close', hangUp);
  stream.once('close', () => connection.off('close', hangUp));
  const opened: OpenStream = {
    ...ownerOf(actor, address),
    actor,
    channel,
    heartbeat,
    readable: stream,
    send(text) {
      if (stream.writableEnded) return;
      // A client that does not read should reconnect rather than fill the memory.
      if (stream.writableLength > MAX_BUFFERED_BYTES) stream.destroy();
      else stream.write(text);
    },
    setHeartbeat(everyMs) {
      if (heartbeat.everyMs === everyMs) return;
      heartbeat.everyMs = everyMs;
      opened.send(heartbeatText(everyMs));
    },
    end: () => (stream.writableEnded ? stream.destroy() : stream.end()),
  };
  // Sending something makes Node send the answer's head immediately.
  stream.write(': welcome\n\n');
  return { stream, opened };
}
