// HTTP of bookings.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mount } from '../http/mount.ts';
import { bookingWindow } from '../uk-clock.ts';
import { listAdminBookings, markAttendance } from './admin-store.ts';
import { bookLesson, cancelBooking } from './store.ts';

export function bookingRoutes(api: Api): void {
  const { db, clock } = api;

  mount(api, endpoints.bookLesson, ({ actor, body, requestKey }) =>
    bookLesson(db, clock(), actor.id, body.Lesson_ID, requestKey),
  );
  mount(api, endpoints.cancelBooking, ({ actor, params, requestKey }) =>
    cancelBooking(db, clock(), actor.id, params.bookingId, requestKey),
  );
  mount(api, endpoints.listAdminBookings, ({ query }) =>
    listAdminBookings(db, bookingWindow(query, clock())),
  );
  mount(api, endpoints.markAttendance, async ({ actor, params, body }) => ({
    booking: await markAttendance(db, clock(), actor.id, params.bookingId, body.absent),
  }));
}
