// The next lessons on the landing page.
import { useQuery } from '@tanstack/react-query';

import { listNextLessons } from '../../domain/endpoints/visitor.ts';
import type { NextLesson } from '../../domain/next-lesson.ts';
import { send } from './transport/send.ts';

export interface NextLessons {
  readonly lessons: readonly NextLesson[];
  /** When they came, in epoch milliseconds. */
  readonly at: number;
}

/**
 * The next lessons; null until they are there, and for good where there are none or they cannot be had: the page says what it says
 * without them.
 */
export function useNextLessons(): NextLessons | null {
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['public', 'next lessons'],
    queryFn: ({ signal }) => send(listNextLessons, { signal }, null),
    retry: false,
    staleTime: Infinity,
  });
  return data === undefined || data.lessons.length === 0
    ? null
    : { lessons: data.lessons, at: dataUpdatedAt };
}
