// Reads a stream of events from the server while the page is visible: reopens it when it breaks,
// and asks to load again every minute when there is none.
import type * as z from 'zod/mini';

import type { Audience } from '../../../domain/auth/session.ts';
import { generalErrors } from '../../../domain/general-errors.ts';
import { LIVE_HEARTBEAT_MS } from '../../../domain/rooms/live.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { ensureFreshToken } from './client.ts';
import { ApiError, AuthenticationError, isAbort, NetworkError, signedOut } from './failures.ts';
import { reportFailure } from './query-client.ts';
import { awaitReplaced } from './renewed-tokens.ts';
import { readSession } from './session.ts';

const POLL_MS = MINUTE_MS;
const RECONNECT_MS = [1000, 2000, 5000, 15_000, 30_000] as const;
/** A stream that lasted this long counts as healthy, which resets the backoff. */
const STEADY_MS = 10_000;
/** Two missed heartbeats: the connection is dead, whatever the browser reports. */
const SILENCE_MS = 2.5 * LIVE_HEARTBEAT_MS;

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
  let retry: ReturnType<typeof setTimeout> | undefined;

  const rest = () => {
    clearTimeout(retry);
    stream?.abort();
    stream = null;
    isOpen = false;
  };

  const follow = async () => {
    rest();
    const own = new AbortController();
    stream = own;
    let openedAt = Infinity;
    let minMs = 0;
    try {
      await readEvents(source, own, {
        onEvent,
        onGap,
        onOpen: () => {
          openedAt = Date.now();
          isOpen = true;
          onLive?.(true);
          if (wasOpen) onGap();
          wasOpen = true;
        },
      });
    } catch (error) {
      if (error instanceof AuthenticationError) {
        reportFailure(error);
        return;
      }
      if (error instanceof StreamRefused) {
        minMs = error.retryAfterMs;
        // The lesson or room of the stream may be gone.
        if (wasOpen) onGap();
        wasOpen = false;
      }
      if (!isAbort(error) && !(error instanceof ApiError) && !(error instanceof NetworkError))
        throw error;
    }
    // Another connection, or a pause, has replaced this one.
    if (stream !== own) return;
    rest();
    onLive?.(false);
    failures = Date.now() - openedAt >= STEADY_MS ? 0 : failures + 1;
    const wait = RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)] ?? POLL_MS;
    retry = setTimeout(() => void follow(), Math.max(wait, minMs));
  };

  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      rest();
      return;
    }
    onGap();
    wasOpen = false;
    void follow();
  };
  const onOnline = () => {
    if (!isOpen && document.visibilityState !== 'hidden') void follow();
  };
  const poll = setInterval(() => {
    if (!isOpen && document.visibilityState !== 'hidden') onGap();
  }, POLL_MS);

  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onOnline);
  if (document.visibilityState !== 'hidden') void follow();
  return () => {
    rest();
    clearInterval(poll);
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onOnline);
  };
}

/** Reads until the stream ends, falls silent or is aborted. Throws the failures of failures.ts. */
async function readEvents<Event>(
  source: Source<Event>,
  own: AbortController,
  { onEvent, onGap, onOpen }: Follower<Event> & { readonly onOpen: () => void },
): Promise<void> {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(() => own.abort(), SILENCE_MS);
  };
  try {
    listen();
    const body = await openStream(source, own.signal);
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    onOpen();
    let text = '';
    for (;;) {
      // The chunks arrive in order.
      // oxlint-disable-next-line no-await-in-loop
      const { value, done } = await reader.read();
      if (done) return;
      listen();
      const events = (text + value).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
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
  } finally {
    clearTimeout(silence);
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
    credentials: 'omit',
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
