// Transactions that may free spots. The first student on the waiting list with a credit and without
// another lesson at that time gets the spot in the same transaction.
import { sql } from 'kysely';

import { LESSON_CREDITS } from '../../domain/lessons/booking.ts';
import { findClashes } from '../../domain/lessons/student-day.ts';
import { goesToWaitingList } from '../../domain/lessons/waiting.ts';
import { toIso } from '../../domain/time.ts';
import type { LockedFamily } from '../credits/ledger.ts';
import { OvertakenError, type Work } from '../engine/context.ts';
import type { Tx } from '../engine/database.ts';
import { chooseAttending } from './attending.ts';
import { promotedEmail } from './booking-emails.ts';
import { factColumns, type LessonFacts, SPOTS_CHANGED } from './lessons.ts';
import {
  hasOpened,
  hasOpenSpot,
  type LockedLesson,
  type ChosenBy,
  type LockRequest,
  type Locks,
  withLocks,
} from './locks.ts';
import { isReserved } from './reservation-lookup.ts';
import { bookSpot } from './spots.ts';
import { asDayLesson, readDaysAround } from './student-days.ts';
import { endStartedWaitingList } from './waiting-list.ts';

interface SpotsRequest<Payment, UnderLocks, BeforeFamilies> extends LockRequest<
  Payment,
  UnderLocks,
  BeforeFamilies
> {
  /**
   * The most spots of a lesson that `run` may free. The families on its waiting list that may get
   * them are locked as well.
   */
  frees: (lesson: LockedLesson, payment: Payment) => number;
}

/**
 * Locks as withLocks does and runs `run`. Then offers the spots that have come free to the waiting
 * lists of their lessons. Throws OvertakenError if a family that gets one of them could not be
 * foreseen.
 */
export function changeSpots<
  Outcome,
  Payment = undefined,
  UnderLocks = undefined,
  BeforeFamilies = undefined,
>(
  work: Work,
  { frees, families = [], ...request }: SpotsRequest<Payment, UnderLocks, BeforeFamilies>,
  run: (locks: Locks<Payment, UnderLocks, BeforeFamilies>) => Promise<Outcome>,
): Promise<Outcome> {
  const withCandidates = async (chosenBy: ChosenBy<Payment, BeforeFamilies>) => {
    const own = typeof families === 'function' ? await families(chosenBy) : families;
    const openings = [...chosenBy.lessons.values()].map((lesson) => {
      const freed = frees(lesson, chosenBy.payment);
      const { max_students, booked, reserved } = lesson;
      return { lesson, open: freed === 0 ? 0 : max_students - booked - reserved + freed };
    });
    return [...own, ...(await listCandidates(work, openings, own))];
  };
  const locking = { ...request, families: withCandidates, mayOpen: true };
  return withLocks(work, locking, async (locks) => {
    const outcome = await run(locks);
    await promoteFromWaitingLists(work, locks.lessons, locks.families);
    return outcome;
  });
}

interface WaitingStudent {
  readonly student_id: string;
  readonly family_id: string;
  /**
   * Whether the family has a reservation for this student, which a booking uses instead of an open
   * spot.
   */
  readonly has_reservation: boolean;
  readonly credits: number;
  /** Whether the student has another lesson at that time. */
  readonly isClashing: boolean;
}

/** A locked lesson, and how many of its spots may be open when its list is promoted. */
interface Opening {
  readonly lesson: LockedLesson;
  readonly open: number;
}

/**
 * Lists the families that may be promoted into these lessons, with or without a credit, so that
 * they can be locked. The credits of the families in `changing` may change before the promotion.
 */
async function listCandidates(
  { tx, now }: Work,
  openings: readonly Opening[],
  changing: readonly string[],
): Promise<ReadonlySet<string>> {
  const lists: { open: number; students: WaitingStudent[] }[] = [];
  for (const { lesson, open } of openings)
    if (open > 0 && lesson.waiting > 0)
      lists.push({ open, students: await listWaiting(tx, lesson, now) });
  const all = lists.flatMap(({ students }) => students);
  const families = new Set<string>();
  for (const { open, students } of lists) {
    let covered = 0;
    for (const { family_id, student_id, ...waiting } of students) {
      if (covered === open) break;
      families.add(family_id);
      // A family that waits in several of these lists may have spent the credit by then.
      const entries = all.filter((other) => other.family_id === family_id).length;
      const hasEnough =
        waiting.credits >= entries * LESSON_CREDITS && !changing.includes(family_id);
      // A student who waits in several of them may get another lesson at the same time first.
      const waitsOnce = all.filter((other) => other.student_id === student_id).length === 1;
      if (hasEnough && waitsOnce && !waiting.isClashing && !waiting.has_reservation) covered += 1;
    }
  }
  return families;
}

/**
 * Books the open spots of lessons that have opened for the first students with a credit, and passes
 * over students without one and those who have another lesson at that time. Within two hours of the
 * start, the spot is open to all instead. Marks each entry that needs a notice once;
 * `waiting-notices.ts` queues the emails after the commit. Deletes the list once the lesson has
 * started. Throws OvertakenError when it needs another family.
 */
