// Emails of one booking arrive in order, whatever is deferred.
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { LessonChanges } from '../../domain/lesson.ts';
import { watch } from '../testing/failing.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, makeBooking, makeFamily, makeLesson } from '../testing/factories.ts';
import { fakeServer, noSuchBox, tryLater } from '../testing/mail-server.ts';
import { kindsOf } from '../testing/emails.ts';
import type { OutgoingEmail } from './transport.ts';
import { sendDueEmails } from './worker.ts';

let api: TestApp;
let family: Caller;
beforeEach(async () => {
  api = await startTestApp();
  family = await makeFamily(api, 5);
});
afterEach(() => api.close());

const book = (lessonId: string) => makeBooking(api, family, lessonId);
const cancel = (bookingId: string) =>
  api.call(endpoints.cancelBooking, { token: family.token, params: { bookingId } });
async function move(id: string, change: LessonChanges): Promise<void> {
  const { token } = await makeAdmin(api);
  await api.call(endpoints.updateLesson, { token, params: { id }, body: change });
}

const isAbout = (word: string) => (message: OutgoingEmail) => message.subject.startsWith(word);

test("a deferred 'Booked' is not overtaken by 'Cancelled', and both arrive later", async () => {
  let isDeferring = true;
  const { taken, mailing } = fakeServer(api, (message) => {
    if (isDeferring && isAbout('Booked')(message)) throw tryLater();
  });
  const bookingId = await book((await makeLesson(api)).id);
  await sendDueEmails(mailing);
  await cancel(bookingId);
  for (let minutes = 0; minutes < 20; minutes += 1) {
    await sendDueEmails(mailing);
    api.clock.advance({ minutes: 1 });
  }
  expect(taken).toEqual([]);
  isDeferring = false;
  api.clock.advance({ hours: 1 });
  await sendDueEmails(mailing);
  expect(kindsOf(taken)).toEqual(['Booked', 'Cancelled']);
});

test('several senders deliver the emails of a thread in queue order', async () => {
  const { id } = await makeLesson(api);
  const bookingId = await book(id);
  await move(id, { Time: '10:00:00' });
  await move(id, { Lesson_Name: 'Waves' });
  await cancel(bookingId);
  const { taken, mailing } = fakeServer(
    api,
    // Earlier emails take longer.
    ({ thread_number }) =>
      new Promise((resolve) => {
        setTimeout(resolve, 40 - 10 * (thread_number ?? 0));
      }),
  );
  await Promise.all([sendDueEmails(mailing), sendDueEmails(mailing), sendDueEmails(mailing)]);
  expect(kindsOf(taken)).toEqual(['Booked', 'Lesson changed', 'Lesson changed', 'Cancelled']);
});

test('a permanently rejected email does not block later ones', async () => {
  const bookingId = await book((await makeLesson(api)).id);
  await cancel(bookingId);
  const { taken, mailing } = fakeServer(api, (message) => {
    if (isAbout('Booked')(message)) throw noSuchBox();
  });
  await sendDueEmails(mailing);
  expect(kindsOf(taken)).toEqual(['Cancelled']);
});

test('emails of other bookings do not wait for a deferred one', async () => {
  const [first, second] = [await makeLesson(api), await makeLesson(api, { Time: '10:00:00' })];
  await book(first.id);
  await book(second.id);
  const { taken, mailing } = fakeServer(api, (message) => {
    if (message.subject.includes('09:00')) throw tryLater();
  });
  await sendDueEmails(mailing);
  expect(taken.map(({ subject }) => subject)).toEqual([
    'Booked: Forces and motion, Saturday 21 November 2026 at 10:00 UK time',
  ]);
});

test('a new email of a thread makes waiting ones due at once, then waits with them', async () => {
  let tries = 0;
  let isDeferring = true;
  const { taken, mailing } = fakeServer(api, () => {
    tries += 1;
    if (isDeferring) throw tryLater();
  });
  const bookingId = await book((await makeLesson(api)).id);
  for (let hours = 0; hours < 6; hours += 1) {
    await sendDueEmails(mailing);
    api.clock.advance({ hours: 1 });
  }
  // Its next attempt is hours away.
  await sendDueEmails(mailing);
  const triesBefore = tries;
  await cancel(bookingId);
  await sendDueEmails(mailing);
  await sendDueEmails(mailing);
  expect(tries).toBe(triesBefore + 1);
  isDeferring = false;
  api.clock.advance({ hours: 8 });
  await sendDueEmails(mailing);
  expect(kindsOf(taken)).toEqual(['Booked', 'Cancelled']);
});

test('records a failed attempt for the whole thread or not at all', async () => {
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
    if (isAboutTheRest) throw new Error('the process crashes here');
  });
  await sendDueEmails({ ...mailing, database });
  const rows = await api.database.db
    .selectFrom('emails')
    .select(['last_error', 'leased_by'])
    .where('thread', '=', bookingId)
    .orderBy('thread_number')
    .execute();
  // It is still leased: no sender tries it, or the emails behind it, before the lease expires.
  expect(rows).toEqual([
    { last_error: null, leased_by: expect.any(String) },
    { last_error: null, leased_by: null },
  ]);
});

test('numbers the emails of a thread in rising order', async () => {
  const { id } = await makeLesson(api);
  const booking = await book(id);
  await move(id, { Time: '10:00:00' });
  await cancel(booking);
  const rows = await api.database.db
    .selectFrom('emails')
    .select(['thread', 'thread_number'])
    .where('recipient', '=', family.email)
    .orderBy('id')
    .execute();
  expect(rows).toEqual([0, 1, 2].map((thread_number) => ({ thread: booking, thread_number })));
});
