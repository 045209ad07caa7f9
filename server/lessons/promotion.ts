// Promotes students from the waiting list of a full lesson. The first student with a credit gets a
// spot in the same transaction that frees it. Rows are locked in the order lessons by id, then
// balances by family.
import { sql } from 'kysely';

import { LESSON_CREDITS } from '../../domain/limits.ts';
import { toIso } from '../../domain/time.ts';
import { goesToWaitingList } from '../../domain/waiting.ts';
import { lockBalance } from '../credits/ledger.ts';
import { Overtaken, together, type Work } from '../engine/context.ts';
import type { Tx } from '../engine/database.ts';
import { isReserved } from './reservation-lookup.ts';
import { factColumns, type LessonFacts } from './lessons.ts';
import { queueEmail } from '../email/queue.ts';
import { dropWaitingList } from './waiting-list.ts';
import { promoted } from './booking-emails.ts';
import { takeBooking } from './make-booking.ts';

interface Waiting {
  readonly student_id: string;
  readonly family_id: string;
  readonly number: number;
  /**
   * Whether the family has a reservation for this student, which a booking uses instead of a free
   * spot.
   */
  readonly has_reservation: boolean;
  readonly credits: number;
}

interface WaitingList {
  readonly lesson: LessonFacts;
  /** Spots that are neither booked nor reserved. */
  readonly free: number;
  /** In the order of promotion. */
  readonly students: readonly Waiting[];
}

/**
 * Lessons with waiting lists to promote from, and the families whose balances are locked for it.
 */
export interface LockedWaitingLists {
  readonly lessonIds: readonly string[];
  readonly families: ReadonlySet<string>;
}

/**
 * Promotes from the waiting lists of lessons that have free spots. The caller has locked the
 * lessons, and no balance.
 */
export async function promoteFromWaitingList(
  work: Work,
  lessonIds: readonly string[],
): Promise<void> {
  await promoteFromWaitingLists(work, await lockWaitingLists(work, lessonIds));
}

/**
 * Locks the balances of the families that may be promoted, with or without a credit, together with
 * `returningTo`: the families that free the spots and get their credits back before the promotion.
 * All are locked in one order. The caller has locked the lessons, and no balance.
 */
export async function lockWaitingLists(
  work: Work,
  lessonIds: readonly string[],
  returningTo: readonly string[] = [],
): Promise<LockedWaitingLists> {
  const waitingLists = (await readWaitingLists(work, lessonIds)).filter(({ lesson }) =>
    promotesFromList(lesson, work.now),
  );
  const families = new Set(waitingLists.length === 0 ? [] : returningTo);
  const allWaiting = waitingLists.flatMap(({ students }) => students);
  for (const { free, students } of waitingLists) {
    let covered = 0;
    for (const { family_id, credits, has_reservation } of students) {
      if (covered === free) break;
      families.add(family_id);
      // A family that waits in several of these lists, or moves a booking, may have spent the
      // credit by then.
      const entries = allWaiting.filter((other) => other.family_id === family_id).length;
      const hasEnough = credits >= entries * LESSON_CREDITS && !returningTo.includes(family_id);
      if (hasEnough && !has_reservation) covered += 1;
    }
  }
  await together([...families].toSorted().map((familyId) => lockBalance(work.tx, familyId)));
  return { lessonIds, families };
}

/**
 * Books the free spots for the first students with a credit and passes over students without one.
 * Within two hours of the start, the spot is open to all instead. Marks each entry that needs a
 * notice once; `waiting-notices.ts` queues the emails after the commit. Drops the list once the
 * lesson has started.
 */
