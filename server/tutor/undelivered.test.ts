// Undelivered emails: what the tutor sees, and what can be done about one.
import { afterEach, beforeEach, expect, test } from 'vitest';

import { findOutdated, queueReminders } from '../lessons/reminders.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { transact } from '../engine/context.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, makeLesson, makeFamily } from '../testing/factories.ts';
import { compose } from '../email/compose.ts';
import { leaseDueEmail } from '../email/leases.ts';
import { queueEmail } from '../email/queue.ts';
import { sendDueEmails } from '../email/worker.ts';

let api: TestApp;
let admin: Caller;
let family: Caller;
beforeEach(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterEach(() => api.close());

const clock = () => api.clock.now;
const log = { error: () => {}, warn: () => {} };

/** Addresses that the mail server rejects, and why; it accepts all others. */
const refusing = new Map<string, Error>();
const taken: string[] = [];
beforeEach(() => {
  refusing.clear();
  taken.length = 0;
});
const transport = {
  async send({ recipient }: { readonly recipient: string }) {
    const fault = refusing.get(recipient);
    if (fault !== undefined) throw fault;
    taken.push(recipient);
  },
  close() {},
};
const send = () => sendDueEmails({ database: api.database, findOutdated, clock, transport, log });

const noSuchBox = () =>
  Object.assign(new Error('550 No such mailbox'), { command: 'RCPT TO', responseCode: 550 });
const isDown = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' });

async function queue(...recipients: string[]): Promise<void> {
  await transact(api.context(null), async (work) => {
    for (const to of recipients)
      await queueEmail(work, compose(`test:${to}`, to, `For ${to}`, ['Hello.']));
  });
}

const {
  bookLesson,
  cancelBooking,
  listUndeliveredEmails: list,
  sendEmailAgain,
  dismissEmail,
} = endpoints;
const shown = async () => (await api.call(list, { token: admin.token })).body.emails;
const idOf = async (recipient: string) => {
  const message = (await shown()).find((one) => one.recipient === recipient);
  if (message === undefined) throw new Error(`No message to ${recipient} is shown.`);
  return message.id;
};
const latest = async () => {
  const { activities } = (await api.call(endpoints.listActivities, { token: admin.token })).body;
  return [activities[0]?.kind, activities[0]?.subject];
};

test('lists failed and waiting emails with the reason, but not sent and new ones', async () => {
  refusing.set('gone@example.com', noSuchBox()).set('slow@example.com', isDown());
  await queue('gone@example.com', 'slow@example.com', 'fine@example.com');
  await send();
  await queue('new@example.com');
  expect(await shown()).toEqual([
    {
      id: expect.any(String),
      recipient: 'gone@example.com',
      subject: 'For gone@example.com',
      state: 'failed',
      attempts: 1,
      error: '550 No such mailbox',
      created_at: '2026-11-18T12:00:00.000Z',
      next_try_at: null,
    },
    {
      id: expect.any(String),
      recipient: 'slow@example.com',
      subject: 'For slow@example.com',
      state: 'waiting',
      attempts: 1,
      error: 'connect ECONNREFUSED',
      created_at: '2026-11-18T12:00:00.000Z',
      next_try_at: '2026-11-18T12:01:00.000Z',
    },
  ]);
});

test('resends a failed email once, and records it', async () => {
  refusing.set('gone@example.com', noSuchBox());
  await queue('gone@example.com');
  await send();
  const id = await idOf('gone@example.com');
  await send();
  expect(taken).toEqual([]);

  refusing.clear();
  api.clock.advance({ minutes: 5 });
  await api.call(sendEmailAgain, { token: admin.token, params: { id } });
  expect(await latest()).toEqual(['email_sent_again', 'For gone@example.com']);
  await send();
  await send();
  expect(taken).toEqual(['gone@example.com']);
  expect(await shown()).toEqual([]);

  const refused = await api.refused(sendEmailAgain, { token: admin.token, params: { id } });
  expect(refused.body).toMatchObject({
    code: 'not_found',
    error: 'This email has already been sent.',
  });
});

test('lists an email again that fails again', async () => {
  refusing.set('gone@example.com', noSuchBox());
  await queue('gone@example.com');
  await send();
  const id = await idOf('gone@example.com');
  await api.call(sendEmailAgain, { token: admin.token, params: { id } });
  await send();
  expect((await shown()).map(({ state, attempts }) => [state, attempts])).toEqual([['failed', 1]]);
});

test('resends neither outdated news nor a reminder of a cancelled booking', async () => {
  family = await makeFamily(api, 1);
  const { id: lesson } = await makeLesson(api);
  const { body } = await api.call(bookLesson, { token: family.token, body: { Lesson_ID: lesson } });
  refusing.set(family.email, noSuchBox());
  await send();
  const booked = await idOf(family.email);
  api.clock.set('2026-11-20T12:00:00.000Z');
  admin = await makeAdmin(api);
  await queueReminders(api.context(null));
  await send();
  const reminder = (await shown()).find(({ subject }) => subject.startsWith('Reminder'))?.id ?? '';
  refusing.clear();
  await api.call(cancelBooking, { token: family.token, params: { bookingId: body.booking.id } });
  await send();
  expect(taken).toEqual([family.email]);
  for (const id of [booked, reminder]) {
    const refused = await api.refused(sendEmailAgain, { token: admin.token, params: { id } });
    expect(refused.body).toMatchObject({
      code: 'not_found',
      error: 'This email is out of date: the booking has changed since.',
    });
  }
  await send();
  expect(taken).toEqual([family.email]);
});

test.each([
  { state: 'waits', reach: async () => {}, isRefused: true },
  {
    state: 'is being sent',
    reach: async () => expect(await leaseDueEmail(api.context(null))).not.toBeNull(),
    isRefused: true,
  },
  { state: 'was sent', reach: send, isRefused: true },
  {
    state: 'has failed too',
    async reach() {
      refusing.set(family.email, noSuchBox());
      await send();
      refusing.clear();
    },
    isRefused: false,
  },
])(
  "'Booked' can be resent unless 'Cancelled' $state: refused $isRefused",
  async ({ reach, isRefused }) => {
    family = await makeFamily(api, 1);
    const { id: lesson } = await makeLesson(api);
    const { body } = await api.call(bookLesson, {
      token: family.token,
      body: { Lesson_ID: lesson },
    });
    refusing.set(family.email, noSuchBox());
    await send();
    const booked = await idOf(family.email);
    refusing.clear();
    await api.call(cancelBooking, { token: family.token, params: { bookingId: body.booking.id } });
    await reach();
    const { body: answer } = await api.either(sendEmailAgain, {
      token: admin.token,
      params: { id: booked },
    });
    expect(answer).toMatchObject(
      isRefused
        ? { code: 'not_found', error: 'This email is out of date: the booking has changed since.' }
        : { success: true },
    );
  },
);

test('neither lists nor sends a dismissed email, and records it', async () => {
  refusing.set('gone@example.com', noSuchBox()).set('slow@example.com', isDown());
  await queue('gone@example.com', 'slow@example.com');
  await send();
  for (const recipient of ['gone@example.com', 'slow@example.com']) {
    const id = await idOf(recipient);
    api.clock.advance({ seconds: 1 });
    await api.call(dismissEmail, { token: admin.token, params: { id } });
    expect(await latest()).toEqual(['email_dismissed', `For ${recipient}`]);
  }
  refusing.clear();
  api.clock.advance({ days: 2 });
  await send();
  expect(taken).toEqual([]);
  admin = await makeAdmin(api);
  expect(await shown()).toEqual([]);
});

test('hides a failed email after thirty days', async () => {
  refusing.set('gone@example.com', noSuchBox());
  await queue('gone@example.com');
  await send();
  api.clock.advance({ days: 29 });
  admin = await makeAdmin(api);
  expect(await shown()).toHaveLength(1);
  api.clock.advance({ days: 2 });
  admin = await makeAdmin(api);
  expect(await shown()).toEqual([]);
});
