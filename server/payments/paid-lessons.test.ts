// Paying for lessons and booking them in one step: reservations, bookings and refusals.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { CHECKOUTS_WITH_LESSONS, RESERVATION_MINUTES } from '../../domain/limits.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import { newId } from '../ids.ts';
import { START, type TestApp } from '../testing/app.ts';
import { APP_URL } from '../testing/sender.ts';
import { addSignIn, addStudent, makeFamily, makeLesson } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { readEmails } from '../testing/emails.ts';
import { openShop, type Shop } from '../testing/paid-lessons.ts';
import { creditsOf, look } from '../testing/payments.ts';

let shop: Shop<StripeSandbox>;
let api: TestApp;
beforeAll(async () => {
  shop = await openShop(startStripeSandbox);
  ({ api } = shop);
});
afterEach(() => api.clock.set(START));
afterAll(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await shop.close();
});

const endOf = (minutes: number) => new Date(api.clock.now + minutes * 60_000).toISOString();

test('reserves a spot while the family pays, and books it with the payment', async () => {
  const [lesson = ''] = await shop.makeLessons(1, { Max_Students: 2 });
  const [mine, other] = [await makeFamily(api), await makeFamily(api, 2)];
  const id = await shop.checkOut(mine, { Lesson_IDs: [lesson] });
  const reserved_until = endOf(RESERVATION_MINUTES.untilExpiry);
  expect(await shop.seen(mine, lesson)).toEqual({
    availableSpots: 1,
    reserved_until,
    isBooked: false,
  });
  expect(await shop.seen(other, lesson)).toEqual({
    availableSpots: 1,
    reserved_until: null,
    isBooked: false,
  });
  expect(await shop.planned(lesson)).toEqual({ bookedCount: 0, reservedCount: 1 });
  await api.call(endpoints.bookLesson, { token: other.token, body: { Lesson_ID: lesson } });
  const third = await makeFamily(api, 1);
  const refused = await api.refused(endpoints.bookLesson, {
    token: third.token,
    body: { Lesson_ID: lesson },
  });
  expect(refused.body.code).toBe('lesson_full');
  expect((await look(api, mine, id)).lessons).toMatchObject([
    {
      Lesson_ID: lesson,
      Student_ID: mine.studentId,
      state: 'reserved',
      bookingId: null,
      reason: null,
    },
  ]);
  const session = shop.sandbox.session(id);
  expect(session.expires_at * 1000).toBe(api.clock.now + RESERVATION_MINUTES.checkout * 60_000);
  expect(session.cancel_url).toMatch(
    new RegExp(
      `^${APP_URL}/user-home\\?week=\\d{4}-\\d\\d-\\d\\d&lesson=${lesson}&payment=cancelled$`,
    ),
  );

  await shop.pay(id);
  await shop.announce('checkout.session.completed', id);
  expect(await shop.seen(mine, lesson)).toEqual({
    availableSpots: 0,
    reserved_until: null,
    isBooked: true,
  });
  expect(await shop.planned(lesson)).toEqual({ bookedCount: 2, reservedCount: 0 });
  expect(await creditsOf(api, mine)).toBe(0);
  expect(await shop.outcomes(mine, id)).toEqual(['booked']);
  const emails = await readEmails(api, mine.email);
  expect(emails.map(({ subject }) => subject.split(':')[0])).toEqual(['Booked', 'Receipt']);
  expect(emails[1]?.text).toContain('You now have 0 credits.');
  expect(emails[1]?.text).toMatch(/Booked: ".+" on \w+ \d+ \w+ \d{4} at 18:00 UK time\./);
  const { body } = await api.call(endpoints.listCredits, { token: mine.token });
  expect(body.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['booking', -1],
    ['purchase', 1],
  ]);
});

test('checks the lessons like several bookings, except for credits', async () => {
  const [started, full = '', mineAlready = '', free = ''] = [
    (await makeLesson(api, { Date: '2026-11-18', Time: '11:59:00' })).id,
    ...(await shop.makeLessons(1, { Max_Students: 1 })),
    ...(await shop.makeLessons(2)),
  ];
  const [mine, other] = [await makeFamily(api, 1), await makeFamily(api, 1)];
  await api.call(endpoints.bookLesson, { token: other.token, body: { Lesson_ID: full } });
  await api.call(endpoints.bookLesson, { token: mine.token, body: { Lesson_ID: mineAlready } });
  const nothing = newId();
  const { status, body } = await shop.refused(mine, {
    Lesson_IDs: [free, started, full, mineAlready, nothing],
  });
  expect([status, body.code]).toEqual([409, 'lesson_started']);
  expect(body.details?.map(({ field }) => field)).toEqual(
    [1, 2, 3, 4].map((n) => `Lesson_IDs.${n}`),
  );
  expect((await shop.refused(mine, { Lesson_IDs: [nothing] })).body.code).toBe('lesson_not_found');
  const before = shop.sandbox.sessions().length;
  for (const [asked, field] of [
    [{ Lesson_IDs: [], credits_quantity: 1 }, 'Lesson_IDs'],
    [{ Lesson_IDs: Array.from({ length: 13 }, () => newId()) }, 'Lesson_IDs'],
    [{ Lesson_IDs: [free, free] }, 'Lesson_IDs.1'],
    [{ Lesson_IDs: [free, ' '] }, 'Lesson_IDs.1'],
    [{ Lesson_IDs: [free], Student_ID: 'nobody' }, 'Student_ID'],
    [{ Lesson_IDs: [free], Student_ID: other.studentId }, 'Student_ID'],
    [{ Lesson_IDs: await shop.makeLessons(3), credits_quantity: 2 }, 'credits_quantity'],
  ] as const) {
    const refusal = await shop.refused(mine, asked);
    expect([refusal.status, refusal.body.details?.[0]?.field], field).toEqual([400, field]);
  }
  expect(shop.sandbox.sessions().length).toBe(before);
  expect(await shop.planned(free)).toEqual({ bookedCount: 0, reservedCount: 0 });
  // The balance counts too: two lessons with one credit bought.
  const family = await makeFamily(api, 1);
  const id = await shop.checkOut(family, {
    Lesson_IDs: await shop.makeLessons(2),
    credits_quantity: 1,
  });
  await shop.pay(id);
  expect(await shop.outcomes(family, id)).toEqual(['booked', 'booked']);
  expect(await creditsOf(api, family)).toBe(0);
});

