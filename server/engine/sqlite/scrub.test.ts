// Data deleted from the embedded database is in none of its files.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import SqliteFile from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { newId } from '../../base/ids.ts';
import { newFolder, openFolder, openNewFolder } from '../../testing/database/folders.ts';
import { type Database, openDatabase } from '../database.ts';
import { DATABASE_FILE } from './sqlite.ts';

const MARK = 'Marker-of-a-person';

async function filesWithMark(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder))
    if ((await readFile(join(folder, name))).includes(MARK)) found.push(name);
  return found.toSorted((one, other) => one.localeCompare(other));
}

const addEmails = (database: Database, body: string) =>
  database.db
    .insertInto('erased_emails')
    .values(Array.from({ length: 50 }, () => ({ email_id: `${body} ${newId()}`, erased_at: 0 })))
    .execute();

// Short values share a page, long ones have pages of their own.
test.each([MARK, MARK + 'x'.repeat(20_000)])(
  'erases deleted data from pages and log',
  async (words) => {
    const { dataDir, ...database } = await openNewFolder();
    await addEmails(database, words);
    expect(await filesWithMark(dataDir)).not.toEqual([]);
    await database.db.deleteFrom('erased_emails').execute();
    expect(await filesWithMark(dataDir)).toContain(`${DATABASE_FILE}-wal`);
    expect(await database.eraseDeleted()).toBe(true);
    expect(await filesWithMark(dataDir)).toEqual([]);
  },
);

test('must be retried while a reader uses the log', async () => {
  const { dataDir, ...database } = await openNewFolder();
  await addEmails(database, MARK);
  const reader = new SqliteFile(join(dataDir, DATABASE_FILE), { readonly: true });
  reader.exec('begin');
  reader.prepare('select count(*) from erased_emails').get();
  await database.db.deleteFrom('erased_emails').execute();
  const begun = performance.now();
  expect(await database.eraseDeleted()).toBe(false);
  // Other statements wait 5 s for a lock.
  expect(performance.now() - begun).toBeLessThan(4000);
  reader.close();
  expect(await database.eraseDeleted()).toBe(true);
  expect(await filesWithMark(dataDir)).toEqual([]);
});

test('vacuums a file once at startup when an older version deleted from it', async () => {
  const dataDir = await newFolder();
  await (await openFolder(dataDir)).close();
  const older = new SqliteFile(join(dataDir, DATABASE_FILE));
  older.pragma('secure_delete = off');
  older.pragma('user_version = 0');
  older.exec('create table names (name text)');
  const insert = older.prepare('insert into names values (?)');
  for (let n = 0; n < 50; n += 1) insert.run(`${MARK} ${n}`);
  older.exec('delete from names');
  older.close();
  expect(await filesWithMark(dataDir)).toEqual([DATABASE_FILE]);
  const tool = await openDatabase({ databaseUrl: null, dataDir, exclusive: false });
  await tool.close();
  expect(await filesWithMark(dataDir)).toEqual([DATABASE_FILE]);
  const server = await openFolder(dataDir);
  onTestFinished(() => server.close());
  expect(await filesWithMark(dataDir)).toEqual([]);
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(server.db);
  expect(rows).toEqual([{ user_version: 1 }]);
});
