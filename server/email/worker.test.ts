// The queue of emails: causes, logs, giving up, reminders, and files without a mail server.
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { queueReminders } from '../lessons/reminders/reminders.ts';
import { readEmails } from '../testing/emails.ts';
import { makeFamily } from '../testing/factories.ts';
import { readSender } from '../testing/sender.ts';
import { fakeServer, mailingOf, queueTo } from '../testing/servers/mail-server.ts';
import { test as base } from '../testing/test.ts';
import { folderTransport } from './transport.ts';
import { sendDueEmails } from './worker.ts';

const test = base.extend('rows', ({ api }) => {
  return () => api.database.db.selectFrom('emails').selectAll().orderBy('recipient').execute();
});

test('queues one email per cause', async ({ api, rows }) => {
  await queueTo(api, 'a@example.com');
  await queueTo(api, 'a@example.com');
  expect(await rows()).toHaveLength(1);
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

test('stores why a server rejected an email, without its NUL', async ({ api, rows }) => {
  await queueTo(api, 'a@example.com');
  const { mailing } = fakeServer(api, () => {
    throw Object.assign(new Error('550 No\0 such mailbox'), {
      command: 'RCPT TO',
      responseCode: 550,
    });
  });
  await sendDueEmails(mailing);
  expect(await rows()).toMatchObject([
    { failed_at: api.clock.now, last_error: '550 No such mailbox' },
  ]);
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

test('reminds of a booked lesson once, a day before', async ({ api, family, lesson }) => {
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
  expect(sent[0]?.text).toMatch(/Join the meeting: http:\/\/lessons\.test\/join\/[\w-]{43}\n/);
  expect(sent[0]?.text).toContain('09:00 to 10:00 UK time');
});

test('without a mail server, writes files', async ({ api, rows, family, lesson }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lessons-mail-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await family.book(lesson.id);
  await sendDueEmails(mailingOf(api, folderTransport(dataDir, readSender)));
  const [file = ''] = await readdir(join(dataDir, 'mail'));
  expect(file).toBe(`${(await rows())[0]?.id}.eml`);
  const path = join(dataDir, 'mail', file);
  // Only the owner can read it.
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  const text = await readFile(path, 'utf8');
  const from = 'From: Sample Physics <lessons@lessons.test>';
  const headers = [`To: ${family.email}`, from, 'Auto-Submitted: auto-generated'];
  const types = ['text/plain', 'text/html', 'text/calendar', 'lesson.ics'];
  for (const part of [...headers, ...types]) expect(text).toContain(part);
});
