// Families choose how long before their lessons they are reminded.
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { ReminderHours } from '../../domain/reminders.ts';
import { sendDueEmails } from '../email/worker.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  makeBooking,
  makeFamily,
  makeLesson,
} from '../testing/factories.ts';
import { profileOf } from '../testing/families.ts';
import { fakeServer, tryLater } from '../testing/mail-server.ts';
import { kindsOf, readEmails } from '../testing/emails.ts';
import { queueReminders } from './reminders.ts';

const START = Date.parse('2026-11-21T09:00:00.000Z');
const HOUR_MS = 3_600_000;

let api: TestApp;
let family: TestFamily;
beforeEach(async () => {
  api = await startTestApp();
  family = await makeFamily(api, 5);
});
afterEach(() => api.close());

const choose = (reminder_hours: readonly ReminderHours[], { token } = family) =>
  api.call(endpoints.updateProfile, { token, body: { reminder_hours: [...reminder_hours] } });
const book = async () => makeBooking(api, family, (await makeLesson(api)).id);

const setClock = (hoursBefore: number) =>
  api.clock.set(new Date(START - hoursBefore * HOUR_MS).toISOString());

/** Queues reminders at these hours before the start, one after the other. */
async function lookAt(hoursBefore: readonly number[]): Promise<void> {
  for (const hours of hoursBefore) {
    setClock(hours);
    await queueReminders(api.context(null));
  }
}

/** Returns how many hours before the start the reminders were queued. */
const remindedAt = async (address = family.email) =>
  (await readEmails(api, address, 'reminder:')).map(
    ({ created_at }) => (START - created_at) / HOUR_MS,
  );

test.each([
  { chosen: [24], at: [24] },
  { chosen: [2], at: [2] },
  { chosen: [2, 24], at: [24, 2] },
  { chosen: [24, 24], at: [24] },
  { chosen: [], at: [] },
] as const)('$chosen: reminded $at hours before', async ({ chosen, at }) => {
  expect((await profileOf(api, family)).user.reminder_hours).toEqual([24]);
  const { body } = await choose(chosen);
  expect(body.user.reminder_hours).toEqual(at);
  await book();
  await lookAt([25, 24, 23.5, 2.5, 2, 1.5, 0.1]);
  expect(await remindedAt()).toEqual(at);
});

test.each([
  { booked: 24, at: [24, 2] },
  { booked: 23.5, at: [2] },
  { booked: 1.5, at: [] },
])('sends no earlier reminder for a booking made $booked hours before', async ({ booked, at }) => {
  await choose([24, 2]);
  setClock(booked);
  await book();
  await lookAt([24, 23, 2, 1].filter((hours) => hours <= booked));
  expect(await remindedAt()).toEqual(at);
});

test('sends one reminder when both are due at once after a day of downtime', async () => {
  await choose([24, 2]);
  await book();
  await lookAt([48, 1]);
  expect(await remindedAt()).toEqual([1]);
});

/** Returns what is sent when the mail server defers all email until an hour before the start. */
async function afterAnOutage(
  looks: readonly number[],
  meanwhile: () => unknown,
): Promise<unknown[]> {
  let isDeferring = true;
  const { taken, mailing } = fakeServer(api, () => {
    if (isDeferring) throw tryLater();
  });
  await book();
  for (const hours of looks) {
    await lookAt([hours]);
    await sendDueEmails(mailing);
  }
  await meanwhile();
  isDeferring = false;
  setClock(1);
  await sendDueEmails(mailing);
  return kindsOf(taken);
}

test.each([[[]], [[2]]] as const)(
  'withdraws a deferred reminder once only %j are wanted',
  async (wanted) => {
    expect(await afterAnOutage([24], () => choose(wanted))).toEqual(['Booked']);
  },
);

test('sends only the later of two deferred reminders', async () => {
  await choose([24, 2]);
  expect(await afterAnOutage([24, 2], () => undefined)).toEqual(['Booked', 'Reminder']);
});

test("reminds parents and the student's own address, with the same join link", async () => {
  await book();
  const partner = await addParent(api, family);
  const own = await addSignIn(api, family, family.studentId);
  await addSignIn(api, family, await addStudent(api, family));
  await choose([2], { ...family, token: partner.token });
  await lookAt([24, 2]);
  const emails = await readEmails(api, null, 'reminder:');
  expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
    [family.email, partner.email, own.email].toSorted(),
  );
  const joinLinks = new Set(emails.map(({ text }) => /\/join\/[\w-]+/.exec(text)?.[0]));
  expect([...joinLinks]).toEqual([expect.stringMatching(/^\/join\//)]);
  expect((await profileOf(api, own)).user.reminder_hours).toEqual([2]);
});

test.each([{ reminder_hours: [3] }, { reminder_hours: '24' }, { reminder_hours: [24, 2, 2] }])(
  'refuses %j',
  async (body) => {
    const refused = await api.refused(endpoints.updateProfile, { token: family.token, body });
    expect(refused.body.error).toBe('Please choose 24 hours, 2 hours, both or none');
    expect((await profileOf(api, family)).user.reminder_hours).toEqual([24]);
  },
);
