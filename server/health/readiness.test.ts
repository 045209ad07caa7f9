// What monitoring is told: a living process, and which part of a server is not in order.
import { join } from 'node:path';

import SqliteFile from 'better-sqlite3';
import { type Insertable, sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { HOUR_MS } from '../../domain/time.ts';
import type { Db } from '../engine/database.ts';
import { DATABASE_FILE } from '../engine/sqlite/sqlite.ts';
import { createPayment } from '../payments/checkout/create-payment.ts';
import { connectStripe } from '../payments/stripe.ts';
import type { Tables } from '../schema/tables.ts';
import type { LogLine, TestApp, TestOptions } from '../testing/app.ts';
import { Crash, watch } from '../testing/database/failing.ts';
import { test as base } from '../testing/test.ts';

const crash = new Crash();
let statements = 0;
const log: LogLine[] = [];
const settings: TestOptions = {
  onLog: (line) => log.push(line),
  payments: connectStripe({ secretKey: 'sk_test', webhookSecret: 'whsec_test', apiUrl: null }),
  wrap: (database) =>
    watch(database, () => {
      statements += 1;
      crash.onStatement();
    }),
};
const test = base.extend('settings', settings);
test.beforeEach(() => {
  crash.arm(null);
  log.length = 0;
});

/** The parts that are not in order, a second after the last look. */
async function faultsOf(api: TestApp): Promise<string[]> {
  api.clock.advance({ seconds: 1 });
  const { status, body } = await api.either(endpoints.ready);
  if (body.success) return [];
  expect([status, body.code]).toEqual([503, 'not_ready']);
  expect(body.error).toBe(body.details?.map(({ message }) => message).join(' '));
  return body.details?.map(({ field }) => field) ?? [];
}

test('a new server is ready', async ({ api }) => {
  expect(await faultsOf(api)).toEqual([]);
});

test('is alive without a database, and names the database as missing', async ({ api }) => {
  crash.arm(1);
  expect(await faultsOf(api)).toEqual(['database']);
  const { status, body } = await api.call(endpoints.health);
  expect([status, body]).toEqual([200, { success: true }]);
  crash.arm(null);
  expect(await faultsOf(api)).toEqual([]);
});

test('writes a line for a check that is not well, and none for others', async ({ api }) => {
  const answered = () => log.filter(({ msg }) => msg === 'answered').length;
  for (const path of ['/api/health', '/api/health?from=proxy', '/api/ready', '/api/ready?'])
    expect((await api.app.inject(path)).statusCode, path).toBe(200);
  await api.app.inject({ method: 'HEAD', url: '/api/health' });
  expect(answered()).toBe(0);
  crash.arm(1);
  expect(await faultsOf(api)).toEqual(['database']);
  expect(answered()).toBe(1);
  await api.app.inject('/api/healthy');
  await api.app.inject({ method: 'OPTIONS', url: '/api/health' });
  expect(answered()).toBe(3);
});

test('names a schema of another version', async ({ api, db }) => {
  await sql`insert into schema_migrations values ('2030-01-01-later', 0)`.execute(db);
  expect(await faultsOf(api)).toEqual(['migrations']);
  await sql`delete from schema_migrations where name = '2030-01-01-later'`.execute(db);
  expect(await faultsOf(api)).toEqual([]);
});

test('names a database without writes, and recovers without a restart', async ({ api, family }) => {
  const { db, engine } = api.database;
  const forbid =
    engine === 'sqlite'
      ? sql`pragma query_only = on`
      : // As on each new connection once the database has this default.
        sql`set session characteristics as transaction read only`;
  await forbid.execute(db);
  expect(await faultsOf(api)).toEqual(['database']);
  await family.readProfile();
  if (engine === 'sqlite') await sql`pragma query_only = off`.execute(db);
  expect(await faultsOf(api)).toEqual([]);
});

if (inject('engine') === 'sqlite')
  test('writes to the file at each look, so that a quota or bad disk shows', async ({ api }) => {
    const file = new SqliteFile(join(api.databaseOptions.dataDir, DATABASE_FILE));
    onTestFinished(() => void file.close());
    // Changes with each commit of another connection.
    const version = () => Number(file.pragma('data_version', { simple: true }));
    const before = version();
    expect(await faultsOf(api)).toEqual([]);
    const after = version();
    expect(after).toBeGreaterThan(before);
    expect(await faultsOf(api)).toEqual([]);
    expect(version()).toBeGreaterThan(after);
  });

if (inject('engine') === 'sqlite')
  test('names a database that cannot grow', async ({ api }) => {
    const { db } = api.database;
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 4}`).execute(db);
    expect(await faultsOf(api)).toEqual(['database']);
    await sql`pragma max_page_count = 1000000`.execute(db);
    expect(await faultsOf(api)).toEqual([]);
  });
else
  test('writes a temporary file at each look, so that a full disk shows', async ({ api }) => {
    const { db } = api.database;
    const written = async () => {
      const { rows } = await sql<{ files: number }>`select temp_files::int as files
        from pg_stat_database where datname = current_database()`.execute(db);
      return rows[0]?.files ?? 0;
    };
    const before = await written();
    expect(await faultsOf(api)).toEqual([]);
    await expect.poll(written, { timeout: 20_000 }).toBeGreaterThan(before);
    // Where the operator forbids temporary files, a full disk stays unknown.
    await sql`set temp_file_limit = '1kB'`.execute(db);
    expect(await faultsOf(api)).toEqual([]);
  });

if (inject('engine') === 'postgres')
  test('names a database whose new connections take no writes', async ({ api }) => {
    const { db } = api.database;
    const set = (what: string) =>
      sql.raw(
        `do $$ begin execute format('alter database %I ${what}', current_database()); end $$`,
      );
    const reconnect = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await set('set default_transaction_read_only = on').execute(db);
    await reconnect.execute(db);
    await expect.poll(() => faultsOf(api), { timeout: 20_000 }).toEqual(['database']);
    const client = new pg.Client({ connectionString: api.databaseOptions.databaseUrl ?? '' });
    await client.connect();
    await client.query('set transaction_read_only = off');
    await client.query('set default_transaction_read_only = off');
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const name = pg.escapeIdentifier(rows[0]?.name ?? '');
    await client.query(`alter database ${name} reset default_transaction_read_only`);
    await client.end();
    await expect.poll(() => faultsOf(api), { timeout: 20_000 }).toEqual([]);
  });

const DAY = 24 * HOUR_MS;

/** Ages are in milliseconds before the look; a negative one is ahead. */
test.for([
  ['has waited for a day', { created: DAY, due: DAY }, ['emails']],
  ['has waited for less', { created: DAY - 1, due: DAY - 1 }, []],
  [
    'has failed for a day, and is tried again later',
    { created: DAY, due: -1, attempts: 9 },
    ['emails'],
  ],
  ['was planned for today', { created: 3 * DAY, due: 1 }, []],
  ['was sent', { created: 3 * DAY, due: 3 * DAY, sent_at: 1 }, []],
  ['was given up', { created: 3 * DAY, due: 3 * DAY, failed_at: 1 }, []],
] as const)(
  'looks at an email that %s',
  async ([, { created, due, ...columns }, faults], { api, db }) => {
    // The look is a second later.
    const now = api.clock.now + 1000;
    const times = { created_at: now - created, due_at: now - due };
    await addEmail(db, { id: 'b', ...times, ...columns });
    expect(await faultsOf(api)).toEqual(faults);
  },
);

const addEmail = (
  db: Db,
  email: Pick<
    Insertable<Tables['emails']>,
    'id' | 'created_at' | 'due_at' | 'attempts' | 'sent_at' | 'failed_at'
  >,
) =>
  db
    .insertInto('emails')
    .values({
      cause: `test:${email.id}`,
      recipient: 'ada@example.com',
      subject: 'Hello',
      body: '[]',
      ...email,
    })
    .execute();

test.for([
  ['a later one was accepted, as its recipient refuses it', { id: 'c', sent_at: 1 }, []],
  ['a later one waits, too', { id: 'c', sent_at: null }, ['emails']],
  ['only an earlier one was accepted', { id: 'a', sent_at: 1 }, ['emails']],
] as const)(
  'looks at an email that has failed for a day when %s',
  async ([, other, faults], { api, db }) => {
    const { now } = api.clock;
    const created_at = now - DAY;
    await addEmail(db, { id: 'b', created_at, due_at: now, attempts: 9 });
    await addEmail(db, { ...other, created_at, due_at: now });
    expect(await faultsOf(api)).toEqual(faults);
  },
);

test('names a comparison of payments that is overdue', async ({ api, db, family }) => {
  await createPayment(family.context(), { credits: 1, amount: 3000, currency: 'gbp' });
  api.clock.advance({ hours: 47 });
  expect(await faultsOf(api)).toEqual([]);
  api.clock.advance({ hours: 1 });
  expect(await faultsOf(api)).toEqual(['comparison']);
  await db.updateTable('reconciliation').set({ checked_at: api.clock.now, since: 0 }).execute();
  expect(await faultsOf(api)).toEqual([]);
  api.clock.advance({ hours: 48 });
  expect(await faultsOf(api)).toEqual(['comparison']);
});

test('a flood of calls costs the database one look a second', async ({ api }) => {
  const flood = () => Promise.all(Array.from({ length: 100 }, () => api.call(endpoints.ready)));
  await faultsOf(api);
  statements = 0;
  await faultsOf(api);
  const oneCheck = statements;
  expect(oneCheck).toBeGreaterThan(0);
  api.clock.advance({ ms: 999 });
  await flood();
  expect(statements).toBe(oneCheck);
  api.clock.advance({ ms: 1 });
  await flood();
  expect(statements).toBe(2 * oneCheck);
});

test('looks again after the clock was set back', async ({ api }) => {
  await faultsOf(api);
  crash.arm(1);
  api.clock.advance({ hours: -1 });
  expect(await faultsOf(api)).toEqual(['database']);
});
