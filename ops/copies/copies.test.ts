// Copies the embedded database while it is used, and restores the copy.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import SqliteFile from 'better-sqlite3';
import { expect, test } from 'vitest';

import { StartupError } from '../../server/base/startup-error.ts';
import type { Database } from '../../server/engine/database.ts';
import { newFolder, openFolder as open } from '../../server/testing/database/folders.ts';
import { backUp, restore } from './copies.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');

const addAdmin = ({ db }: Database, email: string, name = 'Ada') =>
  db
    .insertInto('admins')
    .values({ id: email, email, name, password_hash: 'none', created_at: NOW })
    .execute();
/** Large enough to be copied in many rounds. */
const addBulk = (database: Database, megabytes: number) =>
  addAdmin(database, 'bulk@example.com', 'x'.repeat(megabytes * 1024 * 1024));

async function emailsIn(dataDir: string): Promise<string[]> {
  const database = await open(dataDir);
  const rows = await database.db.selectFrom('admins').select('email').orderBy('email').execute();
  await database.close();
  return rows.map(({ email }) => email);
}

test('copies all committed data while the server runs, and restores it', async () => {
  const dataDir = await newFolder();
  const copy = join(await newFolder(), 'copy.db');
  const database = await open(dataDir);
  await addAdmin(database, 'before@example.com');
  await backUp(dataDir, copy);
  await addAdmin(database, 'after@example.com');

  await expect(restore(dataDir, copy, NOW)).rejects.toThrow('already running');
  await database.close();
  const { aside } = await restore(dataDir, copy, NOW);
  expect(aside).toBe(join(dataDir, 'app.db.until-2026-11-21T09-00-00.000Z'));

  expect(await emailsIn(dataDir)).toEqual(['before@example.com']);
  // Restoring deletes nothing either.
  await restore(dataDir, aside ?? '', NOW + 1000);
  expect(await emailsIn(dataDir)).toEqual(['after@example.com', 'before@example.com']);
});

test('refuses an incomplete copy and keeps the database', async () => {
  const dataDir = await newFolder();
  const database = await open(dataDir);
  await addAdmin(database, 'before@example.com');
  const copy = join(await newFolder(), 'copy.db');
  await writeFile(copy, 'not a database');
  await expect(backUp(dataDir, copy)).rejects.toThrow(`${copy} is there already`);
  await database.close();
  await expect(restore(dataDir, copy, NOW)).rejects.toThrow(StartupError);
  await expect(restore(dataDir, `${copy}.none`, NOW)).rejects.toThrow('There is no database at');
  expect(await emailsIn(dataDir)).toEqual(['before@example.com']);
  expect((await readdir(dataDir)).filter((file) => file.endsWith('.part'))).toEqual([]);
});

/**
 * Writes two rows per transaction, repeatedly between the rounds of the copy. `stop` returns how
 * often.
 */
function startWriter(dataDir: string): { stop: () => number } {
  const file = new SqliteFile(join(dataDir, 'app.db'));
  const add = file.prepare('insert into admins values (?, ?, ?, ?, ?)');
  let rounds = 0;
  let isOver = false;
  const write = () => {
    if (isOver) return;
    rounds += 1;
    file.transaction(() => {
      for (const side of ['left', 'right'])
        add.run(`${side} ${rounds}`, `${side}${rounds}@example.com`, side, 'none', NOW);
    })();
    setImmediate(write);
  };
  write();
  return {
    stop() {
      isOver = true;
      file.close();
      return rounds;
    },
  };
}

test('finishes a copy under steady writes, as one snapshot', async () => {
  const dataDir = await newFolder();
  const copy = join(await newFolder(), 'copy.db');
  const database = await open(dataDir);
  await addBulk(database, 8);
  const writer = startWriter(dataDir);
  expect(await backUp(dataDir, copy)).toBeNull();
  // Ensure that rows were written during the copy.
  expect(writer.stop()).toBeGreaterThan(10);
  await database.close();

  const file = new SqliteFile(copy, { readonly: true });
  const count = file
    .prepare<[string], number>('select count(*) from admins where name = ?')
    .pluck();
  expect(count.get('left')).toBe(count.get('right'));
  file.close();
});

