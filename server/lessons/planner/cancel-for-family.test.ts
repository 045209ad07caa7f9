// The tutor cancels for a family, with or without a refund.
import { describe, expect } from 'vitest';

import { newId } from '../../base/ids.ts';
import { readEvents } from '../../email/content.ts';
import { addSignIn } from '../../testing/factories.ts';
import {
  latestActivityOf,
  tutorBookingTest as test,
} from '../../testing/lessons/tutor-bookings.ts';
import { codeOf } from '../../testing/test.ts';

describe('cancelling', () => {
  const MESSAGE = 'Sorry, "this" <b>time</b>\nhttps://evil.example';

  test.for([
    [true, 1, 'has been refunded', 'credit returned'],
    [false, 0, 'Its credit is not returned.', 'credit not returned'],
  ] as const)(
    'cancels within the notice period, with a refund: %s',
    async ([refund, credits, said, logged], { api, family, tutorAt, bookFor }) => {
      const own = await addSignIn(api, family, family.studentId);
      const id = await bookFor();
      const tutor = await tutorAt('2026-11-21T08:59:59Z');
      const { status, body } = await tutor.tryToCancelFor(id, { refund, message: MESSAGE });
      expect([status, body]).toEqual([200, { success: true, creditsRemaining: credits }]);
      expect(await family.readCredits()).toBe(credits);
      const [email] = await family.readEmails('cancelled:');
      expect(email?.text).toMatch(
        /^Student \d+ is no longer booked\n[^]+Tutor has cancelled the booking\./,
      );
      expect(email?.text).toContain(said);
      expect(email?.text).toContain(`Tutor writes:\n${MESSAGE}`);
      // Plain text: neither HTML nor a link, and nowhere but in the body.
      expect(email?.html).toContain('&lt;b&gt;time&lt;/b&gt;');
      expect(email?.html).not.toContain('href="https://evil.example');
      expect(`${email?.subject} ${email?.calendar}`).not.toContain('evil');
      expect(readEvents(email?.calendar ?? null)).toMatchObject([{ uid: id, state: 'cancelled' }]);
      const [toStudent] = await own.readEmails('cancelled:');
      expect(toStudent?.text).not.toMatch(/credit|writes/);
      expect(await latestActivityOf(tutor)).toEqual([
        'booking_cancelled',
        expect.stringMatching(new RegExp(`, ${logged}$`)),
      ]);
      expect(codeOf(await tutor.tryToCancelFor(id))).toBe('booking_not_found');
    },
  );

  test('is refused from the start on', async ({ tutorAt, bookFor }) => {
    const id = await bookFor();
    const tutor = await tutorAt('2026-11-21T09:00:00Z');
    expect((await tutor.tryToCancelFor(id)).body).toMatchObject({
      code: 'lesson_started',
      error: 'The lesson has started. Please mark the student absent instead.',
    });
    expect(codeOf(await tutor.tryToCancelFor(newId()))).toBe('booking_not_found');
  });
});
