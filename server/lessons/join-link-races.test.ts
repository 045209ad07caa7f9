// Joins a lesson while others join, the lesson moves or the booking ends.
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { transact } from '../engine/context.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import {
  adminOf,
  joinTokenOf,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { expectWaiting } from '../testing/waiting.ts';
import { updateLesson } from './change-lesson.ts';
import { joinLesson } from './join-links.ts';
import { withLesson } from './locks.ts';
import { cancel } from './spots.ts';

const OPEN = Date.parse('2026-11-21T08:50:00.000Z');

let api: TestApp;
let lesson: string;
let booking: string;
let token: string;
beforeEach(async () => {
  api = await startTestApp();
  const family = await makeFamily(api, 3);
  lesson = (await makeLesson(api)).id;
  booking = await makeBooking(api, family, lesson);
  token = await joinTokenOf(api, booking);
});
afterEach(() => api.close());

const at = (now: number) => ({ ...api.context(null), now });

async function joinedAt(): Promise<number | null> {
  const { joined_at } = await api.database.db
    .selectFrom('bookings')
    .select('joined_at')
    .where('id', '=', booking)
    .executeTakeFirstOrThrow();
  return joined_at;
}

test('records one join of many at once, and ignores later ones', async () => {
  const links = await Promise.all(
    Array.from({ length: 20 }, (_, n) => joinLesson(at(OPEN + n), token)),
  );
  expect(new Set(links).size).toBe(1);
  const noted = await joinedAt();
  expect(noted).toBeGreaterThanOrEqual(OPEN);
  await Promise.all(Array.from({ length: 5 }, (_, n) => joinLesson(at(OPEN + 1000 + n), token)));
  expect(await joinedAt()).toBe(noted);
});

test('control: code that reads first and writes afterwards records a join of a moved lesson', async () => {
  const { join } = (await api.call(endpoints.readJoinLink, { params: { token } })).body;
  const admin = await makeAdmin(api);
  const isOpen = Date.parse(join.opens_at) <= OPEN;
  await updateLesson({ ...at(OPEN), actor: adminOf(admin) }, lesson, { Date: '2026-11-28' });
  if (isOpen)
    await api.database.db
      .updateTable('bookings')
      .set({ joined_at: OPEN })
      .where('join_token', '=', token)
      .execute();
  expect(await brokenInvariants(api.database.db)).toEqual([
    'lessons were joined only while the join link was open: 1',
  ]);
});

if (inject('engine') === 'postgres') {
  test('refuses a join while the lesson is being moved', async () => {
    const { joining } = await transact(at(OPEN), async (work) => {
      await work.tx
        .updateTable('lessons')
        .set({ date: '2026-11-28', starts_at: OPEN + 7 * 86_400_000 })
        .where('id', '=', lesson)
        .execute();
      const waiting = Promise.allSettled([joinLesson(at(OPEN), token)]);
      await expectWaiting(api.database.db, 1);
      return { joining: waiting };
    });
    expect(await joining).toMatchObject([{ status: 'rejected', reason: { code: 'join_closed' } }]);
    expect(await joinedAt()).toBeNull();
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  });

  test('finds no join link while the booking ends', async () => {
    const { joining } = await transact(at(OPEN), async (work) => {
      await withLesson(work, lesson, async (locked) => {
        if (locked === null) expect.unreachable();
        await cancel(work, locked, { bookingId: booking, noticeMinutes: 0 });
      });
      const waiting = Promise.allSettled([joinLesson(at(OPEN), token)]);
      await expectWaiting(api.database.db, 1);
      return { joining: waiting };
    });
    expect(await joining).toMatchObject([
      { status: 'rejected', reason: { code: 'join_link_not_found' } },
    ]);
    expect(await joinedAt()).toBeNull();
  });
} else
  test('the embedded engine serialises writes', async () => {
    const moving = updateLesson({ ...at(OPEN), actor: adminOf(await makeAdmin(api)) }, lesson, {
      Date: '2026-11-28',
    });
    const [, joining] = await Promise.allSettled([moving, joinLesson(at(OPEN), token)]);
    if (joining.status === 'rejected')
      expect(joining.reason).toMatchObject({ code: 'join_closed' });
    expect(await joinedAt()).toBeNull();
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  });
