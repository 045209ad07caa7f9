// HTTP routes of a family's bookings.
import * as endpoints from '../../../domain/endpoints.ts';
import type { Booking } from '../../../domain/lessons/booking.ts';
import type { WithClashes } from '../../../domain/lessons/student-day.ts';
import { isFamilyConfirmed } from '../../booking/free-lesson.ts';
import type { Context } from '../../engine/context.ts';
import type { RequestKey } from '../../engine/idempotency.ts';
import { type Api, mount } from '../../http/mount.ts';
import type { FamilyActor } from '../../sessions/sessions.ts';
import { bookLesson, bookSeveral } from './book.ts';
import { cancelBooking } from './cancel.ts';
import { moveBooking } from './move.ts';

/** Books the free first lesson of the caller's family, as bookLesson books for a credit. */
export type BookFree = (
  context: Context<FamilyActor>,
  spot: { lessonId: string; studentId?: string | undefined },
  requestKey: RequestKey,
) => Promise<{ booking: Booking; creditsRemaining: number | null } & WithClashes>;

export function mountBookingRoutes(api: Api, bookFree: BookFree): void {
  mount(api, endpoints.bookLesson, async ({ context, body, requestKey, request }) => {
    const spot = { lessonId: body.Lesson_ID, studentId: body.Student_ID };
    if (body.free !== true) return bookLesson(context, spot, requestKey);
    // A call that is refused later still counts.
    if (!(await isFamilyConfirmed(api.database.db, context.actor.familyId)))
      await api.limits.countUnconfirmed(request.ip);
    return bookFree(context, spot, requestKey);
  });
  mount(api, endpoints.bookSeveral, ({ context, body, requestKey }) =>
    bookSeveral(context, { lessonIds: body.Lesson_IDs, studentId: body.Student_ID }, requestKey),
  );
  mount(api, endpoints.moveBooking, ({ context, params, body, requestKey }) =>
    moveBooking(context, { bookingId: params.bookingId, lessonId: body.Lesson_ID }, requestKey),
  );
  mount(api, endpoints.cancelBooking, ({ context, params, requestKey }) =>
    cancelBooking(context, params.bookingId, requestKey),
  );
}
