// What a student has to practise today, and how far they have come with each topic.
import { queryOptions } from '@tanstack/react-query';

import { getPractice } from '../../domain/endpoints/room.ts';
import type { Practice } from '../../domain/rooms/practice.ts';
import type { RoomItem } from '../../domain/rooms/room.ts';
import type { Attempt } from '../../domain/topics/attempt.ts';
import { call } from '../transport/client.ts';
import { LOADING, queryClient } from '../transport/query-client.ts';
import { whyNoRoom, withMarked } from './room.ts';

const PRACTICE = ['family', 'practice'] as const;

export const LOADING_PRACTICE = {
  title: 'Error loading practice',
  text: 'Failed to load practice',
} as const;

/** Practice of a student; null when the address names none, and the family has to choose. */
export function practiceQuery(studentId: string | null) {
  return queryOptions({
    queryKey: [...PRACTICE, studentId],
    queryFn: async ({ signal }): Promise<Practice | null> => {
      const query = studentId === null ? {} : { Student_ID: studentId };
      try {
        return (await call(getPractice, { signal, query })).practice;
      } catch (error) {
        if (whyNoRoom(error) === 'which student') return null;
        throw error;
      }
    },
    ...LOADING,
    // Answered questions stay until the page asks for the next ones.
    refetchOnWindowFocus: false,
    staleTime: 10_000,
    meta: { operation: LOADING_PRACTICE },
  });
}

/** Shows what the server made of an answer, until practice is loaded again. */
export function patchPractised(studentId: string, item: RoomItem): void {
  patchDue((one) => (one.id === item.id ? item : one), studentId);
}

/** Shows the points that the student has ticked. */
export function patchPractisedPoints(studentId: string, attempt: Attempt): void {
  patchDue((one) => (one.kind === 'question' ? withMarked(one, attempt) : one), studentId);
}

function patchDue(change: (item: RoomItem) => RoomItem, studentId: string): void {
  for (const key of [studentId, null])
    queryClient.setQueryData<Practice | null>(
      [...PRACTICE, key],
      (practice) => practice && { ...practice, due: practice.due.map(change) },
    );
}
