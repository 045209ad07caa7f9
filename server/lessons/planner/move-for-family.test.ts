// The tutor moves a booking of a family: credits, emails, activity and the order of the refusals.
import { describe, expect } from 'vitest';

import { newId } from '../../base/ids.ts';
import { readEvents } from '../../email/content.ts';
import { makeFamily, makeLesson } from '../../testing/factories.ts';
import {
  entriesOf,
  latestActivityOf,
  tutorBookingTest as test,
} from '../../testing/lessons/tutor-bookings.ts';
import { codeOf } from '../../testing/test.ts';

describe('moving', () => {
  test('carries credit and message within notice', async ({ family, tutorAt, later, bookFor }) => {
    const id = await bookFor();
    const tutor = await tutorAt('2026-11-21T08:59:00Z');
    const { status, body } = await tutor.tryToMoveFor(id, later.id, 'As agreed.');
    expect(status).toBe(201);
    const booking = { id: expect.any(String), Lesson_ID: later.id, created_at: expect.any(String) };
    expect(body).toEqual({ success: true, booking });
    expect(await entriesOf(family)).toEqual(['booking', 'refund', 'booking']);
    const [email] = await family.readEmails('moved:');
    expect(email?.text).toMatch(
      /^Student \d+ has another lesson\n[^]+Tutor has moved the booking\./,
    );
    expect(email?.text).toContain('Tutor writes:\nAs agreed.');
    expect(readEvents(email?.calendar ?? null)).toMatchObject([{ uid: id, state: 'confirmed' }]);
    expect(await latestActivityOf(tutor)).toEqual([
      'booking_moved',
      expect.stringMatching(/, Sat 28 Nov, 09:00, from Forces and motion, Sat 21 Nov, 09:00$/),
    ]);
  });

  test('checks the reasons of both rules', async ({ api, family, tutor, tutorAt, bookFor }) => {
    const id = await bookFor();
    const full = (await makeLesson(api, { Max_Students: 1 })).id;
    await (await makeFamily(api, 1)).book(full);
    const started = (await makeLesson(api, { Date: '2026-11-18', Time: '09:00:00' })).id;
    const own = (await family.listLessons()).find(({ isBooked }) => isBooked);
    let caller = tutor;
    const refused = async (bookingId: string, lessonId: string) =>
      codeOf(await caller.tryToMoveFor(bookingId, lessonId));
    expect(await refused(newId(), full)).toBe('booking_not_found');
    expect(await refused(id, newId())).toBe('lesson_not_found');
    expect(await refused(id, started)).toBe('lesson_started');
    expect(await refused(id, own?.id ?? '')).toBe('already_booked');
    expect(await refused(id, full)).toBe('lesson_full');
    caller = await tutorAt('2026-11-21T09:00:00Z');
    expect(await refused(id, newId())).toBe('lesson_started');
  });
});
