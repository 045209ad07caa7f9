// Promotes students from the waiting list of a full lesson. The first student with a credit gets a
// spot in the same transaction that frees it: withLocks (server/locks) calls this before the
// commit.
import { sql } from 'kysely';

import { goesToWaitingList } from '../../../domain/lessons/waiting.ts';
import { LESSON_CREDITS } from '../../../domain/limits.ts';
import { toIso } from '../../../domain/time.ts';
import type { LockedFamily } from '../../credits/ledger.ts';
import { OvertakenError, type Work } from '../../engine/context.ts';
import type { Tx } from '../../engine/database.ts';
import { hasOpened, type LockedLesson } from '../../locks/locked-lesson.ts';
import { chooseAttending } from '../attending.ts';
import { promotedEmail } from '../bookings/booking-emails.ts';
import { isReserved } from '../bookings/reservation-lookup.ts';
import { book } from '../bookings/spots.ts';
import { factColumns, type LessonFacts } from '../lessons.ts';
import { deleteWaitingList } from './waiting-list.ts';

interface WaitingStudent {
  readonly student_id: string;
  readonly family_id: string;
  readonly number: number;
  /**
   * Whether the family has a reservation for this student, which a booking uses instead of an open
   * spot.
   */
  readonly has_reservation: boolean;
  readonly credits: number;
}

/** A locked lesson, and how many of its spots may be open when its list is promoted. */
export interface Opening {
  readonly lesson: LockedLesson;
  readonly open: number;
}

/**
 * Lists the families that may be promoted into these lessons, with or without a credit, so that
 * they can be locked. The credits of the families in `changing` may change before the promotion.
 */
export async function listCandidates(
  { tx, now }: Work,
  openings: readonly Opening[],
  changing: readonly string[],
): Promise<ReadonlySet<string>> {
  const lists: { open: number; students: WaitingStudent[] }[] = [];
  for (const { lesson, open } of openings)
    if (open > 0 && lesson.waiting > 0)
      lists.push({ open, students: await listWaiting(tx, lesson.id, now) });
  const all = lists.flatMap(({ students }) => students);
  const families = new Set<string>();
  for (const { open, students } of lists) {
    let covered = 0;
    for (const { family_id, credits, has_reservation } of students) {
      if (covered === open) break;
      families.add(family_id);
      // A family that waits in several of these lists may have spent the credit by then.
      const entries = all.filter((other) => other.family_id === family_id).length;
      const hasEnough = credits >= entries * LESSON_CREDITS && !changing.includes(family_id);
      if (hasEnough && !has_reservation) covered += 1;
    }
  }
  return families;
}

/**
 * Books the open spots of lessons that have opened for the first students with a credit and passes
 * over students without one. Within two hours of the start, the spot is open to all instead. Marks
 * each entry that needs a notice once; `waiting-notices.ts` queues the emails after the commit.
 * Deletes the list once the lesson has started. Throws OvertakenError when it needs another family.
 */
export async function promoteFromWaitingLists(
  work: Work,
  lessons: ReadonlyMap<string, LockedLesson>,
  families: ReadonlyMap<string, LockedFamily>,
): Promise<void> {
  for (const { lesson, open: spots } of await readOpen(work, lessons)) {
    if (!promotesFromList(lesson, work.now)) {
      await (lesson.starts_at > work.now
        ? markOpenToAll(work, lesson)
        : deleteWaitingList(work, lesson.id));
      continue;
    }
    let open = spots;
    let lastPassed = 0;
    // The list is read once, so credits that siblings on it have spent are still counted.
    const spent = new Map<string, number>();
    for (const waiting of await listWaiting(work.tx, lesson.id, work.now)) {
      if (open === 0) break;
      const { family_id } = waiting;
      const family = families.get(family_id);
      // An earlier family had a credit when the families to lock were chosen, and has spent it
      // since.
      if (family === undefined) throw new OvertakenError();
      const used = spent.get(family_id) ?? 0;
      if (waiting.credits - used < LESSON_CREDITS) {
        lastPassed = waiting.number;
        continue;
      }
      await promote(work, lesson, family, waiting.student_id);
      spent.set(family_id, used + LESSON_CREDITS);
      if (!waiting.has_reservation) open -= 1;
    }
    // Promoted students have left the list, so the remaining ones up to this number were passed
    // over.
    if (lastPassed > 0) await markPassedOver(work, lesson, lastPassed);
  }
}

const promotesFromList = ({ starts_at }: LessonFacts, now: number) =>
  goesToWaitingList({ starts_at: toIso(starts_at) }, now);

/**
 * The lessons that have opened, with an open spot and a waiting list, those that start sooner
 * first. The lesson may have been moved since it was locked.
 */
async function readOpen(
  { tx }: Work,
  lessons: ReadonlyMap<string, LockedLesson>,
): Promise<Opening[]> {
  const opened = [...lessons.values()].filter((one) => one.waiting > 0 && hasOpened(one));
  if (opened.length === 0) return [];
  const rows = await tx
    .selectFrom('lessons')
    .select([...factColumns, sql<number>`max_students - booked - reserved`.as('open')])
    .where(
      'id',
      'in',
      opened.map(({ id }) => id),
    )
    .where('waiting', '>', 0)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`booked + reserved < max_students`)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ open, ...facts }) => {
    const lesson = lessons.get(facts.id);
    return lesson === undefined ? [] : [{ open, lesson: { ...lesson, ...facts } }];
  });
}

async function listWaiting(tx: Tx, lessonId: string, now: number): Promise<WaitingStudent[]> {
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

async function promote(
  work: Work,
  lesson: LockedLesson,
  family: LockedFamily,
  studentId: string,
): Promise<void> {
  const requested = { familyId: family.id, ownStudent: null, studentId };
  const attending = await chooseAttending(work.tx, requested);
  const taken = await book(work, {
    lesson,
    family,
    attending,
    email: (booking, _, to) =>
      promotedEmail({ ...booking, thread: null, uid: null }, lesson, to, work.now),
  });
  if (taken === null) throw new Error(`no spot or credit left to promote into lesson ${lesson.id}`);
}

/**
 * Marks the entries for the notice that they were passed over. It is queued once, after the commit.
 */
async function markPassedOver(
  { tx, now }: Work,
  lesson: LockedLesson,
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
async function markOpenToAll({ tx, now }: Work, lesson: LockedLesson): Promise<void> {
  await tx
    .updateTable('waiting_list_entries')
    .set({ opened_at: now, due_notice: 'open' })
    .where('lesson_id', '=', lesson.id)
    .where('opened_at', 'is', null)
    .execute();
}
