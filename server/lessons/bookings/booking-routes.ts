// HTTP routes of a family's bookings.
import * as endpoints from '../../../domain/endpoints.ts';
import { bookFreeLesson } from '../../enquiries/book-free-lesson.ts';
import { isFamilyConfirmed } from '../../enquiries/unconfirmed-grants.ts';
import { type Api, mount } from '../../http/mount.ts';
import { bookLesson, bookSeveral } from './book.ts';
import { cancelBooking } from './cancel.ts';
import { moveBooking } from './move.ts';

export function mountBookingRoutes(api: Api): void {
  mount(api, endpoints.bookLesson, async ({ context, body, requestKey, request }) => {
    const wanted = { lessonId: body.Lesson_ID, studentId: body.Student_ID };
    if (body.free !== true) return bookLesson(context, wanted, requestKey);
    // A call that is refused later still counts.
    if (!(await isFamilyConfirmed(api.database.db, context.actor.familyId)))
      await api.limits.countUnconfirmed(request.ip);
    return bookFreeLesson(context, wanted, requestKey);
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
