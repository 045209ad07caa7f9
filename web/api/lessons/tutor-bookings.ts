// Bookings that the tutor makes, moves and cancels for a family. The page says what was done; the
// hooks report failures as toasts.
import { useMutation } from '@tanstack/react-query';

import * as endpoints from '../../../domain/endpoints.ts';
import type {
  TutorBooking,
  TutorCancellation,
  TutorMove,
} from '../../../domain/lessons/tutor-booking.ts';
import { call } from '../transport/client.ts';
import { useSendOnce } from '../transport/request-key.ts';
import { PLAN_CHANGES } from './attendance.ts';

const failure = (title: string, text: string) => ({
  operation: { title, text },
  changes: PLAN_CHANGES,
});

function useActing<Variables extends object, Answer>(
  meta: ReturnType<typeof failure>,
  act: (variables: Variables, idempotencyKey: string) => Promise<Answer>,
) {
  const sendOnce = useSendOnce();
  return useMutation({
    meta,
    mutationFn: (variables: Variables) =>
      sendOnce(variables, (idempotencyKey) => act(variables, idempotencyKey)),
  });
}

/** `mutate({Student_ID, credit})`: books a student into this lesson. */
export const useBookForFamily = (lessonId: string) =>
  useActing(
    failure('Booking Failed', 'Failed to book the student. Please try again.'),
    (body: TutorBooking, idempotencyKey) =>
      call(endpoints.bookForFamily, { params: { id: lessonId }, body, idempotencyKey }),
  );

/** `mutate({Lesson_ID, message})`: moves this booking. */
export const useMoveForFamily = (bookingId: string) =>
  useActing(
    failure('Moving failed', 'Failed to move the booking. Please try again.'),
    (body: TutorMove, idempotencyKey) =>
      call(endpoints.moveForFamily, { params: { bookingId }, body, idempotencyKey }),
  );

/** `mutate({refund, message})`: cancels this booking. */
export const useCancelForFamily = (bookingId: string) =>
  useActing(
    failure('Cancellation Failed', 'Failed to cancel the booking. Please try again.'),
    (body: TutorCancellation, idempotencyKey) =>
      call(endpoints.cancelForFamily, { params: { bookingId }, body, idempotencyKey }),
  );
