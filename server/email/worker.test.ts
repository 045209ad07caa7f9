// The queue against mail servers that are down, slow or reject an address; reminders; what remains
// afterwards.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { queueReminders } from '../lessons/reminders.ts';
import { readEmails } from '../testing/emails.ts';
import { makeFamily } from '../testing/factories.ts';
import { fakeServer, isDown, mailingOf, noSuchBox, queueTo } from '../testing/mail-server.ts';
import { SENDER } from '../testing/sender.ts';
import { test as base } from '../testing/test.ts';
import { folderTransport, type OutgoingEmail } from './transport.ts';
import { sendDueEmails } from './worker.ts';

const test = base.extend(
  'rows',
  ({ api }) =>
    () =>
      api.database.db.selectFrom('emails').selectAll().orderBy('recipient').execute(),
);

const recipients = (emails: readonly OutgoingEmail[]) => emails.map(({ recipient }) => recipient);

test('sends an email once, even with several senders, and clears it', async ({ api, rows }) => {
  const addresses = Array.from({ length: 25 }, (_, index) => `family${index}@example.com`);
  await queueTo(api, ...addresses);
  const { taken, mailing } = fakeServer(api);
  await Promise.all([sendDueEmails(mailing), sendDueEmails(mailing), sendDueEmails(mailing)]);
  expect(recipients(taken).toSorted()).toEqual(addresses.toSorted());
  expect((await rows()).every(({ sent_at, body }) => sent_at !== null && body === null)).toBe(true);
});

test('queues one email per cause', async ({ api, rows }) => {
  await queueTo(api, 'a@example.com');
  await queueTo(api, 'a@example.com');
  expect(await rows()).toHaveLength(1);
});

test('keeps emails while the mail server is down and delivers each once', async ({ api }) => {
  await queueTo(api, 'a@example.com', 'b@example.com');
  let hasRecovered = false;
  const { taken, mailing } = fakeServer(api, () => {
    if (!hasRecovered) throw isDown();
  });
  const until = api.clock.now + 3_600_000;
  while (api.clock.now < until) {
    await sendDueEmails(mailing);
    api.clock.advance({ seconds: 30 });
  }
  expect(taken).toHaveLength(0);
  hasRecovered = true;
  api.clock.advance({ hours: 1 });
  await sendDueEmails(mailing);
  await sendDueEmails(mailing);
  expect(recipients(taken).toSorted()).toEqual(['a@example.com', 'b@example.com']);
});

test('fails a permanently rejected address without delaying others', async ({ api, rows }) => {
  await queueTo(api, 'bad@example.com', 'good@example.com');
  const { taken, mailing } = fakeServer(api, ({ recipient }) => {
    if (recipient.startsWith('bad')) throw noSuchBox();
  });
  await sendDueEmails(mailing);
  expect(recipients(taken)).toEqual(['good@example.com']);
  const last_error = expect.stringContaining('550');
  const failed = { attempts: 1, sent_at: null, failed_at: api.clock.now, last_error };
  expect((await rows())[0]).toMatchObject({ recipient: 'bad@example.com', ...failed });
});

test('logs why an email failed without addresses; the tutor sees both', async ({ api, rows }) => {
  const address = 'ann.example@families.example';
  await queueTo(api, address);
  const facts = { command: 'RCPT TO', responseCode: 550, code: 'EENVELOPE' };
  const { mailing } = fakeServer(api, () => {
    const error = new Error(`550 5.1.1 <${address}> unknown`);
    throw Object.assign(error, { ...facts, rejected: [address] });
  });
  const lines: unknown[] = [];
  const warn = (line: object) => void lines.push(line);
  await sendDueEmails({ ...mailing, log: { error: warn, warn } });
  const reason = '550 5.1.1 <[address]> unknown';
  const line = { message: expect.any(String), attempts: 1, outcome: 'failed', ...facts, reason };
  expect(lines).toEqual([line]);
  expect((await rows())[0]?.last_error).toContain(address);
});

test('gives up an email that is never accepted after days', async ({ api, rows }) => {
  await queueTo(api, 'a@example.com');
  const { mailing } = fakeServer(api, () => {
    throw new Error('421 try later');
  });
  const start = api.clock.now;
  while ((await rows())[0]?.failed_at === null) {
    await sendDueEmails(mailing);
    api.clock.advance({ minutes: 10 });
  }
  expect(api.clock.now - start).toBeGreaterThan(24 * 3_600_000);
});

test('leaves the emails of a sender that died to the next one', async ({ api, rows }) => {
  await queueTo(api, 'a@example.com');
  void sendDueEmails(fakeServer(api, () => new Promise<never>(() => {})).mailing);
  await expect.poll(async () => (await rows())[0]?.attempts, { timeout: 20_000 }).toBe(1);
  const { taken, mailing } = fakeServer(api);
  await sendDueEmails(mailing);
  expect(taken).toHaveLength(0);
  api.clock.advance({ minutes: 4 });
  await sendDueEmails(mailing);
  expect(taken).toHaveLength(1);
});

test('reminds of a lesson once, a day before, unless cancelled', async ({
  api,
  family,
  lesson,
}) => {
  const leaves = await makeFamily(api, 1);
  await family.book(lesson.id);
  await leaves.tryToCancel(await leaves.book(lesson.id));
  const reminders = async (at: string) => {
    api.clock.set(at);
    await queueReminders(api.context(null));
    return readEmails(api, null, 'reminder:');
  };
  expect(await reminders('2026-11-20T08:59:59.999Z')).toHaveLength(0);
  await reminders('2026-11-20T09:00:00.000Z');
  const sent = await reminders('2026-11-20T09:00:00.000Z');
  expect(sent.map(({ recipient }) => recipient)).toEqual([family.email]);
  expect(sent[0]?.text).toMatch(/Join the lesson: http:\/\/lessons\.test\/join\/[\w-]{43}\n/);
  expect(sent[0]?.text).toContain('09:00 UK time');
});

test('without a mail server, writes emails to files', async ({ api, family, lesson }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lessons-mail-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await family.book(lesson.id);
  await sendDueEmails(mailingOf(api, folderTransport(dataDir, SENDER)));
  const [file = ''] = await readdir(join(dataDir, 'mail'));
  const text = await readFile(join(dataDir, 'mail', file), 'utf8');
  const from = 'From: Sample Physics <lessons@lessons.test>';
  const types = ['text/plain', 'text/html', 'text/calendar', 'lesson.ics'];
  for (const part of [`To: ${family.email}`, from, ...types]) expect(text).toContain(part);
});
