// Reserves the lessons of a new payment, and ends the family's previous reservation.
import { fieldRefusal } from '../../../domain/errors.ts';
import { refuseBooking, LESSON_CREDITS } from '../../../domain/lessons/booking.ts';
import { type Clash, findClashes } from '../../../domain/lessons/student-day.ts';
import { lessonPath, paths } from '../../../domain/paths.ts';
import { creditCount } from '../../../domain/payments/credits.ts';
import { mondayOf } from '../../../domain/time.ts';
import { chooseAttending, type RequestedStudent } from '../../booking/attending.ts';
import { changeSpots } from '../../booking/change-spots.ts';
import { readBookable } from '../../booking/lessons.ts';
import {
  looksOpen,
  familyOf,
  type Locks,
  requireLesson,
  requireOpen,
} from '../../booking/locks.ts';
import {
  clearReservedUntilOfFamily,
  hasReservation,
  reservedUntil,
  listReservedLessonIds,
  releaseReservedSpots,
  reserveSpots,
} from '../../booking/reservations.ts';
import { asDayLesson, readDayAround } from '../../booking/student-days.ts';
import { OvertakenError, runTogether, type Work, GuardError } from '../../engine/context.ts';
import { requireFewCheckouts, requireFewUnpaidReservations } from './reservation-limits.ts';

/** The lessons to book with the new credits, and for whom. */
export interface LessonChoice {
  readonly lessonIds: readonly string[];
  readonly requested: RequestedStudent;
}

const NO_LESSONS: ReadonlySet<string> = new Set();

interface Replacement {
  /** Null if no session was replaced. */
  replacedSession: string | null;
  /** The path of the first lesson's page. */
  page: string;
  /** The lessons in which a spot was reserved for the family until now. */
  freed: ReadonlySet<string>;
}

/**
 * Ends the family's previous reservation, locks the lessons of both reservations and the family,
 * and runs `run`. Throws GuardError if a lesson is deleted or full, unauthenticated if the family's
 * account is deleted.
 */
export async function replaceReservation<Outcome>(
  work: Work,
  { lessonIds, requested: { familyId } }: LessonChoice,
  run: (locks: Locks, replacement: Replacement) => Promise<Outcome>,
): Promise<Outcome> {
  const { tx, now } = work;
  // Most late requests are refused here, before they lock anything.
  const checks = lessonIds.map((id) => looksOpen(work, id, familyId));
  if ((await runTogether(checks)).includes(false)) throw new GuardError();
  return changeSpots(
    work,
    {
      payment: () => clearReservedUntilOfFamily(work, familyId),
      lessons: async (replaced) =>
        replaced === null
          ? lessonIds
          : [...lessonIds, ...(await listReservedLessonIds(tx, familyId))],
      frees: (_, replaced) => (replaced === null ? 0 : 1),
      families: [familyId],
    },
    async (locks) => {
      const [first] = lessonIds.map((id) => requireLesson(locks, id));
      requireOpen(familyOf(locks, familyId));
      // Another checkout reserved spots before the family was locked.
      if (await hasReservation(tx, familyId)) throw new OvertakenError();
      const replaced = locks.payment;
      const released =
        replaced === null
          ? NO_LESSONS
          : await releaseReservedSpots(work, locks.lessons, replaced.id);
      // An expired reservation does not count: the waiting list comes before its family.
      const hasExpired = replaced !== null && reservedUntil(replaced.created_at) <= now;
      return run(locks, {
        replacedSession: replaced?.session_id ?? null,
        page: first === undefined ? paths.familyHome : lessonPath(mondayOf(first.date), first.id),
        freed: hasExpired ? NO_LESSONS : released,
      });
    },
  );
}

/**
 * Reserves the spots for a new payment, and returns their clashes. Throws GuardError if a lesson
 * cannot be booked, validation_failed if the credits would not suffice, reservations_full or
 * rate_limited.
 */
export async function reserveLessons(
  work: Work,
  locks: Locks,
  { lessonIds, requested }: LessonChoice,
  payment: { id: string; credits: number; freed: ReadonlySet<string> },
): Promise<Clash[]> {
  const { tx, now } = work;
  const { familyId } = requested;
  const { studentId } = await chooseAttending(tx, requested);
  for (const id of lessonIds) {
    const lesson = await readBookable(tx, { id, familyId, studentId, now });
    if (lesson === null) throw new GuardError();
    // Whether it may have a spot that is kept for the list is decided when it is reserved.
    const bookable = { ...lesson, availableSpots: lesson.stored.openSpots };
    if (refuseBooking(bookable, { credits: null }, now) !== null) throw new GuardError();
  }
  const family = familyOf(locks, familyId);
  const credits = payment.credits + family.credits;
  const needed = lessonIds.length * LESSON_CREDITS;
  if (credits < needed)
    throw fieldRefusal(
      'credits_quantity',
      'validation_failed',
      `These lessons take ${creditCount(needed)}; you would have ${creditCount(credits)}.`,
    );
  const lessons = lessonIds.map((id) => requireLesson(locks, id));
  await requireFewUnpaidReservations(work, family, lessons);
  await requireFewCheckouts(work, family);
  const days = lessons.map((one) => readDayAround(tx, one, { familyId, studentId, now }));
  const day = (await runTogether(days)).flat();
  const { id, freed } = payment;
  await reserveSpots(work, { id, family, studentId, lessons, freed });
  return findClashes(lessons.map(asDayLesson), day);
}
