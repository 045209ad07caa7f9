// Tests that `npm run dev` keeps its data when a migration is edited after it has run.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import SqliteFile from 'better-sqlite3';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { DATABASE_FILE } from '../server/engine/sqlite/sqlite.ts';
import type { Migration } from '../server/schema/triggers.ts';
import { followEdits, keepDatabase } from './dev-data.ts';

const FAMILIES = 'create table families (id integer primary key, name text not null)';
const base: Migration = {
  name: '2026-01-01-base',
  statements: () => [
    FAMILIES,
    'create table lessons (id integer primary key, family_id integer references families (id))',
    "create trigger no_more before insert on lessons begin select raise(abort, 'no'); end",
    "insert into families values (0, 'made by the migration')",
  ],
};
const withColumn = (column: string): Migration => ({
  name: '2026-01-02-notes',
  statements: () => [`alter table families add column ${column}`],
});

let dataDir: string;
const open = () => new SqliteFile(path.join(dataDir, DATABASE_FILE));
const namesOf = (...some: Migration[]) => some.map(({ name }) => name);

/** Applies migrations to the database and notes them, like the server. */
function apply(...some: Migration[]): void {
  const database = open();
  database.pragma('journal_mode = wal');
  database.exec('create table if not exists schema_migrations (name text, applied_at bigint)');
  for (const { name, statements } of some) {
    for (const sql of statements('sqlite')) database.exec(sql);
    database.prepare('insert into schema_migrations values (?, 1)').run(name);
  }
  database.close();
}

function read(sql: string): unknown[] {
  const database = open();
  const rows = database.prepare(sql).all();
  database.close();
  return rows;
}

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'dev-data-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  apply(base);
  const database = open();
  database.exec("insert into families values (1, 'Grace')");
  database.close();
  expect(followEdits(dataDir, [base])).toBe(null);
});

test('leaves a new migration to the server, and the data where they are', () => {
  const added = withColumn('notes text');
  expect(followEdits(dataDir, [base, added])).toBe(null);
  apply(added);
  expect(followEdits(dataDir, [base, added])).toBe(null);
  expect(read('select id, name, notes from families where id = 1')).toEqual([
    { id: 1, name: 'Grace', notes: null },
  ]);
});

test('copies the rows when the last migration, or the first, is edited', () => {
  const [first, better] = [withColumn('notes text'), withColumn("note text default 'none'")];
  expect(followEdits(dataDir, [base, first])).toBe(null);
  apply(first);
  const notice = followEdits(dataDir, [base, better]);
  expect(notice).toMatch(/^The migration 2026-01-02-notes has changed since it ran: .*\.db\.$/);
  expect(read('select id, name, note from families order by id')).toEqual([
    { id: 0, name: 'made by the migration', note: 'none' },
    { id: 1, name: 'Grace', note: 'none' },
  ]);
  expect(followEdits(dataDir, [base, better])).toBe(null);

  const edited: Migration = {
    ...base,
    statements: (engine) => [...base.statements(engine), 'create table more (id integer)'],
  };
  expect(followEdits(dataDir, [edited, better])).toContain('2026-01-01-base');
  expect(read('select count(*) as count from families')).toEqual([{ count: 2 }]);
  expect(read('select name from schema_migrations order by name')).toEqual(
    namesOf(edited, better).map((name) => ({ name })),
  );
  expect(read("select name from sqlite_schema where type = 'trigger'")).toEqual([
    { name: 'no_more' },
  ]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('app-until-'))).toHaveLength(2);
});

test('changes nothing when the rows do not fit', () => {
  const strict: Migration = {
    ...base,
    statements: () => ['create table families (id integer primary key, name text check (id = 7))'],
  };
  for (let n = 0; n < 2; n += 1)
    expect(() => followEdits(dataDir, [strict])).toThrow('CHECK constraint failed');
  expect(read('select name from families where id = 1')).toEqual([{ name: 'Grace' }]);
  const kept = keepDatabase(dataDir);
  onTestFinished(() => rmSync(kept));
  const copy = new SqliteFile(kept, { readonly: true });
  expect(copy.prepare('select name from families where id = 1').pluck().get()).toBe('Grace');
  copy.close();
  expect(followEdits(dataDir, [base])).toBe(null);
});
