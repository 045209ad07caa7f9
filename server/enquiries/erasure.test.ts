// Deleting an enquiry: what is deleted with it, and that nothing of it remains.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import { findOutdated } from '../lessons/reminders.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { EnquiryForm } from '../../domain/enquiry.ts';
import { transact } from '../engine/context.ts';
import { newId } from '../ids.ts';
import { startSweeping, sweepErased } from '../email/sweep.ts';
import { folderTransport, type OutgoingEmail } from '../email/transport.ts';
import { sendDueEmails } from '../email/worker.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, makeFamily } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { SENDER } from '../testing/sender.ts';
import { findTraces } from '../testing/traces.ts';
import { expectWaiting } from '../testing/waiting.ts';

let api: TestApp;
let admin: Caller;
let dataDir: string;
beforeEach(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
  await makeAdmin(api);
  dataDir = await mkdtemp(join(tmpdir(), 'lessons-enquiry-'));
});
afterEach(async () => {
  await api.close();
  await rm(dataDir, { recursive: true });
});

const log = { error: () => {}, warn: () => {} };
const clock = () => api.clock.now;
const sendWith = (transport: { send(message: OutgoingEmail): Promise<void>; close(): void }) =>
  sendDueEmails({ database: api.database, findOutdated, clock, transport, log });
const send = () => sendWith(folderTransport(dataDir, SENDER));
const sweep = () => sweepErased({ database: api.database, clock, dataDir }, 0);
const files = async () => readdir(join(dataDir, 'mail'));

const form = {
  name: 'Wilhelmina Markenquirer',
  email: 'markaddress@example.com',
  mobile: '07700 900987',
  year_class: 'year-12',
} as const;
const note = 'Marknote: rang twice.';
const marks = ['markenquirer', 'markaddress', '900987', 'marknote'];
const traces = async () => [...(await findTraces(api.database, marks)).keys()].toSorted();

const list = async () => (await api.call(endpoints.listEnquiries, { token: admin.token })).body;

/** Returns the id of the new enquiry. */
async function enquire(changes: Partial<EnquiryForm> = {}): Promise<string> {
  await api.call(endpoints.registerInterest, {
    body: { ...form, ...changes },
    headers: { 'idempotency-key': newId() },
  });
  return (await list()).customers[0]?.id ?? '';
}
const remove = (id: string) =>
  api.call(endpoints.deleteEnquiry, { token: admin.token, params: { id } });

