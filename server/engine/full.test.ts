// A full disk: writes are refused as if the database were unavailable, with the real cause in the
// log. Reads continue, acknowledged data is safe, and everything works again without a restart once
// there is space.
import SqliteFile from 'better-sqlite3';
import { sql } from 'kysely';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { type LogLine, startTestApp, type TestApp } from '../testing/app.ts';
import { lessonForm, makeAdmin, makeLesson, makeFamily } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';

async function start() {
  const log: LogLine[] = [];
  const api = await startTestApp({ onLog: (line) => log.push(line), rateLimitScale: 1000 });
  onTestFinished(() => api.close());
  const errors = () => log.filter(({ level }) => level >= 50);
  return { api, errors };
}

/** Sends enquiries until one is refused; returns the accepted names. */
async function enquireUntilRefused(api: TestApp): Promise<string[]> {
  const taken: string[] = [];
  for (let n = 0; n < 500; n += 1) {
    const name = `Visitor ${n}`;
    const answer = await api.either(endpoints.registerInterest, {
      body: { name, email: 'visitor@example.com', mobile: '07700900123', year_class: 'year-10' },
    });
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

  test('refuses writes on a full disk, keeps acknowledged data, and recovers once there is space', async () => {
    const { api, errors } = await start();
    const { token } = await makeFamily(api, 2);
    const admin = await makeAdmin(api);
    const lesson = await makeLesson(api, lessonForm);
    await allowPages(api, (await pagesOf(api)) + 4);
    const taken = await enquireUntilRefused(api);
    expect(taken.length).toBeGreaterThan(0);
    expect(errors().map(({ msg, err }) => [msg, err?.message])).toEqual([
      ['the database is away', expect.stringContaining('database or disk is full')],
    ]);

    // Reads need no space, and a failed transaction leaves nothing open.
    await api.call(endpoints.health);
    await api.call(endpoints.getProfile, { token });
    expect((await api.call(endpoints.listEnquiries, { token: admin.token })).body.total).toBe(
      taken.length,
    );
    const notes = 'x'.repeat(1000);
    const plan = () =>
      api.either(endpoints.repeatLesson, {
        token: admin.token,
        body: { ...lessonForm, Date: '2027-01-09', lesson_notes: notes, weeks: 26 },
      });
    const refused = await plan();
    expect(refused.body).toMatchObject({ success: false, code: 'service_unavailable' });
    expect(await storedNames(api)).toEqual(taken.toSorted());
    expect(await brokenInvariants(api.database.db)).toEqual([]);

    await allowPages(api, 1_000_000);
    expect((await plan()).status).toBe(201);
    await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: lesson.id } });
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  });

  test('reports the database as unavailable when counters cannot be written', async () => {
    const { api, errors } = await start();
    const file = new SqliteFile(join(api.databaseOptions.dataDir, 'limits.db'));
    onTestFinished(() => {
      file.close();
    });
    file.exec('begin immediate');
    const { body } = await api.refused(endpoints.login, {
      body: { email: 'a@example.com', password: 'quantum-leap' },
    });
    expect(body.code).toBe('service_unavailable');
    expect(errors()[0]?.err?.message).toContain('database is locked');
    file.exec('rollback');
    expect(
      (
        await api.refused(endpoints.login, {
          body: { email: 'a@example.com', password: 'quantum-leap' },
        })
      ).body.code,
    ).toBe('invalid_credentials');
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

  test.each([
    ['53100', 'insert'],
    ['53100', 'commit'],
    ['53200', 'insert'],
    ['58030', 'insert'],
    ['57014', 'insert'],
  ] as const)(
    'refuses a write that fails with %s at the %s, and works afterwards',
    async (code, when) => {
      const { api, errors } = await start();
      const { db } = api.database;
      for (const statement of failing(code, when)) await sql.raw(statement).execute(db);
      expect(await enquireUntilRefused(api)).toEqual([]);
      expect(errors().map(({ msg, err }) => [msg, err?.message])).toEqual([
        ['the database is away', expect.stringContaining(`could not extend file (${code})`)],
      ]);
      await api.call(endpoints.health);
      await sql`drop trigger fail on enquiries`.execute(db);
      await api.call(endpoints.registerInterest, {
        body: {
          name: 'Ann',
          email: 'ann@example.com',
          mobile: '07700900123',
          year_class: 'year-10',
        },
      });
      expect(await storedNames(api)).toEqual(['Ann']);
    },
  );
}

test('reports the error of the work that failed a transaction, whatever follows', async () => {
  const { api } = await start();
  const failed = api.database.transact(async (tx) => {
    await sql.raw('rollback').execute(tx);
    throw new Error('the work itself');
  });
  await expect(failed).rejects.toThrow('the work itself');
  await makeFamily(api);
});
