// Emails of one booking arrive in order, whatever is deferred.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { LessonChanges } from '../../domain/lessons/lesson.ts';
import { watch } from '../testing/database/failing.ts';
import { kindsOf } from '../testing/emails.ts';
import { makeLesson } from '../testing/factories.ts';
import { fakeServer, noSuchBox, tryLater } from '../testing/servers/mail-server.ts';
import { test as base } from '../testing/test.ts';
import type { OutgoingEmail } from './transport.ts';
import { sendDueEmails } from './worker.ts';

const test = base
  .override('settings', { credits: 5 })
  .extend('bookingId', ({ family, lesson }) => family.book(lesson.id))
  .extend('change', ({ tutor, lesson }) => (body: LessonChanges) => {
    return tutor.call(endpoints.updateLesson, { params: { id: lesson.id }, body });
  });

const isAbout = (word: string, { subject }: OutgoingEmail) => subject.startsWith(word);

test("a deferred 'Booked' is not overtaken by 'Cancelled'", async ({ api, family, bookingId }) => {
  let isDeferring = true;
  const { taken, mailing } = fakeServer(api, (message) => {
    if (isDeferring && isAbout('Booked', message)) throw tryLater();
  });
  await sendDueEmails(mailing);
  await family.tryToCancel(bookingId);
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

test('several senders keep the order of a thread', async ({ api, family, bookingId, change }) => {
  await change({ Time: '10:00:00' });
  await change({ Lesson_Name: 'Waves' });
  await family.tryToCancel(bookingId);
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

test('a permanently rejected email blocks none', async ({ api, family, bookingId }) => {
  await family.tryToCancel(bookingId);
  const { taken, mailing } = fakeServer(api, (message) => {
    if (isAbout('Booked', message)) throw noSuchBox();
  });
  await sendDueEmails(mailing);
  expect(kindsOf(taken)).toEqual(['Cancelled']);
});

test('emails of other bookings do not wait for a deferred one', async ({ api, family, lesson }) => {
  await family.book(lesson.id);
  await family.book((await makeLesson(api, { Time: '10:00:00' })).id);
  const { taken, mailing } = fakeServer(api, ({ subject }) => {
    if (subject.includes('09:00')) throw tryLater();
  });
  await sendDueEmails(mailing);
  expect(taken).toMatchObject([
    { subject: 'Booked: Sat 21 Nov at 10:00 UK time, Forces and motion' },
  ]);
});

test('a new email makes waiting ones due, then waits too', async ({ api, family, bookingId }) => {
  let tries = 0;
  let isDeferring = true;
  const { taken, mailing } = fakeServer(api, () => {
    tries += 1;
    if (isDeferring) throw tryLater();
  });
  for (let hours = 0; hours < 6; hours += 1) {
    await sendDueEmails(mailing);
    api.clock.advance({ hours: 1 });
  }
  // Its next attempt is hours away.
  await sendDueEmails(mailing);
  const triesBefore = tries;
  await family.tryToCancel(bookingId);
  await sendDueEmails(mailing);
  await sendDueEmails(mailing);
  expect(tries).toBe(triesBefore + 1);
  isDeferring = false;
  api.clock.advance({ hours: 8 });
  await sendDueEmails(mailing);
  expect(kindsOf(taken)).toEqual(['Booked', 'Cancelled']);
});

test('records a failure for the whole thread or not at all', async ({ api, family, bookingId }) => {
  await family.tryToCancel(bookingId);
  const { mailing } = fakeServer(api, () => {
    throw tryLater();
  });
  const database = watch(api.database, (node) => {
    const statement = JSON.stringify(node);
    const isAboutTheRest = statement.includes('"due_at"') && !statement.includes('"leased_until"');
    if (node.kind === 'UpdateQueryNode' && isAboutTheRest)
      throw new Error('the process crashes here');
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

test('numbers the emails of a thread in rising order', async ({ family, bookingId, change }) => {
  await change({ Time: '10:00:00' });
  await family.tryToCancel(bookingId);
  const rows = (await family.readEmails()).map(({ thread, thread_number }) => [
    thread,
    thread_number,
  ]);
  expect(rows).toEqual([0, 1, 2].map((number) => [bookingId, number]));
});