test('removes a deleted enquiry from the list, the emails, the files and the activity log', async () => {
  const kept = await enquire({
    name: 'Grace Hopper',
    email: 'grace@example.com',
    mobile: '07700900123',
  });
  api.clock.advance({ minutes: 1 });
  const id = await enquire();
  const customer = { token: admin.token, params: { id } };
  await api.call(endpoints.updateEnquiry, { ...customer, body: { status: 'contacted', note } });
  await send();
  expect(await files()).toHaveLength(6);
  expect(await traces()).toEqual([
    'emails.recipient',
    'emails.subject',
    'enquiries.email',
    'enquiries.mobile',
    'enquiries.name',
    'enquiries.note',
  ]);

  const { body } = await remove(id);
  expect(body).toEqual({ success: true });
  await sweep();
  expect((await list()).customers.map((one) => one.id)).toEqual([kept]);
  expect(await traces()).toEqual([]);
  expect(await files()).toHaveLength(3);
  const { activities } = (await api.call(endpoints.listActivities, { token: admin.token })).body;
  expect(activities.slice(0, 2).map(({ kind, subject }) => [kind, subject])).toEqual([
    ['enquiry_deleted', 'Deleted enquiry'],
    ['enquiry_updated', 'Deleted enquiry: contacted'],
  ]);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('does not send the unsent emails of a deleted enquiry', async () => {
  const id = await enquire();
  await remove(id);
  await send();
  expect(await traces()).toEqual([]);
  await expect(files()).rejects.toThrow('ENOENT');
});

test.each([
  ['arrives', async () => {}],
  [
    'fails',
    async ({ recipient }: OutgoingEmail) => {
      throw new Error(`550 no mailbox for ${recipient}`);
    },
  ],
] as const)('a mail that %s after its enquiry was deleted writes nothing back', async (_, end) => {
  const id = await enquire();
  const { promise: wasDeleted, resolve: goOn } = Promise.withResolvers<void>();
  let sending = 0;
  const sent = sendWith({
    async send(message) {
      sending += 1;
      await wasDeleted;
      await end(message);
    },
    close() {},
  });
  await expect.poll(() => sending).toBe(3);
  await remove(id);
  goOn();
  await sent;
  expect(await traces()).toEqual([]);
});

test('removes a file that is written after the first sweep at the next one', async () => {
  const id = await enquire();
  const slow = folderTransport(dataDir, SENDER);
  const { promise: wasSwept, resolve: goOn } = Promise.withResolvers<void>();
  let sending = 0;
  const sent = sendWith({
    ...slow,
    async send(message) {
      sending += 1;
      await wasSwept;
      await slow.send(message);
    },
  });
  await expect.poll(() => sending).toBe(3);
  await remove(id);
  await sweep();
  goOn();
  await sent;
  expect(await files()).toHaveLength(3);
  await sweep();
  expect(await files()).toEqual([]);
});

test('removes the files of erased emails at the next start', async () => {
  const id = await enquire();
  await send();
  await remove(id);
  expect(await files()).toHaveLength(3);
  const stop = startSweeping({ database: api.database, clock, dataDir, log });
  await expect.poll(files).toEqual([]);
  await stop();
});

test('remembers erased emails for a month, for processes that are down', async () => {
  const id = await enquire();
  await send();
  const [file = ''] = await files();
  await remove(id);
  await sweep();
  api.clock.advance({ days: 30 });
  await mkdir(join(dataDir, 'mail'), { recursive: true });
  await writeFile(join(dataDir, 'mail', file), 'written by another process');
  await sweep();
  expect(await files()).toEqual([]);
  api.clock.advance({ ms: 1 });
  await sweep();
  expect(await api.database.db.selectFrom('erased_emails').selectAll().execute()).toEqual([]);
});

test('refuses to delete it again, to delete an unknown one, or to delete as a student', async () => {
  const id = await enquire();
  await remove(id);
  for (const unknown of [id, newId(), '7']) {
    const { body } = await api.refused(endpoints.deleteEnquiry, {
      token: admin.token,
      params: { id: unknown },
    });
    expect(body).toMatchObject({ code: 'not_found', error: 'There is no such enquiry.' });
  }
  const { token } = await makeFamily(api);
  const other = await enquire();
  expect(
    (await api.refused(endpoints.deleteEnquiry, { token, params: { id: other } })).status,
  ).toBe(403);
  expect((await list()).total).toBe(1);
});

test('deletes an enquiry once for two concurrent calls, and logs it once', async () => {
  const id = await enquire();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      api.either(endpoints.deleteEnquiry, { token: admin.token, params: { id } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 404, 404, 404, 404, 404,
  ]);
  const { activities } = (await api.call(endpoints.listActivities, { token: admin.token })).body;
  expect(activities.filter(({ kind }) => kind === 'enquiry_deleted')).toHaveLength(1);
});

// The embedded engine has one connection: nobody waits for a row there.
if (inject('engine') === 'postgres')
  test('locks an enquiry before its emails, so that a family that leaves causes no deadlock', async () => {
    const id = await enquire();
    const { removing } = await transact(api.context(null), async ({ tx }) => {
      await tx.updateTable('enquiries').set({ note: 'locked' }).where('id', '=', id).execute();
      const waiting = remove(id);
      await expectWaiting(api.database.db, 1);
      await sql`select id from emails where enquiry_id = ${id} for update nowait`.execute(tx);
      return { removing: waiting };
    });
    await removing;
    expect(await traces()).toEqual([]);
  });
