// Keeps visible lists of lessons fresh by the server's stream of changes.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { watchLessons } from '../../../domain/endpoints/family.ts';
import { liveChangeSchema } from '../../../domain/rooms/live.ts';
import { isWaitedFor, loadNews, patchLesson } from '../../data/booking-cache.ts';
import { followEvents } from '../../transport/event-stream.ts';

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
