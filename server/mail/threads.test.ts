// Emails of one booking: in their order whatever is deferred, and no reminder of what is no more.
import { setTimeout as pause } from 'node:timers/promises';

import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { LessonChanges } from '../../domain/lesson.ts';
import { queueReminders } from '../bookings/reminder-store.ts';
import { transact } from '../db/context.ts';
import { holdLesson } from '../lessons/spot-store.ts';
import { watch } from '../testing/failing.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type Holder, makeAdmin, makeLesson, makeFamily } from '../testing/factories.ts';
import { fakeServer, noSuchBox, tryLater } from '../testing/mail-server.ts';
import { readMails } from '../testing/mails.ts';
import { expectWaiting } from '../testing/waiting.ts';
import { compose } from './compose.ts';
import { queueMail } from './store.ts';
import type { OutgoingMail } from './transport.ts';
import { sendDueMails } from './worker.ts';

let api: TestApp;
let family: Holder;
beforeEach(async () => {
  api = await startTestApp();
  family = await makeFamily(api, 5);
});
afterEach(() => api.close());

const clock = () => api.clock.now;
const remind = () => queueReminders(api.context(null));
const kinds = (mails: readonly { readonly subject: string }[]) =>
  mails.map(({ subject }) => subject.split(':')[0]);
const remindersTo = (email: string) =>
  api.database.db
    .selectFrom('mails')
    .selectAll()
    .where('cause', 'like', 'reminder:%')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();

async function book(lessonId: string): Promise<string> {
  const { body } = await api.call(endpoints.bookLesson, {
    token: family.token,
    body: { Lesson_ID: lessonId },
  });
  return body.booking.id;
}
const cancel = (bookingId: string) =>
  api.call(endpoints.cancelBooking, { token: family.token, params: { bookingId } });
async function move(id: string, change: LessonChanges): Promise<void> {
  const { token } = await makeAdmin(api);
  await api.call(endpoints.updateLesson, { token, params: { id }, body: change });
}

const isAbout = (word: string) => (mail: OutgoingMail) => mail.subject.startsWith(word);

test("a deferred 'Booked' is not overtaken by 'Cancelled', and both arrive once the server takes them", async () => {
  let isDeferring = true;
  const { taken, mailing } = fakeServer(api, (mail) => {
    if (isDeferring && isAbout('Booked')(mail)) throw tryLater();
  });
  const bookingId = await book((await makeLesson(api)).id);
  await sendDueMails(mailing);
  await cancel(bookingId);
  for (let minutes = 0; minutes < 20; minutes += 1) {
    await sendDueMails(mailing);
    api.clock.advance({ minutes: 1 });
  }
  expect(taken).toEqual([]);
  isDeferring = false;
  api.clock.advance({ hours: 1 });
  await sendDueMails(mailing);
  expect(kinds(taken)).toEqual(['Booked', 'Cancelled']);
});

test('all that is queued before the first sending goes in its order, by several senders', async () => {
  const { id } = await makeLesson(api);
  const bookingId = await book(id);
  await move(id, { Time: '10:00:00' });
  await move(id, { Lesson_Name: 'Waves' });
  await cancel(bookingId);
  const { taken, mailing } = fakeServer(
    api,
    // The earlier ones are the slower ones.
    ({ thread_number }) =>
      new Promise((resolve) => {
        setTimeout(resolve, 40 - 10 * (thread_number ?? 0));
      }),
  );
  await Promise.all([sendDueMails(mailing), sendDueMails(mailing), sendDueMails(mailing)]);
  expect(kinds(taken)).toEqual(['Booked', 'Lesson changed', 'Lesson changed', 'Cancelled']);
});

test('one that is refused for good holds up nothing after it', async () => {
  const bookingId = await book((await makeLesson(api)).id);
  await cancel(bookingId);
  const { taken, mailing } = fakeServer(api, (mail) => {
    if (isAbout('Booked')(mail)) throw noSuchBox();
  });
  await sendDueMails(mailing);
  expect(kinds(taken)).toEqual(['Cancelled']);
});

