// The next lessons on the landing page, without the query layer, which that page does not load.
import { useEffect, useState } from 'react';

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
  const [next, setNext] = useState<NextLessons | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    send(listNextLessons, { signal: leaving.signal }, null).then(
      ({ lessons }) => setNext(lessons.length === 0 ? null : { lessons, at: Date.now() }),
      () => setNext(null),
    );
    return () => leaving.abort();
  }, []);
  return next;
}
