// Connects to PostgreSQL through poolers, by a socket, and among several servers.
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';

import { newDatabase } from '../../testing/database/folders.ts';
import { startPooler } from '../../testing/postgres/pooler.ts';
import { type PrivatePostgres, startPostgres } from '../../testing/postgres/postgres.ts';
import { startProxy } from '../../testing/postgres/proxy.ts';
import { type Database, isDatabaseAway, openDatabase } from '../database.ts';

const newAddress = async () => (await newDatabase()).databaseUrl ?? '';

async function newCluster(): Promise<PrivatePostgres> {
  const cluster = await startPostgres();
  onTestFinished(() => cluster.stop());
  return cluster;
}

async function open(databaseUrl: string): Promise<Database> {
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  onTestFinished(() => database.close());
  return database;
}

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const TRANSACTION_MODE =
  'DATABASE_URL: this is a pooler in transaction mode; use one in session mode, or PostgreSQL itself.';

const countRows = ({ db }: Database) => db.selectFrom('balances').select('family_id').execute();

/** The port of the server that runs a statement. */
async function serverOf({ db }: Database): Promise<number> {
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(db);
  return rows[0]?.port ?? 0;
}

/** One connection string for servers that share credentials and database. */
function together(...urls: string[]): string {
  const [first = ''] = urls;
  const { host } = new URL(first);
  return first.replace(host, urls.map((url) => new URL(url).host).join(','));
}

const portOf = (url: string) => Number(new URL(url).port);

if (inject('engine') === 'postgres') {
  test.each([
    ['last used', 3],
    ['last used', 1],
    ['in turn', 3],
    ['in turn', 2],
  ] as const)(
    'refuses a pooler in transaction mode that lends what was %s out of %i',
    async (order, size) => {
      const pooler = await startPooler(await newAddress(), order, size);
      onTestFinished(() => pooler.close());
      await expect(openDatabase({ databaseUrl: pooler.url, dataDir: '' })).rejects.toThrow(
        TRANSACTION_MODE,
      );
    },
  );

  test('accepts a pooler in session mode, from many processes at once', async () => {
    const proxy = await startProxy(await newAddress());
    onTestFinished(() => proxy.close());
    const databases = await Promise.all(Array.from({ length: 4 }, () => open(proxy.url)));
    expect(await Promise.all(databases.map(countRows))).toEqual([[], [], [], []]);
  });

  test('turns synchronous_commit on where the database has it off', async () => {
    const { url } = await newCluster();
    await run(url, 'alter database postgres set synchronous_commit = off');
    const { db } = await open(url);
    const read = sql<{ value: string }>`select current_setting('synchronous_commit') as value`;
    expect((await read.execute(db)).rows).toEqual([{ value: 'on' }]);
    const inTransaction = await db.transaction().execute((tx) => read.execute(tx));
    expect(inTransaction.rows).toEqual([{ value: 'on' }]);
  });

  test('connects to a socket by its folder', async () => {
    const cluster = await newCluster();
    const folder = encodeURIComponent(cluster.socketFolder);
    const port = portOf(cluster.url);
    for (const address of [
      `postgres://postgres@/postgres?host=${folder}&port=${port}`,
      `postgres:///postgres?host=${folder}&port=${port}&user=postgres`,
      `postgres://postgres@nowhere.invalid/postgres?host=${folder}&port=${port}`,
      `postgres://postgres@127.0.0.1:1,127.0.0.1:2/postgres?host=127.0.0.1,${folder}&port=1,${port}`,
    ]) {
      const database = await open(address);
      const { rows } = await sql<{ address: string | null }>`
        select inet_server_addr()::text as address`.execute(database.db);
      expect(rows, address).toEqual([{ address: null }]);
    }
  });

  test('uses the first of several servers that takes writes, and switches when it stops', async () => {
    const [one, two] = [await newCluster(), await newCluster()];
    const readOnly = 'alter system set default_transaction_read_only = on';
    const reload = 'select pg_reload_conf()';
    await (await openDatabase({ databaseUrl: two.url, dataDir: '' })).close();
    await run(two.url, readOnly, reload);

    const dead = one.url.replace(String(portOf(one.url)), '1');
    const frozen = await startProxy(one.url);
    frozen.freeze();
    onTestFinished(() => frozen.close());
    const database = await open(together(dead, frozen.url, two.url, one.url));
    expect(await serverOf(database)).toBe(portOf(one.url));
    const heard: (string | null)[] = [];
    database.listen((message) => heard.push(message));
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual([null]);

    // The second server takes over from the first.
    await one.halt();
    await run(two.url, 'set default_transaction_read_only = off', 'alter system reset all', reload);
    const answer = async () => {
      try {
        return await serverOf(database);
      } catch (error) {
        expect(isDatabaseAway(error)).toBe(true);
        return 0;
      }
    };
    await expect.poll(answer, { timeout: 20_000 }).toBe(portOf(two.url));
    expect(await countRows(database)).toEqual([]);
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual([null, null]);
    database.announce('heard on the other server');
    await expect.poll(() => heard.at(-1), { timeout: 10_000 }).toBe('heard on the other server');
  }, 60_000);

  test('drops a connection whose server no longer takes writes', async () => {
    const url = await newAddress();
    const database = await open(url);
    await sql`set session characteristics as transaction read only`.execute(database.db);
    const write = () => database.db.deleteFrom('balances').where('family_id', '=', '').execute();
    await expect(write()).rejects.toSatisfy(isDatabaseAway);
    await write();
  });

  test('says for each server why none takes writes', async () => {
    await expect(
      openDatabase({
        databaseUrl: 'postgres://a:secret@127.0.0.1:1,no-such-host.invalid/x',
        dataDir: '',
      }),
    ).rejects.toThrow(
      /^DATABASE_URL: cannot reach PostgreSQL \(connect ECONNREFUSED 127\.0\.0\.1:1; getaddrinfo .+\)\.$/,
    );
  });
} else
  test('the embedded database has no address but its folder', () => {
    expect(inject('postgresUrl')).toBeNull();
  });
