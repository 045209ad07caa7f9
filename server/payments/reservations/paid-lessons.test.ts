// Paying for lessons and booking them in one step: reservations, bookings and refusals.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { RESERVATION_MINUTES } from '../../../domain/lessons/booking.ts';
import { newId } from '../../base/ids.ts';
import { kindsOf } from '../../testing/emails.ts';
import {
  addSignIn,
  addStudent,
  giveCredits,
  makeFamily,
  makeLesson,
} from '../../testing/factories.ts';
import { sharedShopTest as test } from '../../testing/payments/shop.ts';
import { APP_URL } from '../../testing/sender.ts';
import { codeOf } from '../../testing/test.ts';
import { CHECKOUTS_WITH_LESSONS } from './reservation-limits.ts';

const NOT_BOOKED = { reserved_until: null, isBooked: false };

test('reserves a spot while the family pays', async ({ shop, api, family }) => {
  const lesson = await shop.makeLesson(2);
  const other = await makeFamily(api, 2);
  const id = await shop.checkOut(family, [lesson]);
  const minutesLater = (minutes: number) => api.clock.now + minutes * 60_000;
  const reserved_until = new Date(minutesLater(RESERVATION_MINUTES.untilExpiry)).toISOString();
  const mine = { availableSpots: 1, reserved_until, isBooked: false };
  expect(await family.readLesson(lesson)).toMatchObject(mine);
  expect(await other.readLesson(lesson)).toMatchObject({ availableSpots: 1, ...NOT_BOOKED });
  expect(await shop.planned(lesson)).toEqual({ bookedCount: 0, reservedCount: 1 });
  await other.book(lesson);
  expect(codeOf(await (await makeFamily(api, 1)).tryToBook(lesson))).toBe('lesson_full');
  const nothingYet = { state: 'reserved', bookingId: null, reason: null };
  expect((await shop.look(family, id)).lessons).toMatchObject([
    { Lesson_ID: lesson, Student_ID: family.studentId, ...nothingYet },
  ]);
  const { expires_at, cancel_url } = shop.sandbox.session(id);
  expect(expires_at * 1000).toBe(minutesLater(RESERVATION_MINUTES.checkout));
  const page = `${APP_URL}/user-home\\?week=\\d{4}-\\d\\d-\\d\\d`;
  expect(cancel_url).toMatch(new RegExp(`^${page}&lesson=${lesson}&payment=cancelled$`));
});

test('books the reserved spot with the payment', async ({ shop, api, family }) => {
  const lesson = await shop.makeLesson(2);
  await (await makeFamily(api, 2)).book(lesson);
  const id = await shop.buy(family, [lesson]);
  await shop.hearOf(id);
  const booked = { availableSpots: 0, reserved_until: null, isBooked: true };
  expect(await family.readLesson(lesson)).toMatchObject(booked);
  expect(await shop.planned(lesson)).toEqual({ bookedCount: 2, reservedCount: 0 });
  expect(await family.readCredits()).toBe(0);
  expect(await shop.outcomes(family, id)).toEqual(['booked']);
  const { payments } = (await family.call(endpoints.listPayments)).body;
  const student = { Student_ID: family.studentId, Lesson_Time: '18:00:00' };
  expect(payments[0]?.lessons).toMatchObject([{ Lesson_ID: lesson, ...student }]);
  const emails = await family.readEmails();
  expect(kindsOf(emails)).toEqual(['Booked', 'Receipt']);
  expect(emails[1]?.text).toContain('You now have 0 credits in your account.');
  expect(emails[1]?.text).toMatch(/Booked: ".+" on \w+ \d+ \w+ \d{4} at 18:00 UK time\./);
  expect((await family.readLedger()).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['booking', -1],
    ['purchase', 1],
  ]);
});

