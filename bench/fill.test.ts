// The benchmarks run outside CI: what they are filled with satisfies the database's rules, and the
// app lists and books it.
import { expect } from 'vitest';

import * as endpoints from '../domain/endpoints.ts';
import { test as base } from '../server/testing/test.ts';
import { FAMILIES, fill, pairsOf } from './fill.ts';

const test = base.override('settings', {
  now: '2026-11-18T09:00:00.000Z',
  // Past bookings have no emails and no entries of their own.
  mayBreakInvariants: true,
});

/** So that each family has a payment. */
const BOOKINGS = 5 * FAMILIES;

test('fills a database that the app can use', async ({ api }) => {
  const filled = await fill(api.database, BOOKINGS, api.clock.now);
  const { token, lesson } = pairsOf(filled).next().value;
  const { lessons } = (await api.call(endpoints.listLessons, { token, query: filled.week })).body;
  expect(lessons).toHaveLength(4);
  const { body } = await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: lesson } });
  expect(body.booking.Lesson_ID).toBe(lesson);
  const balances = api.database.db.selectFrom('balances').select('credits').distinct();
  expect((await balances.execute()).map(({ credits }) => credits)).toEqual([1_000_004, 1_000_005]);
});
