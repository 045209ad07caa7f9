// Books and cancels through the API.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { CANCEL_AFTER_START, errorCatalogue } from '../../domain/errors.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import { makeAdmin, makeLesson, makeFamily } from '../testing/factories.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

test('books a lesson, shows it with its link, and cancels it for the credit', async () => {
  const lesson = await makeLesson(api);
  const { token } = await makeFamily(api, 2);

  const before = await api.call(endpoints.listLessons, { token });
  expect(before.body.lessons.find(({ id }) => id === lesson.id)).toMatchObject({
    Meeting_Link: null,
    lesson_notes: '',
    availableSpots: 10,
    isBooked: false,
    bookingId: null,
    starts_at: '2026-11-21T09:00:00.000Z',
  });

  const { body } = await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: lesson.id } });
  expect(body).toMatchObject({
    creditsRemaining: 1,
    booking: { Lesson_ID: lesson.id, created_at: START },
  });

  const after = await api.call(endpoints.listLessons, { token });
  expect(after.body.lessons.find(({ id }) => id === lesson.id)).toMatchObject({
    Meeting_Link: lesson.Meeting_Link,
    lesson_notes: lesson.lesson_notes,
    availableSpots: 9,
    isBooked: true,
    bookingId: body.booking.id,
  });

  const profile = await api.call(endpoints.getProfile, { token });
  expect(profile.body.stats).toEqual({
    lessonsAttended: 0,
    upcomingBookings: 1,
    creditsRemaining: 1,
  });

  const cancelled = await api.call(endpoints.cancelBooking, {
    token,
    params: { bookingId: body.booking.id },
  });
  expect(cancelled.body.creditsRemaining).toBe(2);
  const twice = await api.refused(endpoints.cancelBooking, {
    token,
    params: { bookingId: body.booking.id },
  });
  expect(twice.body.code).toBe('booking_not_found');
  expect((await api.call(endpoints.getProfile, { token })).body.user.Credits).toBe(2);
});

test('checks the reasons against a booking in order', async () => {
  const full = await makeLesson(api, { Max_Students: 1 });
  const past = await makeLesson(api, { Date: '2026-11-18', Time: '12:00:00' });
  const rich = await makeFamily(api, 5);
  const poor = await makeFamily(api);
  const book = (token: string, Lesson_ID: string) =>
    api.refused(endpoints.bookLesson, { token, body: { Lesson_ID } });

  expect((await book(rich.token, '7')).body.code).toBe('lesson_not_found');
  expect((await book(poor.token, past.id)).body.code).toBe('lesson_started');
  await api.call(endpoints.bookLesson, { token: rich.token, body: { Lesson_ID: full.id } });
  expect((await book(rich.token, full.id)).body.code).toBe('already_booked');
  expect((await book(poor.token, full.id)).body).toMatchObject({
    code: 'insufficient_credits',
    error: errorCatalogue.insufficient_credits.text,
  });
  const other = await makeFamily(api, 1);
  expect((await book(other.token, full.id)).body.code).toBe('lesson_full');
  expect((await api.call(endpoints.getProfile, { token: other.token })).body.user.Credits).toBe(1);
});

test('names an invalid lesson id as the fault', async () => {
  const { token } = await makeFamily(api, 1);
  const { status, body } = await api.refused(endpoints.bookLesson, {
    token,
    body: { Lesson_ID: 'soon' },
  });
  expect(status).toBe(400);
  expect(body).toEqual({
    success: false,
    code: 'validation_failed',
    error: 'Lesson ID must be a valid integer or UUID',
    details: [{ field: 'Lesson_ID', message: 'Lesson ID must be a valid integer or UUID' }],
  });
});

test('requires strictly more than an hour of notice to cancel', async () => {
  const { token } = await makeFamily(api, 1);
  const lesson = await makeLesson(api, { Date: '2026-11-22' });
  const { body } = await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: lesson.id } });
  const params = { bookingId: body.booking.id };
  try {
    api.clock.set('2026-11-22T08:00:00.000Z');
    const late = await api.refused(endpoints.cancelBooking, { token, params });
    expect(late.body).toMatchObject({
      code: 'too_late_to_cancel',
      error: errorCatalogue.too_late_to_cancel.text,
    });
    api.clock.set('2026-11-22T09:00:00.000Z');
    const started = await api.refused(endpoints.cancelBooking, { token, params });
    expect(started.body).toMatchObject({ code: 'lesson_started', error: CANCEL_AFTER_START });
    api.clock.set('2026-11-22T07:59:59.999Z');
    expect((await api.call(endpoints.cancelBooking, { token, params })).body.creditsRemaining).toBe(
      1,
    );
  } finally {
    api.clock.set(START);
  }
});

test("hides another student's booking", async () => {
  const lesson = await makeLesson(api);
  const mine = await makeFamily(api, 1);
  const other = await makeFamily(api, 1);
  const { body } = await api.call(endpoints.bookLesson, {
    token: mine.token,
    body: { Lesson_ID: lesson.id },
  });
  const answer = await api.refused(endpoints.cancelBooking, {
    token: other.token,
    params: { bookingId: body.booking.id },
  });
  expect(answer.body.code).toBe('booking_not_found');
  expect((await api.call(endpoints.getProfile, { token: other.token })).body.user.Credits).toBe(1);
});

test('lists active bookings for the admin by lesson start and then booking time, with their counts', async () => {
  const admin = await makeAdmin(api);
  const window = { from: '2027-03-01', to: '2027-03-07' };
  const late = await makeLesson(api, { Date: '2027-03-06', Time: '10:00:00' });
  const early = await makeLesson(api, { Date: '2027-03-06' });
  const a = await makeFamily(api, 2);
  const b = await makeFamily(api, 1);
  for (const [who, lesson] of [
    [a, late],
    [b, early],
    [a, early],
  ] as const) {
    await api.call(endpoints.bookLesson, { token: who.token, body: { Lesson_ID: lesson.id } });
    api.clock.advance({ seconds: 1 });
  }
  const { body } = await api.call(endpoints.listAdminBookings, {
    token: admin.token,
    query: window,
  });
  expect(body.bookings.map(({ Lesson_ID }) => Lesson_ID)).toEqual([early.id, early.id, late.id]);
  expect(body.bookings.map(({ Student_Name }) => Student_Name)).toHaveLength(3);
  expect(body.stats).toEqual({ totalBookedLessons: 2, totalUsers: 2 });
});
