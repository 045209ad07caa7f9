// Keeps visible lists of lessons fresh: follows the server's stream of changes, polls every minute
// when that fails, and pauses while the page is hidden.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import * as endpoints from '../../domain/endpoints.ts';
import { generalErrors } from '../../domain/general-errors.ts';
import { LIVE_HEARTBEAT_MS, type LiveChange } from '../../domain/live.ts';
import { isWaitedFor, loadNews, patchLesson } from './booking-cache.ts';
import { reportFailure } from './transport/query-client.ts';
import {
  ApiError,
  AuthenticationError,
  isAbort,
  NetworkError,
  signedOut,
} from './transport/failures.ts';
import { freshToken } from './transport/client.ts';
import { readSession } from './transport/session.ts';

const POLL_MS = 60_000;
const RECONNECT_MS = [1000, 2000, 5000, 15_000, 30_000] as const;
/** A stream that lasted this long counts as healthy, which resets the backoff. */
const STEADY_MS = 10_000;
/** Two missed heartbeats: the connection is dead, whatever the browser reports. */
const SILENCE_MS = 2.5 * LIVE_HEARTBEAT_MS;

export function useLiveLessons(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      followLessons({
        onChange: (change) => {
          // A free spot may have been booked for the family from the waiting list.
          if (change.kind === 'plan' || isWaitedFor(client, change.id)) void loadNews(client);
          else patchLesson(client, change.id, { availableSpots: change.availableSpots });
        },
        onGap: () => void loadNews(client),
      }),
    [client],
  );
}

interface Follower {
  readonly onChange: (change: LiveChange) => void;
  /** Changes may have been missed: refetch everything. */
  readonly onGap: () => void;
}

/** Follows the stream until the returned function is called. */
export function followLessons({ onChange, onGap }: Follower): () => void {
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
      await readChanges(own, {
        onChange,
        onOpen: () => {
          openedAt = Date.now();
          isOpen = true;
          if (wasOpen) onGap();
          wasOpen = true;
        },
      });
    } catch (error) {
      if (error instanceof AuthenticationError) {
        reportFailure(error);
        return;
      }
      if (error instanceof StreamRefused) minMs = error.retryAfterMs;
      if (!isAbort(error) && !(error instanceof ApiError) && !(error instanceof NetworkError))
        throw error;
    }
    // Another connection, or a pause, has replaced this one.
    if (stream !== own) return;
    rest();
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
async function readChanges(
  own: AbortController,
  {
    onChange,
    onOpen,
  }: { readonly onChange: (change: LiveChange) => void; readonly onOpen: () => void },
): Promise<void> {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(() => own.abort(), SILENCE_MS);
  };
  try {
    listen();
    const body = await openStream(own.signal);
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
        if (event.startsWith('data: '))
          onChange(JSON.parse(event.slice('data: '.length)) as LiveChange);
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
 * No stream for now, e.g. because the account has its maximum open. Not reported, because the lists
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

async function openStream(signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const token = await freshToken('family');
  const response = await fetch(endpoints.watchLessons.path, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
    credentials: 'omit',
    cache: 'no-store',
    signal,
  });
  // A token that was renewed in the meantime is no reason to sign out.
  const isStale = readSession('family')?.session.access_token !== token;
  if (response.status === 401 && !isStale) throw signedOut('family');
  if (!response.ok || response.body === null) {
    throw new StreamRefused(response);
  }
  return response.body;
}
