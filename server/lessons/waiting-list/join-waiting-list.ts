// Joins and leaves the waiting list of a full lesson, and ends the lists of lessons that have
// started.
import { sql } from 'kysely';

import { ONE_WAITS_WITHOUT_CREDIT, Refusal } from '../../../domain/errors.ts';
import { LESSON_CREDITS } from '../../../domain/lessons/booking.ts';
import { findClashes, withClashes, type WithClashes } from '../../../domain/lessons/student-day.ts';
import { refuseWaiting, MAX_WAITING } from '../../../domain/lessons/waiting.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { type BookingActor, chooseAttending, requestedStudent } from '../../booking/attending.ts';
import { readBookable, SPOTS_CHANGED } from '../../booking/lessons.ts';
import { type LockedLesson, familyOf, withLesson, withLocks } from '../../booking/locks.ts';
import { releaseExpired } from '../../booking/reservations.ts';
import { isSettled, lessonRefusal } from '../../booking/slips.ts';
import { asDayLesson, readDayAround } from '../../booking/student-days.ts';
import { crowdedOutEmail } from '../../booking/waiting-emails.ts';
import { endStartedWaitingList, removeFromWaitingList } from '../../booking/waiting-list.ts';
import type { LockedFamily } from '../../credits/ledger.ts';
import { hadOwnCredit, ownCredits } from '../../credits/own-credits.ts';
import { queueEmail } from '../../email/queue.ts';
import {
  type Context,
  OvertakenError,
  transact,
  transactEach,
  type Work,
} from '../../engine/context.ts';
import type { Tx } from '../../engine/database.ts';
import { familyNews } from '../../people/news.ts';
import { readLessonRecipients } from '../../people/recipients.ts';
import type { Job } from '../../process/repeat.ts';

const EVERY_MS = MINUTE_MS;

/** The lesson to wait for, and the student if one is given. */
interface WaitingRequest {
  lessonId: string;
  studentId?: string | undefined;
}

/**
 * Adds a student to the end of the waiting list. If the list is full, the student of a family with
 * a credit replaces the last one of a family without; the credit of a free lesson does not count
 * then. Returns their position, 1 for the first. Throws validation_failed when the student is
 * unclear, forbidden for a student who has lost the right to book, otherwise the first of:
 * lesson_not_found, lesson_started, already_booked, already_waiting, not_full, insufficient_credits
 * or waiting_list_full.
 */
export async function joinWaitingList(
  context: Context<BookingActor>,
  { lessonId, ...request }: WaitingRequest,
): Promise<{ waiting: { position: number } } & WithClashes> {
  const requested = requestedStudent(context.actor, request.studentId);
  const { familyId } = requested;
  const isOwn = requested.ownStudent !== null;
  // Expired reservations go to the students who are already waiting.
  await releaseExpired(context, [lessonId]);
  return transact(context, (work) => {
    const { tx } = work;
    return withLocks(
      work,
      {
        lessons: [lessonId],
        readBeforeFamilies: async (lessons) =>
          isListFull(lessons.get(lessonId)) ? findCrowded(tx, lessonId) : null,
        families: ({ beforeFamilies: last }) =>
          last === null ? [familyId] : [familyId, last.familyId],
        readUnderLocks: () => chooseAttending(tx, requested),
      },
      async (locks) => {
        const lesson = locks.lessons.get(lessonId) ?? null;
        const family = familyOf(locks, familyId);
        const { studentId } = locks.underLocks;
        if (isOwn) await requireRightToBook(work, studentId);
        if (lesson === null) throw new Refusal('lesson_not_found');
        const crowded = await requireMayWait(work, lesson, family, {
          studentId,
          last: locks.beforeFamilies,
        });
        if (crowded !== null) {
          // The family has bought a credit since it was chosen.
          if (await hasOwnCredit(tx, familyOf(locks, crowded.familyId))) throw new OvertakenError();
          await crowdOut(work, lesson, crowded.studentId);
        }
        await insertEntry(work, lesson, family, { studentId, isOwn });
        const day = await readDayAround(tx, lesson, { familyId, studentId, now: work.now });
        return {
          waiting: { position: await readPosition(work, lesson, studentId) },
          ...withClashes(findClashes([asDayLesson(lesson)], day)),
        };
      },
    );
  });
}

/** Throws forbidden when the student has lost the right to book, or the sign-in. */
async function requireRightToBook({ tx }: Work, studentId: string): Promise<void> {
  const student = await tx
    .selectFrom('students')
    .select('id')
    .where('id', '=', studentId)
    .where('may_book', '=', 1)
    .executeTakeFirst();
  if (student === undefined) throw new Refusal('forbidden');
}

const isListFull = (lesson: Pick<LockedLesson, 'waiting'> | undefined) =>
  lesson !== undefined && lesson.waiting >= MAX_WAITING;

interface ReplacedEntry {
  readonly studentId: string;
  readonly familyId: string;
}

/**
 * Throws the first reason why this student may not join the waiting list. Returns the entry to
 * replace when the list is full: `last`, the last one without a credit.
 */
