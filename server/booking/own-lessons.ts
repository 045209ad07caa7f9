// All lessons of a family at once, for what concerns the whole family: somebody leaves, or its join
// links change.
import type { LockedFamily } from '../credits/ledger.ts';
import { OvertakenError, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { activeBookings } from './active-bookings.ts';
import { changeSpots } from './change-spots.ts';
import { SPOTS_CHANGED } from './lessons.ts';
import { type LockedLesson, familyOf, type LockRequest, type Locks, withLocks } from './locks.ts';
import { isReserved } from './reservation-lookup.ts';

/** Only this module can make OwnLessons. */
const lock = Symbol('lock');

/**
 * A locked family with every lesson, past ones included, that it has booked, waits for or has
 * reserved. It can get no further one before the commit.
 */
export interface OwnLessons<Payment = unknown> {
  readonly [lock]: true;
  readonly family: LockedFamily;
  readonly lessons: ReadonlyMap<string, LockedLesson>;
  readonly payment: Payment;
}

/**
 * Locks a family with all of its lessons and runs `run`. Throws OvertakenError if the family got
 * another lesson before it was locked itself.
 */
export function withOwnLessons<Outcome, Payment = undefined>(
  work: Work,
  familyId: string,
  run: (own: OwnLessons<Payment>) => Promise<Outcome>,
  {
    payment,
    frees,
  }: Pick<LockRequest<Payment>, 'payment'> & { frees?: (lesson: LockedLesson) => number } = {},
): Promise<Outcome> {
  const listOwn = () => listOwnLessonIds(work.tx, familyId);
  // Listed to lock them, and again under the lock of the family: it can get no further one now.
  const request = { payment, lessons: listOwn, families: [familyId], readUnderLocks: listOwn };
  const runWith = async (locks: Locks<Payment, string[]>) => {
    const family = familyOf(locks, familyId);
    if (!new Set(locks.underLocks).isSubsetOf(new Set(locks.lessonIds))) throw new OvertakenError();
    return run({ [lock]: true, family, lessons: locks.lessons, payment: locks.payment });
  };
  return frees === undefined
    ? withLocks(work, request, runWith)
    : changeSpots(work, { ...request, frees }, runWith);
}

async function listOwnLessonIds(db: Db, familyId: string): Promise<string[]> {
  const rows = await activeBookings(db)
    .select('lesson_id')
    .where('family_id', '=', familyId)
    .union(
      db.selectFrom('waiting_list_entries').select('lesson_id').where('family_id', '=', familyId),
    )
    .union(
      db
        .selectFrom('payment_lessons')
        .select('lesson_id')
        .where('family_id', '=', familyId)
        .where(isReserved),
    )
    .execute();
  return rows.map(({ lesson_id }) => lesson_id);
}

/**
 * Removes the family, or one of its students, from all waiting lists. With `isOwn`, removes only
 * the entries that the student has made with their own sign-in.
 */
export async function leaveWaitingLists(
  { tx, announce }: Work,
  { family }: OwnLessons,
  { studentId, isOwn = false }: { studentId?: string; isOwn?: boolean } = {},
): Promise<void> {
  const left = await tx
    .deleteFrom('waiting_list_entries')
    .where('family_id', '=', family.id)
    .$if(studentId !== undefined, (entries) => entries.where('student_id', '=', studentId ?? ''))
    .$if(isOwn, (entries) => entries.where('joined_by_student', '=', 1))
    .returning('lesson_id')
    .execute();
  for (const { lesson_id } of left) announce(SPOTS_CHANGED + lesson_id);
}
