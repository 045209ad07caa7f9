// Moves an embedded database into PostgreSQL: all of it, or nothing.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import SqliteFile from 'better-sqlite3';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';

import { migrations } from '../../server/schema/migrations.ts';
import { startTestApp } from '../../server/testing/app.ts';
import { newDatabase, newFolder, openFolder } from '../../server/testing/database/folders.ts';
import { brokenInvariants } from '../../server/testing/database/invariants.ts';
import { makeAdmin, makeFamily } from '../../server/testing/factories.ts';
import { live } from '../../server/testing/personal-data/family-life.ts';
import { startPooler } from '../../server/testing/postgres/pooler.ts';
import { compareSides, moveToPostgres } from './move.ts';
import { listTables } from './moved-tables.ts';

const COMMAND = join(import.meta.dirname, 'move-command.ts');
const NOW = Date.parse('2026-11-25T03:00:00Z');

/** A new database that is UTF-8 and empty. */
async function newTarget(): Promise<string> {
  const { databaseUrl } = await newDatabase();
  return databaseUrl ?? '';
}

async function connect(address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function relationsIn(address: string): Promise<number> {
  const client = await connect(address);
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace",
  );
  return rows[0]?.count ?? -1;
}

const hashOf = async (dataDir: string) =>
  createHash('sha256')
    .update(await readFile(join(dataDir, 'app.db')))
    .digest('hex');

/** A data folder with a long history and no running server. */
async function makeSource(): Promise<string> {
  const dataDir = await newFolder();
  const api = await startTestApp({ on: { databaseUrl: null, dataDir } });
  const tutor = await makeAdmin(api);
  await live(api, tutor, () => Promise.resolve());
  await makeFamily(api, 3);
  await api.close();
  return dataDir;
}

/** Texts and bytes that are easily changed on the way, and numbers at the limits. */
function addAwkward(dataDir: string): void {
  const file = new SqliteFile(join(dataDir, 'app.db'));
  const add = file.prepare('insert into admins values (?, ?, ?, ?, ?)');
  for (const [nth, name] of [
    'null',
    '',
    '{"a","b"}',
    'O\'Neil, "Ada" \\ \\N \\x00',
    'é ü 漢字 👩‍🔬',
    'two\r\nlines\tand a tab ',
    '\u{FFFF}\u{10FFFF}',
    'Zebra',
    'apple',
  ].entries())
    add.run(`admin ${nth} ${name}`, `${nth}@example.com`, name, 'none', Number.MAX_SAFE_INTEGER);
  file.close();
  addPicture(dataDir);
}

function addPicture(dataDir: string): void {
  const file = new SqliteFile(join(dataDir, 'app.db'));
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
  const id = 'p'.repeat(32);
  file.prepare('insert into pictures values (?, 1, 1, -1)').run(id);
  file.prepare("insert into picture_files values (?, 1, 'jpg', ?)").run(id, bytes);
  file.close();
}

function addMany(dataDir: string, rows: number): void {
  const file = new SqliteFile(join(dataDir, 'app.db'));
  const add = file.prepare('insert into admins values (?, ?, ?, ?, ?)');
  file.transaction(() => {
    for (let nth = 0; nth < rows; nth += 1)
      add.run(`admin ${nth}`, `${nth}@example.com`, 'x'.repeat(200), 'none', NOW);
  })();
  file.close();
}

async function makeEmptySource(): Promise<string> {
  const dataDir = await newFolder();
  await (await openFolder(dataDir)).close();
  return dataDir;
}

