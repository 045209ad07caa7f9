// Families choose how long before their lessons they are reminded.
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import type { ReminderHours } from '../../../domain/people/account.ts';
import { HOUR_MS } from '../../../domain/time.ts';
import { sendDueEmails } from '../../email/worker.ts';
import type { TestApp } from '../../testing/app.ts';
import type { Caller } from '../../testing/caller.ts';
import { kindsOf, readEmails } from '../../testing/emails.ts';
import { addParent, addSignIn, addStudent } from '../../testing/factories.ts';
import { byExcuse, excuseTokenOf } from '../../testing/lessons/excuses.ts';
import { fakeServer, tryLater } from '../../testing/servers/mail-server.ts';
import { test as base } from '../../testing/test.ts';
import { queueReminders } from './reminders.ts';

const START = Date.parse('2026-11-21T09:00:00.000Z');

const setClock = ({ clock }: TestApp, hoursBefore: number) =>
  clock.set(new Date(START - hoursBefore * HOUR_MS).toISOString());

const choose = (person: Pick<Caller, 'call'>, reminder_hours: readonly ReminderHours[]) =>
  person.call(endpoints.updateProfile, { body: { reminder_hours: [...reminder_hours] } });

const chosenBy = async (person: Pick<Caller, 'readProfile'>) =>
  (await person.readProfile()).user.reminder_hours;

const test = base
  .override('settings', { credits: 5 })
  .extend('book', ({ family, lesson }) => () => {
    return family.book(lesson.id);
  })
  /** Queues reminders at these hours before the start, one after the other. */
  .extend('lookAt', ({ api }) => async (hoursBefore: readonly number[]) => {
    for (const hours of hoursBefore) {
      setClock(api, hours);
      await queueReminders(api.context(null));
    }
  })
  /** How many hours before the start the reminders were queued. */
  .extend('remindedAt', ({ family }) => async () => {
    const emails = await family.readEmails('reminder:');
    return emails.map(({ created_at }) => (START - created_at) / HOUR_MS);
  });

test.for([
  { chosen: [24], at: [24] },
  { chosen: [2], at: [2] },
  { chosen: [2, 24], at: [24, 2] },
  { chosen: [24, 24], at: [24] },
  { chosen: [], at: [] },
] as const)(
  '$chosen: reminded $at hours before',
  async ({ chosen, at }, { family, book, lookAt, remindedAt }) => {
    expect(await chosenBy(family)).toEqual([24]);
    const { body } = await choose(family, chosen);
    expect(body.user.reminder_hours).toEqual(at);
    await book();
    await lookAt([25, 24, 23.5, 2.5, 2, 1.5, 0.1]);
    expect(await remindedAt()).toEqual(at);
  },
);

test.for([
  { booked: 24, at: [24, 2] },
  { booked: 23.5, at: [2] },
  { booked: 1.5, at: [] },
])(
  'sends no earlier reminder for a booking made $booked hours before',
  async ({ booked, at }, { api, family, book, lookAt, remindedAt }) => {
    await choose(family, [24, 2]);
    setClock(api, booked);
    await book();
    await lookAt([24, 23, 2, 1].filter((hours) => hours <= booked));
    expect(await remindedAt()).toEqual(at);
  },
);

test('sends one reminder when both are due', async ({ family, book, lookAt, remindedAt }) => {
  await choose(family, [24, 2]);
  await book();
  // After a day of downtime.
  await lookAt([48, 1]);
  expect(await remindedAt()).toEqual([1]);
});

test.for([
  { before: [24], looks: [24], after: [], sent: ['Booked'] },
  { before: [24], looks: [24], after: [2], sent: ['Booked'] },
  { before: [24, 2], looks: [24, 2], after: [24, 2], sent: ['Booked', 'Reminder'] },
] as const)(
  'of the reminders for $before deferred until $after are chosen, sends $sent',
  async ({ before, looks, after, sent }, { api, family, book, lookAt }) => {
    let isDeferring = true;
    const { taken, mailing } = fakeServer(api, () => {
      if (isDeferring) throw tryLater();
    });
    await choose(family, before);
    await book();
    for (const hours of looks) {
      await lookAt([hours]);
      await sendDueEmails(mailing);
    }
    await choose(family, after);
    isDeferring = false;
    setClock(api, 1);
    await sendDueEmails(mailing);
    expect(kindsOf(taken)).toEqual(sent);
  },
);

test('keeps what two parents choose, each one reminder', async ({ api, family }) => {
  const partner = await addParent(api, family);
  const swap = (person: Pick<Caller, 'call'>, reminder_hours: ReminderHours[]) =>
    person.call(endpoints.updateProfile, { body: { reminder_hours, reminder_hours_before: [24] } });
  await Promise.all([swap(family, [24, 2]), swap(partner, [])]);
  expect(await chosenBy(family)).toEqual([2]);
  // Nothing differs from what it was made from.
  await swap(partner, [24]);
  expect(await chosenBy(family)).toEqual([2]);
});

test("reminds parents and the student's own address", async ({ api, family, book, lookAt }) => {
  await book();
  const partner = await addParent(api, family);
  const own = await addSignIn(api, family, family.studentId);
  await addSignIn(api, family, await addStudent(api, family));
  await choose(partner, [2]);
  await lookAt([24, 2]);
  const emails = await readEmails(api, null, 'reminder:');
  expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
    [family.email, partner.email, own.email].toSorted(),
  );
  // With the same join link.
  const joinLinks = new Set(emails.map(({ text }) => /\/join\/[\w-]+/.exec(text)?.[0]));
  expect([...joinLinks]).toEqual([expect.stringMatching(/^\/join\//)]);
  expect(await chosenBy(own)).toEqual([2]);
});

test.for([
  { reminder_hours: [3] },
  { reminder_hours: '24' },
  { reminder_hours: [24, 2, 2] },
  { reminder_hours: [], reminder_hours_before: [3] },
])('refuses %j', async (body, { family }) => {
  const refused = await family.refused(endpoints.updateProfile, { body });
  expect(refused.body.error).toBe('Please choose 24 hours, 2 hours, both or none');
  expect(await chosenBy(family)).toEqual([24]);
});

test('reminds nobody of an excused student', async ({ api, family, book, lookAt, remindedAt }) => {
  await choose(family, [24, 2]);
  const link = byExcuse(api, await excuseTokenOf(api, await book()));
  await lookAt([24]);
  const [reminder] = await family.readEmails('reminder:');
  expect(reminder?.subject).toContain('Reminder');
  await link.act({ do: 'tell' });
  const { taken, mailing } = fakeServer(api);
  await sendDueEmails(mailing);
  expect(taken.map(({ subject }) => subject)).not.toContain(reminder?.subject);
  await lookAt([2, 1.9]);
  expect(await remindedAt()).toEqual([]);
});

test('reminds again if an excuse is undone', async ({ api, family, book, lookAt, remindedAt }) => {
  await choose(family, [2]);
  const link = byExcuse(api, await excuseTokenOf(api, await book()));
  setClock(api, 2.1);
  await link.act({ do: 'tell' });
  await lookAt([2]);
  expect(await remindedAt()).toEqual([]);
  await link.undo();
  await lookAt([1.99]);
  expect(await remindedAt()).toEqual([1.99]);
});
