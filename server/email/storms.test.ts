// The queue against a failing mail server: it is down, hangs or loses its answers, with several
// processes sending.
import { setTimeout as pause } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { findOutdated } from '../lessons/reminders.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { transact } from '../engine/context.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeBooking, makeFamily, makeLesson } from '../testing/factories.ts';
import { type Fleet, startFleet } from '../testing/fleet.ts';
import { quietLog } from '../testing/mail-server.ts';
import { SENDER } from '../testing/sender.ts';
import { headerOf, startMailServer } from '../testing/smtp.ts';
import { compose } from './compose.ts';
import { queueEmail } from './queue.ts';
import { MAX_CONNECTIONS, smtpTransport } from './transport.ts';
import { sendDueEmails } from './worker.ts';

const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `family${index}@example.com`);
const recipientOf = (message: string) => headerOf(message, 'To') ?? '';
const sorted = (values: Iterable<string>) => [...values].toSorted();

async function queueTo(api: TestApp, recipients: readonly string[]): Promise<void> {
  await transact(api.context(null), async (work) => {
    for (const to of recipients)
      await queueEmail(work, compose(`test:${to}`, to, 'Hello', ['Hello.']));
  });
}

async function unsent({ database }: TestApp): Promise<number> {
  const rows = await database.db
    .selectFrom('emails')
    .select('id')
    .where('sent_at', 'is', null)
    .execute();
  return rows.length;
}

/** Waits until `isOver`, with a generous limit. */
async function waitUntil(isOver: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; !(await isOver()); tries += 1) {
    if (tries > 500) throw new Error('waitUntil timed out');
    await pause(50);
  }
}

let api: TestApp;
beforeEach(async () => {
  api = await startTestApp();
});
afterEach(() => api.close());

const sendingThrough = (url: string) => {
  const transport = smtpTransport(url, SENDER);
  return {
    transport,
    mailing: {
      database: api.database,
      findOutdated,
      clock: () => api.clock.now,
      transport,
      log: quietLog,
    },
  };
};

test('delivers every email once after the mail server was down for an hour', async () => {
  const FAMILIES = addresses(40);
  const before = await startMailServer();
  const { mailing, transport } = sendingThrough(before.url);
  await queueTo(api, FAMILIES.slice(0, 20));
  await sendDueEmails(mailing);
  await before.close();
  await queueTo(api, FAMILIES.slice(20));
  for (let minutes = 0; minutes < 60; minutes += 5) {
    await sendDueEmails(mailing);
    api.clock.advance({ minutes: 5 });
  }
  expect(await unsent(api)).toBe(20);
  const after = await startMailServer({ port: before.port });
  // The longest pause between two attempts in the first hour.
  for (let minutes = 0; minutes < 40; minutes += 5) {
    await sendDueEmails(mailing);
    api.clock.advance({ minutes: 5 });
  }
  transport.close();
  expect(sorted(before.received.map(recipientOf))).toEqual(sorted(FAMILIES.slice(0, 20)));
  expect(sorted(after.received.map(recipientOf))).toEqual(sorted(FAMILIES.slice(20)));
  expect(await unsent(api)).toBe(0);
});

test('the site answers requests while the mail server hangs', async () => {
  const blocked = Promise.withResolvers<void>();
  let holding = 0;
  const { url, received } = await startMailServer({
    take: () => {
      holding += 1;
      return blocked.promise;
    },
  });
  const { mailing, transport } = sendingThrough(url);
  const FAMILIES = addresses(MAX_CONNECTIONS + 5);
  await queueTo(api, FAMILIES);
  const sending = sendDueEmails(mailing);
  await waitUntil(() => holding === MAX_CONNECTIONS);

  const family = await makeFamily(api, 1);
  const lesson = await makeLesson(api);
  await makeBooking(api, family, lesson.id);
  const { lessons } = (await api.call(endpoints.listLessons, { token: family.token })).body;
  expect(lessons.find(({ id }) => id === lesson.id)?.isBooked).toBe(true);
  expect(received).toEqual([]);

  blocked.resolve();
  await sending;
  transport.close();
  expect(sorted(received.map(recipientOf))).toEqual(sorted([...FAMILIES, family.email]));
});

test("resends an email with the same Message-ID when the server's answer is lost", async () => {
  const FAMILIES = addresses(12);
  const taken: string[] = [];
  const { url } = await startMailServer({
    take(message) {
      const isFirst = !taken.includes(headerOf(message, 'Message-ID') ?? '');
      taken.push(headerOf(message, 'Message-ID') ?? '');
      // The server has the email, but the sender cannot know.
      if (isFirst && Number(/\d+/.exec(recipientOf(message))?.[0]) % 3 === 0)
        throw new Error('hang up');
    },
  });
  const { mailing, transport } = sendingThrough(url);
  await queueTo(api, FAMILIES);
  for (let minutes = 0; minutes < 5; minutes += 1) {
    await sendDueEmails(mailing);
    api.clock.advance({ minutes: 1 });
  }
  transport.close();
  // Mail programs show each Message-ID once: RFC 5322, 3.6.4.
  expect(new Set(taken).size).toBe(FAMILIES.length);
  expect(taken).toHaveLength(FAMILIES.length + 4);
  expect(await unsent(api)).toBe(0);
});

test('two processes sending at once send each email once', async () => {
  const FAMILIES = addresses(60);
  const { url, received } = await startMailServer();
  const fleet: Fleet = await startFleet({ smtpUrl: url });
  try {
    await queueTo(fleet.observer, FAMILIES);
    await waitUntil(async () => (await unsent(fleet.observer)) === 0);
    // By then, a sender that would send one again has looked.
    await pause(500);
  } finally {
    await fleet.close();
  }
  expect(sorted(received.map(recipientOf))).toEqual(sorted(FAMILIES));
});
