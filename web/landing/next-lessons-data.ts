// The next lessons on the landing page, without the query layer, which that page does not load.
import { useEffect, useState } from 'react';

import { listNextLessons } from '../../domain/enquiries/endpoints.ts';
import type { FreeLessonMode, NextLesson } from '../../domain/lessons/next-lesson.ts';
import { send } from '../transport/send.ts';

export interface NextLessons {
  readonly lessons: readonly NextLesson[];
  /** How families get their free first lesson. */
  readonly mode: FreeLessonMode;
  /** When they were loaded, in epoch milliseconds. */
  readonly at: number;
}

let asked: Promise<NextLessons | null> | undefined;

/** One request, however many parts of the page show the lessons. */
async function askOnce(): Promise<NextLessons | null> {
  asked ??= send(listNextLessons, {}, null).then(
    ({ lessons, free_lesson_mode: mode }) =>
      lessons.length === 0 ? null : { lessons, mode, at: Date.now() },
    () => null,
  );
  return asked;
}

/**
 * The next lessons; null while they load, if there are none, and if they fail to load. The page
 * works without them.
 */
export function useNextLessons(): NextLessons | null {
  const [next, setNext] = useState<NextLessons | null>(null);
  useEffect(() => {
    let isGone = false;
    void askOnce().then((found) => {
      if (!isGone) setNext(found);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return next;
}
