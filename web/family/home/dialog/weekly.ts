// Booking the same time every week: the weeks that are proposed, and one call that books all or,
// with a reason for each lesson in the way, none.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../../../domain/endpoints.ts';
import { LESSON_CREDITS } from '../../../../domain/lessons/booking.ts';
import { type FamilyLesson, lessonCount } from '../../../../domain/lessons/lesson.ts';
import type { FamilyUser } from '../../../../domain/people/account.ts';
import type { Student } from '../../../../domain/people/student.ts';
import { formatDate, shortTime } from '../../../../domain/time.ts';
import { BOOKING_CHANGES } from '../../../data/family.ts';
import { call } from '../../../transport/client.ts';
import { ApiError } from '../../../transport/failures.ts';
import { reportSuccess } from '../../../transport/query-client.ts';
import { keyOfMutation } from '../../../transport/request-key.ts';
import { addBooking, BOOKING, patchCredits, patchLesson, withBookings } from '../booking-cache.ts';
import { BOOKING_FAILED, rewordBookingError } from '../booking-words.ts';
import type { ToldBy } from '../bookings.ts';

/** How many lessons at the same weekly time are preselected: about half a term. */
export const WEEKS_PROPOSED = 6;

/** Lessons as they were when they were chosen, sorted by start, and the student to book. */
export interface SeveralChosen {
  readonly lessons: readonly FamilyLesson[];
  readonly student: Pick<Student, 'id' | 'Student_Name'>;
}

/**
 * `book({lessons, student})` for the family of `user`. A second call while one is running does
 * nothing. `refusals` maps lesson ids to the reason why each was refused in the latest attempt.
 * `onBooked` gets the updated lessons once the server has confirmed, and returns whether the toast
 * or the page confirms it.
 */
export function useBookSeveral(
  { role, students }: Pick<FamilyUser, 'role' | 'students'>,
  onBooked: (chosen: SeveralChosen) => ToldBy,
) {
  const client = useQueryClient();
  const { mutate, isPending, error, variables } = useMutation({
    mutationKey: [...BOOKING, 'several'],
    meta: { operation: BOOKING_FAILED, changes: BOOKING_CHANGES },
    mutationFn: async (chosen: SeveralChosen) => {
      const body = {
        Lesson_IDs: chosen.lessons.map(({ id }) => id),
        ...(students.length > 1 ? { Student_ID: chosen.student.id } : {}),
      };
      try {
        return await call(endpoints.bookSeveral, { body, idempotencyKey: keyOfMutation(chosen) });
      } catch (failure) {
        throw rewordBookingError(failure, role);
      }
    },
    onSuccess: ({ bookings, creditsRemaining }, chosen) => {
      const { student } = chosen;
      const lessons = chosen.lessons.map((lesson, place) => ({
        ...lesson,
        ...withBookings(addBooking(lesson.bookings, student.id, bookings[place]?.id)),
        availableSpots: Math.max(0, lesson.availableSpots - 1),
      }));
      for (const lesson of lessons) patchLesson(client, lesson.id, lesson);
      patchCredits(client, creditsRemaining);
      if (onBooked({ lessons, student }) === 'page') return;
      reportSuccess('Lesson Booked!', describe(chosen, students.length));
    },
  });
  return {
    isPending,
    refusals: refusalsOf(error, variables),
    book: (chosen: SeveralChosen) => {
      if (client.isMutating({ mutationKey: BOOKING }) === 0) mutate(chosen);
    },
  };
}

function describe({ lessons, student }: SeveralChosen, students: number): string {
  const whom = students > 1 ? ` for ${student.Student_Name}` : '';
  const [first] = lessons;
  const from =
    first === undefined
      ? ''
      : `, from ${formatDate(first.Date, 'long')} at ${shortTime(first.Time)}`;
  return `${lessonCount(lessons.length)}${whom}${from} UK time.`;
}

/** The server identifies a lesson by its index in the request. */
function refusalsOf(
  error: Error | null,
  chosen: SeveralChosen | undefined,
): ReadonlyMap<string, string> {
  const details = error instanceof ApiError ? error.details : [];
  return new Map(
    details.flatMap(({ field, message }) => {
      const place = /^Lesson_IDs\.(\d+)$/.exec(field)?.[1];
      const lesson = place === undefined ? undefined : chosen?.lessons[Number(place)];
      return lesson === undefined ? [] : [[lesson.id, message] as const];
    }),
  );
}

type DatedLesson = Pick<FamilyLesson, 'id' | 'Date'>;

/**
 * The ids of the preselected lessons: the first of each day, for as long as the credits last. A
 * family without credits, or a student (null), gets the usual number.
 */
export function proposeWeeks(bookable: DatedLesson[], credits: number | null): ReadonlySet<string> {
  const affordable = Math.floor((credits ?? 0) / LESSON_CREDITS);
  const count = affordable > 0 ? Math.min(affordable, WEEKS_PROPOSED) : WEEKS_PROPOSED;
  const firsts = bookable.filter(
    ({ Date: date }, index) => bookable.findIndex((other) => other.Date === date) === index,
  );
  return new Set(firsts.slice(0, count).map(({ id }) => id));
}

/** How many more credits these lessons need; 0 for a student, who is shown none (null). */
export function missingCredits(lessons: number, credits: number | null): number {
  return credits === null ? 0 : Math.max(0, lessons * LESSON_CREDITS - credits);
}