test('control: a copy without a snapshot restarts with every write', async () => {
  const dataDir = await newFolder();
  const database = await open(dataDir);
  await addBulk(database, 8);
  const writer = startWriter(dataDir);
  const naive = new SqliteFile(join(dataDir, 'app.db'), { readonly: true });
  let rounds = 0;
  let furthest = 0;
  const copying = naive.backup(join(dataDir, 'naive.db'), {
    progress({ totalPages, remainingPages }) {
      rounds += 1;
      furthest = Math.max(furthest, totalPages - remainingPages);
      // By then it should have finished several times over.
      if (rounds * 100 > totalPages * 4) throw new Error('never ends');
      return 100;
    },
  });
  await expect(copying).rejects.toThrow('never ends');
  expect(furthest).toBeLessThanOrEqual(300);
  writer.stop();
  naive.close();
  await database.close();
});

test.runIf(process.platform !== 'win32')(
  'makes the database, the files beside it and every copy readable only by their owner',
  async () => {
    const dataDir = join(await newFolder(), 'data');
    const copies = await newFolder();
    // As an earlier version left it.
    await (await open(dataDir)).close();
    await chmod(join(dataDir, 'app.db'), 0o644);
    const database = await open(dataDir);
    await addAdmin(database, 'ada@example.com');
    await addBulk(database, 20);
    const copying = backUp(dataDir, join(copies, 'copy.db'));
    const modes = new Map<string, number>();
    const look = async (folder: string) => {
      for (const file of await readdir(folder))
        modes.set(file.replace(/\.[0-9a-f]{12}\./, '.'), statSync(join(folder, file)).mode & 0o777);
    };
    await look(copies);
    await copying;
    await look(copies);
    await look(dataDir);
    await database.close();
    await restore(dataDir, join(copies, 'copy.db'), NOW);
    await look(dataDir);
    const expected = ['copy.db', 'copy.db.part', 'app.db', 'app.db-wal', 'app.db-shm', 'limits.db'];
    expect([...modes.keys()]).toEqual(expect.arrayContaining(expected));
    expect([...modes].filter(([, mode]) => mode !== 0o600)).toEqual([]);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  },
);

test('makes one of two concurrent copies to one name, and rejects the other', async () => {
  const [here, there] = [await newFolder(), await newFolder()];
  for (const [dataDir, email] of [
    [here, 'here@example.com'],
    [there, 'there@example.com'],
  ] as const) {
    const database = await open(dataDir);
    await addAdmin(database, email);
    await addBulk(database, 2);
    await database.close();
  }
  const folder = await newFolder();
  const copy = join(folder, 'copy.db');
  const results = await Promise.allSettled([backUp(here, copy), backUp(there, copy)]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [refused] = results.flatMap((result) =>
    result.status === 'rejected' ? [String(result.reason)] : [],
  );
  expect(refused).toBe(
    `StartupError: ${copy} is there already; a copy never replaces another one.`,
  );
  expect(await readdir(folder)).toEqual(['copy.db']);

  await restore(here, copy, NOW);
  const winner = results[0].status === 'fulfilled' ? 'here@example.com' : 'there@example.com';
  expect(await emailsIn(here)).toEqual(['bulk@example.com', winner]);
});

test.runIf(process.platform !== 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'leaves nothing behind when a copy is ended half-way by %s',
  async (signal) => {
    const dataDir = await newFolder();
    const database = await open(dataDir);
    await addBulk(database, 40);
    await database.close();
    const folder = await newFolder();
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'copy-command.ts'), 'backup', join(folder, 'copy.db')],
      { env: { PATH: process.env['PATH'], DATA_DIR: dataDir }, stdio: 'ignore' },
    );
    const ended = once(child, 'exit');
    while (readdirSync(folder).length === 0 && child.exitCode === null) await stat(folder);
    child.kill(signal);
    expect(await ended).toEqual([null, signal]);
    expect(await readdir(folder)).toEqual([]);
  },
);