async function requireMayWait(
  { tx, now }: Work,
  { id, waiting }: LockedLesson,
  family: LockedFamily,
  { studentId, last }: { studentId: string; last: ReplacedEntry | null },
): Promise<ReplacedEntry | null> {
  const { id: familyId, credits } = family;
  const lesson = await readBookable(tx, { id, familyId, studentId, now });
  if (lesson === null) throw new Refusal('lesson_not_found');
  const entries = await tx
    .selectFrom('waiting_list_entries')
    .select('student_id')
    .where('family_id', '=', familyId)
    .where('lesson_id', '=', id)
    .execute();
  const crowded = isListFull({ waiting }) && (await hasOwnCredit(tx, family)) ? last : null;
  const facts = {
    ...lesson,
    isWaiting: entries.some(({ student_id }) => student_id === studentId),
    ownCount: entries.length,
    waitingCount: crowded === null ? waiting : waiting - 1,
  };
  const reason = refuseWaiting(facts, { credits }, now);
  if (reason === 'insufficient_credits')
    throw new Refusal(reason, { message: ONE_WAITS_WITHOUT_CREDIT });
  if (reason !== null) throw lessonRefusal(reason, { now, lesson: lesson.stored });
  return crowded;
}

/** Otherwise accounts that never pay could fill the list, and keep their credit. */
async function hasOwnCredit(tx: Tx, { id, credits }: LockedFamily): Promise<boolean> {
  return credits >= LESSON_CREDITS && (await hadOwnCredit(tx, id));
}

/** The last entry whose family has no credit of its own; null when all families have one. */
async function findCrowded(tx: Tx, lessonId: string): Promise<ReplacedEntry | null> {
  const last = await tx
    .selectFrom('waiting_list_entries')
    .innerJoin('balances', 'balances.family_id', 'waiting_list_entries.family_id')
    .select(['student_id as studentId', 'waiting_list_entries.family_id as familyId'])
    .where('lesson_id', '=', lessonId)
    .where((eb) =>
      eb.or([
        eb('credits', '<', LESSON_CREDITS),
        eb.not(
          eb.exists(
            ownCredits(tx).where(
              'credit_ledger.family_id',
              '=',
              sql.ref<string>('waiting_list_entries.family_id'),
            ),
          ),
        ),
      ]),
    )
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}

/** Removes the replaced student from the waiting list and emails them. */
async function crowdOut(work: Work, lesson: LockedLesson, studentId: string): Promise<void> {
  await removeFromWaitingList(work, lesson, studentId);
  for (const to of await readLessonRecipients(work.tx, studentId))
    await queueEmail(work, crowdedOutEmail(lesson, studentId, to));
}

async function insertEntry(
  { tx, now, announce }: Work,
  { id: lessonId }: LockedLesson,
  { id: familyId }: LockedFamily,
  { studentId, isOwn }: { studentId: string; isOwn: boolean },
): Promise<void> {
  announce(SPOTS_CHANGED + lessonId);
  announce(familyNews({ familyId, studentId }));
  await tx
    .insertInto('waiting_list_entries')
    .values((eb) => ({
      lesson_id: lessonId,
      student_id: studentId,
      family_id: familyId,
      number: eb
        .selectFrom('waiting_list_entries as others')
        .select(sql<number>`coalesce(max(others.number), 0) + 1`.as('next'))
        .where('others.lesson_id', '=', lessonId),
      joined_at: now,
      joined_by_student: Number(isOwn),
    }))
    .execute();
}

async function readPosition({ tx }: Work, { id: lessonId }: LockedLesson, studentId: string) {
  const { position } = await tx
    .selectFrom('waiting_list_entries')
    .select(({ fn }) => fn.countAll<number>().as('position'))
    .where('lesson_id', '=', lessonId)
    .where('number', '<=', (eb) =>
      eb
        .selectFrom('waiting_list_entries as own')
        .select('own.number')
        .where('own.lesson_id', '=', lessonId)
        .where('own.student_id', '=', studentId),
    )
    .executeTakeFirstOrThrow();
  return position;
}

/**
 * Removes a student from the waiting list, if they are on it. Throws lesson_not_found, or
 * validation_failed like joinWaitingList.
 */
export async function leaveWaitingList(
  context: Context<BookingActor>,
  { lessonId, studentId }: WaitingRequest,
): Promise<void> {
  await transact(context, (work) =>
    withLesson(work, lessonId, async (lesson) => {
      const attending = await chooseAttending(work.tx, requestedStudent(context.actor, studentId));
      if (lesson === null) throw new Refusal('lesson_not_found');
      await removeFromWaitingList(work, lesson, attending.studentId);
    }),
  );
}

/** Ends the waiting lists of lessons that have started. */
export async function endStartedWaitingLists(context: Context): Promise<void> {
  const started = await context.database.db
    .selectFrom('lessons')
    .select('id')
    // Worded like the partial index, so that the index is used.
    .where(sql<boolean>`waiting > 0`)
    .where('starts_at', '<=', context.now)
    .where(isSettled)
    .execute();
  const end = (work: Work, { id }: { id: string }) =>
    withLesson(work, id, async (lesson) => {
      // Before the lock, the lesson could be moved to a later time.
      if (lesson !== null) await endStartedWaitingList(work, id);
    });
  await transactEach(context, started, { complaint: 'waiting lists were not ended' }, end);
}

export const endWaitingListsJob: Job = {
  everyMs: EVERY_MS,
  work: endStartedWaitingLists,
  complaint: 'failed to end the waiting lists of started lessons; will retry',
};
