// Data that has stayed long enough is deleted once a day; here, enquiries that led nowhere.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

import SqliteFile from 'better-sqlite3';
import { describe, expect, inject, test as plain } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { Retention } from '../../domain/tutor/retention.ts';
import { openDatabase } from '../engine/database.ts';
import { DATABASE_FILE } from '../engine/sqlite/sqlite.ts';
import { listeners } from '../features.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { watch } from '../testing/database/failing.ts';
import { newDatabase, newFolder } from '../testing/database/folders.ts';
import { makeAdmin, makeFamily, signInAgain } from '../testing/factories.ts';
import {
  changeEnquiry,
  enquire,
  enquirer,
  listEnquiries,
} from '../testing/lessons/free-lessons.ts';
import { deleteOldAt } from '../testing/old-data.ts';
import { queueTo } from '../testing/servers/mail-server.ts';
import { test } from '../testing/test.ts';
import { createDeletion } from './feature.ts';

const keep = ({ call }: Caller, retention: Retention) =>
  call(endpoints.updateSettings, { body: { retention } });

describe('the settings', () => {
  test('are 12 months and 6 years, and the tutor changes them', async ({ api, tutor }) => {
    const read = async () => (await tutor.call(endpoints.getSettings)).body.settings.retention;
    expect(await read()).toEqual({ enquiries_months: 12, invoices_years: 6 });
    await keep(tutor, { enquiries_months: 60, invoices_years: 20 });
    expect(await read()).toEqual({ enquiries_months: 60, invoices_years: 20 });
    const tooFew = { retention: { enquiries_months: 0, invoices_years: 5 } };
    const { body } = await tutor.refused(endpoints.updateSettings, { body: tooFew });
    expect(body).toMatchObject({
      details: [
        {
          field: 'retention.enquiries_months',
          message: 'Months must be a whole number from 1 to 60',
        },
        { field: 'retention.invoices_years', message: 'Years must be a whole number from 6 to 20' },
      ],
    });
    expect(
      (await api.database.db.selectFrom('activities').selectAll().execute()).at(-1)?.detail,
    ).toMatch(/enquiries stay 60 months and records 20 years$/);
  });
});

describe('enquiries that led nowhere', () => {
  /** An enquiry at this instant; returns its id. */
  async function enquireAt(api: TestApp, tutor: Caller, instant: string): Promise<string> {
    api.clock.set(instant);
    const form = enquirer();
    await enquire(api, form);
    const all = await listEnquiries(tutor);
    return all.find(({ email }) => email === form.email)?.id ?? '';
  }
  const left = async ({ database: { db } }: TestApp) =>
    (await db.selectFrom('enquiries').select('id').execute()).map(({ id }) => id);

  test('go with their emails 12 months after the last contact', async ({ api, tutor }) => {
    const old = await enquireAt(api, tutor, '2025-11-23T23:59:00Z');
    const recent = await enquireAt(api, tutor, '2025-11-24T00:00:00Z');
    const answered = await enquireAt(api, tutor, '2025-01-10T12:00:00Z');
    const joined = await enquireAt(api, tutor, '2025-01-11T12:00:00Z');
    const ofFamily = await enquireAt(api, tutor, '2025-01-12T12:00:00Z');
    await changeEnquiry(tutor, joined, { status: 'joined' });
    const { id } = await makeFamily(api);
    const { db } = api.database;
    await db.updateTable('enquiries').set({ family_id: id }).where('id', '=', ofFamily).execute();
    api.clock.set('2025-12-01T12:00:00Z');
    await changeEnquiry(tutor, answered, { status: 'closed' });

    await deleteOldAt(api, '2026-11-24T03:30:00Z');
    expect((await left(api)).toSorted()).toEqual([recent, answered, joined, ofFamily].toSorted());
    const emails = () => db.selectFrom('emails').where('enquiry_id', '=', old);
    expect(await emails().select('id').execute()).toEqual([]);
    expect(await db.selectFrom('erased_emails').select('email_id').execute()).not.toEqual([]);
  });

  test('go in batches', async ({ api }) => {
    const { db } = api.database;
    const row = (nth: number) => ({
      id: `enquiry ${nth}`,
      name: 'Ada',
      email: `${nth}@example.com`,
      mobile: '07700900123',
      year_class: 'year-10' as const,
      year_said_in: 2026,
      created_at: nth,
      answered_at: nth,
    });
    const rows = Array.from({ length: 230 }, (_, nth) => row(nth));
    await db.insertInto('enquiries').values(rows).execute();
    await deleteOldAt(api, '2026-11-24T03:30:00Z');
    expect(await left(api)).toEqual([]);
  });

  test('stay as long as the tutor has set', async ({ api, tutor }) => {
    const old = await enquireAt(api, tutor, '2024-11-23T12:00:00Z');
    await keep(tutor, { enquiries_months: 24, invoices_years: 6 });
    await deleteOldAt(api, '2026-11-23T03:30:00Z');
    expect(await left(api)).toEqual([old]);
    await deleteOldAt(api, '2026-11-24T03:30:00Z');
    expect(await left(api)).toEqual([]);
  });

  test('go once a day, from half past three in the UK on', async ({ api, tutor }) => {
    const enquired = () => enquireAt(api, tutor, '2025-01-01T12:00:00Z');
    const first = await enquired();
    await deleteOldAt(api, '2026-07-01T02:29:59Z');
    expect(await left(api)).toEqual([first]);
    await deleteOldAt(api, '2026-07-01T02:30:00Z');
    expect(await left(api)).toEqual([]);
    const second = await enquired();
    await deleteOldAt(api, '2026-07-01T22:59:00Z');
    expect(await left(api)).toEqual([second]);
    // The server was down at night.
    await deleteOldAt(api, '2026-07-02T15:00:00Z');
    expect(await left(api)).toEqual([]);
  });
});

