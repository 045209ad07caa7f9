// Marks a student absent through the API: the credit is returned, and charged again when the mark
// is removed.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { newId } from '../../base/ids.ts';
import { makeLesson } from '../../testing/factories.ts';
import { codeOf, test as base } from '../../testing/test.ts';

const AFTER_LESSON = '2026-11-18T14:00:00Z';

const test = base
  /** A lesson at 13:00, an hour from now, for which the family has spent its credit. */
  .extend('lesson', ({ api }) => makeLesson(api, { Date: '2026-11-18', Time: '13:00:00' }))
  .extend('bookingId', ({ family, lesson }) => family.book(lesson.id))
  .extend('mark', ({ tutor, bookingId }) => (absent: unknown, id = bookingId) => {
    return tutor.send(endpoints.markAttendance, { params: { bookingId: id }, body: { absent } });
  })
  .extend('isAbsent', ({ tutor, bookingId }) => async () => {
    const { body } = await tutor.call(endpoints.listAdminBookings);
    return body.bookings.find(({ id }) => id === bookingId)?.absent;
  });

describe('marking a student absent', () => {
  test('returns the credit and no longer counts the lesson as attended', async ({
    api,
    family,
    lesson,
    bookingId,
    mark,
    isAbsent,
  }) => {
    api.clock.set(AFTER_LESSON);
    const before = { lessonsAttended: 1, creditsRemaining: 0 };
    expect((await family.readProfile()).stats).toMatchObject(before);
    expect((await mark(true)).body).toMatchObject({
      booking: { id: bookingId, absent: true, Student_ID: family.studentId },
    });
    const after = { lessonsAttended: 0, creditsRemaining: 1 };
    expect((await family.readProfile()).stats).toMatchObject(after);
    expect((await family.readLedger())[0]).toMatchObject({
      kind: 'adjustment',
      amount: 1,
      reason: 'Absent: credit returned',
      Lesson_Name: lesson.Lesson_Name,
    });
    expect(await isAbsent()).toBe(true);
  });

  test('changes nothing when repeated, even five times at once', async ({ api, family, mark }) => {
    api.clock.set(AFTER_LESSON);
    await Promise.all([1, 2, 3, 4, 5].map(() => mark(true)));
    expect(await family.readCredits()).toBe(1);
    expect(await family.readLedger()).toHaveLength(3);
  });

  test.for([
    ['2026-11-18T12:59:59.999Z', 'lesson_not_started'],
    ['2026-11-18T13:00:00.000Z', 'done'],
  ] as const)('at %s answers %s', async ([now, code], { api, mark }) => {
    api.clock.set(now);
    expect(codeOf(await mark(true))).toBe(code);
  });

  test('refuses a cancelled or unknown booking', async ({ api, family, bookingId, mark }) => {
    api.clock.set('2026-11-18T11:00:00Z');
    await family.tryToCancel(bookingId);
    api.clock.set(AFTER_LESSON);
    for (const id of [bookingId, newId()])
      expect(codeOf(await mark(true, id))).toBe('booking_not_found');
  });

  test('refuses the booking of a deleted lesson', async ({ api, tutor, lesson, mark }) => {
    await tutor.call(endpoints.deleteLesson, { params: { id: lesson.id } });
    api.clock.set(AFTER_LESSON);
    expect(codeOf(await mark(true))).toBe('booking_not_found');
  });

  test('accepts only true or false', async ({ api, mark }) => {
    api.clock.set(AFTER_LESSON);
    for (const absent of [undefined, null, 'true', 1])
      expect((await mark(absent)).body).toMatchObject({
        details: [{ field: 'absent', message: 'Absent must be true or false' }],
      });
  });

  test('is for the tutor alone', async ({ family, bookingId }) => {
    const about = { params: { bookingId }, body: { absent: true } };
    expect((await family.refused(endpoints.markAttendance, about)).status).toBe(403);
  });
});

describe('removing the mark', () => {
  test('charges the credit again and counts it as attended', async ({ api, family, mark }) => {
    api.clock.set(AFTER_LESSON);
    await mark(true);
    expect((await mark(false)).body).toMatchObject({ booking: { absent: false } });
    const stats = { lessonsAttended: 1, creditsRemaining: 0 };
    expect((await family.readProfile()).stats).toMatchObject(stats);
    expect((await family.readLedger()).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['adjustment', -1],
      ['adjustment', 1],
      ['booking', -1],
      ['adjustment', 1],
    ]);
  });

  test('changes nothing without a mark', async ({ api, family, mark }) => {
    api.clock.set(AFTER_LESSON);
    await mark(false);
    expect(await family.readLedger()).toHaveLength(2);
  });

  test('is refused once the returned credit is spent', async ({ api, family, mark, isAbsent }) => {
    api.clock.set(AFTER_LESSON);
    await mark(true);
    await family.book((await makeLesson(api)).id);
    expect((await mark(false)).body).toMatchObject({
      code: 'insufficient_credits',
      error: 'The returned credit has already been spent.',
    });
    expect(await isAbsent()).toBe(true);
  });
});
