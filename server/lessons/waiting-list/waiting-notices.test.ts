// Notices to waiting families that a spot passed by: marked in the transaction that frees the spot,
// queued after it.
import { describe, expect } from 'vitest';

import { MAX_WAITING } from '../../../domain/lessons/waiting.ts';
import { eraseFamily } from '../../testing/accounts/leaving.ts';
import { Crash, watch } from '../../testing/database/failing.ts';
import { kindsOf } from '../../testing/emails.ts';
import { makeAdmin, provenParent } from '../../testing/factories.ts';
import { fillWaitingList, waitingTest } from '../../testing/lessons/waiting-lists.ts';
import { cancelBooking } from '../bookings/cancel.ts';

const crash = new Crash();
const test = waitingTest
  .override('settings', { wrap: (database) => watch(database, crash.onStatement) })
  .extend('cancel', ({ booked }) => () => {
    return cancelBooking(booked.context(), booked.bookingId);
  });

const CASES = [
  ['passed over', '2026-11-20T12:00:00Z', 'Spot missed, no credit'],
  // Within two hours of the start.
  ['emailed that the spot is open to all', '2026-11-21T07:30:00Z', 'A spot is free'],
] as const;

describe.each(CASES)('a family that is %s', (_, now, kind) => {
  test('is emailed once after the spot was freed', async ({ api, list, cancel }) => {
    const families = [await list.add(), await list.add()];
    api.clock.set(now);
    await cancel();
    for (const family of families) expect(await family.readEmails()).toEqual([]);
    // Several processes may queue the notices.
    await Promise.all([list.queueNotices(), list.queueNotices(), list.queueNotices()]);
    for (const family of families) expect(await list.kindsTo(family)).toEqual([kind]);
  });

  test('is emailed once after a crash at any statement', async ({ api, list, cancel }) => {
    const families = [await list.add(), await list.add()];
    api.clock.set(now);
    await cancel();
    const hasDied = () =>
      list.queueNotices().then(
        () => false,
        () => true,
      );
    for (let at = 1; ; at += 1) {
      crash.arm(at);
      if (!(await hasDied())) break;
      expect(crash.hasHappened).toBe(true);
    }
    crash.arm(null);
    for (const family of families) expect(await list.kindsTo(family)).toEqual([kind]);
  });

  test('is not emailed once it left or it started', async ({ api, list, cancel, lesson }) => {
    const [left, stays] = [await list.add(), await list.add()];
    api.clock.set(now);
    await cancel();
    await left.tryToLeaveWaitingList(lesson.id);
    api.clock.set('2026-11-21T09:00:00Z');
    for (const family of [left, stays]) expect(await list.kindsTo(family)).toEqual([]);
  });

  test('leaves no email behind when it closes its account', async ({ api, list, cancel }) => {
    const family = await list.add();
    api.clock.set(now);
    await cancel();
    const proven = provenParent(family);
    await Promise.all([list.queueNotices(), eraseFamily(family.context(), proven)]);
    expect(kindsOf(await family.readEmails())).toEqual(['Your account was deleted']);
  });
});

test('sends no notice of an open spot after a move', async ({ api, lesson, list, cancel }) => {
  const family = await list.add();
  api.clock.set('2026-11-21T07:30:00Z');
  await cancel();
  await (await makeAdmin(api)).updateLesson(lesson.id, { Date: '2026-11-28' });
  expect(await list.kindsTo(family)).not.toContain('A spot is free');
});

test('emails a full waiting list after the commit', async ({ api, lesson, list, cancel }) => {
  await fillWaitingList(api, lesson.id);
  const countEmails = async () =>
    (await api.database.db.selectFrom('emails').select('id').execute()).length;
  const before = await countEmails();
  await cancel();
  // The email about the cancellation.
  expect(await countEmails()).toBe(before + 1);
  await list.queueNotices();
  expect(await countEmails()).toBe(before + 1 + MAX_WAITING);
  expect(await list.attending()).toEqual([]);
});
