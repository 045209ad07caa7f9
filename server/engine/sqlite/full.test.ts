// A full disk: writes are refused as if the database were unavailable, with the real cause in the
// log. Reads continue, acknowledged data is safe, and everything works again without a restart once
// there is space.
import { join } from 'node:path';

import SqliteFile from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, inject, onTestFinished } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import type { LogLine, TestApp, TestOptions } from '../../testing/app.ts';
import { brokenInvariants } from '../../testing/database/invariants.ts';
import { lessonForm, makeFamily } from '../../testing/factories.ts';
import { test as base } from '../../testing/test.ts';

let log: LogLine[] = [];
/** The logged errors and their causes. */
const errors = () =>
  log.filter(({ level }) => level >= 50).map(({ msg, err }) => [msg, err?.message]);
const settings: TestOptions & { credits: number } = {
  credits: 2,
  rateLimitScale: 1000,
  onLog: (line) => log.push(line),
};
const test = base.extend('settings', settings);
test.beforeEach(() => {
  log = [];
});

const visitor = {
  email: 'visitor@example.com',
  mobile: '07700900123',
  year_class: 'year-10',
} as const;

/** Sends enquiries until one is refused; returns the accepted names. */
async function enquireUntilRefused(api: TestApp): Promise<string[]> {
  const taken: string[] = [];
  for (let n = 0; n < 500; n += 1) {
    const name = `Visitor ${n}`;
    const answer = await api.either(endpoints.registerInterest, { body: { ...visitor, name } });
    if (!answer.body.success) {
      expect(answer.body.code).toBe('service_unavailable');
      return taken;
    }
    taken.push(name);
  }
  throw new Error('the disk has not become full');
}

async function storedNames({ database }: TestApp): Promise<string[]> {
  const rows = await database.db
    .selectFrom('enquiries')
    .select('name')
    .orderBy('created_at')
    .execute();
  return rows.map(({ name }) => name).toSorted();
}

if (inject('engine') === 'sqlite') {
  const pagesOf = async ({ database }: TestApp) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
    return rows[0]?.page_count ?? 0;
  };
  const allowPages = ({ database }: TestApp, pages: number) =>
    sql.raw(`pragma max_page_count = ${pages}`).execute(database.db);

  test('refuses writes on a full disk, and recovers', async ({ api, family, tutor, lesson }) => {
    await allowPages(api, (await pagesOf(api)) + 4);
    const taken = await enquireUntilRefused(api);
    expect(taken.length).toBeGreaterThan(0);
    expect(errors()).toEqual([
      ['the database is away', expect.stringContaining('database or disk is full')],
    ]);

    // Reads need no space, and a failed transaction leaves nothing open.
    await api.call(endpoints.listProducts);
    await family.readProfile();
    expect((await tutor.call(endpoints.listEnquiries)).body.total).toBe(taken.length);
    const lesson_notes = 'x'.repeat(1000);
    const body = { ...lessonForm, Date: '2027-01-09', lesson_notes, weeks: 26 };
    const plan = () => tutor.either(endpoints.repeatLesson, { body });
    const refused = await plan();
    expect(refused.body).toMatchObject({ success: false, code: 'service_unavailable' });
    expect(await storedNames(api)).toEqual(taken.toSorted());
    expect(await brokenInvariants(api.database.db)).toEqual([]);

    await allowPages(api, 1_000_000);
    expect((await plan()).status).toBe(201);
    await family.book(lesson.id);
  });

  test('reports the database as unavailable when counters cannot be written', async ({ api }) => {
    const file = new SqliteFile(join(api.databaseOptions.dataDir, 'limits.db'));
    onTestFinished(() => {
      file.close();
    });
    file.exec('begin immediate');
    const body = { email: 'a@example.com', password: 'quantum-leap' };
    const signIn = async () => (await api.refused(endpoints.login, { body })).body.code;
    expect(await signIn()).toBe('service_unavailable');
    expect(errors()[0]?.[1]).toContain('database is locked');
    file.exec('rollback');
    expect(await signIn()).toBe('invalid_credentials');
  });
} else {
  /** Fails like PostgreSQL: when a row is written, or at the commit. */
  const failing = (code: string, when: 'insert' | 'commit') => [
    `create or replace function fail() returns trigger language plpgsql as $$
       begin raise exception 'could not extend file' using errcode = '${code}'; end $$`,
    when === 'insert'
      ? 'create trigger fail before insert on enquiries for each row execute function fail()'
      : `create constraint trigger fail after insert on enquiries deferrable initially deferred
           for each row execute function fail()`,
  ];

  test.for([
    ['53100', 'insert'],
    ['53100', 'commit'],
    ['53200', 'insert'],
    ['58030', 'insert'],
    ['57014', 'insert'],
  ] as const)(
    'refuses a write that fails with %s at the %s, and works afterwards',
    async ([code, when], { api }) => {
      const { db } = api.database;
      for (const statement of failing(code, when)) await sql.raw(statement).execute(db);
      expect(await enquireUntilRefused(api)).toEqual([]);
      expect(errors()).toEqual([
        ['the database is away', expect.stringContaining(`could not extend file (${code})`)],
      ]);
      await api.call(endpoints.listProducts);
      await sql`drop trigger fail on enquiries`.execute(db);
      await api.call(endpoints.registerInterest, { body: { ...visitor, name: 'Ann' } });
      expect(await storedNames(api)).toEqual(['Ann']);
    },
  );
}

test('reports the error of the work that failed, whatever follows', async ({ api }) => {
  const failed = api.database.transact(async (tx) => {
    await sql.raw('rollback').execute(tx);
    throw new Error('the work itself');
  });
  await expect(failed).rejects.toThrow('the work itself');
  await makeFamily(api);
});
