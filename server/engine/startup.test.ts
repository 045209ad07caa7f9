// Opens a database: one embedded server at a time, and errors in one sentence.
import { execFile } from 'node:child_process';
import { chmod, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';

import { StartupError } from '../base/startup-error.ts';
import { newDatabase, newFolder } from '../testing/database/folders.ts';
import { startChildServer } from '../testing/servers/child-server.ts';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';

const NOBODY = 65_534;

const appliedBy = async ({ db }: Database) => {
  const { rows } = await sql<{ name: string; applied_at: number }>`
    select name, applied_at from schema_migrations order by name`.execute(db);
  return rows;
};

/** The error message of a failed opening. */
async function refusal(options: DatabaseOptions): Promise<string> {
  const opened = openDatabase(options);
  await expect(opened).rejects.toThrow(StartupError);
  return opened.then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );
}

if (inject('engine') === 'sqlite') {
  const BUSY = 'DATA_DIR: another process is already running on this data folder.';

  test('refuses a second server on the same folder until the first has ended', async () => {
    const options = await newDatabase();
    const first = await openDatabase(options);
    expect(await refusal(options)).toBe(BUSY);
    const tool = await openDatabase({ ...options, exclusive: false });
    expect(await appliedBy(tool)).toEqual(await appliedBy(first));
    await tool.close();
    await first.close();
    await (await openDatabase(options)).close();
  });

  test('leaves no lock behind when a server is killed', async () => {
    const options = await newDatabase();
    const child = await startChildServer(options);
    expect(await refusal(options)).toBe(BUSY);
    await child.crash();
    await (await openDatabase(options)).close();
  });

  test('names a folder that cannot be created', async () => {
    const folder = await newFolder();
    const file = join(folder, 'file');
    await writeFile(file, '');
    const dataDir = join(file, 'data');
    expect(await refusal({ databaseUrl: null, dataDir })).toContain(
      `DATA_DIR: this user cannot write to the folder ${dataDir}`,
    );
  });

  if (process.geteuid !== undefined) {
    const user = process.geteuid() === 0 ? NOBODY : process.geteuid();

    /** Root can write everywhere, so the database is opened as nobody. */
    const refusalOfUser = async (dataDir: string) => {
      const opener = `
        import { openDatabase } from ${JSON.stringify(import.meta.resolve('./database.ts'))};
        if (process.getuid() === 0) process.setuid(${NOBODY});
        const said = await openDatabase(${JSON.stringify({ databaseUrl: null, dataDir })}).then(() => '', String);
        process.stdout.write(said);`;
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--input-type=module',
        '-e',
        opener,
      ]);
      return stdout;
    };

    test('says how to create the data folder when the user may not', async () => {
      const folder = await newFolder();
      await chmod(folder, 0o555);
      const dataDir = join(folder, 'lessons');
      expect(await refusalOfUser(dataDir)).toBe(
        `StartupError: DATA_DIR: this user cannot write to the folder ${dataDir}; make it with: sudo install -d -m 700 -o ${user} '${dataDir}'.`,
      );
    });

    test.each(['server.lock', 'app.db', 'limits.db'])('names a read-only %s', async (file) => {
      const dataDir = await newFolder();
      await (await openDatabase({ databaseUrl: null, dataDir })).close();
      await chmod(dataDir, 0o777);
      for (const name of await readdir(dataDir)) await chmod(join(dataDir, name), 0o666);
      await chmod(join(dataDir, file), 0o444);
      const reason = await refusalOfUser(dataDir);
      // For files of this user the modes are fixed instead.
      if (user === NOBODY)
        expect(reason).toMatch(/^StartupError: DATA_DIR: .*EACCES: permission denied/);
      else expect(reason).toBe('');
      if (user === NOBODY) expect(reason).toContain(join(dataDir, file));
    });
  }

  test('names a file that is not a database, and leaves it unchanged', async () => {
    const dataDir = await newFolder();
    await writeFile(
      join(dataDir, 'app.db'),
      'these are not the rows you are looking for'.repeat(100),
    );
    expect(await refusal({ databaseUrl: null, dataDir })).toMatch(
      /^DATA_DIR: cannot open the database .*app\.db/,
    );
  });
}

const SECRET = 'pass-word-1';

test.each([
  ['nobody listens', `postgres://someone:${SECRET}@127.0.0.1:1/lessons`],
  ['the name leads nowhere', `postgres://someone:${SECRET}@no-such-host.invalid/lessons`],
])('says that PostgreSQL is unreachable when %s, without the password', async (_, databaseUrl) => {
  const reason = await refusal({ databaseUrl, dataDir: '' });
  expect(reason).toMatch(/^DATABASE_URL: cannot reach PostgreSQL \(.+\)\.$/);
  expect(reason).not.toContain(SECRET);
});

if (inject('engine') === 'postgres')
  test('names a database that does not exist', async () => {
    const url = new URL(inject('postgresUrl') ?? '');
    url.pathname = '/no_such_database';
    expect(await refusal({ databaseUrl: url.href, dataDir: '' })).toContain(
      '"no_such_database" does not exist',
    );
  });

/** A fake server that answers every query with this major version. */
async function startOldPostgres(major: number): Promise<string> {
  const message = (type: string, body: Buffer) => {
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const ready = message('Z', Buffer.from('I'));
  const number = String(major);
  // One column named 'version' of type int4, one row, and the command completion.
  const column = Buffer.concat([
    Buffer.from([0, 1]),
    Buffer.from('version\0'),
    Buffer.alloc(6),
    Buffer.from([0, 0, 0, 23, 0, 4]),
    Buffer.from([255, 255, 255, 255, 0, 0]),
  ]);
  const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, number.length]), Buffer.from(number)]);
  const answer = Buffer.concat([
    message('T', column),
    message('D', row),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ]);
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
      socket.on('data', (data: Buffer) => {
        if (data.toString('latin1', 0, 1) === 'Q') socket.write(answer);
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  return `postgres://postgres@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/lessons`;
}

test('refuses a PostgreSQL that is too old, naming both versions', async () => {
  expect(await refusal({ databaseUrl: await startOldPostgres(14), dataDir: '' })).toBe(
    'DATABASE_URL: PostgreSQL 14 is too old; 15 or newer is needed.',
  );
});

if (inject('engine') === 'postgres')
  test('prepares each statement once per connection', async () => {
    const database = await openDatabase(await newDatabase());
    onTestFinished(() => database.close());
    const { db } = database;
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
      await db.selectFrom('admins').select('id').where('email', '=', email).execute();
    const { rows } = await sql<{ uses: number }>`
      select (generic_plans + custom_plans)::int as uses from pg_prepared_statements
      where statement like '%"admins"%'`.execute(db);
    expect(rows).toEqual([{ uses: 3 }]);
  });