test('other bookings do not wait for a deferred one', async () => {
  const [first, second] = [await makeLesson(api), await makeLesson(api, { Time: '10:00:00' })];
  await book(first.id);
  await book(second.id);
  const { taken, mailing } = fakeServer(api, (mail) => {
    if (mail.subject.includes('09:00')) throw tryLater();
  });
  await sendDueMails(mailing);
  expect(taken.map(({ subject }) => subject)).toEqual([
    'Booked: Forces and motion, Saturday 21 November 2026 at 10:00 UK time',
  ]);
});

test('news about a booking has what waits before it tried at once, and then waits with it', async () => {
  let tries = 0;
  let isDeferring = true;
  const { taken, mailing } = fakeServer(api, () => {
    tries += 1;
    if (isDeferring) throw tryLater();
  });
  const bookingId = await book((await makeLesson(api)).id);
  for (let hours = 0; hours < 6; hours += 1) {
    await sendDueMails(mailing);
    api.clock.advance({ hours: 1 });
  }
  // Its next try is hours away.
  await sendDueMails(mailing);
  const triesBefore = tries;
  await cancel(bookingId);
  await sendDueMails(mailing);
  await sendDueMails(mailing);
  expect(tries).toBe(triesBefore + 1);
  isDeferring = false;
  api.clock.advance({ hours: 8 });
  await sendDueMails(mailing);
  expect(kinds(taken)).toEqual(['Booked', 'Cancelled']);
});

test('that a try has failed is noted for its whole thread or not at all', async () => {
  const bookingId = await book((await makeLesson(api)).id);
  await cancel(bookingId);
  const { mailing } = fakeServer(api, () => {
    throw tryLater();
  });
  const database = watch(api.database, (node) => {
    const isAboutTheRest =
      node.kind === 'UpdateQueryNode' &&
      JSON.stringify(node).includes('"due_at"') &&
      !JSON.stringify(node).includes('"leased_until"');
    if (isAboutTheRest) throw new Error('the process dies here');
  });
  await sendDueMails({ ...mailing, database });
  const rows = await api.database.db
    .selectFrom('mails')
    .select(['last_error', 'leased_by'])
    .where('thread', '=', bookingId)
    .orderBy('thread_number')
    .execute();
  // Still leased: nobody else tries it, nor what waits behind it, before the lease runs out.
  expect(rows).toEqual([
    { last_error: null, leased_by: expect.any(String) },
    { last_error: null, leased_by: null },
  ]);
});

test('a lesson that moves is reminded of again, once for each start', async () => {
  const { id } = await makeLesson(api);
  await book(id);
  api.clock.set('2026-11-20T09:00:00.000Z');
  await remind();
  await move(id, { Date: '2026-11-28' });
  await remind();
  expect(await remindersTo(family.email)).toHaveLength(1);
  api.clock.set('2026-11-27T09:00:00.000Z');
  await remind();
  await remind();
  expect((await remindersTo(family.email)).map(({ subject }) => subject)).toEqual([
    'Reminder: Forces and motion, Saturday 21 November 2026 at 09:00 UK time',
    'Reminder: Forces and motion, Saturday 28 November 2026 at 09:00 UK time',
  ]);
});

/** A reminder that waits, because the server defers all email, and what is to happen meanwhile. */
async function withWaitingReminder(meanwhile: (ids: { lesson: string; booking: string }) => unknown) {
  let isDeferring = true;
  const { taken, mailing } = fakeServer(api, () => {
    if (isDeferring) throw tryLater();
  });
  const { id: lesson } = await makeLesson(api);
  const booking = await book(lesson);
  api.clock.set('2026-11-20T09:00:00.000Z');
  await remind();
  await sendDueMails(mailing);
  await meanwhile({ lesson, booking });
  isDeferring = false;
  api.clock.advance({ hours: 2 });
  await sendDueMails(mailing);
  return taken;
}

