// Which lessons a list contains: its dates, the defaults without them, and what a student sees of
// each.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { addDays } from '../../domain/time.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { lessonForm, makeAdmin, makeLesson, makeFamily } from '../testing/factories.ts';

const TODAY = '2026-11-18';
const day = (days: number) => addDays(TODAY, days);

/** Days from today with a lesson at 00:00 and one at 23:59. */
const DAYS = [-400, -367, -366, -30, -29, -28, -1, 0, 1, 28, 84, 85, 300, 366, 367];

let api: TestApp;
let admin: Caller;
let student: Caller;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
  student = await makeFamily(api, 10);
  // Created latest first, so that the lists must sort.
  for (const days of DAYS.toReversed())
    for (const Time of ['23:59:00', '00:00:00']) await makeLesson(api, { Date: day(days), Time });
});
afterAll(() => api.close());

type Dates = { from?: string; to?: string };

/**
 * The days from today that each list shows, each once. Both lessons of a day must be there, in
 * order.
 */
async function shown(query: Dates): Promise<{ student: number[]; admin: number[] }> {
  const lists = {
    student: (await api.call(endpoints.listLessons, { token: student.token, query })).body.lessons,
    admin: (await api.call(endpoints.listAdminLessons, { token: admin.token, query })).body.lessons,
  };
  const daysOf = (lessons: readonly { Date: string; Time: string; starts_at: string }[]) => {
    const starts = lessons.map(({ starts_at }) => starts_at);
    expect(starts).toEqual(starts.toSorted((a, b) => (a < b ? -1 : 1)));
    return DAYS.filter((days) => {
      const those = lessons.filter((lesson) => lesson.Date === day(days));
      expect([0, 2]).toContain(those.length);
      return those.length > 0;
    });
  };
  return { student: daysOf(lists.student), admin: daysOf(lists.admin) };
}

const within = (first: number, last: number) =>
  DAYS.filter((days) => days >= first && days <= last);

test('lists four weeks back to twelve weeks ahead without dates, and all ahead for the tutor', async () => {
  expect(await shown({})).toEqual({ student: within(-28, 84), admin: within(-28, 1000) });
});

test.each([
  [{ from: day(0) }, within(0, 84)],
  [{ from: day(-30) }, within(-30, 54)],
  [{ to: day(0) }, within(-28, 0)],
  [{ to: day(28) }, within(0, 28)],
  [{ from: day(-1), to: day(1) }, within(-1, 1)],
  [{ from: day(0), to: day(0) }, [0]],
  [{ from: day(0), to: day(366) }, within(0, 366)],
  [{ from: day(2), to: day(27) }, []],
])('with %j', async (query, days) => {
  expect(await shown(query)).toEqual({ student: days, admin: days });
});

const FORMAT = 'Date must be in YYYY-MM-DD format';
test.each([
  [{ from: day(0), to: day(367) }, 'to', 'From and to must be at most 366 days apart'],
  [{ from: day(1), to: day(0) }, 'from', 'From must not be after to'],
  [{ from: 'yesterday' }, 'from', FORMAT],
  [{ from: '2026-02-30' }, 'from', FORMAT],
  [{ to: '' }, 'to', FORMAT],
  [{ to: '2026-11-18T00:00:00Z' }, 'to', FORMAT],
])('%j is no window', async (query, field, message) => {
  for (const [endpoint, { token }] of [
    [endpoints.listLessons, student],
    [endpoints.listAdminLessons, admin],
    [endpoints.listAdminBookings, admin],
  ] as const) {
    const { status, body } = await api.refused(endpoint, { token, query });
    expect(status).toBe(400);
    expect(body.details).toEqual([{ field, message }]);
  }
});

test('treats a day as a UK day, also when the clocks change', async () => {
  for (const Date of ['2027-03-28', '2027-10-31']) {
    const first = await makeLesson(api, { Date, Time: '00:00:00' });
    const last = await makeLesson(api, { Date, Time: '23:59:59' });
    await makeLesson(api, { Date: addDays(Date, 1), Time: '00:00:00' });
    await makeLesson(api, { Date: addDays(Date, -1), Time: '23:59:59' });
    const { body } = await api.call(endpoints.listAdminLessons, {
      token: admin.token,
      query: { from: Date, to: Date },
    });
    expect(body.lessons.map(({ id }) => id)).toEqual([first.id, last.id]);
  }
});

test('lists bookings far ahead without dates, in order and only for their student', async () => {
  const bookedFamily = await makeFamily(api, 2);
  const far = await makeLesson(api, { Date: day(200) });
  const farther = await makeLesson(api, { Date: day(500) });
  for (const { id } of [farther, far])
    await api.call(endpoints.bookLesson, { token: bookedFamily.token, body: { Lesson_ID: id } });
  const idsOf = async ({ token }: Caller, query?: Dates) =>
    (
      await api.call(endpoints.listLessons, { token, ...(query === undefined ? {} : { query }) })
    ).body.lessons.map(({ id }) => id);
  expect((await idsOf(bookedFamily)).slice(-2)).toEqual([far.id, farther.id]);
  expect(await idsOf(student)).not.toContain(far.id);
  expect(await idsOf(bookedFamily, { from: day(0), to: day(10) })).not.toContain(far.id);
});

test('lists bookings from 30 days back without dates, with counts over the same', async () => {
  const holders = [await makeFamily(api, 5), await makeFamily(api, 5)];
  const { total, users } = await bookedCounts();
  const [old, recent, ahead] = [-31, -30, 400].map((days) => ({
    Date: day(days),
    Time: '12:00:00',
  }));
  const start = api.clock.now;
  for (const dates of [old, recent, ahead]) {
    const { id } = await makeLesson(api, dates);
    api.clock.now = Math.min(start, Date.parse(`${dates?.Date}T00:00:00Z`));
    for (const { token } of holders)
      await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: id } });
    api.clock.now = start;
  }
  expect(await bookedCounts()).toEqual({ total: total + 2, users: users + 2 });
  const all = await bookedCounts({ from: day(-31), to: day(-31) });
  expect(all).toEqual({ total: 1, users: 2 });
});

async function bookedCounts(query?: Dates) {
  const { body } = await api.call(endpoints.listAdminBookings, {
    token: admin.token,
    ...(query === undefined ? {} : { query }),
  });
  expect(new Set(body.bookings.map(({ Lesson_ID }) => Lesson_ID)).size).toBe(
    body.stats.totalBookedLessons,
  );
  return { total: body.stats.totalBookedLessons, users: body.stats.totalUsers };
}

test('shows link and notes to families who booked, until they cancel', async () => {
  const { token } = await makeFamily(api, 1);
  const { id } = await makeLesson(api, { Date: day(3), lesson_notes: 'Secret notes' });
  const seen = async () => {
    const { body } = await api.call(endpoints.listLessons, { token });
    const { Meeting_Link, lesson_notes, isBooked } =
      body.lessons.find((lesson) => lesson.id === id) ?? {};
    return { Meeting_Link, lesson_notes, isBooked };
  };
  const hidden = { Meeting_Link: null, lesson_notes: '', isBooked: false };
  expect(await seen()).toEqual(hidden);
  const { body } = await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: id } });
  expect(await seen()).toEqual({
    Meeting_Link: lessonForm.Meeting_Link,
    lesson_notes: 'Secret notes',
    isBooked: true,
  });
  await api.call(endpoints.cancelBooking, { token, params: { bookingId: body.booking.id } });
  expect(await seen()).toEqual(hidden);
});
