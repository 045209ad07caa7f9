// Undelivered emails: what the tutor sees and can do about one, and the test email.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { ACCOUNT_LIMITS } from '../../domain/limits.ts';
import { leaseDueEmail } from '../email/leases.ts';
import { sendDueEmails } from '../email/worker.ts';
import { queueReminders } from '../lessons/reminders/reminders.ts';
import type { TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { readEmails } from '../testing/emails.ts';
import { beginSession, makeAdmin } from '../testing/factories.ts';
import { fakeServer, isDown, noSuchBox, queueTo } from '../testing/servers/mail-server.ts';
import { codeOf, test as base } from '../testing/test.ts';

const GONE = 'gone@example.com';
const SLOW = 'slow@example.com';

const test = base.extend('desk', async ({ api, tutor }) => {
  /** Addresses that the mail server rejects, and why; it accepts all others. */
  const refusing = new Map<string, Error>();
  const { taken, mailing } = fakeServer(api, ({ recipient }) => {
    const fault = refusing.get(recipient);
    if (fault !== undefined) throw fault;
  });
  /** A session lasts half a day. */
  const signedIn = async () => ({
    token: (await beginSession(api, { audience: 'admin', id: tutor.id })).access_token,
  });
  const shown = async () =>
    (await api.call(endpoints.listUndeliveredEmails, await signedIn())).body.emails;
  return {
    refusing,
    send: () => sendDueEmails(mailing),
    /** The recipients of accepted emails. */
    taken: () => taken.map(({ recipient }) => recipient),
    shown,
    /** The first email that is shown to be undelivered. */
    async idOf(recipient: string, word = '') {
      const emails = (await shown()).filter(({ subject }) => subject.includes(word));
      const message = emails.find((one) => one.recipient === recipient);
      if (message === undefined) throw new Error(`No message to ${recipient} is shown.`);
      return message.id;
    },
    sendAgain: async (id: string) =>
      api.either(endpoints.sendEmailAgain, { ...(await signedIn()), params: { id } }),
    dismiss: async (id: string) =>
      api.call(endpoints.dismissEmail, { ...(await signedIn()), params: { id } }),
    latestActivity: async () => {
      const { activities } = (await api.call(endpoints.listActivities, await signedIn())).body;
      return [activities[0]?.kind, activities[0]?.subject];
    },
  };
});

const OUTDATED = {
  code: 'not_found',
  error: 'This email is out of date: the booking has changed since.',
};

/** The server has rejected an email. */
const rejected = test.extend('failed', { auto: true }, async ({ api, desk }) => {
  desk.refusing.set(GONE, noSuchBox());
  await queueTo(api, GONE);
  await desk.send();
  return desk.idOf(GONE);
});

test('lists failed and waiting emails with the reason', async ({ api, desk }) => {
  desk.refusing.set(GONE, noSuchBox()).set(SLOW, isDown());
  await queueTo(api, GONE, SLOW, 'fine@example.com');
  await desk.send();
  await queueTo(api, 'new@example.com');
  const created_at = '2026-11-18T12:00:00.000Z';
  const both = { id: expect.any(String), attempts: 1, created_at };
  expect(await desk.shown()).toEqual([
    {
      ...both,
      recipient: GONE,
      subject: `For ${GONE}`,
      state: 'failed',
      error: '550 No such mailbox',
      next_try_at: null,
    },
    {
      ...both,
      recipient: SLOW,
      subject: `For ${SLOW}`,
      state: 'waiting',
      error: 'connect ECONNREFUSED',
      next_try_at: '2026-11-18T12:01:00.000Z',
    },
  ]);
});

rejected('resends a failed email once, and records it', async ({ api, desk, failed }) => {
  await desk.send();
  expect(desk.taken()).toEqual([]);

  desk.refusing.clear();
  api.clock.advance({ minutes: 5 });
  expect(codeOf(await desk.sendAgain(failed))).toBe('done');
  expect(await desk.latestActivity()).toEqual(['email_sent_again', `For ${GONE}`]);
  await desk.send();
  await desk.send();
  expect(desk.taken()).toEqual([GONE]);
  expect(await desk.shown()).toEqual([]);

  const error = 'This email has already been sent.';
  expect((await desk.sendAgain(failed)).body).toMatchObject({ code: 'not_found', error });
});

rejected('lists an email again that fails again', async ({ desk, failed }) => {
  expect(codeOf(await desk.sendAgain(failed))).toBe('done');
  await desk.send();
  expect(await desk.shown()).toMatchObject([{ state: 'failed', attempts: 1 }]);
});

rejected('hides a failed email after thirty days', async ({ api, desk }) => {
  api.clock.advance({ days: 29 });
  expect(await desk.shown()).toHaveLength(1);
  api.clock.advance({ days: 2 });
  expect(await desk.shown()).toEqual([]);
});

test('neither lists nor sends a dismissed email', async ({ api, desk }) => {
  desk.refusing.set(GONE, noSuchBox()).set(SLOW, isDown());
  await queueTo(api, GONE, SLOW);
  await desk.send();
  for (const recipient of [GONE, SLOW]) {
    const id = await desk.idOf(recipient);
    api.clock.advance({ seconds: 1 });
    await desk.dismiss(id);
    expect(await desk.latestActivity()).toEqual(['email_dismissed', `For ${recipient}`]);
  }
  desk.refusing.clear();
  api.clock.advance({ days: 2 });
  await desk.send();
  expect(desk.taken()).toEqual([]);
  expect(await desk.shown()).toEqual([]);
});

describe("an undelivered 'Booked'", () => {
  const booked = test
    .extend('bookingId', async ({ family, lesson, desk }) => {
      desk.refusing.set(family.email, noSuchBox());
      const id = await family.book(lesson.id);
      await desk.send();
      return id;
    })
    .extend('message', async ({ family, bookingId, desk }) => {
      expect(bookingId).toBeDefined();
      return desk.idOf(family.email);
    });

  booked(
    'is outdated once cancelled, like the reminder',
    async ({ api, family, bookingId, message, desk }) => {
      api.clock.set('2026-11-20T12:00:00.000Z');
      await queueReminders(api.context(null));
      await desk.send();
      const reminder = await desk.idOf(family.email, 'Reminder');
      desk.refusing.clear();
      await family.tryToCancel(bookingId);
      await desk.send();
      expect(desk.taken()).toEqual([family.email]);
      for (const id of [message, reminder])
        expect((await desk.sendAgain(id)).body).toMatchObject(OUTDATED);
      await desk.send();
      expect(desk.taken()).toEqual([family.email]);
    },
  );

  booked.for([
    { state: 'waits', isRefused: true },
    { state: 'is being sent', isRefused: true },
    { state: 'was sent', isRefused: true },
    { state: 'has failed too', isRefused: false },
  ] as const)(
    "can be resent unless 'Cancelled' $state: refused $isRefused",
    async ({ state, isRefused }, { api, family, bookingId, message, desk }) => {
      if (state !== 'has failed too') desk.refusing.clear();
      await family.tryToCancel(bookingId);
      if (state === 'is being sent') expect(await leaseDueEmail(api.context(null))).not.toBeNull();
      else if (state !== 'waits') await desk.send();
      desk.refusing.clear();
      const { body } = await desk.sendAgain(message);
      expect(body).toMatchObject(isRefused ? OUTDATED : { success: true });
    },
  );
});

describe('a test email', () => {
  /** Sends two test emails, which must say these words. */
  async function expectWords(api: TestApp, tutor: Caller, words: string): Promise<void> {
    await makeAdmin(api);
    for (const times of [1, 2]) {
      expect((await tutor.call(endpoints.sendTestEmail)).body.email).toBe(tutor.email);
      const emails = await readEmails(api, null, 'test-email:');
      expect(emails).toHaveLength(times);
      for (const { recipient, text } of emails) {
        expect(recipient).toBe(tutor.email);
        expect(text).toContain(words);
      }
    }
  }

  test('says that it is kept as a file', ({ api, tutor }) =>
    expectWords(api, tutor, 'kept as a file in the data folder'));

  describe('with a mail server', () => {
    test.override('settings', { mailServer: 'smtp.example.com' });

    test('names it', ({ api, tutor }) =>
      expectWords(api, tutor, 'through the mail server smtp.example.com'));
  });

  describe('with limits', () => {
    test.override('settings', { rateLimitScale: 1 });

    test('can be sent ten times an hour', async ({ tutor }) => {
      const { calls } = ACCOUNT_LIMITS.testEmail;
      for (let sent = 0; sent < calls; sent += 1) await tutor.call(endpoints.sendTestEmail);
      expect((await tutor.refused(endpoints.sendTestEmail)).status).toBe(429);
      expect(await tutor.readEmails('test-email:')).toHaveLength(calls);
    });
  });
});
