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

let asked: Promise<NextLessons | null> | undefined;

/** Asked for once, however many parts of the page show them. */
async function askOnce(): Promise<NextLessons | null> {
  asked ??= send(listNextLessons, {}, null).then(
    ({ lessons }) => (lessons.length === 0 ? null : { lessons, at: Date.now() }),
    () => null,
  );
  return asked;
}

/**
 * The next lessons; null until they are there, and for good where there are none or they cannot be
 * had: the page says what it says without them.
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
