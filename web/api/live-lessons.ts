// Keeps visible lists of lessons fresh by the server's stream of changes.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { watchLessons } from '../../domain/endpoints/family.ts';
import { liveChangeSchema } from '../../domain/live.ts';
import { isWaitedFor, loadNews, patchLesson } from './booking-cache.ts';
import { followEvents } from './transport/event-stream.ts';

export function useLiveLessons(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      followEvents(
        { address: watchLessons.path, audience: 'family', event: liveChangeSchema },
        {
          onEvent: (change) => {
            // A free spot may have been booked for the family from the waiting list.
            if (change.kind === 'plan' || isWaitedFor(client, change.id)) void loadNews(client);
            else patchLesson(client, change.id, { availableSpots: change.availableSpots });
          },
          onGap: () => void loadNews(client),
        },
      ),
    [client],
  );
}