async function promoteFromWaitingLists(
  work: Work,
  lessons: ReadonlyMap<string, LockedLesson>,
  families: ReadonlyMap<string, LockedFamily>,
): Promise<void> {
  for (const { lesson, open: spots } of await readOpen(work, lessons)) {
    // Its spots are offered once the move is settled.
    if (lesson.moved_from !== null) continue;
    // Its spots may have been kept for the list until now.
    work.announce(SPOTS_CHANGED + lesson.id);
    if (!promotesFromList(lesson, work.now)) {
      await (lesson.starts_at > work.now
        ? markOpenToAll(work, lesson)
        : endStartedWaitingList(work, lesson.id));
      continue;
    }
    let open = spots;
    const clashing: string[] = [];
    const withoutCredit: string[] = [];
    // The list is read once, so credits that siblings on it have spent are still counted.
    const spent = new Map<string, number>();
    for (const waiting of await listWaiting(work.tx, lesson, work.now)) {
      if (open === 0) break;
      const { family_id, student_id } = waiting;
      if (waiting.isClashing) {
        clashing.push(student_id);
        continue;
      }
      const family = families.get(family_id);
      // An earlier family had a credit when the families to lock were chosen, and has spent it
      // since.
      if (family === undefined) throw new OvertakenError();
      const used = spent.get(family_id) ?? 0;
      if (waiting.credits - used < LESSON_CREDITS) {
        withoutCredit.push(student_id);
        continue;
      }
      await promote(work, lesson, family, student_id);
      spent.set(family_id, used + LESSON_CREDITS);
      if (!waiting.has_reservation) open -= 1;
    }
    if (clashing.length > 0) await markClashing(work, lesson, clashing);
    if (withoutCredit.length > 0) await markPassedOver(work, lesson, withoutCredit);
  }
}

const promotesFromList = ({ starts_at }: LessonFacts, now: number) =>
  goesToWaitingList({ starts_at: toIso(starts_at) }, now);

/**
 * The lessons that have opened, with an open spot and a waiting list, those that start sooner
 * first. The lesson may have been moved since it was locked.
 */
async function readOpen({ tx }: Work, lessons: ReadonlyMap<string, LockedLesson>) {
  const opened = [...lessons.values()].filter((one) => one.waiting > 0 && hasOpened(one));
  if (opened.length === 0) return [];
  const rows = await tx
    .selectFrom('lessons')
    .select([
      ...factColumns,
      'moved_from',
      sql<number>`max_students - booked - reserved`.as('open'),
    ])
    .where(
      'id',
      'in',
      opened.map(({ id }) => id),
    )
    .where('waiting', '>', 0)
    .where('deleted_at', 'is', null)
    .where(hasOpenSpot)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ open, ...facts }) => {
    const lesson = lessons.get(facts.id);
    return lesson === undefined ? [] : [{ open, lesson: { ...lesson, ...facts } }];
  });
}

/** The waiting list in its order. Siblings never clash: each has a day of their own. */
async function listWaiting(tx: Tx, lesson: LockedLesson, now: number): Promise<WaitingStudent[]> {
  const lessonId = lesson.id;
  const rows = await tx
    .selectFrom('waiting_list_entries')
    .innerJoin('balances', 'balances.family_id', 'waiting_list_entries.family_id')
    .select((eb) => [
      'waiting_list_entries.student_id as student_id',
      'waiting_list_entries.family_id as family_id',
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
  const studentIds = rows.map(({ student_id }) => student_id);
  const dayOf = await readDaysAround(tx, lesson, { studentIds, now });
  return rows.map((row) => ({
    ...row,
    has_reservation: Boolean(row.has_reservation),
    isClashing: findClashes([asDayLesson(lesson)], dayOf(row.student_id)).length > 0,
  }));
}

async function promote(work: Work, lesson: LockedLesson, family: LockedFamily, studentId: string) {
  const requested = { familyId: family.id, ownStudent: null, studentId };
  const attending = await chooseAttending(work.tx, requested);
  await bookSpot(work, {
    lesson,
    family,
    attending,
    paidBy: 'credit',
    email: (booking, _, to) => promotedEmail(booking, lesson, to, work.now),
  });
}

/**
 * Marks the entries for the notice that they were passed over. It is queued once, after the commit.
 */
async function markPassedOver({ tx, now }: Work, lesson: LockedLesson, studentIds: string[]) {
  await tx
    .updateTable('waiting_list_entries')
    .set({ passed_over_at: now, due_notice: 'passed_over' })
    .where('lesson_id', '=', lesson.id)
    .where('student_id', 'in', studentIds)
    .where('passed_over_at', 'is', null)
    .execute();
}

/** Marks the entries for the notice that their students have another lesson then; once each. */
async function markClashing({ tx, now }: Work, lesson: LockedLesson, studentIds: string[]) {
  await tx
    .updateTable('waiting_list_entries')
    .set({ clashed_at: now, clash_notice: sql`coalesce(clash_notice, 'due')` })
    .where('lesson_id', '=', lesson.id)
    .where('student_id', 'in', studentIds)
    .execute();
}

/**
 * Marks the entries for the notice that a spot is open to all, except those whose parents were told
 * of a clash.
 */
async function markOpenToAll({ tx, now }: Work, lesson: LockedLesson): Promise<void> {
  await tx
    .updateTable('waiting_list_entries')
    .set({ opened_at: now, due_notice: 'open' })
    .where('lesson_id', '=', lesson.id)
    .where('opened_at', 'is', null)
    .where('clash_notice', 'is', null)
    .execute();
}
