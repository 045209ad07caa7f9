// Notices to waiting families that a spot passed by: marked in the transaction that frees the spot,
// queued after it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { FAMILY_STUDENTS, MAX_WAITING } from '../../domain/limits.ts';
import { eraseFamily } from '../families/erasure.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { Crash, watch } from '../testing/failing.ts';
import type { TestFamily } from '../testing/caller.ts';
import {
  addStudent,
  adminOf,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
  parentOf,
  provenParent,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { attending, placeIn } from '../testing/waiting-lists.ts';
import { kindsOf, readEmails } from '../testing/emails.ts';
import { updateLesson } from './change-lesson.ts';
import { cancelBooking } from './cancel.ts';
import { queueWaitingNotices } from './waiting-notices.ts';

const crash = new Crash();
let api: TestApp;
let bookedFamily: TestFamily;
/** Full: its only spot is taken by this booking. */
let lesson: string;
let booking: string;
beforeEach(async () => {
  crash.arm(null);
  api = await startTestApp({ wrap: (database) => watch(database, crash.onStatement) });
  bookedFamily = await makeFamily(api, 1);
  lesson = (await makeLesson(api, { Max_Students: 1 })).id;
  booking = await makeBooking(api, bookedFamily, lesson);
});
afterEach(async () => {
  crash.arm(null);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await api.close();
});

const cancel = () => cancelBooking(api.context(parentOf(bookedFamily)), booking);
const queue = () => queueWaitingNotices(api.context(null));
const kindsTo = async ({ email }: TestFamily) => kindsOf(await readEmails(api, email));
const countEmails = async () =>
  (await api.database.db.selectFrom('emails').select('id').execute()).length;

async function waitingFamily(): Promise<TestFamily> {
  const family = await makeFamily(api);
  await api.call(endpoints.joinWaitingList, placeIn(lesson, family));
  return family;
}

/** Within two hours of the start, a spot is open to all. */
const CASES = [
  ['passed over', '2026-11-20T12:00:00Z', 'Spot missed, no credit'],
  ['emailed that the spot is open to all', '2026-11-21T07:30:00Z', 'A spot is free'],
] as const;

describe.each(CASES)('a family that is %s', (_, now, kind) => {
  test('is emailed after the spot was freed, once, however many processes queue the notice', async () => {
    const families = [await waitingFamily(), await waitingFamily()];
    api.clock.set(now);
    await cancel();
    for (const family of families) expect(await kindsTo(family)).toEqual([]);
    await Promise.all([queue(), queue(), queue()]);
    await queue();
    for (const family of families) expect(await kindsTo(family)).toEqual([kind]);
  });

  test('is emailed once after a crash at any statement', async () => {
    const families = [await waitingFamily(), await waitingFamily()];
    api.clock.set(now);
    await cancel();
    for (let at = 1; ; at += 1) {
      crash.arm(at);
      const outcome = await queue().then(
        () => 'done',
        () => 'died',
      );
      if (outcome === 'done') break;
      expect(crash.hasHappened).toBe(true);
    }
    crash.arm(null);
    await queue();
    for (const family of families) expect(await kindsTo(family)).toEqual([kind]);
  });

  test('is not emailed once it has left the list, or the lesson has started', async () => {
    const [left, stays] = [await waitingFamily(), await waitingFamily()];
    api.clock.set(now);
    await cancel();
    await api.database.db
      .deleteFrom('waiting_list_entries')
      .where('student_id', '=', left.studentId)
      .execute();
    api.clock.set('2026-11-21T09:00:00Z');
    await queue();
    for (const family of [left, stays]) expect(await kindsTo(family)).toEqual([]);
  });

  test('leaves no email behind when it closes its account meanwhile', async () => {
    const family = await waitingFamily();
    api.clock.set(now);
    await cancel();
    await Promise.all([
      queue(),
      eraseFamily(api.context(parentOf(family)), await provenParent(family)),
    ]);
    expect(await kindsTo(family)).toEqual(['Your account was deleted']);
  });
});

test('sends no notice of an open spot once the lesson is postponed', async () => {
  const family = await waitingFamily();
  api.clock.set('2026-11-21T07:30:00Z');
  await cancel();
  const admin = api.context(adminOf(await makeAdmin(api)));
  await updateLesson(admin, lesson, { Date: '2026-11-28' });
  await queue();
  expect(await kindsTo(family)).not.toContain('A spot is free');
});

test('a full waiting list adds no email to the transaction that frees a spot', async () => {
  const families: TestFamily[] = [];
  for (let number = 1; number <= MAX_WAITING;) {
    const family = await makeFamily(api);
    families.push(family);
    const students = [family.studentId];
    while (students.length < FAMILY_STUDENTS.max) students.push(await addStudent(api, family));
    for (const student_id of students) {
      if (number > MAX_WAITING) break;
      const entry = { lesson_id: lesson, student_id, family_id: family.id, number, joined_at: 0 };
      await api.database.db.insertInto('waiting_list_entries').values(entry).execute();
      number += 1;
    }
  }
  const before = await countEmails();
  await cancel();
  // The email about the cancellation.
  expect(await countEmails()).toBe(before + 1);
  await queue();
  expect(await countEmails()).toBe(before + 1 + MAX_WAITING);
  expect(await attending(api.database.db, lesson)).toEqual([]);
});
