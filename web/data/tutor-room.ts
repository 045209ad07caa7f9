// The tutor's room of a lesson, for its own page and the page of the day.
import { queryOptions } from '@tanstack/react-query';

import { getTutorRoom } from '../../domain/rooms/tutor-endpoints.ts';
import type { TutorRoom } from '../../domain/rooms/tutor-room.ts';
import { call } from '../transport/client.ts';
import { isNotFound } from '../transport/failures.ts';
import { LOADING } from '../transport/query-client.ts';

/** The room of a lesson; null when there is no such lesson. */
export const tutorRoomQuery = (lessonId: string) =>
  queryOptions({
    queryKey: ['admin', 'room', lessonId],
    queryFn: async ({ signal }): Promise<TutorRoom | null> => {
      try {
        return (await call(getTutorRoom, { signal, params: { id: lessonId } })).room;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    ...LOADING,
    staleTime: 0,
    meta: {
      operation: { title: 'Error loading the lesson room', text: 'Failed to load the lesson room' },
    },
  });