test('books the requested one of two students', async () => {
  const [lesson = ''] = await shop.makeLessons(1, { Max_Students: 1 });
  const mine = await makeFamily(api, 1);
  const sibling = await addStudent(api, mine);
  expect((await shop.refused(mine, { Lesson_IDs: [lesson] })).body.details?.[0]?.field).toBe(
    'Student_ID',
  );
  const id = await shop.checkOut(mine, { Lesson_IDs: [lesson], Student_ID: sibling });
  // A spot reserved for one student is neither for the other nor shown to them.
  const signIn = await addSignIn(api, mine, mine.studentId, true);
  expect((await shop.seen(signIn, lesson)).reserved_until).toBeNull();
  const book = (Student_ID: string) =>
    api.either(endpoints.bookLesson, {
      token: mine.token,
      body: { Lesson_ID: lesson, Student_ID },
    });
  expect((await book(mine.studentId)).body).toMatchObject({ success: false, code: 'lesson_full' });
  expect((await book(sibling)).body).toMatchObject({ success: true });
  expect(await shop.planned(lesson)).toEqual({ bookedCount: 1, reservedCount: 0 });
  await shop.pay(id);
  expect(await shop.outcomes(mine, id)).toEqual(['already_booked']);
  expect(await creditsOf(api, mine)).toBe(1);
});

test("moves a booking into the family's reserved spot", async () => {
  const [first = '', second = ''] = await shop.makeLessons(2, { Max_Students: 1 });
  const mine = await makeFamily(api, 1);
  const { body } = await api.call(endpoints.bookLesson, {
    token: mine.token,
    body: { Lesson_ID: first },
  });
  await shop.checkOut(mine, { Lesson_IDs: [second] });
  await api.call(endpoints.moveBooking, {
    token: mine.token,
    params: { bookingId: body.booking.id },
    body: { Lesson_ID: second },
  });
  expect(await shop.planned(second)).toEqual({ bookedCount: 1, reservedCount: 0 });
});

test('limits checkouts with lessons per hour, but not plain ones', async () => {
  const [lesson = ''] = await shop.makeLessons(1);
  const mine = await makeFamily(api);
  for (let n = 0; n < CHECKOUTS_WITH_LESSONS.max; n += 1) {
    await shop.checkOut(mine, { Lesson_IDs: [lesson] });
    api.clock.advance({ minutes: 1 });
  }
  const { status, body, headers } = await shop.refused(mine, { Lesson_IDs: [lesson] });
  expect([status, body.code, headers['retry-after']]).toEqual([
    429,
    'rate_limited',
    String(54 * 60),
  ]);
  expect(await shop.planned(lesson)).toEqual({ bookedCount: 0, reservedCount: 1 });
  await api.call(endpoints.createCheckout, { token: mine.token, body: { credits_quantity: 1 } });
  api.clock.advance({ minutes: 54 });
  await shop.checkOut(mine, { Lesson_IDs: [lesson] });
});

test('keeps the credit of a lesson that starts before it is paid', async () => {
  const { id: lesson } = await makeLesson(api, { Date: '2026-11-18', Time: '12:20:00' });
  const mine = await makeFamily(api);
  const id = await shop.checkOut(mine, { Lesson_IDs: [lesson] });
  api.clock.advance({ minutes: 20 });
  await shop.pay(id);
  expect(await shop.outcomes(mine, id)).toEqual(['lesson_started']);
});

test('exports what was paid for, and for whom', async () => {
  const [a = '', b = ''] = await shop.makeLessons(2);
  const mine = await makeFamily(api);
  await shop.pay(await shop.checkOut(mine, { Lesson_IDs: [a] }));
  await shop.checkOut(mine, { Lesson_IDs: [b] });
  const { data } = (await api.call(endpoints.exportData, { token: mine.token })).body;
  const own = { Student_ID: mine.studentId };
  expect(data.payments.map(({ lessons }) => lessons)).toMatchObject([
    [{ ...own, Lesson_ID: a, state: 'booked', reason: null }],
    [{ ...own, Lesson_ID: b, state: 'reserved', bookingId: null }],
  ]);
});
