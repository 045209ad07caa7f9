// Serving the line of a full lesson: whoever has waited longest, and has a credit, gets the spot
// that comes free, in the very transaction that frees it. Rows are held in the order lessons by id,
// then balances by family.
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
   * Whether a spot is kept while the family pays for it, which a booking uses instead of a free
   * one.
   */
  readonly is_kept: boolean;
  /** What the family has at the moment. */
  readonly credits: number;
}

interface Line {
  readonly lesson: LessonFacts;
  /** Spots that nobody has. */
  readonly free: number;
  /** In the order in which they are served. */
  readonly students: readonly Waiting[];
}

/** Lines that are about to be served, and the families whose balances are held for it. */
export interface LockedWaitingLists {
  readonly lessonIds: readonly string[];
  readonly families: ReadonlySet<string>;
}

/**
 * Serves the lines of lessons that have come to have spots free. The caller holds the lessons, and
 * no balance.
 */
export async function promoteFromWaitingList(
  work: Work,
  lessonIds: readonly string[],
): Promise<void> {
  await promoteFromWaitingLists(work, await lockWaitingLists(work, lessonIds));
}

/**
 * Holds the balances of those whose turn it may be, with a credit or without, in one order with
 * those of the families that free the spots, whose credits are then returned before the lines are
 * served. The caller holds the lessons, and no balance.
 */
export async function lockWaitingLists(
  work: Work,
  lessonIds: readonly string[],
  returningTo: readonly string[] = [],
): Promise<LockedWaitingLists> {
  const lines = (await readLines(work, lessonIds)).filter(({ lesson }) =>
    isServed(lesson, work.now),
  );
  const families = new Set(lines.length === 0 ? [] : returningTo);
  const everybody = lines.flatMap(({ students }) => students);
  for (const { free, students } of lines) {
    let certain = 0;
    for (const { family_id, credits, is_kept } of students) {
      if (certain === free) break;
      families.add(family_id);
      // Whoever stands in several of these places, or moves a booking, may have spent the credit by
      // then.
      const places = everybody.filter((other) => other.family_id === family_id).length;
      const hasEnough = credits >= places * LESSON_CREDITS && !returningTo.includes(family_id);
      if (hasEnough && !is_kept) certain += 1;
    }
  }
  await together([...families].toSorted().map((familyId) => lockBalance(work.tx, familyId)));
  return { lessonIds, families };
}

/**
 * Books the free spots for the first in line with a credit; whoever has none is passed over. Later
 * than two hours before the start the spot is open to all. Those who are to be told of either are
 * marked, each once: the emails are queued after the commit (`waiting-notice-store.ts`). Once the
 * lesson has started there is nothing left to wait for.
 */
export async function promoteFromWaitingLists(
  work: Work,
  { lessonIds, families }: LockedWaitingLists,
): Promise<void> {
  const spent = new Map<string, number>();
  for (const line of await readLines(work, lessonIds)) {
    if (!isServed(line.lesson, work.now)) {
      await (line.lesson.starts_at > work.now
        ? markOpenToAll(work, line.lesson)
        : dropWaitingList(work, line.lesson.id));
      continue;
    }
    let { free } = line;
    let lastPassed = 0;
    for (const waiting of line.students) {
      if (free === 0) break;
      const { family_id } = waiting;
      // Somebody before them had a credit when it was chosen whom to hold, and has spent it since.
      if (!families.has(family_id)) throw new Overtaken();
      const used = spent.get(family_id) ?? 0;
      if (waiting.credits - used < LESSON_CREDITS) {
        lastPassed = waiting.number;
        continue;
      }
      await serve(work, line.lesson, waiting);
      spent.set(family_id, used + LESSON_CREDITS);
      if (!waiting.is_kept) free -= 1;
    }
    // Whoever is left up to there was passed over: those who were served have left the list.
    if (lastPassed > 0) await markPassedOver(work, line.lesson, lastPassed);
  }
}

const isServed = ({ starts_at }: LessonFacts, now: number) =>
  goesToWaitingList({ starts_at: toIso(starts_at) }, now);

/** The lines of those lessons that have a spot free. Lessons that start sooner are served first. */
async function readLines({ tx, now }: Work, lessonIds: readonly string[]): Promise<Line[]> {
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
  const lines: Line[] = [];
  for (const { free, ...lesson } of lessons)
    lines.push({ lesson, free, students: await listWaiting(tx, lesson.id, now) });
  return lines;
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
        .as('is_kept'),
    ])
    .where('lesson_id', '=', lessonId)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({ ...row, is_kept: Boolean(row.is_kept) }));
}

async function serve(work: Work, { id: lessonId }: LessonFacts, waiting: Waiting): Promise<void> {
  const { family_id: familyId, student_id: studentId } = waiting;
  const taken = await takeBooking(work, { lessonId, familyId, ownStudent: null, studentId });
  if (taken === null)
    throw new Error(`the spot of lesson ${lessonId} or the credit for it is gone`);
  const booking = { id: taken.id, thread: null, uid: null, join_token: taken.join_token };
  for (const to of taken.recipients)
    await queueEmail(work, promoted(booking, taken.lesson, to, work.now));
}

/** Marks those for the notice that a spot went past them, who are told after the commit, once. */
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

/** The same for all of them, of a spot that is open to all. */
async function markOpenToAll({ tx, now }: Work, lesson: LessonFacts): Promise<void> {
  await tx
    .updateTable('waiting_list_entries')
    .set({ opened_at: now, due_notice: 'open' })
    .where('lesson_id', '=', lesson.id)
    .where('opened_at', 'is', null)
    .execute();
}
