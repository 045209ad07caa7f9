// Reminders of bookings: one per lesson start, and none that are outdated.
import { setTimeout as pause } from 'node:timers/promises';

import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { LessonChanges } from '../../domain/lesson.ts';
import { transact } from '../engine/context.ts';
import { compose } from '../email/compose.ts';
import { queueEmail } from '../email/queue.ts';
import { sendDueEmails } from '../email/worker.ts';
import { lock } from '../testing/begun.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, makeBooking, makeFamily, makeLesson } from '../testing/factories.ts';
import { fakeServer, tryLater } from '../testing/mail-server.ts';
import { kindsOf, readEmails } from '../testing/emails.ts';
import { expectWaiting } from '../testing/waiting.ts';
import { queueReminders } from './reminders.ts';

let api: TestApp;
let family: Caller;
beforeEach(async () => {
  api = await startTestApp();
  family = await makeFamily(api, 5);
});
afterEach(() => api.close());

const remind = () => queueReminders(api.context(null));
const reminders = () => readEmails(api, family.email, 'reminder:');

const book = (lessonId: string) => makeBooking(api, family, lessonId);
const cancel = (bookingId: string) =>
  api.call(endpoints.cancelBooking, { token: family.token, params: { bookingId } });
async function move(id: string, change: LessonChanges): Promise<void> {
  const { token } = await makeAdmin(api);
  await api.call(endpoints.updateLesson, { token, params: { id }, body: change });
}

test('reminds again when a lesson moves, once per start', async () => {
  const { id } = await makeLesson(api);
  await book(id);
  api.clock.set('2026-11-20T09:00:00.000Z');
  await remind();
  await move(id, { Date: '2026-11-28' });
  await remind();
  expect(await reminders()).toHaveLength(1);
  api.clock.set('2026-11-27T09:00:00.000Z');
  await remind();
  await remind();
  expect((await reminders()).map(({ subject }) => subject)).toEqual([
    'Reminder: Forces and motion, Saturday 21 November 2026 at 09:00 UK time',
    'Reminder: Forces and motion, Saturday 28 November 2026 at 09:00 UK time',
  ]);
});

/** Queues a reminder, runs `meanwhile` while the server defers all email, and sends it. */
async function withWaitingReminder(
  meanwhile: (ids: { lesson: string; booking: string }) => unknown,
) {
  let isDeferring = true;
  const { taken, mailing } = fakeServer(api, () => {
    if (isDeferring) throw tryLater();
  });
  const { id: lesson } = await makeLesson(api);
  const booking = await book(lesson);
  api.clock.set('2026-11-20T09:00:00.000Z');
  await remind();
  await sendDueEmails(mailing);
  await meanwhile({ lesson, booking });
  isDeferring = false;
  api.clock.advance({ hours: 2 });
  await sendDueEmails(mailing);
  return taken;
}

test('sends a deferred reminder while the booking is active', async () => {
  expect(kindsOf(await withWaitingReminder(() => undefined))).toEqual(['Booked', 'Reminder']);
});

test('withdraws a deferred reminder when the booking is cancelled', async () => {
  const taken = await withWaitingReminder(({ booking }) => cancel(booking));
  expect(kindsOf(taken)).toEqual(['Booked', 'Cancelled']);
  expect(await reminders()).toEqual([]);
});

test('withdraws a deferred reminder when the lesson is deleted', async () => {
  const taken = await withWaitingReminder(async ({ lesson }) => {
    const { token } = await makeAdmin(api);
    await api.call(endpoints.deleteLesson, { token, params: { id: lesson } });
  });
  expect(kindsOf(taken)).toEqual(['Booked', 'Lesson cancelled']);
});

test('withdraws a deferred reminder when the lesson moves, and queues one for the new time', async () => {
  const taken = await withWaitingReminder(({ lesson }) => move(lesson, { Time: '10:00:00' }));
  expect(kindsOf(taken)).toEqual(['Booked', 'Lesson changed']);
  await remind();
  expect((await reminders()).map(({ subject }) => subject)).toEqual([
    'Reminder: Forces and motion, Saturday 21 November 2026 at 10:00 UK time',
  ]);
});

test('shows the tutor a reminder that could not be sent before the lesson', async () => {
  const taken = await withWaitingReminder(() => {
    api.clock.set('2026-11-21T08:00:00.000Z');
  });
  expect(kindsOf(taken)).toEqual(['Booked']);
  expect(await reminders()).toMatchObject([
    {
      failed_at: api.clock.now,
      last_error: 'The lesson began before this reminder could be sent.',
    },
  ]);
});

test('waits for other emails of the booking that are being queued, and gets its own number', async () => {
  const lesson = await makeLesson(api);
  const booking = await book(lesson.id);
  api.clock.set('2026-11-20T12:00:00.000Z');
  const { promise: isQueued, resolve: queued } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const writing = transact(api.context(null), async (work) => {
    await lock(work, { lessons: [lesson.id] });
    await queueEmail(work, { ...compose('news', family.email, 'News', []), thread: booking });
    queued();
    await mayEnd;
  });
  await isQueued;
  const reminding = remind();
  await Promise.race([reminding, pause(200)]);
  end();
  await Promise.all([writing, reminding]);
  const rows = await api.database.db
    .selectFrom('emails')
    .select('thread_number')
    .where('thread', '=', booking)
    .orderBy('thread_number')
    .execute();
  expect(rows.map(({ thread_number }) => thread_number)).toEqual([0, 1, 2]);
});

// The embedded engine has one connection, so nothing runs between its reads and writes.
if (inject('engine') === 'postgres')
  test.each([
    {
      what: 'goes to the address that its family has by then',
      meanwhile: () =>
        api.database.db
          .updateTable('people')
          .set({ email: 'new@example.com' })
          .where('email', '=', family.email)
          .execute(),
      recipients: ['new@example.com'],
    },
    {
      what: 'is not queued for a booking that has ended by then',
      meanwhile: (booking: string) =>
        api.database.db
          .updateTable('bookings')
          .set({ cancelled_at: api.clock.now, join_token: null })
          .where('id', '=', booking)
          .execute(),
      recipients: [],
    },
  ])('a reminder that waits for its lesson $what', async ({ meanwhile, recipients }) => {
    const lesson = await makeLesson(api);
    const booking = await book(lesson.id);
    api.clock.set('2026-11-20T12:00:00.000Z');
    const { reminding } = await transact(api.context(null), async (work) => {
      await lock(work, { lessons: [lesson.id] });
      const waiting = remind();
      await expectWaiting(api.database.db, 1);
      await meanwhile(booking);
      return { reminding: waiting };
    });
    await reminding;
    const queued = await readEmails(api, null, 'reminder:');
    expect(queued.map(({ recipient }) => recipient)).toEqual(recipients);
  });
