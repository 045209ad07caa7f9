// The daily summary: at 07:00 UK time, once a day, if something needs attention.
import { expect, inject } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { newId } from '../base/ids.ts';
import { compose } from '../email/compose.ts';
import { queueEmail } from '../email/queue.ts';
import { giveUp } from '../email/undelivered.ts';
import { sendDueEmails } from '../email/worker.ts';
import { transact } from '../engine/context.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { Crash, watch } from '../testing/database/failing.ts';
import { readEmails, subjectsOf } from '../testing/emails.ts';
import { beginSession, makeAdmin, makeLesson } from '../testing/factories.ts';
import { enquire } from '../testing/lessons/free-lessons.ts';
import { insertPayment } from '../testing/payments/without-provider.ts';
import { fakeServer, noSuchBox } from '../testing/servers/mail-server.ts';
import { test as base } from '../testing/test.ts';
import { isDailySummaryClaimed, queueDailySummary } from './daily-summary.ts';

const test = base
  .override('settings', { credits: 5 })
  .extend('admin', { auto: true }, ({ tutor }) => tutor)
  .extend('summaries', ({ api }) => {
    return () => readEmails(api, null, 'daily-summary:');
  })
  /** Sets the clock and queues the summary if it is due. */
  .extend('lookAt', ({ api }) => async (instant: string) => {
    api.clock.set(instant);
    await queueDailySummary(api.context(null));
  })
  /** A session lasts half a day. */
  .extend('signedIn', ({ api, tutor }) => async () => {
    const { access_token } = await beginSession(api, { audience: 'admin', id: tutor.id });
    return { token: access_token };
  });

/** A lesson at 18:00 that day, so that the summary is not empty. */
const makeLessonOn = (api: TestApp, date: string) =>
  makeLesson(api, { Date: date, Time: '18:00:00' });

test.for([
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
] as const)(
  'at %s, with a lesson on %s, has sent %i summaries',
  async ([now, date, times], { api, summaries, lookAt }) => {
    await makeLessonOn(api, date);
    await lookAt(now);
    await lookAt(now);
    expect(await summaries()).toHaveLength(times);
  },
);

test('sends one each morning to every admin', async ({ api, tutor, summaries, lookAt }) => {
  const other = await makeAdmin(api);
  const dates = ['2026-11-19', '2026-11-20'];
  for (const date of dates) await makeLessonOn(api, date);
  await lookAt('2026-11-19T07:00:00.000Z');
  await lookAt('2026-11-19T07:00:05.000Z');
  // The process was down at seven.
  await lookAt('2026-11-20T11:30:00.000Z');
  const expected = dates.flatMap((date) =>
    [tutor, other].map(({ email }) => `daily-summary:${date}:${email}`),
  );
  expect((await summaries()).map(({ cause }) => cause).toSorted()).toEqual(expected.toSorted());
});

test('sends nothing if nothing needs attention', async ({ api, summaries, lookAt }) => {
  await lookAt('2026-11-19T07:00:00.000Z');
  await enquire(api);
  await lookAt('2026-11-19T09:00:00.000Z');
  expect(await summaries()).toEqual([]);
  await lookAt('2026-11-20T07:00:00.000Z');
  expect(subjectsOf(await summaries())).toEqual(['Today: 1 enquiry']);
});

test('queues nothing while switched off', async ({ api, summaries, lookAt, signedIn }) => {
  const set = async (daily_summary: boolean) =>
    api.call(endpoints.updateSettings, { ...(await signedIn()), body: { daily_summary } });
  await enquire(api);
  await set(false);
  await lookAt('2026-11-19T07:00:00.000Z');
  await set(true);
  await lookAt('2026-11-19T08:00:00.000Z');
  expect(await summaries()).toEqual([]);
  await lookAt('2026-11-20T07:00:00.000Z');
  // What was queued before is still sent.
  await set(false);
  const { taken, mailing } = fakeServer(api);
  await sendDueEmails(mailing);
  expect(taken.filter(({ subject }) => subject.startsWith('Today: '))).toHaveLength(1);
});

test('sends it once after a crash at any statement', async ({ api, summaries, lookAt }) => {
  const crash = new Crash();
  const database = watch(api.database, crash.onStatement);
  await makeAdmin(api);
  await makeLessonOn(api, '2026-11-19');
  api.clock.set('2026-11-19T07:00:00.000Z');
  const { deaths } = await crash.survive(
    () => queueDailySummary({ ...api.context(null), database }),
    async () => expect(await summaries()).toEqual([]),
  );
  expect(deaths).toBeGreaterThan(5);
  await lookAt('2026-11-19T07:00:00.000Z');
  expect(await summaries()).toHaveLength(2);
});

