// The queue against mail servers that are down, slow or reject an address; reminders; what remains
// afterwards.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { findOutdated, queueReminders } from '../lessons/reminders.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { transact } from '../engine/context.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeLesson, makeFamily } from '../testing/factories.ts';
import { fakeServer as fakeServerOf, quietLog as log } from '../testing/mail-server.ts';
import { readEmails } from '../testing/emails.ts';
import { SENDER } from '../testing/sender.ts';
import { compose } from './compose.ts';
import { queueEmail } from './queue.ts';
import { folderTransport, type OutgoingEmail } from './transport.ts';
import { sendDueEmails } from './worker.ts';

let api: TestApp;
beforeEach(async () => {
  api = await startTestApp();
});
afterEach(() => api.close());

const clock = () => api.clock.now;

const fakeServer = (answer?: (message: OutgoingEmail) => Promise<void> | void) =>
  fakeServerOf(api, answer);

async function queue(...recipients: string[]): Promise<void> {
  await transact(api.context(null), async (work) => {
    for (const to of recipients)
      await queueEmail(work, compose(`test:${to}`, to, 'Hello', ['A secret link.']));
  });
}

const rows = () => api.database.db.selectFrom('emails').selectAll().orderBy('recipient').execute();

test('sends an email once, even with two senders, and clears its content', async () => {
  await queue(...Array.from({ length: 25 }, (_, index) => `family${index}@example.com`));
  const { taken, mailing } = fakeServer();
  await Promise.all([sendDueEmails(mailing), sendDueEmails(mailing), sendDueEmails(mailing)]);
  expect(taken.map(({ recipient }) => recipient).toSorted()).toEqual(
    Array.from({ length: 25 }, (_, index) => `family${index}@example.com`).toSorted(),
  );
  expect((await rows()).every(({ sent_at, body }) => sent_at !== null && body === null)).toBe(true);
});

test('queues one email per cause', async () => {
  await queue('a@example.com');
  await queue('a@example.com');
  expect(await rows()).toHaveLength(1);
});

test('keeps emails while the mail server is down and delivers each once', async () => {
  await queue('a@example.com', 'b@example.com');
  let isDown = true;
  const { taken, mailing } = fakeServer(() => {
    if (isDown) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' });
  });
  const until = clock() + 3_600_000;
  while (clock() < until) {
    await sendDueEmails(mailing);
    api.clock.advance({ seconds: 30 });
  }
  expect(taken).toHaveLength(0);
  isDown = false;
  api.clock.advance({ hours: 1 });
  await sendDueEmails(mailing);
  await sendDueEmails(mailing);
  expect(taken.map(({ recipient }) => recipient).toSorted()).toEqual([
    'a@example.com',
    'b@example.com',
  ]);
});

test('fails an address that is rejected permanently without delaying others', async () => {
  await queue('bad@example.com', 'good@example.com');
  const { taken, mailing } = fakeServer(({ recipient }) => {
    if (recipient.startsWith('bad'))
      throw Object.assign(new Error('550 no such user'), { command: 'RCPT TO', responseCode: 550 });
  });
  await sendDueEmails(mailing);
  expect(taken.map(({ recipient }) => recipient)).toEqual(['good@example.com']);
  const [bad] = await rows();
  expect(bad).toMatchObject({
    recipient: 'bad@example.com',
    attempts: 1,
    sent_at: null,
    last_error: expect.stringContaining('550'),
  });
  expect(bad?.failed_at).toBe(clock());
});

test('logs why an email failed without addresses; the tutor sees both', async () => {
  await queue('ann.example@families.example');
  const { mailing } = fakeServer(() => {
    throw Object.assign(new Error('550 5.1.1 <ann.example@families.example> unknown'), {
      command: 'RCPT TO',
      responseCode: 550,
      code: 'EENVELOPE',
      rejected: ['ann.example@families.example'],
    });
  });
  const lines: unknown[] = [];
  const warn = (line: object) => void lines.push(line);
  await sendDueEmails({ ...mailing, log: { error: warn, warn } });
  expect(lines).toEqual([
    {
      message: expect.any(String),
      attempts: 1,
      outcome: 'failed',
      code: 'EENVELOPE',
      command: 'RCPT TO',
      responseCode: 550,
      reason: '550 5.1.1 <[address]> unknown',
    },
  ]);
  expect((await rows())[0]?.last_error).toContain('ann.example@families.example');
});

test('gives up an email that is never accepted after days, not earlier', async () => {
  await queue('a@example.com');
  const { mailing } = fakeServer(() => {
    throw new Error('421 try later');
  });
  const start = clock();
  while ((await rows())[0]?.failed_at === null) {
    await sendDueEmails(mailing);
    api.clock.advance({ minutes: 10 });
  }
  expect(clock() - start).toBeGreaterThan(24 * 3_600_000);
});

test('leaves the emails of a sender that died to the next one', async () => {
  await queue('a@example.com');
  const hanging = fakeServer(() => new Promise<never>(() => {}));
  void sendDueEmails(hanging.mailing);
  await expect.poll(async () => (await rows())[0]?.attempts, { timeout: 20_000 }).toBe(1);
  const { taken, mailing } = fakeServer();
  await sendDueEmails(mailing);
  expect(taken).toHaveLength(0);
  api.clock.advance({ minutes: 4 });
  await sendDueEmails(mailing);
  expect(taken).toHaveLength(1);
});

test('reminds of a lesson once, a day before, with its link, unless it was cancelled', async () => {
  const lesson = await makeLesson(api);
  const [stays, leaves] = [await makeFamily(api, 1), await makeFamily(api, 1)];
  await api.call(endpoints.bookLesson, { token: stays.token, body: { Lesson_ID: lesson.id } });
  const { body } = await api.call(endpoints.bookLesson, {
    token: leaves.token,
    body: { Lesson_ID: lesson.id },
  });
  await api.call(endpoints.cancelBooking, {
    token: leaves.token,
    params: { bookingId: body.booking.id },
  });
  const reminders = () => readEmails(api, null, 'reminder:');

  api.clock.set('2026-11-20T08:59:59.999Z');
  await queueReminders(api.context(null));
  expect(await reminders()).toHaveLength(0);
  api.clock.set('2026-11-20T09:00:00.000Z');
  await queueReminders(api.context(null));
  await queueReminders(api.context(null));
  const sent = await reminders();
  expect(sent.map(({ recipient }) => recipient)).toEqual([stays.email]);
  expect(sent[0]?.text).toMatch(/Join the lesson: http:\/\/lessons\.test\/join\/[\w-]{43}\n/);
  expect(sent[0]?.text).toContain('09:00 UK time');
});

test('without a mail server, writes each email to a file with both forms', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lessons-mail-'));
  const lesson = await makeLesson(api);
  const { token, email } = await makeFamily(api, 1);
  await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: lesson.id } });
  const transport = folderTransport(dataDir, SENDER);
  await sendDueEmails({ database: api.database, findOutdated, clock, transport, log });
  const [file = ''] = await readdir(join(dataDir, 'mail'));
  const text = await readFile(join(dataDir, 'mail', file), 'utf8');
  for (const part of [
    `To: ${email}`,
    'From: Sample Physics <lessons@lessons.test>',
    'text/plain',
    'text/html',
    'text/calendar',
    'lesson.ics',
  ])
    expect(text).toContain(part);
  await rm(dataDir, { recursive: true });
});
