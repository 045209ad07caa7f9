// Takes from the database that a restore replaces what the restored one must know: what had ended
// since the copy was made stays ended. Both databases are of one engine.
import SqliteFile from 'better-sqlite3';
import type pg from 'pg';

import { StartupError } from '../../server/base/startup-error.ts';
import { codeOf } from '../../server/engine/away.ts';
import {
  carriedAccess,
  carriedNumbers,
  lastingRows,
  revived,
  revivedPasswords,
  siteMark,
} from '../../server/schema/beyond-constraints.ts';

type Row = Readonly<Record<string, unknown>>;

export interface CarryOver {
  /** Whether the restored database knows the invoice numbers issued since the copy was made. */
  readonly isNumbered: boolean;
  /** False if nobody knows what had ended: then all sessions, links and calendar feeds have. */
  readonly isKnown: boolean;
  /** How many of what were ended. */
  readonly ended: ReadonlyMap<string, number>;
  /** Email addresses of people and admins in the copy alone, and those changed since. */
  readonly revived: Readonly<Record<keyof typeof revived, readonly string[]>>;
}

/** The replaced database. */
export interface FormerSide {
  /** Throws an error that `isUnreadable` recognises if the database cannot answer. */
  all(sql: string): Promise<Row[]>;
  isUnreadable(error: unknown): boolean;
  /** Throws such an error if it is damaged, so that its tables may lack rows. */
  requireWhole(): Promise<unknown>;
  /** What to say if it is older than the copy. */
  readonly whenOlder: string;
}

/** The restored database. */
export interface RestoredSide {
  all(sql: string): Promise<Row[]>;
  /** Returns how many rows were written. */
  run(sql: string): Promise<number>;
  insert(table: string, rows: Row[]): Promise<void>;
}

export const fileSide = (file: SqliteFile.Database) => ({
  all: async (sql: string) => file.prepare<[], Row>(sql).all(),
  isUnreadable: (error: unknown) => error instanceof SqliteFile.SqliteError,
  async requireWhole() {
    const report = file.pragma('integrity_check', { simple: true });
    if (report !== 'ok') throw new SqliteFile.SqliteError(String(report), 'SQLITE_CORRUPT');
  },
  run: async (sql: string) => file.prepare(sql).run().changes,
  async insert(table: string, rows: Row[]) {
    const names = Object.keys(rows[0] ?? {}).map((name) => `@${name}`);
    const insert = file.prepare(`insert into ${table} values (${names.join(', ')})`);
    for (const row of rows) insert.run(row);
  },
});

/** No such table or column, or damage. Other faults, such as missing rights, may be mended. */
const UNREADABLE = /^(42P01|42703|XX\w{3})$/;
/** PostgreSQL bounds the length of a text. */
const ROWS_AT_ONCE = 5000;

export const postgresSide = (client: pg.Client) => ({
  all: async (sql: string) => (await client.query<Row>(sql)).rows,
  isUnreadable: (error: unknown) => UNREADABLE.test(codeOf(error)),
  requireWhole: () => Promise.resolve(),
  run: async (sql: string) => (await client.query(sql)).rowCount ?? 0,
  async insert(table: string, rows: Row[]) {
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
      await client.query(
        `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows.slice(start, start + ROWS_AT_ONCE))],
      );
  },
});

/**
 * Carries over in one transaction. `former` is null if there is no database to take from; another
 * site's is not taken from either. Throws a StartupError if the former one is older than the copy,
 * because it then brings back what had ended; nothing is changed.
 */
export async function carryOver(
  former: FormerSide | null,
  restored: RestoredSide,
  now: number,
): Promise<CarryOver> {
  const source = former !== null && (await isOfSite(former, restored)) ? former : null;
  const isWhole = source !== null && (await ask(source, () => source.requireWhole())) !== null;
  const whole = isWhole ? source : null;
  if (whole !== null && (await isOlder(whole, restored))) throw new StartupError(whole.whenOlder);
  await restored.run('begin');
  const isNumbered = await fill(source, restored, carriedNumbers);
  const isKnown = await fill(whole, restored, carriedAccess);
  const ended = new Map<string, number>();
  for (const part of [carriedNumbers, carriedAccess]) {
    for (const statement of part.taken) await restored.run(statement);
    for (const [what, statement] of part.ended) {
      const count = await restored.run(statement.replaceAll(':now', String(now)));
      if (count > 0) ended.set(what, (ended.get(what) ?? 0) + count);
    }
  }
  const emails = async (query: string) =>
    isKnown ? (await restored.all(query)).map(({ email }) => String(email)) : [];
  const people = await emails(revived.people);
  const admins = await emails(revived.admins);
  const addresses = await emails(revived.addresses);
  if (isKnown) for (const statement of revivedPasswords) await restored.run(statement);
  await restored.run('commit');
  return { isNumbered, isKnown, ended, revived: { people, admins, addresses } };
}

export async function isOfSite(former: FormerSide, restored: RestoredSide): Promise<boolean> {
  const query = `select ${siteMark.column} as mark from ${siteMark.table}`;
  const there = await ask(former, () => former.all(query));
  return there !== null && there[0]?.['mark'] === (await restored.all(query))[0]?.['mark'];
}

/** Whether the copy has lasting rows that the former database lacks. */
async function isOlder(former: FormerSide, restored: RestoredSide): Promise<boolean> {
  for (const { table, which } of lastingRows) {
    const [newest] = await restored.all(
      `select id from ${table} ${which} order by created_at desc, id desc limit 1`,
    );
    if (newest === undefined) continue;
    const query = `select id from ${table} where id = '${String(newest['id'])}'`;
    const found = await ask(former, () => former.all(query));
    if (found?.length === 0) return true;
  }
  return false;
}

/** Null if the database cannot answer: it is damaged, or of a version with other columns. */
async function ask<T>(former: FormerSide, question: () => Promise<T>): Promise<T | null> {
  try {
    return await question();
  } catch (error) {
    if (former.isUnreadable(error)) return null;
    throw error;
  }
}

/** Makes the temporary tables. Fills them if all can be read, and returns whether they could. */
async function fill(
  former: FormerSide | null,
  restored: RestoredSide,
  part: typeof carriedAccess,
): Promise<boolean> {
  const found = new Map<string, Row[]>();
  for (const [table, query] of Object.entries(part.former)) {
    await restored.run(`create temp table ${table} as select * from (${query}) as r where 1 = 0`);
    await restored.run(`create index ${table}_key on ${table} (key)`);
    const rows = former === null ? null : await ask(former, () => former.all(query));
    if (rows !== null) found.set(table, rows);
  }
  if (found.size < Object.keys(part.former).length) return false;
  for (const [table, rows] of found) if (rows.length > 0) await restored.insert(table, rows);
  return true;
}