plain('one of two processes deletes old data on a day', async () => {
  const on = await newDatabase();
  const api = await startTestApp({ on });
  const other = await openDatabase({ ...on, exclusive: false });
  await makeAdmin(api);
  api.clock.set('2026-11-24T03:30:00Z');
  const contexts = [api.context(null), { ...api.context(null), database: other }];
  await Promise.all(contexts.map((context) => createDeletion(listeners)(context)));
  const settings = await api.database.db.selectFrom('settings').select('forgotten_on').execute();
  expect(settings).toEqual([{ forgotten_on: '2026-11-24' }]);
  await other.close();
  await api.close();
});

const countEnquiries = async ({ database: { db } }: TestApp) =>
  (await db.selectFrom('enquiries').select('id').execute()).length;

test('does the rest after a failure, and is tried again at the next call, not tomorrow', async ({
  api,
}) => {
  api.clock.set('2025-01-10T12:00:00Z');
  await enquire(api, enquirer());
  api.clock.set('2026-11-24T03:30:00Z');
  let statements = 0;
  const failing = watch(api.database, () => {
    statements += 1;
    // The first two claim the day and read how long data stays.
    if (statements === 3) throw new Error('Query read timeout');
  });
  const forget = createDeletion(listeners);
  const context = { ...api.context(null), database: failing };
  await expect(forget(context)).rejects.toThrow('Query read timeout');
  expect(await countEnquiries(api)).toBe(0);
  const failed = statements;
  await forget(context);
  const done = statements;
  expect(done).toBeGreaterThan(failed + 1);
  await forget(context);
  expect(statements).toBe(done + 1);
});

test('keeps what the tutor wants to keep by the time of another try', async ({ api, tutor }) => {
  api.clock.set('2025-01-10T12:00:00Z');
  await enquire(api, enquirer());
  api.clock.set('2026-11-24T03:30:00Z');
  let isFailing = true;
  const database = watch(api.database, (node) => {
    if (isFailing && node.kind !== 'UpdateQueryNode') throw new Error('broken');
  });
  const forget = createDeletion(listeners);
  const context = { ...api.context(null), database };
  await expect(forget(context)).rejects.toThrow('broken');
  isFailing = false;
  await keep(await signInAgain(api, tutor), { enquiries_months: 24, invoices_years: 6 });
  await forget(context);
  expect(await countEnquiries(api)).toBe(1);
});

test('keeps the text of an undelivered email for 30 days', async ({ api }) => {
  const { db } = api.database;
  await queueTo(api, 'gone@example.com', 'late@example.com');
  const failAt = (to: string, instant: string) =>
    db
      .updateTable('emails')
      .set({ failed_at: Date.parse(instant), last_error: '550', lasting_subject: 'For somebody' })
      .where('recipient', '=', to)
      .execute();
  await failAt('gone@example.com', '2026-10-25T03:29:59Z');
  await failAt('late@example.com', '2026-10-25T03:30:00Z');
  await deleteOldAt(api, '2026-11-24T03:30:00Z');
  const emails = await db
    .selectFrom('emails')
    .select(['id', 'subject', 'body', 'reply_to'])
    .orderBy('failed_at')
    .execute();
  expect(emails).toMatchObject([
    { subject: 'For somebody', body: null },
    { subject: 'For late@example.com', body: expect.stringContaining('A secret link.') },
  ]);
  const { call, either } = await makeAdmin(api);
  const send = ({ id }: { id: string }) => either(endpoints.sendEmailAgain, { params: { id } });
  expect((await call(endpoints.listUndeliveredEmails)).body.emails).toHaveLength(1);
  const answers = [];
  for (const email of emails) answers.push((await send(email)).status);
  expect(answers).toEqual([404, 200]);
});

if (inject('engine') === 'sqlite')
  test('makes the file of the database whole by itself', async ({ api }) => {
    api.clock.set('2026-11-24T03:00:00Z');
    await enquire(api, enquirer());
    const copy = await newFolder();
    const countIn = () => {
      copyFileSync(join(api.databaseOptions.dataDir, DATABASE_FILE), join(copy, DATABASE_FILE));
      const file = new SqliteFile(join(copy, DATABASE_FILE), { readonly: true });
      try {
        return Number(file.prepare('select count(*) from enquiries').pluck().get());
      } finally {
        file.close();
      }
    };
    await deleteOldAt(api, '2026-11-24T03:30:00Z');
    expect(countIn()).toBe(1);
    expect(await countEnquiries(api)).toBe(1);
  });
