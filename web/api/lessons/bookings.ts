// Booking and cancelling: optimistic, rolled back if the server refuses, with a toast for either
// outcome.
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';

import type { FamilyUser } from '../../../domain/families/account.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { type ErrorCode, errorCatalogue } from '../../../domain/errors.ts';
import type { FamilyLesson } from '../../../domain/lessons/lesson.ts';
import type { Student } from '../../../domain/families/student.ts';
import { formatDate, shortTime } from '../../../domain/time.ts';
import { showToast } from '../../ui/toast.ts';
import {
  addBooking,
  BOOKING,
  countBooking,
  loadAgain,
  patchCredits,
  patchFreeLesson,
  patchLesson,
  stopLoading,
  withBookings,
} from './booking-cache.ts';
import { BOOKING_CANCELED, BOOKING_FAILED, cancelledWords, inOwnWords } from './booking-words.ts';
import { call } from '../transport/client.ts';
import { ApiError } from '../transport/failures.ts';
import { keyOf } from '../transport/request-key.ts';

const BOOK = [...BOOKING, 'book'] as const;
const CANCEL = [...BOOKING, 'cancel'] as const;

/** A lesson as it was when it was chosen, and the student to book. */
export interface Chosen {
  readonly lesson: FamilyLesson;
  readonly student: Pick<Student, 'id' | 'Student_Name'>;
  /** Whether to book the family's free first lesson instead of taking a credit. */
  readonly free?: boolean;
}

/**
 * `book({lesson, student, free})` for the family of `user`. A second call while one is running does
 * nothing. `onBooked` is called once the server has confirmed. A toast says so unless it returns
 * that the page does. If the family has booked the same in the meantime, a toast says that.
 */
export function useBookLesson(
  { role, students }: Pick<FamilyUser, 'role' | 'students'>,
  onBooked: (chosen: Chosen) => boolean,
) {
  const client = useQueryClient();
  const isPending = useIsMutating({ mutationKey: BOOK }) > 0;
  const putBack = usePutBack();
  const { mutate, isPending: isOwn } = useMutation({
    mutationKey: BOOK,
    meta: { operation: BOOKING_FAILED },
    mutationFn: async (chosen: Chosen) => {
      const body = {
        Lesson_ID: chosen.lesson.id,
        ...(students.length > 1 ? { Student_ID: chosen.student.id } : {}),
        ...(chosen.free === true ? { free: true } : {}),
      };
      try {
        return await call(endpoints.bookLesson, { body, idempotencyKey: keyOf(chosen) });
      } catch (error) {
        const made = isCode(error, 'already_booked') ? await findBooking(chosen) : null;
        if (made === null) throw inOwnWords(error, role);
        return { booking: made, creditsRemaining: null, isEarlier: true };
      }
    },
    onMutate: async ({ lesson, student, free }) => {
      await stopLoading(client);
      patchLesson(client, lesson.id, {
        ...withBookings(addBooking(lesson.bookings, student.id)),
        availableSpots: Math.max(0, lesson.availableSpots - 1),
        ...(free === true ? { free_spots_left: null } : {}),
      });
      countBooking(client, 1, free);
    },
    onSuccess: ({ booking, creditsRemaining, ...made }, chosen) => {
      const { lesson, student } = chosen;
      patchLesson(
        client,
        lesson.id,
        withBookings(addBooking(lesson.bookings, student.id, booking.id)),
      );
      patchCredits(client, creditsRemaining);
      if (chosen.free === true) patchFreeLesson(client, 'had');
      if ('isEarlier' in made) {
        showToast({
          kind: 'info',
          title: 'Booked already',
          description: `Your family booked this for ${student.Student_Name} a moment ago.`,
        });
        return;
      }
      if (onBooked(chosen)) return;
      const time = `${formatDate(lesson.Date, 'long')} at ${shortTime(lesson.Time)} UK time`;
      showToast({
        kind: 'success',
        title: 'Lesson Booked!',
        description:
          students.length > 1
            ? `For ${student.Student_Name} on ${time}. The lesson has the link to join.`
            : `${time}. The lesson has your link to join.`,
      });
    },
    onError: (_error, { lesson, free }) => {
      putBack(lesson);
      countBooking(client, -1, free);
    },
    // Refetch after a refusal too: it means that the page was out of date.
    onSettled: () => loadAgain(client),
  });
  return {
    /** Whether any booking is being saved. */
    isPending,
    /** Whether it is one of this component. */
    isOwn,
    book: (chosen: Chosen) => {
      if (client.isMutating({ mutationKey: BOOKING }) === 0) mutate(chosen);
    },
  };
}

