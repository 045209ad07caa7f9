// Books and cancels through the API.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { CANCEL_AFTER_START, errorCatalogue } from '../../../domain/errors.ts';
import { START } from '../../testing/app.ts';
import { makeFamily, makeLesson } from '../../testing/factories.ts';
import { codeOf, sharedTest } from '../../testing/test.ts';

const test = sharedTest
  .override('settings', { credits: 2 })
  .extend('clock', ({ api }, { onCleanup }) => {
    onCleanup(() => api.clock.set(START));
    return api.clock;
  });

describe('booking', () => {
  test('shows the link, and takes a credit until it is cancelled', async ({ family, lesson }) => {
    expect(await family.readLesson(lesson.id)).toMatchObject({
      Meeting_Link: null,
      lesson_notes: '',
      availableSpots: 10,
      isBooked: false,
      bookingId: null,
      starts_at: '2026-11-21T09:00:00.000Z',
    });
    const { body } = await family.tryToBook(lesson.id);
    if (!body.success) expect.unreachable();
    const { creditsRemaining, booking } = body;
    expect(creditsRemaining).toBe(1);
    expect(booking).toMatchObject({ Lesson_ID: lesson.id, created_at: START });
    expect(await family.readLesson(lesson.id)).toMatchObject({
      Meeting_Link: lesson.Meeting_Link,
      lesson_notes: lesson.lesson_notes,
      availableSpots: 9,
      isBooked: true,
      bookingId: booking.id,
    });
    const stats = { lessonsAttended: 0, upcomingBookings: 1, creditsRemaining: 1 };
    expect((await family.readProfile()).stats).toEqual(stats);
    expect((await family.cancel(booking.id)).body.creditsRemaining).toBe(2);
    expect(codeOf(await family.tryToCancel(booking.id))).toBe('booking_not_found');
    expect(await family.readCredits()).toBe(2);
  });

  test('checks the reasons against it in order', async ({ api, family }) => {
    const full = await makeLesson(api, { Max_Students: 1 });
    const past = await makeLesson(api, { Date: '2026-11-18', Time: '12:00:00' });
    const poor = await makeFamily(api);
    expect(codeOf(await family.tryToBook('7'))).toBe('lesson_not_found');
    expect(codeOf(await poor.tryToBook(past.id))).toBe('lesson_started');
    await family.book(full.id);
    expect(codeOf(await family.tryToBook(full.id))).toBe('already_booked');
    expect((await poor.tryToBook(full.id)).body).toMatchObject({
      code: 'insufficient_credits',
      error: errorCatalogue.insufficient_credits.text,
    });
    const other = await makeFamily(api, 1);
    expect(codeOf(await other.tryToBook(full.id))).toBe('lesson_full');
    expect(await other.readCredits()).toBe(1);
  });

  test('names an invalid lesson id as the fault', async ({ family }) => {
    const message = 'Lesson ID must be a valid integer or UUID';
    const details = [{ field: 'Lesson_ID', message }];
    const { status, body } = await family.tryToBook('soon');
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, code: 'validation_failed', error: message, details });
  });
});

describe('cancelling', () => {
  test('requires more than an hour of notice', async ({ api, clock, family }) => {
    const bookingId = await family.book((await makeLesson(api, { Date: '2026-11-22' })).id);
    for (const [now, code, error] of [
      ['2026-11-22T08:00:00.000Z', 'too_late_to_cancel', errorCatalogue.too_late_to_cancel.text],
      ['2026-11-22T09:00:00.000Z', 'lesson_started', CANCEL_AFTER_START],
    ] as const) {
      clock.set(now);
      expect((await family.tryToCancel(bookingId)).body).toMatchObject({ code, error });
    }
    clock.set('2026-11-22T07:59:59.999Z');
    expect((await family.cancel(bookingId)).body.creditsRemaining).toBe(2);
  });

  test("hides another family's booking", async ({ api, family, lesson }) => {
    const other = await makeFamily(api, 1);
    const bookingId = await family.book(lesson.id);
    expect(codeOf(await other.tryToCancel(bookingId))).toBe('booking_not_found');
    expect(await other.readCredits()).toBe(1);
  });
});

test('lists bookings for the tutor by start', async ({ api, clock, family, tutor }) => {
  const late = await makeLesson(api, { Date: '2027-03-06', Time: '10:00:00' });
  const early = await makeLesson(api, { Date: '2027-03-06' });
  const other = await makeFamily(api, 1);
  for (const [who, lesson] of [
    [family, late],
    [other, early],
    [family, early],
  ] as const) {
    await who.book(lesson.id);
    clock.advance({ seconds: 1 });
  }
  const query = { from: '2027-03-01', to: '2027-03-07' };
  const { bookings, stats } = (await tutor.call(endpoints.listAdminBookings, { query })).body;
  expect(bookings.map(({ Lesson_ID: lessonId }) => lessonId)).toEqual([
    early.id,
    early.id,
    late.id,
  ]);
  expect(bookings.map(({ Student_ID: studentId }) => studentId)).toEqual([
    other.studentId,
    family.studentId,
    family.studentId,
  ]);
  expect(stats).toEqual({ totalBookedLessons: 2, totalUsers: 2 });
});