test('a reminder that waits is sent while the booking stands', async () => {
  expect(kinds(await withWaitingReminder(() => undefined))).toEqual(['Booked', 'Reminder']);
});

test('a reminder that waits goes nowhere once the booking is cancelled', async () => {
  const taken = await withWaitingReminder(({ booking }) => cancel(booking));
  expect(kinds(taken)).toEqual(['Booked', 'Cancelled']);
  expect(await remindersTo(family.email)).toEqual([]);
});

test('a reminder that waits goes nowhere once the lesson is deleted', async () => {
  const taken = await withWaitingReminder(async ({ lesson }) => {
    const { token } = await makeAdmin(api);
    await api.call(endpoints.deleteLesson, { token, params: { id: lesson } });
  });
  expect(kinds(taken)).toEqual(['Booked', 'Lesson cancelled']);
});

test('a reminder that waits goes nowhere once the lesson has moved, and comes again at its new time', async () => {
  const taken = await withWaitingReminder(({ lesson }) => move(lesson, { Time: '10:00:00' }));
  expect(kinds(taken)).toEqual(['Booked', 'Lesson changed']);
  await remind();
  expect((await remindersTo(family.email)).map(({ subject }) => subject)).toEqual([
    'Reminder: Forces and motion, Saturday 21 November 2026 at 10:00 UK time',
  ]);
});

test('a reminder that could not be sent before the lesson is shown to the tutor instead', async () => {
  const taken = await withWaitingReminder(() => {
    api.clock.set('2026-11-21T08:00:00.000Z');
  });
  expect(kinds(taken)).toEqual(['Booked']);
  expect(await remindersTo(family.email)).toMatchObject([
    { failed_at: clock(), last_error: 'The lesson began before this reminder could be sent.' },
  ]);
});

test('the numbers of a thread rise with each email', async () => {
  const { id } = await makeLesson(api);
  const booking = await book(id);
  await move(id, { Time: '10:00:00' });
  await cancel(booking);
  const rows = await api.database.db
    .selectFrom('mails')
    .select(['thread', 'thread_number'])
    .where('recipient', '=', family.email)
    .orderBy('id')
    .execute();
  expect(rows).toEqual([0, 1, 2].map((thread_number) => ({ thread: booking, thread_number })));
});

test('a reminder waits for what is being queued for its booking, and has a number of its own', async () => {
  const lesson = await makeLesson(api);
  const booking = await book(lesson.id);
  api.clock.set('2026-11-20T12:00:00.000Z');
  const { promise: isQueued, resolve: queued } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const writing = transact(api.context(null), async (work) => {
    await holdLesson(work, lesson.id);
    await queueMail(work, { ...compose('news', family.email, 'News', []), thread: booking });
    queued();
    await mayEnd;
  });
  await isQueued;
  const reminding = remind();
  await Promise.race([reminding, pause(200)]);
  end();
  await Promise.all([writing, reminding]);
  const rows = await api.database.db
    .selectFrom('mails')
    .select('thread_number')
    .where('thread', '=', booking)
    .orderBy('thread_number')
    .execute();
  expect(rows.map(({ thread_number }) => thread_number)).toEqual([0, 1, 2]);
});

// The embedded engine has one connection: nothing comes between what it reads and what it writes.
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
          .set({ cancelled_at: clock() })
          .where('id', '=', booking)
          .execute(),
      recipients: [],
    },
  ])('a reminder that waits for its lesson $what', async ({ meanwhile, recipients }) => {
    const lesson = await makeLesson(api);
    const booking = await book(lesson.id);
    api.clock.set('2026-11-20T12:00:00.000Z');
    const { reminding } = await transact(api.context(null), async (work) => {
      await holdLesson(work, lesson.id);
      const waiting = remind();
      await expectWaiting(api.database.db, 1);
      await meanwhile(booking);
      return { reminding: waiting };
    });
    await reminding;
    const reminders = await readMails(api, null, 'reminder:');
    expect(reminders.map(({ recipient }) => recipient)).toEqual(recipients);
  });
