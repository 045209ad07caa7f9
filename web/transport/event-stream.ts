// Reads a stream of events from the server while the page is visible: reopens it when it breaks,
// and asks to load again every minute when there is none.
import type * as z from 'zod/mini';

import type { Audience } from '../../domain/endpoint.ts';
import { LIVE_HEARTBEAT_MS, readHeartbeat, SILENT_HEARTBEATS } from '../../domain/event-stream.ts';
import { generalErrors } from '../../domain/general-errors.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { ensureFreshToken } from './client.ts';
import { ApiError, AuthenticationError, isAbort, NetworkError, signedOut } from './failures.ts';
import { reportFailure } from './query-client.ts';
import { type Ending, openingMs, reconnectPauseMs } from './reconnection.ts';
import { leaveConnection, onAnswer, requestCredentials } from './send.ts';
import { awaitReplaced, readSession } from './session.ts';

const POLL_MS = MINUTE_MS;
/** A stream that lasted this long counts as healthy, which resets the backoff. */
const STEADY_MS = 10_000;
/** When a call is answered, a stream that has been silent for longer than this is dead. */
const LATE_HEARTBEATS = 1.5;

/** A stream of the API, whose session opens it, and what it sends. */
interface Source<Event> {
  readonly address: string;
  readonly audience: Audience;
  readonly event: z.ZodMiniType<Event>;
}

interface Follower<Event> {
  readonly onEvent: (event: Event) => void;
  /** Events may have been missed: refetch everything. */
  readonly onGap: () => void;
  /** Whether events arrive: false once the stream has failed, until it is open again. */
  readonly onLive?: (isLive: boolean) => void;
}

/** Follows the stream until the returned function is called. */
export function followEvents<Event>(source: Source<Event>, follower: Follower<Event>): () => void {
  const stream = new FollowedStream(source, follower);
  const isVisible = () => document.visibilityState !== 'hidden';
  const onVisibility = () => {
    if (isVisible()) stream.resume();
    else stream.rest();
  };
  /** The device has changed its network, so an open connection is dead too. */
  const onOnline = () => {
    if (isVisible()) void stream.connect();
  };
  const forgetAnswers = onAnswer(() => {
    if (isVisible() && stream.isLate) void stream.connect();
  });
  const poll = setInterval(() => {
    if (!stream.isOpen && isVisible()) follower.onGap();
  }, POLL_MS);

  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onOnline);
  if (isVisible()) void stream.connect();
  return () => {
    stream.rest();
    clearInterval(poll);
    forgetAnswers();
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onOnline);
  };
}

/** How a connection ended. */
interface End {
  readonly ending: Ending;
  /** Infinity if it was never open. */
  readonly openedAt: number;
  /** The minimum wait that the server requests before the next attempt. */
  readonly retryAfterMs: number;
}

