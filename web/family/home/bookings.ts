// Booking and cancelling: optimistic, rolled back if the server refuses, with a toast for either
// outcome.
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../../domain/endpoints.ts';
import { errorCatalogue, type ErrorCode } from '../../../domain/errors.ts';
import type { FamilyUser } from '../../../domain/people/account.ts';
import { BOOKING_CHANGES } from '../../data/family.ts';
import { call } from '../../transport/client.ts';
import { ApiError } from '../../transport/failures.ts';
import { reportSuccess } from '../../transport/query-client.ts';
import { keyOfMutation } from '../../transport/request-key.ts';
import { showToast } from '../../ui/toast.ts';
import {
  addBooking,
  BOOKING,
  patchCredits,
  patchFreeBooking,
  patchLesson,
  showUnconfirmed,
  withBookings,
} from './booking-cache.ts';
import {
  BOOKING_CANCELED,
  BOOKING_FAILED,
  bookedAlready,
  CANCELLATION_FAILED,
  cancelledAlready,
  cancelledWords,
  lessonBooked,
  returnsCredit,
  rewordBookingError,
  type StudentBooking,
} from './booking-words.ts';

const BOOK = [...BOOKING, 'book'] as const;
const CANCEL = [...BOOKING, 'cancel'] as const;

/** A lesson as it was when it was chosen, and the student to book. */
export interface BookingChoice extends StudentBooking {
  /** Whether to book the family's free first lesson instead of taking a credit. */
  readonly isFreeFirst?: boolean;
}

/**
 * Who tells the person that a change of bookings is done: the page if it still shows it, otherwise
 * a toast.
 */
export type ToldBy = 'page' | 'toast';

/** What the server did, or had done before. */
interface Outcome {
  /** Null for a student, and when the family did the same a moment earlier. */
  readonly creditsRemaining: number | null;
  readonly isEarlier: boolean;
}

/**
 * `book({lesson, student, isFreeFirst})` for the family of `user`. A second call while one is
 * running does nothing. `onBooked` is called once the server has confirmed, and returns whether the
 * toast or the page confirms it. If the family has booked the same in the meantime, a toast says
 * that.
 */
export function useBookLesson(
  user: Pick<FamilyUser, 'role' | 'students'>,
  onBooked: (chosen: BookingChoice) => ToldBy,
) {
  const client = useQueryClient();
  const isPending = useIsMutating({ mutationKey: BOOK }) > 0;
  const { mutate, isPending: isOwn } = useMutation({
    mutationKey: BOOK,
    meta: { operation: BOOKING_FAILED, changes: BOOKING_CHANGES },
    mutationFn: (chosen: BookingChoice) => sendBooking(chosen, user),
    onMutate: ({ lesson, student, isFreeFirst = false }) =>
      showUnconfirmed(client, lesson, {
        by: 1,
        isWithoutCredit: isFreeFirst,
        changes: {
          ...withBookings(addBooking(lesson.bookings, student.id)),
          ...(isFreeFirst ? { free_spots_left: null } : {}),
        },
      }),
    onSuccess: ({ bookingId, creditsRemaining, isEarlier }, chosen) => {
      const { lesson, student, isFreeFirst } = chosen;
      const bookings = addBooking(lesson.bookings, student.id, bookingId);
      patchLesson(client, lesson.id, withBookings(bookings));
      patchCredits(client, creditsRemaining);
      if (isFreeFirst === true) patchFreeBooking(client, lesson, Date.now());
      if (isEarlier) showToast(bookedAlready(chosen));
      else if (onBooked(chosen) === 'toast') showToast(lessonBooked(user, chosen));
    },
    onError: (_error, _chosen, undo) => undo?.(),
  });
  return {
    /** Whether any booking is being saved. */
    isPending,
    /** Whether it is one of this component. */
    isOwn,
    book: (chosen: BookingChoice) => {
      if (client.isMutating({ mutationKey: BOOKING }) === 0) mutate(chosen);
    },
  };
}

