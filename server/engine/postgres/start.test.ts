// Starts on a PostgreSQL with ordinary restrictions: each works, or ends in one sentence.
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';

import { newId } from '../../base/ids.ts';
import { StartupError } from '../../base/startup-error.ts';
import { newDatabase } from '../../testing/database/folders.ts';
import { openDatabase } from '../database.ts';

vi.setConfig({ testTimeout: 60_000 });

const PASSWORD = 'word';

/** A database, a role that does not own it, and the role's address. */
async function makeRole(...statements: string[]) {
  const admin = (await newDatabase()).databaseUrl ?? '';
  const url = new URL(admin);
  const role = `role_${newId().replaceAll('-', '').slice(-12)}`;
  const database = url.pathname.slice(1);
  const run = async (...texts: readonly string[]) => {
    const client = new pg.Client({ connectionString: admin });
    await client.connect();
    try {
      for (const text of texts)
        await client.query(text.replaceAll('ROLE', role).replaceAll('DATABASE', `"${database}"`));
    } finally {
      await client.end();
    }
  };
  await run(`create role ROLE login password '${PASSWORD}'`, ...statements);
  url.username = role;
  url.password = PASSWORD;
  return { role, database, url: url.href, admin, run };
}

async function refusal(databaseUrl: string): Promise<string> {
  const opening = openDatabase({ databaseUrl, dataDir: '' });
  await expect(opening).rejects.toThrow(StartupError);
  return opening.then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );
}

const starts = async (databaseUrl: string) => {
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  await database.db.selectFrom('balances').select('family_id').execute();
  await database.close();
};

if (inject('engine') === 'postgres') {
  const OWNER = 'alter database DATABASE owner to ROLE';

  test.each([
    ['a short statement_timeout', `alter role ROLE set statement_timeout = '30ms'`],
    ['a short lock_timeout', `alter role ROLE set lock_timeout = '1ms'`],
    [
      'a short idle_in_transaction_session_timeout',
      `alter role ROLE set idle_in_transaction_session_timeout = '10ms'`,
    ],
    ['serializable', `alter role ROLE set default_transaction_isolation = 'serializable'`],
    ['row_security off', 'alter role ROLE set row_security = off'],
    ['deferrable', 'alter role ROLE set default_transaction_deferrable = on'],
    ['no JIT, no parallel', 'alter role ROLE set max_parallel_workers_per_gather = 0'],
  ])('starts as a role with %s', async (_, statement) => {
    const { url } = await makeRole(OWNER, statement);
    await starts(url);
    await starts(url);
  });

  test('starts as a role that has only been granted the schema', async () => {
    const { url } = await makeRole('grant usage, create on schema public to ROLE');
    await starts(url);
  });

  test.each([
    ['alter role ROLE', 'repeatable read'],
    ['alter role ROLE', 'serializable'],
    ['alter database DATABASE', 'serializable'],
  ])('%s set default_transaction_isolation: is read committed, not %s', async (of, level) => {
    const { url } = await makeRole(OWNER, `${of} set default_transaction_isolation = '${level}'`);
    const database = await openDatabase({ databaseUrl: url, dataDir: '' });
    onTestFinished(() => database.close());
    const read = sql<{ level: string }>`select current_setting('transaction_isolation') as level`;
    expect((await read.execute(database.db)).rows).toEqual([{ level: 'read committed' }]);
    expect(await database.transact(async (tx) => (await read.execute(tx)).rows)).toEqual([
      { level: 'read committed' },
    ]);
  });

  test('counts of limits that many calls change at once never fail under serializable', async () => {
    const { url } = await makeRole(
      OWNER,
      `alter role ROLE set default_transaction_isolation = 'serializable'`,
    );
    const database = await openDatabase({ databaseUrl: url, dataDir: '' });
    onTestFinished(() => database.close());
    const limiter = database.limiter({ keyPrefix: 'x', points: 1000, durationSeconds: 60 });
    const counted = await Promise.allSettled(
      Array.from({ length: 200 }, () => limiter.consume('one address')),
    );
    expect(counted.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  test.each([
    ['no right to make tables', [], /may not make tables .+grant usage, create on schema public/],
    [
      'a database without the right to connect',
      ['revoke connect on database DATABASE from public'],
      /may not use the database .+alter database .+ owner to/,
    ],
    [
      'a default of read only',
      [OWNER, 'alter role ROLE set default_transaction_read_only = on'],
      /takes no writes .+reset default_transaction_read_only/,
    ],
    [
      'a search_path that leads nowhere',
      [OWNER, 'alter role ROLE set search_path = nowhere'],
      /no schema to make tables in .+reset search_path/,
    ],
    ['no sign-in', [OWNER, 'alter role ROLE nologin'], /does not let this role in .+ login/],
    [
      'no connection left',
      [OWNER, 'alter role ROLE connection limit 0'],
      /no connection left .+connection limit -1/,
    ],
  ] as const)('says what helps: %s', async (_, statements, expected) => {
    const { url } = await makeRole(...statements);
    const reason = await refusal(url);
    expect(reason).toMatch(/^DATABASE_URL: .+\.$/);
    expect(reason).toMatch(expected);
    expect(reason).not.toContain(PASSWORD);
  });

  test('says what helps once the database has been migrated by another role', async () => {
    const { url, admin, run, role } = await makeRole(OWNER);
    await starts(admin);
    expect(await refusal(url)).toContain(`pg_restore --no-owner --role="${role}"`);
    await run('alter role ROLE set default_transaction_read_only = on');
    expect(await refusal(url)).toContain('reset default_transaction_read_only');
  });

  test('says what helps in a database of another program', async () => {
    const { url, admin, run } = await makeRole(OWNER);
    await run('create table lessons (id int)', 'alter table lessons owner to ROLE');
    expect(await refusal(url)).toMatch(/tables that this server has not made .*Use an empty one/);
    expect(await refusal(admin)).toContain('"lessons" already exists');
  });

  test.each(['LATIN1', 'SQL_ASCII'])('refuses a database in %s', async (encoding) => {
    const { run, url } = await makeRole();
    const name = `enc_${newId().replaceAll('-', '').slice(-12)}`;
    await run(
      `create database ${name} owner ROLE encoding '${encoding}' lc_collate 'C' lc_ctype 'C' template template0`,
    );
    onTestFinished(() => run(`drop database ${name} with (force)`));
    const own = new URL(url);
    own.pathname = `/${name}`;
    expect(await refusal(own.href)).toBe(
      `DATABASE_URL: the database stores texts as ${encoding}. Make it with: createdb --encoding=UTF8 --template=template0.`,
    );
  });
} else
  test('the embedded database has no roles', () => {
    expect(inject('postgresUrl')).toBeNull();
  });