export async function promoteFromWaitingLists(
  work: Work,
  { lessonIds, families }: LockedWaitingLists,
): Promise<void> {
  const spent = new Map<string, number>();
  for (const waitingList of await readWaitingLists(work, lessonIds)) {
    if (!promotesFromList(waitingList.lesson, work.now)) {
      await (waitingList.lesson.starts_at > work.now
        ? markOpenToAll(work, waitingList.lesson)
        : dropWaitingList(work, waitingList.lesson.id));
      continue;
    }
    let { free } = waitingList;
    let lastPassed = 0;
    for (const waiting of waitingList.students) {
      if (free === 0) break;
      const { family_id } = waiting;
      // An earlier family had a credit when the balances to lock were chosen, and has spent it
      // since.
      if (!families.has(family_id)) throw new Overtaken();
      const used = spent.get(family_id) ?? 0;
      if (waiting.credits - used < LESSON_CREDITS) {
        lastPassed = waiting.number;
        continue;
      }
      await promote(work, waitingList.lesson, waiting);
      spent.set(family_id, used + LESSON_CREDITS);
      if (!waiting.has_reservation) free -= 1;
    }
    // Promoted students have left the list, so the remaining ones up to this number were passed
    // over.
    if (lastPassed > 0) await markPassedOver(work, waitingList.lesson, lastPassed);
  }
}

const promotesFromList = ({ starts_at }: LessonFacts, now: number) =>
  goesToWaitingList({ starts_at: toIso(starts_at) }, now);

/** Reads the waiting lists of the lessons with a free spot, those that start sooner first. */
async function readWaitingLists(
  { tx, now }: Work,
  lessonIds: readonly string[],
): Promise<WaitingList[]> {
  if (lessonIds.length === 0) return [];
  const lessons = await tx
    .selectFrom('lessons')
    .select([...factColumns, sql<number>`max_students - booked - reserved`.as('free')])
    .where('id', 'in', lessonIds)
    .where('waiting', '>', 0)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`booked + reserved < max_students`)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
  const waitingLists: WaitingList[] = [];
  for (const { free, ...lesson } of lessons)
    waitingLists.push({ lesson, free, students: await listWaiting(tx, lesson.id, now) });
  return waitingLists;
}

async function listWaiting(tx: Tx, lessonId: string, now: number): Promise<Waiting[]> {
  const rows = await tx
    .selectFrom('waiting_list_entries')
    .innerJoin('balances', 'balances.family_id', 'waiting_list_entries.family_id')
    .select((eb) => [
      'waiting_list_entries.student_id as student_id',
      'waiting_list_entries.family_id as family_id',
      'number',
      'credits',
      eb
        .exists(
          eb
            .selectFrom('payment_lessons')
            .innerJoin('payments', 'payments.id', 'payment_lessons.payment_id')
            .select('position')
            .where('payment_lessons.lesson_id', '=', lessonId)
            .whereRef('payment_lessons.student_id', '=', 'waiting_list_entries.student_id')
            .where(isReserved)
            .where('reserved_until', '>', now),
        )
        .as('has_reservation'),
    ])
    .where('lesson_id', '=', lessonId)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({ ...row, has_reservation: Boolean(row.has_reservation) }));
}

async function promote(work: Work, { id: lessonId }: LessonFacts, waiting: Waiting): Promise<void> {
  const { family_id: familyId, student_id: studentId } = waiting;
  const taken = await takeBooking(work, { lessonId, familyId, ownStudent: null, studentId });
  if (taken === null) throw new Error(`no spot or credit left to promote into lesson ${lessonId}`);
  const booking = { id: taken.id, thread: null, uid: null, join_token: taken.join_token };
  for (const to of taken.recipients)
    await queueEmail(work, promoted(booking, taken.lesson, to, work.now));
}

/**
 * Marks the entries for the notice that they were passed over. It is queued once, after the commit.
 */
async function markPassedOver(
  { tx, now }: Work,
  lesson: LessonFacts,
  lastNumber: number,
): Promise<void> {
  await tx
    .updateTable('waiting_list_entries')
    .set({ passed_over_at: now, due_notice: 'passed_over' })
    .where('lesson_id', '=', lesson.id)
    .where('number', '<=', lastNumber)
    .where('passed_over_at', 'is', null)
    .execute();
}

/** Marks all entries for the notice that a spot is open to all. */
async function markOpenToAll({ tx, now }: Work, lesson: LessonFacts): Promise<void> {
  await tx
    .updateTable('waiting_list_entries')
    .set({ opened_at: now, due_notice: 'open' })
    .where('lesson_id', '=', lesson.id)
    .where('opened_at', 'is', null)
    .execute();
}