describe('a checkout with lessons', () => {
  test('refuses lessons that cannot be booked, and names each', async ({ shop, api, family }) => {
    const started = (await makeLesson(api, { Date: '2026-11-18', Time: '11:59:00' })).id;
    const [full, nothing] = [await shop.makeLesson(1), newId()];
    const [mine = '', free = ''] = await shop.makeLessons(2);
    await (await makeFamily(api, 1)).book(full);
    await giveCredits(api, family.id, 1);
    await family.book(mine);
    const refusal = await shop.refused(family, [free, started, full, mine, nothing]);
    expect([refusal.status, refusal.body.code]).toEqual([409, 'lesson_started']);
    expect(refusal.body.details?.map(({ field }) => field)).toEqual(
      [1, 2, 3, 4].map((n) => `Lesson_IDs.${n}`),
    );
    expect(codeOf(await shop.refused(family, [nothing]))).toBe('lesson_not_found');
    expect(await shop.planned(free)).toEqual({ bookedCount: 0, reservedCount: 0 });
  });

  test('refuses a malformed request, and opens no session', async ({ shop, api, family }) => {
    const free = await shop.makeLesson();
    const { studentId } = await makeFamily(api);
    const before = shop.sandbox.sessions().length;
    for (const [asked, field] of [
      [{ Lesson_IDs: [], credits_quantity: 1 }, 'Lesson_IDs'],
      [Array.from({ length: 13 }, newId), 'Lesson_IDs'],
      [[free, free], 'Lesson_IDs.1'],
      [[free, ' '], 'Lesson_IDs.1'],
      [{ Lesson_IDs: [free], Student_ID: 'nobody' }, 'Student_ID'],
      [{ Lesson_IDs: [free], Student_ID: studentId }, 'Student_ID'],
      [{ Lesson_IDs: await shop.makeLessons(3), credits_quantity: 2 }, 'credits_quantity'],
    ] as const) {
      const refusal = await shop.refused(family, asked);
      expect([refusal.status, refusal.body.details?.[0]?.field], field).toEqual([400, field]);
    }
    expect(shop.sandbox.sessions().length).toBe(before);
    expect(await shop.planned(free)).toEqual({ bookedCount: 0, reservedCount: 0 });
  });
});

test('counts the balance towards the price of lessons', async ({ shop, api, family }) => {
  await giveCredits(api, family.id, 1);
  const lessonIds = await shop.makeLessons(2);
  const id = await shop.buy(family, { Lesson_IDs: lessonIds, credits_quantity: 1 });
  expect(await shop.outcomes(family, id)).toEqual(['booked', 'booked']);
  expect(await family.readCredits()).toBe(0);
});

test('books the requested one of two students', async ({ shop, api }) => {
  const lesson = await shop.makeLesson(1);
  const mine = await makeFamily(api, 1);
  const sibling = await addStudent(api, mine);
  expect((await shop.refused(mine, [lesson])).body.details?.[0]?.field).toBe('Student_ID');
  const id = await shop.checkOut(mine, { Lesson_IDs: [lesson], Student_ID: sibling });
  // A spot reserved for one student is neither for the other nor shown to them.
  const signIn = await addSignIn(api, mine, mine.studentId, true);
  expect((await signIn.readLesson(lesson)).reserved_until).toBeNull();
  expect(codeOf(await mine.tryToBook(lesson, mine.studentId))).toBe('lesson_full');
  await mine.book(lesson, sibling);
  expect(await shop.planned(lesson)).toEqual({ bookedCount: 1, reservedCount: 0 });
  await shop.pay(id);
  expect(await shop.outcomes(mine, id)).toEqual(['already_booked']);
  expect(await mine.readCredits()).toBe(1);
});

test("moves a booking into the family's reserved spot", async ({ shop, api }) => {
  const [first = '', second = ''] = await shop.makeLessons(2, { Max_Students: 1 });
  const mine = await makeFamily(api, 1);
  const bookingId = await mine.book(first);
  await shop.checkOut(mine, [second]);
  expect(codeOf(await mine.tryToMove(bookingId, second))).toBe('done');
  expect(await shop.planned(second)).toEqual({ bookedCount: 1, reservedCount: 0 });
});

