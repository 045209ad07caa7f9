// HTTP of bookings.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mount } from '../http/mount.ts';
import { bookingWindow } from '../windows.ts';
import { listAdminBookings } from './admin-store.ts';
import { markAttendance } from './attendance-store.ts';
import { findCurrentLink, findJoinable, joinLesson, readDoor } from './door-store.ts';
import { moveBooking } from './move-store.ts';
import { bookSeveral } from './several-store.ts';
import { bookLesson, cancelBooking } from './store.ts';
import { joinLine, leaveLine } from './wait-store.ts';

export function bookingRoutes(api: Api): void {
  /** Guesses at an address, which many may share, keep nobody there from their own lesson. */
  const countLink = async (token: string, address: string) => {
    const booking = await findJoinable(api.database.db, token);
    await api.limits.countCall(booking === null ? '/join' : `/join ${booking}`, address, 'often');
  };

  mount(api, endpoints.bookLesson, ({ context, body, requestKey }) =>
    bookLesson(context, { lessonId: body.Lesson_ID, studentId: body.Student_ID }, requestKey),
  );
  mount(api, endpoints.bookSeveral, ({ context, body, requestKey }) =>
    bookSeveral(context, { lessonIds: body.Lesson_IDs, studentId: body.Student_ID }, requestKey),
  );
  mount(api, endpoints.moveBooking, ({ context, params, body, requestKey }) =>
    moveBooking(context, { bookingId: params.bookingId, lessonId: body.Lesson_ID }, requestKey),
  );
  mount(api, endpoints.cancelBooking, ({ context, params, requestKey }) =>
    cancelBooking(context, params.bookingId, requestKey),
  );
  mount(api, endpoints.readDoor, async ({ context: { now }, params: { token }, request }) => {
    await countLink(token, request.ip);
    return { door: await readDoor(api.database.db, token, now) };
  });
  mount(api, endpoints.joinLesson, async ({ context, params: { token }, request }) => {
    await countLink(token, request.ip);
    return { Meeting_Link: await joinLesson(context, token) };
  });
  mount(api, endpoints.findCurrentLink, async ({ context: { actor }, params: { token } }) => ({
    join_link: await findCurrentLink(api.database.db, actor, token),
  }));
  mount(api, endpoints.joinLine, async ({ context, params, body }) => ({
    waiting: await joinLine(context, { lessonId: params.id, studentId: body.Student_ID }),
  }));
  mount(api, endpoints.leaveLine, async ({ context, params, body }) => {
    await leaveLine(context, { lessonId: params.id, studentId: body.Student_ID });
    return {};
  });
  mount(api, endpoints.listAdminBookings, ({ context, query }) =>
    listAdminBookings(api.database.db, bookingWindow(query, context.now)),
  );
  mount(api, endpoints.markAttendance, async ({ context, params: { bookingId }, body: { absent } }) => ({
    booking: await markAttendance(context, { bookingId, absent }),
  }));
}
