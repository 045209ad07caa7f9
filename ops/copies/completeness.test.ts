// Restores copies: only complete ones, of this version or an older one.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import SqliteFile from 'better-sqlite3';
import { expect, test } from 'vitest';

import { newFolder, openFolder as open } from '../../server/testing/database/folders.ts';
import { backUp, restore } from './copies.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');

async function readEmails(dataDir: string): Promise<string[]> {
  const database = await open(dataDir);
  const rows = await database.db.selectFrom('admins').select('email').execute();
  await database.close();
  return rows.map(({ email }) => email);
}

/** A copy of a database with one admin, ada@example.com. */
async function copyOfOneAdmin(): Promise<string> {
  const dataDir = await newFolder();
  const database = await open(dataDir);
  const ada = { id: '1', email: 'ada@example.com', name: 'Ada' };
  await database.db
    .insertInto('admins')
    .values({ ...ada, password_hash: 'none', created_at: NOW })
    .execute();
  await database.close();
  const copy = join(await newFolder(), 'copy.db');
  expect(await backUp(dataDir, copy)).toBeNull();
  return copy;
}

test('restores a copy on a machine without a data folder', async () => {
  const copy = await copyOfOneAdmin();
  const dataDir = join(await newFolder(), 'new', 'data');
  const { aside, carried } = await restore(dataDir, copy, NOW);
  expect([aside, carried.isNumbered, carried.isKnown]).toEqual([null, false, false]);
  expect(await readEmails(dataDir)).toEqual(['ada@example.com']);
});

/** Runs a statement in a database file. */
function change(path: string, statement: string): void {
  const file = new SqliteFile(path);
  file.pragma('foreign_keys = off');
  file.exec(statement);
  file.close();
}

test.each([
  ['drop table idempotency_keys', 'table idempotency_keys'],
  ['drop index bookings_active', 'index bookings_active'],
  ['drop trigger credit_ledger_no_update', 'trigger credit_ledger_no_update'],
  ['alter table admins drop column name', 'column admins.name'],
  [
    'create table kept as select * from balances; drop table balances; alter table kept rename to balances',
    'index sqlite_autoindex_balances_1',
  ],
])('after %s a copy is refused, and says what it lacks', async (sql, part) => {
  const copy = await copyOfOneAdmin();
  change(copy, sql);
  const dataDir = await newFolder();
  await expect(restore(dataDir, copy, NOW)).rejects.toThrow(/^The copy is not whole\. It lacks: /);
  await expect(restore(dataDir, copy, NOW)).rejects.toThrow(part);
  expect(existsSync(join(dataDir, 'app.db'))).toBe(false);
});

test('refuses a copy of a newer version', async () => {
  const newer = await copyOfOneAdmin();
  change(newer, "insert into schema_migrations values ('999-later', 0)");
  const dataDir = await newFolder();
  await expect(restore(dataDir, newer, NOW)).rejects.toThrow(
    'The copy is of a newer version (999-later); only that version can restore it.',
  );
});

test('makes a copy of an incomplete database, and says so', async () => {
  const dataDir = await newFolder();
  await (await open(dataDir)).close();
  change(join(dataDir, 'app.db'), 'drop trigger credit_ledger_no_update');
  const copy = join(await newFolder(), 'copy.db');
  expect(await backUp(dataDir, copy)).toBe(
    'The copy is not whole. It lacks: trigger credit_ledger_no_update.',
  );
  expect(existsSync(copy)).toBe(true);
});