test('limits checkouts with lessons, not plain ones', async ({ shop, api, family }) => {
  const lesson = await shop.makeLesson();
  for (let n = 0; n < CHECKOUTS_WITH_LESSONS.max; n += 1) {
    await shop.checkOut(family, [lesson]);
    api.clock.advance({ minutes: 1 });
  }
  const { status, body, headers } = await shop.refused(family, [lesson]);
  const expected = [429, 'rate_limited', String(54 * 60)];
  expect([status, body.code, headers['retry-after']]).toEqual(expected);
  expect(await shop.planned(lesson)).toEqual({ bookedCount: 0, reservedCount: 1 });
  await shop.checkOut(family, 1);
  api.clock.advance({ minutes: 54 });
  await shop.checkOut(family, [lesson]);
});

test('keeps the credit of a lesson that has started', async ({ shop, api, family }) => {
  const { id: lesson } = await makeLesson(api, { Date: '2026-11-18', Time: '12:20:00' });
  const id = await shop.checkOut(family, [lesson]);
  api.clock.advance({ minutes: 20 });
  await shop.pay(id);
  expect(await shop.outcomes(family, id)).toEqual(['lesson_started']);
});

test('exports what was paid for, and for whom', async ({ shop, family }) => {
  const [a = '', b = ''] = await shop.makeLessons(2);
  await shop.buy(family, [a]);
  await shop.checkOut(family, [b]);
  const { data } = (await family.call(endpoints.exportData)).body;
  const own = { Student_ID: family.studentId };
  expect(data.payments.map(({ lessons }) => lessons)).toMatchObject([
    [{ ...own, Lesson_ID: a, state: 'booked', reason: null }],
    [{ ...own, Lesson_ID: b, state: 'reserved', bookingId: null }],
  ]);
});

describe('a checkout for a time that the student has already', () => {
  test('names the clash, as do receipt and payment once booked', async ({ shop, api, family }) => {
    const forces = await makeLesson(api, { Date: '2026-12-12', Lesson_Name: 'GCSE: Forces' });
    const waves = await makeLesson(api, { Date: '2026-12-12', Lesson_Name: 'GCSE: Waves' });
    await giveCredits(api, family.id, 1);
    await family.book(forces.id);
    const { body } = await family.call(endpoints.createCheckout, {
      body: { credits_quantity: 1, Lesson_IDs: [waves.id] },
    });
    const { id: Lesson_ID, Lesson_Name, starts_at } = waves;
    const clashes = [
      {
        Lesson_ID,
        Lesson_Name,
        starts_at,
        with: { Lesson_ID: forces.id, Lesson_Name: 'GCSE: Forces' },
      },
    ];
    expect(body.clashes).toEqual(clashes);
    expect(await family.readLesson(waves.id)).toMatchObject({ reserved_for: family.studentId });
    await shop.pay(body.session_id);
    expect(await shop.look(family, body.session_id)).toMatchObject({
      lessons: [{ state: 'booked' }],
      clashes,
    });
    const [receipt] = await family.readEmails('receipt:');
    expect(receipt?.text).toContain('at 09:00 UK time. It overlaps with GCSE: Forces.');
    // Without the other one, nothing clashes any more.
    await family.cancel((await family.readLesson(forces.id)).bookingId ?? '');
    expect(await shop.look(family, body.session_id)).not.toHaveProperty('clashes');
  });

  test('does not count the reservation that it replaces', async ({ shop, api, family }) => {
    const [first, second] = [
      await makeLesson(api, { Date: '2026-12-12' }),
      await makeLesson(api, { Date: '2026-12-12', Time: '09:30:00' }),
    ];
    await shop.checkOut(family, [first.id]);
    await giveCredits(api, family.id, 1);
    // A reservation is in the way of a booking, but not of the checkout that replaces it.
    const { body } = await family.tryToBook(second.id);
    expect(body).toMatchObject({ clashes: [{ with: { Lesson_ID: first.id } }] });
    await family.cancel((await family.readLesson(second.id)).bookingId ?? '');
    const again = await family.call(endpoints.createCheckout, {
      body: { credits_quantity: 1, Lesson_IDs: [second.id] },
    });
    expect(again.body).not.toHaveProperty('clashes');
  });
});
