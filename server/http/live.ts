// The live streams of this process: one limit for all of them, one connection for announcements,
// and the end of streams whose sessions have ended.
import { LIVE_STREAMS } from '../../domain/event-stream.ts';
import { isChainActive } from '../sessions/sessions.ts';
import {
  createEventStreams,
  type EventStream,
  HEARTBEAT_TICK_MS,
  type StreamCaller,
} from './event-streams.ts';
import type { Api } from './mount.ts';

/** How often the sessions of streams are checked. */
const CHECK_MS = 25_000;
/** How long a closing server leaves its streams open to be read to the end. */
const CLOSE_GRACE_MS = 1000;

/** Null: announcements may have been missed. */
type MessageHandler = (message: string | null) => Promise<void> | void;

export interface Live {
  /** Opens a stream. From the first one on, the process listens to announcements. */
  open(caller: StreamCaller, channel: string): EventStream;
  /** How many streams are open. */
  count(): number;
  /** The open streams about this. */
  about(channel: string): readonly EventStream[];
  /** Calls this with every announcement while the process listens. */
  onAnnounced(heard: MessageHandler): void;
  /** Calls this at every check, which also ends the streams whose sessions have ended. */
  onCheck(check: () => void): void;
  /** Listens to announcements even before the first stream is opened. */
  listen(): void;
}

/** `scale` multiplies the number of streams that one account may open; null removes that limit. */
export function createLive({ app, database, clock }: Api, scale: number | null): Live {
  const { perAccount, perProcess } = LIVE_STREAMS;
  const streams = createEventStreams({
    perAccount: scale === null ? Infinity : Math.max(1, Math.round(perAccount * scale)),
    perProcess,
  });
  const hearers: MessageHandler[] = [];
  const checks: (() => void)[] = [];

  let stopListening: (() => void) | null = null;
  const listen = () => {
    stopListening ??= database.listen((message) => {
      for (const heard of hearers)
        Promise.try(heard, message).catch((error: unknown) => {
          app.log.error({ err: error }, 'failed to send a change to live streams');
        });
    });
  };

  async function checkSessions(): Promise<void> {
    for (const stream of streams.all()) {
      if (!(await isChainActive(database.db, stream.actor.chain, clock()))) stream.end();
    }
  }
  const checking = setInterval(() => {
    for (const check of checks) check();
    checkSessions().catch((error: unknown) => {
      app.log.error({ err: error }, 'failed to check the sessions of live streams');
    });
  }, CHECK_MS);
  checking.unref();
  const beating = setInterval(() => streams.sendHeartbeats(), HEARTBEAT_TICK_MS);
  beating.unref();

  const endAll = () => {
    for (const stream of streams.all()) stream.end();
  };
  app.addHook('preClose', async () => {
    clearInterval(checking);
    clearInterval(beating);
    stopListening?.();
    endAll();
    setTimeout(endAll, CLOSE_GRACE_MS).unref();
  });

  return {
    open(caller, channel) {
      const stream = streams.open(caller, channel);
      listen();
      return stream;
    },
    count: () => streams.size,
    about: (channel) => streams.all(channel),
    onAnnounced: (heard) => void hearers.push(heard),
    onCheck: (check) => void checks.push(check),
    listen,
  };
}
