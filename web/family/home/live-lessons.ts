// Keeps visible lists of lessons fresh: by the server's stream of changes, and by loading them
// again when the browser is back online.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

import { watchLessons } from '../../../domain/lessons/endpoints.ts';
import { liveChangeSchema } from '../../../domain/lessons/live.ts';
import { followEvents } from '../../transport/event-stream.ts';
import { CONNECTION_ERROR } from '../../transport/failures.ts';
import { dismissToast, readMessages } from '../../ui/toast.ts';
import { isWaitedFor, loadNews, patchLesson } from './booking-cache.ts';

/** One act may be announced more than once, e.g. as a booking and as a change of the balance. */
const GATHER_MS = 50;

export function useLiveLessons(): void {
  const client = useQueryClient();
  useEffect(() => {
    let news: ReturnType<typeof setTimeout> | undefined;
    const loadSoon = () => {
      news ??= setTimeout(() => {
        news = undefined;
        void loadNews(client);
      }, GATHER_MS);
    };
    const stop = followEvents(
      { address: watchLessons.path, audience: 'family', event: liveChangeSchema },
      {
        onEvent: (change) => {
          // A position on a waiting list changes with the lesson's spots.
          if (change.kind !== 'spots' || isWaitedFor(client, change.id)) loadSoon();
          else patchLesson(client, change.id, { availableSpots: change.availableSpots });
        },
        onGap: () => void loadNews(client),
      },
    );
    return () => {
      clearTimeout(news);
      stop();
    };
  }, [client]);
}

/** Why nothing can be booked or cancelled now. */
export const WHEN_ONLINE = 'You are offline.';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** For the page as a whole, once. */
export function useConnection(): boolean {
  const client = useQueryClient();
  useEffect(() => {
    const onOnline = () => {
      const { shown } = readMessages();
      if (shown?.title === CONNECTION_ERROR) dismissToast(shown.id);
      void loadNews(client);
    };
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [client]);
  return useIsOnline();
}