// SQLite runs in one process.
if (inject('engine') === 'postgres') {
  test('two processes send one a day', async ({ api, summaries, lookAt }) => {
    const second = await startTestApp({ on: api.databaseOptions });
    for (const day of [19, 20, 21, 22, 23]) {
      await makeLessonOn(api, `2026-11-${day}`);
      const now = `2026-11-${day}T07:00:00.000Z`;
      second.clock.set(now);
      await Promise.all([lookAt(now), queueDailySummary(second.context(null)), lookAt(now)]);
    }
    await second.close();
    expect(await summaries()).toHaveLength(5);
  });

  test('naive code that checks before it takes sends two', async ({ api, tutor, summaries }) => {
    const { promise: bothHaveAsked, resolve } = Promise.withResolvers<void>();
    let calls = 0;
    const naive = async () => {
      if (await isDailySummaryClaimed(api.database.db, '2026-11-19')) return;
      calls += 1;
      if (calls === 2) resolve();
      await bothHaveAsked;
      await transact(api.context(null), async (work) => {
        await work.tx.updateTable('settings').set({ summary_sent_on: '2026-11-19' }).execute();
        await queueEmail(
          work,
          compose(`daily-summary:2026-11-19:${newId()}`, tutor.email, 'Today', []),
        );
      });
    };
    await Promise.all([naive(), naive()]);
    expect(await summaries()).toHaveLength(2);
  });
}

test('lists what needs attention with links, and without names', async ({
  api,
  tutor,
  family,
  lookAt,
  signedIn,
}) => {
  const { db } = api.database;
  const booked = async (date: string, time: string, lessonName: string) => {
    const { id } = await makeLesson(api, { Date: date, Time: time, Lesson_Name: lessonName });
    await family.book(id);
    return id;
  };
  const missed = await booked('2026-11-18', '14:00:00', 'Missed');
  const today = await booked('2026-11-19', '09:00:00', 'Forces');
  await makeLesson(api, { Date: '2026-11-20', Lesson_Name: 'Tomorrow' });
  const late = await enquire(api);
  const { mailing } = fakeServer(api, () => {
    throw noSuchBox();
  });
  await sendDueEmails(mailing);
  const emails = db.updateTable('emails').set({ failed_at: null });
  await emails.where('recipient', '!=', late.email).execute();
  await insertPayment(api, family, { status: 'mismatched', credits: 1, amount: 3000 });
  api.clock.set('2026-11-19T07:00:00.000Z');
  await enquire(api);
  await lookAt('2026-11-19T07:00:00.000Z');
  const [message, ...more] = await tutor.readEmails('daily-summary:');
  expect(more).toEqual([]);
  expect(message?.subject).toBe(
    'Today: 1 lesson, 2 enquiries, 1 attendance list, 1 failed email, 1 payment',
  );
  for (const part of [
    `Lessons today:\n• 09:00 Forces: <http://lessons.test/booked-lessons#attendance-${today}>, 1 booked`,
    `#attendance-${missed}>, 1 proposed as absent`,
    'due by 19/11/2026, 12:00 UK time',
    '1 email was not delivered. See which: http://lessons.test/admin-activity',
    '£30.00 was asked for, and something else was paid. No credits were added.',
    `http://lessons.test/admin-students?student=${family.id}`,
  ])
    expect(message?.text).toContain(part);
  const people = await db.selectFrom('people').select('name').execute();
  const students = await db.selectFrom('students').select('name').execute();
  for (const { name } of [...people, ...students, late, { name: 'Tomorrow' }])
    expect(message?.text).not.toContain(name);

  // Each disappears in its own way; a mismatch is listed for a week.
  const asAdmin = await signedIn();
  const failed = db.selectFrom('emails').select('id').where('failed_at', 'is not', null);
  const failedIds = await failed.execute();
  await transact(api.context(null), async (work) => {
    for (const { id } of failedIds) await giveUp(work, id);
  });
  const body = { status: 'contacted' } as const;
  for (const { id } of (await api.call(endpoints.listEnquiries, asAdmin)).body.customers)
    await api.call(endpoints.updateEnquiry, { ...asAdmin, params: { id }, body });
  for (const [date, expected] of [
    ['2026-11-22', 'Today: 1 payment'],
    ['2026-11-25', 'Today: 1 payment'],
    ['2026-11-26', undefined],
  ] as const) {
    await lookAt(`${date}T07:00:00.000Z`);
    expect((await tutor.readEmails(`daily-summary:${date}`))[0]?.subject).toBe(expected);
  }
});
