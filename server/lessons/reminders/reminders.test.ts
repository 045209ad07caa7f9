// Reminders of bookings: one per lesson start, and none that are outdated.
import { setTimeout as pause } from 'node:timers/promises';

import { describe, expect, inject } from 'vitest';

import { compose } from '../../email/compose.ts';
import { queueEmail } from '../../email/queue.ts';
import { sendDueEmails } from '../../email/worker.ts';
import { kindsOf, readEmails } from '../../testing/emails.ts';
import { makeAdmin } from '../../testing/factories.ts';
import { begin, lock, overlap } from '../../testing/races/locks.ts';
import { fakeServer, tryLater } from '../../testing/servers/mail-server.ts';
import { test as base } from '../../testing/test.ts';
import { findOutdated, queueReminders } from './reminders.ts';

const test = base
  .override('settings', { credits: 5 })
  .extend('bookingId', ({ family, lesson }) => family.book(lesson.id))
  .extend('reminders', ({ api, family, bookingId }) => {
    const queue = () => queueReminders(api.context(null));
    return {
      bookingId,
      queue,
      read: () => family.readEmails('reminder:'),
      /** Queues a reminder, runs `meanwhile` while the server defers all email, and sends it. */
      sendAfter: async (meanwhile: () => unknown) => {
        let isDeferring = true;
        const { taken, mailing } = fakeServer(api, () => {
          if (isDeferring) throw tryLater();
        });
        api.clock.set('2026-11-20T09:00:00.000Z');
        await queue();
        await sendDueEmails(mailing);
        await meanwhile();
        isDeferring = false;
        api.clock.advance({ hours: 2 });
        await sendDueEmails(mailing);
        return kindsOf(taken);
      },
    };
  });

const reminderOf = (start: string) => `Reminder: Sat ${start} UK time, Forces and motion`;

test('reminds again when a lesson moves, once per start', async ({ api, lesson, reminders }) => {
  api.clock.set('2026-11-20T09:00:00.000Z');
  await reminders.queue();
  await (await makeAdmin(api)).updateLesson(lesson.id, { Date: '2026-11-28' });
  await reminders.queue();
  expect(await reminders.read()).toHaveLength(1);
  api.clock.set('2026-11-27T09:00:00.000Z');
  await reminders.queue();
  await reminders.queue();
  expect((await reminders.read()).map(({ subject }) => subject)).toEqual([
    reminderOf('21 Nov at 09:00'),
    reminderOf('28 Nov at 09:00'),
  ]);
});

test('fails for an email that no rule says the end of', async ({ api, reminders }) => {
  const about = {
    booking_id: reminders.bookingId,
    lesson_start: Date.parse('2026-11-21T09:00:00Z'),
  };
  const { db } = api.database;
  const check = (cause: string) => findOutdated({ db, now: api.clock.now }, { ...about, cause });
  expect(await check('reminder:of:somebody')).toBeNull();
  await expect(check('homework:of:somebody')).rejects.toThrow('homework:');
  await expect(check('homework')).rejects.toThrow('no rule');
});

describe('a deferred reminder', () => {
  test('is sent while the booking is active', async ({ reminders }) => {
    expect(await reminders.sendAfter(() => undefined)).toEqual(['Booked', 'Reminder']);
  });

  test('is withdrawn with the booking', async ({ family, bookingId, reminders }) => {
    expect(await reminders.sendAfter(() => family.cancel(bookingId))).toEqual([
      'Booked',
      'Cancelled',
    ]);
    expect(await reminders.read()).toEqual([]);
  });

  test('is withdrawn with the lesson', async ({ api, lesson, reminders }) => {
    const deleteLesson = async () => (await makeAdmin(api)).deleteLesson(lesson.id);
    expect(await reminders.sendAfter(deleteLesson)).toEqual(['Booked', 'Lesson cancelled']);
  });

  test('is replaced when the lesson moves', async ({ api, lesson, reminders }) => {
    const move = async () => (await makeAdmin(api)).updateLesson(lesson.id, { Time: '10:00:00' });
    expect(await reminders.sendAfter(move)).toEqual(['Booked', 'Lesson changed']);
    await reminders.queue();
    expect((await reminders.read()).map(({ subject }) => subject)).toEqual([
      reminderOf('21 Nov at 10:00'),
    ]);
  });

  test('is shown to the tutor if it came too late', async ({ api, reminders }) => {
    expect(await reminders.sendAfter(() => api.clock.set('2026-11-21T08:00:00.000Z'))).toEqual([
      'Booked',
    ]);
    const last_error = 'The lesson began before this reminder could be sent.';
    expect(await reminders.read()).toMatchObject([{ failed_at: api.clock.now, last_error }]);
  });
});

test('waits for other emails about it', async ({ api, family, lesson, bookingId, reminders }) => {
  api.clock.set('2026-11-20T12:00:00.000Z');
  const writing = await begin(api, async (work) => {
    await lock(work, { lessons: [lesson.id] });
    await queueEmail(work, { ...compose('news', family.email, 'News', []), thread: bookingId });
  });
  const reminding = reminders.queue();
  await Promise.race([reminding, pause(200)]);
  await writing.end();
  await reminding;
  const emails = api.database.db.selectFrom('emails').select('thread_number');
  const thread = emails.where('thread', '=', bookingId).orderBy('thread_number');
  expect(await thread.execute()).toEqual([0, 1, 2].map((thread_number) => ({ thread_number })));
});

// The embedded engine has one connection, so nothing runs between its reads and writes.
describe.runIf(inject('engine') === 'postgres')('a reminder that waits for its lesson', () => {
  test.override('settings', { mayBreakInvariants: true });
  const NEW = 'new@example.com';

  test.for([
    ['goes to the address that its family has by then', { email: NEW }, [NEW]],
    ['is not queued for a booking that has ended by then', { join_token: null }, []],
  ] as const)('%s', async ([, changes, recipients], { api, family, lesson, reminders }) => {
    const { db } = api.database;
    const meanwhile = () =>
      'email' in changes
        ? db.updateTable('people').set(changes).where('email', '=', family.email).execute()
        : db
            .updateTable('bookings')
            .set({ ...changes, cancelled_at: api.clock.now })
            .execute();
    api.clock.set('2026-11-20T12:00:00.000Z');
    await overlap(api, (work) => lock(work, { lessons: [lesson.id] }), reminders.queue, meanwhile);
    const queued = await readEmails(api, null, 'reminder:');
    expect(queued.map(({ recipient }) => recipient)).toEqual(recipients);
  });
});