/**
 * `cancel({lesson, student})`, after the person has confirmed. A second call while one is running
 * does nothing. If the family has cancelled the same in the meantime, that is a success too. A
 * toast says that it is done unless `onCancelled` returns that the page does.
 */
export function useCancelBooking(
  user: Pick<FamilyUser, 'role' | 'students'>,
  onCancelled: (chosen: Chosen) => boolean = () => false,
) {
  const client = useQueryClient();
  const isPending = useIsMutating({ mutationKey: CANCEL }) > 0;
  const putBack = usePutBack();
  const { mutate, isPending: isOwn } = useMutation({
    mutationKey: CANCEL,
    meta: {
      operation: {
        title: 'Cancellation Failed',
        text: 'Unable to cancel booking. Please try again.',
        coversServerErrors: true,
        signInAgain: 'Please sign in again to cancel bookings.',
        titles: { lesson_started: 'Cancellation Failed', booking_not_found: 'Error' },
      },
    },
    mutationFn: async (chosen: Chosen) => {
      const { lesson, student } = chosen;
      const own = withBookings(
        lesson.bookings.filter(({ Student_ID: studentId }) => studentId === student.id),
      );
      if (own.bookingId === null) throw bookingNotFound();
      try {
        return await call(endpoints.cancelBooking, {
          params: { bookingId: own.bookingId },
          idempotencyKey: keyOf(chosen),
        });
      } catch (error) {
        const isGone = isCode(error, 'booking_not_found') && (await findBooking(chosen)) === null;
        if (!isGone) throw error;
        return { creditsRemaining: null, isEarlier: true };
      }
    },
    onMutate: async ({ lesson, student }) => {
      await stopLoading(client);
      patchLesson(client, lesson.id, {
        ...withBookings(
          lesson.bookings.filter(({ Student_ID: studentId }) => studentId !== student.id),
        ),
        availableSpots: lesson.availableSpots + 1,
      });
      countBooking(client, -1);
    },
    onSuccess: ({ creditsRemaining, ...made }, chosen) => {
      patchCredits(client, creditsRemaining);
      if ('isEarlier' in made) {
        showToast({
          kind: 'info',
          title: 'Cancelled already',
          description: `Your family cancelled this for ${chosen.student.Student_Name} a moment ago.`,
        });
        return;
      }
      if (onCancelled(chosen)) return;
      const description = cancelledWords(user, chosen);
      showToast({ kind: 'success', title: BOOKING_CANCELED, description });
    },
    onError: (_error, { lesson }) => {
      putBack(lesson);
      countBooking(client, 1);
    },
    onSettled: () => loadAgain(client),
  });
  return {
    isPending,
    isOwn,
    cancel: (chosen: Chosen) => {
      if (client.isMutating({ mutationKey: BOOKING }) === 0) mutate(chosen);
    },
  };
}

const isCode = (error: unknown, code: ErrorCode) =>
  error instanceof ApiError && error.code === code;

/** The student's booking of the lesson as the server has it now; null if there is none. */
async function findBooking({ lesson, student }: Chosen): Promise<{ readonly id: string } | null> {
  const query = { from: lesson.Date, to: lesson.Date };
  const { lessons } = await call(endpoints.listLessons, { query });
  const bookings = lessons.find(({ id }) => id === lesson.id)?.bookings ?? [];
  return bookings.find(({ Student_ID: studentId }) => studentId === student.id) ?? null;
}

/** Returns a function that restores a lesson's previous bookings. */
function usePutBack() {
  const client = useQueryClient();
  return ({ id, bookings, availableSpots, free_spots_left }: FamilyLesson) =>
    patchLesson(client, id, { ...withBookings(bookings), availableSpots, free_spots_left });
}

/** Reports a booked lesson that lacks its booking's id. */
function bookingNotFound(): ApiError {
  const { status, text } = errorCatalogue.booking_not_found;
  return new ApiError(text, { status, code: 'booking_not_found' });
}
