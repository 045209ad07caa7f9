// The event streams that this process holds open: how many there may be, and the one place where each of them ends.
import type { Socket } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';

import { Refusal } from '../../domain/errors.ts';
import { LIVE_RETRY_SECONDS } from '../../domain/live.ts';
import type { Actor } from '../accounts/session-store.ts';

const MOST_BUFFERED_BYTES = 64 * 1024;

export interface EventStream {
  readonly actor: Actor;
  /** Ends it once what was sent has been read. A second call does not wait for that any more. */
  end(): void;
}

export interface EventStreams {
  readonly size: number;
  /** A stream for this connection. Throws rate_limited or service_unavailable when there are too many already. */
  open(actor: Actor, connection: Socket): Readable;
  /** Sends the text to everybody. */
  send(text: string): void;
  /** Those that are open now. */
  all(): readonly EventStream[];
}

export interface StreamLimits {
  readonly perAccount: number;
  readonly perProcess: number;
}

export function createEventStreams({ perAccount, perProcess }: StreamLimits): EventStreams {
  const streams = new Map<PassThrough, EventStream>();
  const openOf = (id: string) => [...streams.values()].filter(({ actor }) => actor.id === id).length;
  const refuse = (code: 'rate_limited' | 'service_unavailable') =>
    new Refusal(code, { headers: { 'retry-after': String(LIVE_RETRY_SECONDS) } });

  return {
    get size() {
      return streams.size;
    },
    open(actor, connection) {
      if (streams.size >= perProcess) throw refuse('service_unavailable');
      if (openOf(actor.id) >= perAccount) throw refuse('rate_limited');
      const stream = new PassThrough();
      // The connection, not the response: one queued behind another on its connection emits no event.
      const hangUp = () => stream.destroy();
      connection.once('close', hangUp);
      streams.set(stream, {
        actor,
        end: () => (stream.writableEnded ? stream.destroy() : stream.end()),
      });
      stream.once('close', () => {
        connection.off('close', hangUp);
        streams.delete(stream);
      });
      // With something to read the answer's head goes out at once.
      stream.write(': welcome\n\n');
      return stream;
    },
    send(text) {
      for (const stream of streams.keys()) {
        if (stream.writableEnded) continue;
        // Somebody who does not read is better off reconnecting than eating the memory.
        if (stream.writableLength > MOST_BUFFERED_BYTES) stream.destroy();
        else stream.write(text);
      }
    },
    all: () => [...streams.values()],
  };
}