/** The connections to one stream, one after the other. */
class FollowedStream<Event> {
  readonly #source: Source<Event>;
  readonly #follower: Follower<Event>;
  #connection: AbortController | null = null;
  isOpen = false;
  #wasOpen = false;
  #failures = 0;
  #heartbeatMs = LIVE_HEARTBEAT_MS;
  #heardAt = 0;
  /** What ended the last connection, while the next attempt waits. */
  #ending: Ending | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(source: Source<Event>, follower: Follower<Event>) {
    this.#source = source;
    this.#follower = follower;
  }

  /** Whether the connection is probably dead, now that the server has answered something else. */
  get isLate(): boolean {
    const isSilent =
      this.isOpen && Date.now() - this.#heardAt > LATE_HEARTBEATS * this.#heartbeatMs;
    return isSilent || this.#ending === 'unreachable';
  }

  /** Closes the connection, or ends the wait for the next. */
  rest(): void {
    clearTimeout(this.#retry);
    this.#connection?.abort();
    this.#connection = null;
    this.isOpen = false;
    this.#ending = null;
  }

  /** Connects after a time in which events were missed. */
  resume(): void {
    this.#follower.onGap();
    this.#wasOpen = false;
    void this.connect();
  }

  /** Opens a connection in place of the one before, and another whenever it ends. */
  async connect(): Promise<void> {
    this.rest();
    const own = new AbortController();
    this.#connection = own;
    const end = await this.#readUntilEnd(own);
    // The session has ended; or another connection, or a pause, has replaced this one.
    if (end === null || this.#connection !== own) return;
    this.rest();
    this.#follower.onLive?.(false);
    this.#failures = Date.now() - end.openedAt >= STEADY_MS ? 0 : this.#failures + 1;
    this.#ending = end.ending;
    if (end.ending === 'silent') leaveConnection();
    const pauseMs = reconnectPauseMs({ ...this.#state, ending: end.ending }, Math.random);
    this.#retry = setTimeout(() => void this.connect(), Math.max(pauseMs, end.retryAfterMs));
  }

  get #state() {
    return { failures: this.#failures, isLive: this.#heartbeatMs < LIVE_HEARTBEAT_MS };
  }

  /** Returns null when the session has ended. */
  async #readUntilEnd(own: AbortController): Promise<End | null> {
    let openedAt = Infinity;
    let isSilent = false;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const listen = (patienceMs: number) => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        isSilent = true;
        own.abort();
      }, patienceMs);
    };
    const { onEvent, onGap, onLive } = this.#follower;
    try {
      listen(openingMs({ ...this.#state, heartbeatMs: this.#heartbeatMs }));
      await readEvents(this.#source, own.signal, {
        onEvent,
        onGap,
        onOpen: () => {
          openedAt = Date.now();
          this.isOpen = true;
          onLive?.(true);
          if (this.#wasOpen) onGap();
          this.#wasOpen = true;
        },
        onHeard: () => {
          this.#heardAt = Date.now();
          listen(SILENT_HEARTBEATS * this.#heartbeatMs);
        },
        onHeartbeat: (everyMs) => {
          this.#heartbeatMs = everyMs;
          listen(SILENT_HEARTBEATS * everyMs);
        },
      });
    } catch (error) {
      if (error instanceof AuthenticationError) {
        reportFailure(error);
        return null;
      }
      if (error instanceof StreamRefused) {
        // The lesson or room of the stream may be gone.
        if (this.#wasOpen) onGap();
        this.#wasOpen = false;
        return { ending: 'refused', openedAt, retryAfterMs: error.retryAfterMs };
      }
      if (!isAbort(error) && !(error instanceof ApiError) && !(error instanceof NetworkError))
        throw error;
    } finally {
      clearTimeout(silence);
    }
    const answered = isSilent ? 'silent' : 'closed';
    return {
      ending: openedAt === Infinity ? 'unreachable' : answered,
      openedAt,
      retryAfterMs: 0,
    };
  }
}

type Reader<Event> = Pick<Follower<Event>, 'onEvent' | 'onGap'> & {
  readonly onOpen: () => void;
  /** Something has come, whatever it is. */
  readonly onHeard: () => void;
  /** From now on a line comes this often. */
  readonly onHeartbeat: (everyMs: number) => void;
};

/** Reads until the stream ends or is aborted. Throws the failures of failures.ts. */
async function readEvents<Event>(
  source: Source<Event>,
  signal: AbortSignal,
  { onEvent, onGap, onOpen, onHeard, onHeartbeat }: Reader<Event>,
): Promise<void> {
  try {
    const body = await openStream(source, signal);
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    onHeard();
    onOpen();
    let text = '';
    for (;;) {
      // The chunks arrive in order.
      // oxlint-disable-next-line no-await-in-loop
      const { value, done } = await reader.read();
      if (done) return;
      onHeard();
      const events = (text + value).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const everyMs = readHeartbeat(event);
        if (everyMs !== null) onHeartbeat(everyMs);
        if (!event.startsWith('data: ')) continue;
        const read = source.event.safeParse(JSON.parse(event.slice('data: '.length)));
        if (read.success) onEvent(read.data);
        // A newer version of the product has sent an event that this one does not know.
        else onGap();
      }
    }
  } catch (error) {
    if (isAbort(error) || error instanceof ApiError) throw error;
    throw new NetworkError(error);
  }
}

/**
 * No stream for now, e.g. because the account has its maximum open. Not reported, because pages
 * load without one.
 */
class StreamRefused extends ApiError {
  /** The minimum wait that the server requests before the next attempt; 0 if it requests none. */
  readonly retryAfterMs: number;

  constructor({ status, headers }: Response) {
    super(generalErrors.internal.text, { status });
    this.retryAfterMs = (Number(headers.get('retry-after')) || 0) * 1000;
  }
}

async function openStream(
  { address, audience }: Pick<Source<unknown>, 'address' | 'audience'>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const token = await ensureFreshToken(audience);
  const response = await fetch(address, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
    credentials: requestCredentials(),
    cache: 'no-store',
    signal,
  });
  if (response.status === 401) {
    // A token that was renewed in the meantime is no reason to sign out.
    await awaitReplaced(audience);
    if (readSession(audience)?.session.access_token === token) throw signedOut(audience);
  }
  if (!response.ok || response.body === null) {
    throw new StreamRefused(response);
  }
  return response.body;
}
