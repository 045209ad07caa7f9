// The daily summary: at 07:00 UK time, once a day, if something needs attention.
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { transact } from '../engine/context.ts';
import { isMorningTaken } from '../enquiries/settings.ts';
import { newId } from '../ids.ts';
import { compose } from '../email/compose.ts';
import { queueEmail } from '../email/queue.ts';
import { giveUp } from '../email/undelivered.ts';
import { sendDueEmails } from '../email/worker.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import {
  beginSession,
  lessonForm,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
} from '../testing/factories.ts';
import { Crash, watch } from '../testing/failing.ts';
import { enquire } from '../testing/free-lessons.ts';
import { fakeServer, noSuchBox } from '../testing/mail-server.ts';
import { readEmails } from '../testing/emails.ts';
import { queueDailySummary } from './daily-summary.ts';

let api: TestApp;
let admin: Caller;
beforeEach(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterEach(() => api.close());

/** A session lasts half a day. */
const signedIn = async () => ({
  token: (await beginSession(api, { audience: 'admin', id: admin.id })).access_token,
});
const look = () => queueDailySummary(api.context(null));
const summaries = () => readEmails(api, null, 'daily-summary:');
const subjects = async () => (await summaries()).map(({ subject }) => subject);

/** A lesson at 18:00 that day, so that the summary is not empty. */
const makeLessonOn = (date: string) => makeLesson(api, { Date: date, Time: '18:00:00' });

test.each([
  // The clocks go forward on 29 March 2026 at 01:00 and back on 25 October 2026 at 02:00.
  ['2026-03-28T06:59:59.999Z', '2026-03-28', 0],
  ['2026-03-28T07:00:00.000Z', '2026-03-28', 1],
  ['2026-03-29T05:59:59.999Z', '2026-03-29', 0],
  ['2026-03-29T06:00:00.000Z', '2026-03-29', 1],
  ['2026-03-29T10:59:59.999Z', '2026-03-29', 1],
  ['2026-03-29T11:00:00.000Z', '2026-03-29', 0],
  ['2026-10-24T06:00:00.000Z', '2026-10-24', 1],
  ['2026-10-25T06:00:00.000Z', '2026-10-25', 0],
  ['2026-10-25T06:59:59.999Z', '2026-10-25', 0],
  ['2026-10-25T07:00:00.000Z', '2026-10-25', 1],
  ['2026-10-25T11:59:59.999Z', '2026-10-25', 1],
  ['2026-10-25T12:00:00.000Z', '2026-10-25', 0],
])('at %s, with a lesson on %s, has sent %i summaries', async (now, date, times) => {
  await makeLessonOn(date);
  api.clock.set(now);
  await look();
  await look();
  expect(await summaries()).toHaveLength(times);
});

test('sends one each morning to every admin, later if the process was down', async () => {
  const other = await makeAdmin(api);
  for (const date of ['2026-11-19', '2026-11-20']) await makeLessonOn(date);
  for (const now of [
    '2026-11-19T07:00:00.000Z',
    '2026-11-19T07:00:05.000Z',
    '2026-11-20T11:30:00.000Z',
  ]) {
    api.clock.set(now);
    await look();
  }
  const sent = await summaries();
  expect(sent.map(({ cause }) => cause).toSorted()).toEqual(
    ['2026-11-19', '2026-11-20']
      .flatMap((date) => [admin, other].map(({ email }) => `daily-summary:${date}:${email}`))
      .toSorted(),
  );
});

test('sends nothing if nothing needs attention, even if that changes later', async () => {
  api.clock.set('2026-11-19T07:00:00.000Z');
  await look();
  await enquire(api);
  api.clock.set('2026-11-19T09:00:00.000Z');
  await look();
  expect(await summaries()).toEqual([]);
  api.clock.set('2026-11-20T07:00:00.000Z');
  await look();
  expect(await subjects()).toEqual(['Today: 1 enquiry']);
});

test('queues nothing while switched off, but sends what was queued before', async () => {
  const set = async (daily_summary: boolean) =>
    api.call(endpoints.updateSettings, { ...(await signedIn()), body: { daily_summary } });
  await enquire(api);
  await set(false);
  api.clock.set('2026-11-19T07:00:00.000Z');
  await look();
  await set(true);
  api.clock.set('2026-11-19T08:00:00.000Z');
  await look();
  expect(await summaries()).toEqual([]);
  api.clock.set('2026-11-20T07:00:00.000Z');
  await look();
  await set(false);
  const { taken, mailing } = fakeServer(api);
  await sendDueEmails(mailing);
  expect(taken.filter(({ subject }) => subject.startsWith('Today: '))).toHaveLength(1);
});

test('sends it once after a crash at any statement', async () => {
  const crash = new Crash();
  const dying = { ...api.context(null), database: watch(api.database, crash.onStatement) };
  await makeAdmin(api);
  await makeLessonOn('2026-11-19');
  api.clock.set('2026-11-19T07:00:00.000Z');
  let deaths = 0;
  for (let at = 1; ; at += 1) {
    crash.arm(at);
    const died = await queueDailySummary({ ...dying, now: api.clock.now }).then(
      () => false,
      () => true,
    );
    if (!died) break;
    deaths += 1;
    expect(await summaries()).toEqual([]);
  }
  expect(deaths).toBeGreaterThan(5);
  await look();
  expect(await summaries()).toHaveLength(2);
});

// SQLite runs in one process.
if (inject('engine') === 'postgres')
  test('two processes at once send one each morning', async () => {
    const second = await startTestApp({ on: api.databaseOptions });
    try {
      for (const day of [19, 20, 21, 22, 23]) {
        await makeLessonOn(`2026-11-${day}`);
        api.clock.set(`2026-11-${day}T07:00:00.000Z`);
        second.clock.now = api.clock.now;
        await Promise.all([look(), queueDailySummary(second.context(null)), look()]);
      }
      expect(await summaries()).toHaveLength(5);
    } finally {
      await second.close();
    }
  });

if (inject('engine') === 'postgres')
  test('naive code that checks the morning before it takes it sends two', async () => {
    const { promise: bothHaveAsked, resolve } = Promise.withResolvers<void>();
    let asked = 0;
    const naive = async () => {
      if (await isMorningTaken(api.database.db, '2026-11-19')) return;
      asked += 1;
      if (asked === 2) resolve();
      await bothHaveAsked;
      await transact(api.context(null), async (work) => {
        await work.tx.updateTable('settings').set({ summary_sent_on: '2026-11-19' }).execute();
        await queueEmail(
          work,
          compose(`daily-summary:2026-11-19:${newId()}`, admin.email, 'Today', []),
        );
      });
    };
    await Promise.all([naive(), naive()]);
    expect(await summaries()).toHaveLength(2);
  });

test('lists what needs attention with links, and without names', async () => {
  const family = await makeFamily(api, 5);
  const missed = await makeLesson(api, {
    Date: '2026-11-18',
    Time: '14:00:00',
    Lesson_Name: 'Missed',
  });
  await makeBooking(api, family, missed.id);
  const today = await makeLesson(api, { ...lessonForm, Date: '2026-11-19', Lesson_Name: 'Forces' });
  await makeBooking(api, family, today.id);
  await makeLesson(api, { ...lessonForm, Date: '2026-11-20', Lesson_Name: 'Tomorrow' });
  const late = await enquire(api);
  const { mailing } = fakeServer(api, () => {
    throw noSuchBox();
  });
  await sendDueEmails(mailing);
  await api.database.db
    .updateTable('emails')
    .set({ failed_at: null })
    .where('recipient', '!=', late.email)
    .execute();
  await api.database.db
    .insertInto('payments')
    .values({
      id: newId(),
      family_id: family.id,
      credits: 1,
      amount: 3000,
      currency: 'gbp',
      status: 'mismatched',
      session_id: null,
      payment_intent: null,
      created_at: api.clock.now,
      updated_at: api.clock.now,
    })
    .execute();
  api.clock.set('2026-11-19T07:00:00.000Z');
  await enquire(api);
  await look();
  const [message, ...more] = await readEmails(api, admin.email, 'daily-summary:');
  expect(more).toEqual([]);
  expect(message?.subject).toBe(
    'Today: 1 lesson, 2 enquiries, 1 attendance list, 1 failed email, 1 payment',
  );
  expect(message?.text).toContain(
    `09:00 Forces: http://lessons.test/booked-lessons#attendance-${today.id}, 1 booked`,
  );
  expect(message?.text).toContain(`#attendance-${missed.id}, 1 proposed as absent`);
  expect(message?.text).toContain('due by 19/11/2026, 12:00 UK time');
  expect(message?.text).toContain(
    '1 email was not delivered. See which: http://lessons.test/admin-activity',
  );
  expect(message?.text).toContain(
    `£30.00 was asked for, and something else was paid. No credits were added.`,
  );
  expect(message?.text).toContain(`http://lessons.test/admin-students?student=${family.id}`);
  expect(message?.text).not.toContain('Tomorrow');
  const people = await api.database.db.selectFrom('people').select('name').execute();
  const students = await api.database.db.selectFrom('students').select('name').execute();
  for (const { name } of [...people, ...students, late]) expect(message?.text).not.toContain(name);

  const asAdmin = await signedIn();
  // Each disappears in its own way; a mismatch is listed for a week.
  const failed = await api.database.db
    .selectFrom('emails')
    .select('id')
    .where('failed_at', 'is not', null)
    .execute();
  await transact(api.context(null), async (work) => {
    for (const { id } of failed) await giveUp(work, id);
  });
  for (const { id } of (await api.call(endpoints.listEnquiries, asAdmin)).body.customers)
    await api.call(endpoints.updateEnquiry, {
      ...asAdmin,
      params: { id },
      body: { status: 'contacted' },
    });
  for (const [date, expected] of [
    ['2026-11-22', 'Today: 1 payment'],
    ['2026-11-25', 'Today: 1 payment'],
    ['2026-11-26', undefined],
  ] as const) {
    api.clock.set(`${date}T07:00:00.000Z`);
    await look();
    expect((await readEmails(api, admin.email, `daily-summary:${date}`))[0]?.subject).toBe(
      expected,
    );
  }
});
