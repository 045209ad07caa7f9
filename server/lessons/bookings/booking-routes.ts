// HTTP routes of bookings.
import * as endpoints from '../../../domain/endpoints.ts';
import { bookFreeLesson } from '../../enquiries/book-free-lesson.ts';
import { isFamilyConfirmed } from '../../enquiries/unconfirmed-grants.ts';
import { type Api, mount } from '../../http/mount.ts';
import { bookingWindow } from '../../windows.ts';
import { listAdminBookings } from '../planner/admin-bookings.ts';
import { markAttendance } from '../planner/attendance.ts';
import {
  findCurrentLink,
  findJoinable,
  joinLesson,
  readJoinLink,
} from '../join-links/join-links.ts';
import { moveBooking } from './move.ts';
import { bookLesson, bookSeveral } from './book.ts';
import { cancelBooking } from './cancel.ts';
import { bookForFamily, cancelForFamily, moveForFamily } from './for-family.ts';
import { joinWaitingList, leaveWaitingList } from '../waiting-list/join-waiting-list.ts';

export function bookingRoutes(api: Api): void {
  /**
   * Counts calls per token once the token is valid, so that bad guesses from a shared address
   * cannot block others there from joining their own lesson.
   */
  const countLink = async (token: string, address: string) => {
    const booking = await findJoinable(api.database.db, token);
    await api.limits.countCall(booking === null ? '/join' : `/join ${booking}`, address, 'often');
  };

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
  mount(api, endpoints.readJoinLink, async ({ context: { now }, params: { token }, request }) => {
    await countLink(token, request.ip);
    return { join: await readJoinLink(api.database.db, token, now) };
  });
  mount(api, endpoints.joinLesson, async ({ context, params: { token }, request }) => {
    await countLink(token, request.ip);
    return { Meeting_Link: await joinLesson(context, token) };
  });
  mount(api, endpoints.findCurrentLink, async ({ context: { actor }, params: { token } }) => ({
    join_link: await findCurrentLink(api.database.db, actor, token),
  }));
  mount(api, endpoints.joinWaitingList, async ({ context, params, body }) => ({
    waiting: await joinWaitingList(context, { lessonId: params.id, studentId: body.Student_ID }),
  }));
  mount(api, endpoints.leaveWaitingList, async ({ context, params, body }) => {
    await leaveWaitingList(context, { lessonId: params.id, studentId: body.Student_ID });
    return {};
  });
  mount(api, endpoints.listAdminBookings, ({ context, query }) =>
    listAdminBookings(api.database.db, bookingWindow(query, context.now)),
  );
  mount(api, endpoints.bookForFamily, ({ context, params, body, requestKey }) =>
    bookForFamily(context, params.id, body, requestKey),
  );
  mount(api, endpoints.cancelForFamily, ({ context, params, body, requestKey }) =>
    cancelForFamily(context, params.bookingId, body, requestKey),
  );
  mount(api, endpoints.moveForFamily, ({ context, params, body, requestKey }) =>
    moveForFamily(context, params.bookingId, body, requestKey),
  );
  mount(
    api,
    endpoints.markAttendance,
    async ({ context, params: { bookingId }, body: { absent } }) => ({
      booking: await markAttendance(context, { bookingId, absent }),
    }),
  );
}
