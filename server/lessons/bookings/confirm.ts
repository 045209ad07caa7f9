// Confirms bookings by email: one on its own, or several that were made together.
import { bookingConfirmedEmail, bookingsConfirmedEmail } from '../../booking/booking-emails.ts';
import type { MadeBooking } from '../../booking/made-booking.ts';
import type { SpotRequest } from '../../booking/spots.ts';
import { queueEmail } from '../../email/queue.ts';
import type { Work } from '../../engine/context.ts';

/** The email about a booking that was made on its own. */
export const confirmation =
  ({ now }: Work): NonNullable<SpotRequest['email']> =>
  (booking, lesson, to) =>
    bookingConfirmedEmail(booking, lesson, to, now);

/**
 * Queues one email per recipient about bookings that were made together. They all share the thread
 * of the first booking.
 */
export async function confirmTogether(work: Work, made: readonly MadeBooking[]): Promise<void> {
  const [first] = made;
  if (first === undefined) return;
  const inOrder = made
    .map(({ id, join_token, lesson }) => ({
      booking: { id, thread: first.id, uid: null, join_token },
      lesson,
    }))
    .toSorted((a, b) => a.lesson.starts_at - b.lesson.starts_at);
  for (const to of first.recipients)
    await queueEmail(work, bookingsConfirmedEmail(inOrder, to, work.now));
}
