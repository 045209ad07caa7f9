// Locks the lessons that a family wants to book, if each has a spot for it.
import type { Work } from '../engine/context.ts';
import { chooseAttending, type LessonAttendee, type RequestedStudent } from './attending.ts';
import { type Locks, withLocks } from './locks.ts';

/** Locks the lessons, if each has a spot for the family, and the family. Chooses who attends. */
export const withOpenSpots = <Outcome>(
  work: Work,
  requested: RequestedStudent,
  lessons: readonly string[],
  run: (locks: Locks<undefined, LessonAttendee>) => Promise<Outcome>,
): Promise<Outcome> =>
  withLocks(
    work,
    {
      lessons,
      spotFor: requested.familyId,
      families: [requested.familyId],
      readUnderLocks: () => chooseAttending(work.tx, requested),
    },
    run,
  );