/** Books on the server, or finds the same booking that the family has made in the meantime. */
async function sendBooking(
  chosen: BookingChoice,
  { role, students }: Pick<FamilyUser, 'role' | 'students'>,
): Promise<Outcome & { readonly bookingId: string }> {
  const { lesson, student, isFreeFirst } = chosen;
  const body = {
    Lesson_ID: lesson.id,
    ...(students.length > 1 ? { Student_ID: student.id } : {}),
    ...(isFreeFirst === true ? { free: true } : {}),
  };
  try {
    const answer = await call(endpoints.bookLesson, {
      body,
      idempotencyKey: keyOfMutation(chosen),
    });
    const { booking, creditsRemaining } = answer;
    return { bookingId: booking.id, creditsRemaining, isEarlier: false };
  } catch (error) {
    const made = isCode(error, 'already_booked') ? await findBooking(chosen) : null;
    if (made === null) throw rewordBookingError(error, role);
    return { bookingId: made.id, creditsRemaining: null, isEarlier: true };
  }
}

/**
 * `cancel({lesson, student})`, after the person has confirmed. A second call while one is running
 * does nothing. `onCancelled` is called once the server has confirmed, and returns whether the
 * toast or the page confirms it. If the family has cancelled the same in the meantime, that is a
 * success too, and a toast says it.
 */
export function useCancelBooking(
  user: Pick<FamilyUser, 'role' | 'students'>,
  onCancelled: (chosen: BookingChoice) => ToldBy = () => 'toast',
) {
  const client = useQueryClient();
  const isPending = useIsMutating({ mutationKey: CANCEL }) > 0;
  const { mutate, isPending: isOwn } = useMutation({
    mutationKey: CANCEL,
    meta: { operation: CANCELLATION_FAILED, changes: BOOKING_CHANGES },
    mutationFn: sendCancellation,
    onMutate: ({ lesson, student }) =>
      showUnconfirmed(client, lesson, {
        by: -1,
        isWithoutCredit: !returnsCredit(lesson, student),
        changes: withBookings(lesson.bookings.filter(({ Student_ID: id }) => id !== student.id)),
      }),
    onSuccess: ({ creditsRemaining, isEarlier }, chosen) => {
      patchCredits(client, creditsRemaining);
      if (isEarlier) showToast(cancelledAlready(chosen));
      else if (onCancelled(chosen) === 'toast') {
        const description = cancelledWords(user, chosen);
        reportSuccess(BOOKING_CANCELED, description);
      }
    },
    onError: (_error, _chosen, undo) => undo?.(),
  });
  return {
    isPending,
    isOwn,
    cancel: (chosen: BookingChoice) => {
      if (client.isMutating({ mutationKey: BOOKING }) === 0) mutate(chosen);
    },
  };
}

/** Cancels on the server, unless the family has done so in the meantime. */
async function sendCancellation(chosen: BookingChoice): Promise<Outcome> {
  const { lesson, student } = chosen;
  const own = lesson.bookings.filter(({ Student_ID: id }) => id === student.id);
  const { bookingId } = withBookings(own);
  if (bookingId === null) throw bookingNotFound();
  try {
    const { creditsRemaining } = await call(endpoints.cancelBooking, {
      params: { bookingId },
      idempotencyKey: keyOfMutation(chosen),
    });
    return { creditsRemaining, isEarlier: false };
  } catch (error) {
    const isGone = isCode(error, 'booking_not_found') && (await findBooking(chosen)) === null;
    if (!isGone) throw error;
    return { creditsRemaining: null, isEarlier: true };
  }
}

const isCode = (error: unknown, code: ErrorCode) =>
  error instanceof ApiError && error.code === code;

/** The student's booking of the lesson as the server has it now; null if there is none. */
async function findBooking({
  lesson,
  student,
}: BookingChoice): Promise<{ readonly id: string } | null> {
  const query = { from: lesson.Date, to: lesson.Date };
  const { lessons } = await call(endpoints.listLessons, { query });
  const bookings = lessons.find(({ id }) => id === lesson.id)?.bookings ?? [];
  return bookings.find(({ Student_ID: studentId }) => studentId === student.id) ?? null;
}

/** Reports a booked lesson that lacks its booking's id. */
function bookingNotFound(): ApiError {
  const { status, text } = errorCatalogue.booking_not_found;
  return new ApiError(text, { status, code: 'booking_not_found' });
}
