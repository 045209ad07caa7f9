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
export function followEvents<Event>(
  source: Source<Event>,
  { onEvent, onGap, onLive }: Follower<Event>,
): () => void {
  let stream: AbortController | null = null;
  let isOpen = false;
  let wasOpen = false;
  let failures = 0;
  let heartbeatMs = LIVE_HEARTBEAT_MS;
  let heardAt = 0;
  /** What ended the last stream, while the next attempt waits. */
  let ending: Ending | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const isLive = () => heartbeatMs < LIVE_HEARTBEAT_MS;

  const rest = () => {
    clearTimeout(retry);
    stream?.abort();
    stream = null;
    isOpen = false;
    ending = null;
  };

  const follow = async () => {
    rest();
    const own = new AbortController();
    stream = own;
    let openedAt = Infinity;
    let minMs = 0;
    let silence: ReturnType<typeof setTimeout> | undefined;
    let isSilent = false;
    const listen = (patienceMs: number) => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        isSilent = true;
        own.abort();
      }, patienceMs);
    };
    let isRefused = false;
    try {
      listen(openingMs({ failures, heartbeatMs, isLive: isLive() }));
      await readEvents(source, own.signal, {
        onEvent,
        onGap,
        onOpen: () => {
          openedAt = Date.now();
          isOpen = true;
          onLive?.(true);
          if (wasOpen) onGap();
          wasOpen = true;
        },
        onHeard: () => {
          heardAt = Date.now();
          listen(SILENT_HEARTBEATS * heartbeatMs);
        },
        onHeartbeat: (everyMs) => {
          heartbeatMs = everyMs;
          listen(SILENT_HEARTBEATS * everyMs);
        },
      });
    } catch (error) {
      if (error instanceof AuthenticationError) {
        reportFailure(error);
        return;
      }
      if (error instanceof StreamRefused) {
        isRefused = true;
        minMs = error.retryAfterMs;
        // The lesson or room of the stream may be gone.
        if (wasOpen) onGap();
        wasOpen = false;
      }
      if (!isAbort(error) && !(error instanceof ApiError) && !(error instanceof NetworkError))
        throw error;
    } finally {
      clearTimeout(silence);
    }
    // Another connection, or a pause, has replaced this one.
    if (stream !== own) return;
    const wasAnswered = openedAt !== Infinity;
    rest();
    onLive?.(false);
    failures = Date.now() - openedAt >= STEADY_MS ? 0 : failures + 1;
    if (isRefused) ending = 'refused';
    else if (!wasAnswered) ending = 'unreachable';
    else ending = isSilent ? 'silent' : 'closed';
    if (ending === 'silent') leaveConnection();
    const pauseMs = reconnectPauseMs({ ending, failures, isLive: isLive() }, Math.random);
    retry = setTimeout(() => void follow(), Math.max(pauseMs, minMs));
  };

  const isVisible = () => document.visibilityState !== 'hidden';
  const onVisibility = () => {
    if (!isVisible()) {
      rest();
      return;
    }
    onGap();
    wasOpen = false;
    void follow();
  };
  /** The device has changed its network, so an open connection is dead too. */
  const onOnline = () => {
    if (isVisible()) void follow();
  };
  const forgetAnswers = onAnswer(() => {
    const isLate = isOpen && Date.now() - heardAt > LATE_HEARTBEATS * heartbeatMs;
    if (isVisible() && (isLate || ending === 'unreachable')) void follow();
  });
  const poll = setInterval(() => {
    if (!isOpen && isVisible()) onGap();
  }, POLL_MS);

  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onOnline);
  if (isVisible()) void follow();
  return () => {
    rest();
    clearInterval(poll);
    forgetAnswers();
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onOnline);
  };
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
