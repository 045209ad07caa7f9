// Moves a booking to another lesson, with its credit.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../../../domain/endpoints.ts';
import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import type { FamilyUser } from '../../../../domain/people/account.ts';
import { formatDate, shortTime } from '../../../../domain/time.ts';
import { BOOKING_CHANGES } from '../../../data/family.ts';
import { call } from '../../../transport/client.ts';
import { reportSuccess } from '../../../transport/query-client.ts';
import { keyOfMutation } from '../../../transport/request-key.ts';
import { addBooking, BOOKING, patchCredits, patchLesson, withBookings } from '../booking-cache.ts';
import { rewordBookingError } from '../booking-words.ts';
import type { ToldBy, BookingChoice } from '../bookings.ts';

/** A student's booking of `lesson`, and the lesson to move it to. */
interface Move extends BookingChoice {
  bookingId: string;
  to: FamilyLesson;
}

/**
 * `move({lesson, student, bookingId, to})`. A second call while one is running does nothing.
 * `onMoved` is called once the server has confirmed, and returns whether the toast or the page
 * confirms it.
 */
export function useMoveBooking(
  { role, students }: Pick<FamilyUser, 'role' | 'students'>,
  onMoved: (move: Move) => ToldBy,
) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: [...BOOKING, 'move'],
    meta: {
      operation: {
        title: 'Move failed',
        text: 'Unable to move booking. Please try again.',
        coversServerErrors: true,
        signInAgain: 'Please sign in again to move bookings.',
        titles: {
          booking_not_found: 'Error',
          lesson_started: 'Move failed',
          already_booked: 'Move failed',
          too_late_to_cancel: 'Move failed',
        },
      },
      changes: BOOKING_CHANGES,
    },
    mutationFn: async (chosen: Move) => {
      const { bookingId, to } = chosen;
      try {
        return await call(endpoints.moveBooking, {
          params: { bookingId },
          body: { Lesson_ID: to.id },
          idempotencyKey: keyOfMutation(chosen),
        });
      } catch (failure) {
        throw rewordBookingError(failure, role);
      }
    },
    onSuccess: ({ booking, creditsRemaining }, chosen) => {
      const { lesson, student, to } = chosen;
      patchLesson(client, lesson.id, {
        ...withBookings(
          lesson.bookings.filter(({ Student_ID: studentId }) => studentId !== student.id),
        ),
        availableSpots: lesson.availableSpots + 1,
      });
      const original = lesson.bookings.find(({ id }) => id === chosen.bookingId);
      patchLesson(client, to.id, {
        ...withBookings(addBooking(to.bookings, student.id, booking.id, original)),
        availableSpots: Math.max(0, to.availableSpots - 1),
      });
      patchCredits(client, creditsRemaining);
      if (onMoved(chosen) === 'page') return;
      const whose =
        students.length > 1 ? `The booking for ${student.Student_Name}` : 'Your booking';
      reportSuccess(
        'Booking moved',
        `${whose} is now on ${formatDate(to.Date, 'long')} at ${shortTime(to.Time)} UK time.`,
      );
    },
  });
  return {
    isPending,
    move: (chosen: Move) => {
      if (client.isMutating({ mutationKey: BOOKING }) === 0) mutate(chosen);
    },
  };
}
