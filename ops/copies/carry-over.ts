// Takes from the database that a restore replaces what the restored one must know: what had ended
// since the copy was made stays ended. Both databases are of one engine.
import SqliteFile from 'better-sqlite3';
import type pg from 'pg';

import { codeOf } from '../../server/engine/away.ts';
import {
  carriedAccess,
  carriedNumbers,
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
  /** The email addresses of whoever is in the copy alone, or had changed theirs. */
  readonly revived: Readonly<Record<keyof typeof revived, readonly string[]>>;
}

/** The replaced database. */
export interface FormerSide {
  /** Throws an error that `isUnreadable` recognises if the database cannot answer. */
  all(sql: string): Promise<Row[]>;
  isUnreadable(error: unknown): boolean;
  /** Throws such an error if it is damaged, so that its tables may lack rows. */
  requireWhole(): Promise<unknown>;
}

/** The restored database. */
interface RestoredSide {
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

/** The SQLSTATE of an answer; a lost connection has a code of the operating system. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

export const postgresSide = (client: pg.Client) => ({
  all: async (sql: string) => (await client.query<Row>(sql)).rows,
  isUnreadable: (error: unknown) => SQLSTATE.test(codeOf(error)),
  requireWhole: () => Promise.resolve(),
  run: async (sql: string) => (await client.query(sql)).rowCount ?? 0,
  async insert(table: string, rows: Row[]) {
    await client.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  },
});

/**
 * Carries over in one transaction. `former` is null if there is no database to take from; another
 * site's is not taken from either.
 */
export async function carryOver(
  former: FormerSide | null,
  restored: RestoredSide,
  now: number,
): Promise<CarryOver> {
  const source = former !== null && (await isOfSite(former, restored)) ? former : null;
  await restored.run('begin');
  const isNumbered = await fill(source, restored, carriedNumbers);
  const isWhole = source !== null && (await ask(source, () => source.requireWhole())) !== null;
  const isKnown = await fill(isWhole ? source : null, restored, carriedAccess);
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