describe.runIf(inject('engine') === 'postgres')('moveToPostgres', () => {
  test('moves everything; a server goes on there, and the source is as it was', async () => {
    const dataDir = await makeSource();
    addAwkward(dataDir);
    const before = await hashOf(dataDir);
    const address = await newTarget();
    const { rows, sums } = await moveToPostgres({ dataDir, address });
    expect(rows).toBeGreaterThan(90);
    expect(sums).toContain('paid, in minor units: 3000');
    expect(await hashOf(dataDir)).toBe(before);

    const client = await connect(address);
    const { rows: pictures } = await client.query<{ bytes: Buffer }>(
      'select bytes from picture_files',
    );
    expect([...(pictures[0]?.bytes ?? [])]).toEqual(Array.from({ length: 256 }, (_, n) => n));
    const api = await startTestApp({ on: { databaseUrl: address, dataDir: await newFolder() } });
    expect(await brokenInvariants(api.database.db)).toEqual([]);
    // The triggers are at work again.
    await makeFamily(api, 1);
    expect(await brokenInvariants(api.database.db)).toEqual([]);
    await expect(client.query('delete from credit_ledger')).rejects.toThrow('append-only');
    await api.close();
  });

  test('refuses a target that is not empty, and leaves it alone', async () => {
    const dataDir = await makeEmptySource();
    const address = await newTarget();
    const client = await connect(address);
    await client.query('create schema other; create table other.notes (note text)');
    const move = () => moveToPostgres({ dataDir, address });
    await expect(move()).rejects.toThrow('The target is not empty: it has other.notes.');
    await client.query('drop schema other cascade; create view half as select 1 as one');
    await expect(move()).rejects.toThrow('it has public.half');
    await client.query('drop view half');
    await move();
    await expect(move()).rejects.toThrow('The target is not empty');
  });

  test('lets one of two at once move', async () => {
    const dataDirs = [await makeEmptySource(), await makeEmptySource()];
    const address = await newTarget();
    const results = await Promise.allSettled(
      dataDirs.map((dataDir) => moveToPostgres({ dataDir, address })),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [reason] = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(String(reason)).toContain('The target is not empty');
  });

  test('refuses a running server, a missing database and another version', async () => {
    const address = await newTarget();
    const dataDir = await makeEmptySource();
    const running = await openFolder(dataDir);
    await expect(moveToPostgres({ dataDir, address })).rejects.toThrow('already running');
    await running.close();

    await expect(moveToPostgres({ dataDir: await newFolder(), address })).rejects.toThrow(
      'There is no database at',
    );
    await expect(moveToPostgres({ dataDir, address: 'mysql://db' })).rejects.toThrow(
      'must be a PostgreSQL address',
    );

    const later = [...migrations, { name: '2099-01-01-later', statements: () => [] }];
    await expect(moveToPostgres({ dataDir, address, migrations: later })).rejects.toThrow(
      'older version',
    );

    const file = new SqliteFile(join(dataDir, 'app.db'));
    file.prepare('insert into schema_migrations values (?, 0)').run('2099-01-01-unknown');
    file.close();
    await expect(moveToPostgres({ dataDir, address })).rejects.toThrow('newer version');
    expect(await relationsIn(address)).toBe(0);
  });

  test('says that the target cannot be reached', async () => {
    const dataDir = await makeEmptySource();
    const move = moveToPostgres({ dataDir, address: 'postgres://nobody@127.0.0.1:1/none' });
    await expect(move).rejects.toThrow('as empty as it was');
  });

  test('refuses what the server would refuse: a pooler in transaction mode', async () => {
    const dataDir = await makeEmptySource();
    const address = await newTarget();
    const pooler = await startPooler(address, 'in turn', 3);
    onTestFinished(() => pooler.close());
    await expect(moveToPostgres({ dataDir, address: pooler.url })).rejects.toThrow(
      'The data could not be moved, and the target is as empty as it was: this is a pooler in transaction mode',
    );
    expect(await relationsIn(address)).toBe(0);
  });

  test('leaves the target empty when the rows do not fit', async () => {
    const dataDir = await makeEmptySource();
    const file = new SqliteFile(join(dataDir, 'app.db'));
    // What no call can write: PostgreSQL has no such text.
    file.prepare("insert into admins values ('id', 'e', ?, 'none', 0)").run('a\0b');
    file.close();
    const address = await newTarget();
    await expect(moveToPostgres({ dataDir, address })).rejects.toThrow('as empty as it was');
    expect(await relationsIn(address)).toBe(0);
  });

  test.each(['the process is killed', 'the connection is lost'] as const)(
    'leaves the target empty when %s in the middle',
    async (accident) => {
      const dataDir = await makeEmptySource();
      addMany(dataDir, 30_000);
      const before = await hashOf(dataDir);
      const address = await newTarget();
      const child = spawn(process.execPath, [COMMAND, address], {
        env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      const closed = once(child, 'close');
      const client = await connect(address);
      const busy = async () => {
        const { rows } = await client.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database()
             and query like 'insert into "admins"%'`,
        );
        return rows[0]?.pid;
      };
      let pid = await busy();
      while (pid === undefined && child.exitCode === null) {
        await sleep(5);
        pid = await busy();
      }
      if (accident === 'the process is killed') child.kill('SIGKILL');
      else await client.query('select pg_terminate_backend($1)', [pid]);
      await closed;
      if (accident === 'the connection is lost') {
        expect(child.exitCode).toBe(1);
        expect(output).toContain('as empty as it was');
      }
      await expect.poll(busy).toBeUndefined();
      expect(await relationsIn(address)).toBe(0);
      expect(await hashOf(dataDir)).toBe(before);
      // Nothing is in the way of the next attempt.
      await moveToPostgres({ dataDir, address });
    },
  );

  test('control: the comparison notices whatever differs', async () => {
    const dataDir = await makeSource();
    addMany(dataDir, 9);
    addPicture(dataDir);
    const address = await newTarget();
    await moveToPostgres({ dataDir, address });
    const source = new SqliteFile(join(dataDir, 'app.db'), { readonly: true });
    onTestFinished(() => void source.close());
    const client = await connect(address);
    const tables = await listTables(source, client);
    for (const [change, difference] of [
      [
        "update admins set name = 'Eve' where id = 'admin 3'",
        'admins (10 rows, with other values)',
      ],
      ["update admins set created_at = 1 where id = 'admin 3'", 'admins (10 rows, with other'],
      ["delete from admins where id = 'admin 3'", 'admins (10 rows, but 9 in the target)'],
      ['update picture_files set bytes = set_byte(bytes, 0, 1)', 'picture_files (1 rows, with'],
      ['update payments set refunded_amount = 1', 'refunded, in minor units (0, but 1 in'],
      [
        `alter table balances disable trigger all;
         update balances set credits = credits + 1`,
        'credits of all balances (',
      ],
    ] as const) {
      await client.query('begin');
      await compareSides(source, client, tables);
      await client.query(change);
      await expect(compareSides(source, client, tables)).rejects.toThrow(difference);
      await client.query('rollback');
    }
  });
});

test.runIf(inject('engine') === 'sqlite')('the command says what it needs', async () => {
  const child = spawn(process.execPath, [COMMAND], { env: { PATH: process.env['PATH'] } });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  expect(child.exitCode).toBe(1);
  expect(output).toContain('Say where to: npm run move-to-postgres -- postgres://');
});
