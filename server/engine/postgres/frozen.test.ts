// PostgreSQL hangs instead of failing: every call is refused within ten seconds, and everything
// works again once it recovers.
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import { expect, inject, test, type TestContext } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { createTestDatabase, type LogLine, startTestApp, type TestApp } from '../../testing/app.ts';
import { brokenInvariants } from '../../testing/database/invariants.ts';
import { makeFamily, makeLesson, PASSWORD } from '../../testing/factories.ts';
import { type Proxy, startProxy } from '../../testing/postgres/proxy.ts';
import { codeOf } from '../../testing/test.ts';
import { timed } from '../../testing/timed.ts';
import { type Db, openDatabase } from '../database.ts';

const PROMISED_MS = 10_000;

/** The tests mostly wait, so they run concurrently; each cleans up after itself. */
type TestCleanup = Pick<TestContext, 'onTestFinished'>;

async function behindProxy({
  onTestFinished,
}: TestCleanup): Promise<{ proxy: Proxy; databaseUrl: string }> {
  const { options, drop } = await createTestDatabase();
  const { databaseUrl } = options;
  if (databaseUrl === null) throw new Error('this is a test of PostgreSQL');
  const proxy = await startProxy(databaseUrl);
  onTestFinished(async () => {
    await proxy.close();
    await drop();
  });
  return { proxy, databaseUrl };
}

async function start(
  tidying: TestCleanup,
  log: LogLine[] = [],
): Promise<{ api: TestApp; proxy: Proxy }> {
  const { proxy } = await behindProxy(tidying);
  const api = await startTestApp({
    on: { databaseUrl: proxy.url, dataDir: '' },
    rateLimitScale: 100,
    onLog: (line) => log.push(line),
  });
  tidying.onTestFinished(async () => {
    proxy.thaw();
    await api.close();
    await api.database.close();
  });
  return { api, proxy };
}

if (inject('engine') === 'postgres') {
  test.concurrent('refuses every call within ten seconds while the database is frozen, and none afterwards', async (context) => {
    const log: LogLine[] = [];
    const { api, proxy } = await start(context, log);
    const family = await makeFamily(api, 3);
    const lesson = await makeLesson(api);
    const calls = [
      () => api.refused(endpoints.listProducts),
      () => family.refused(endpoints.getProfile),
      () => api.refused(endpoints.login, { body: { email: 'a@example.com', password: PASSWORD } }),
      () => family.refused(endpoints.bookLesson, { body: { Lesson_ID: lesson.id } }),
    ];
    // Open some idle connections, so that both they and new ones are tried.
    await Promise.all(Array.from({ length: 10 }, () => family.readProfile()));

    const transaction = () =>
      api.database
        .transact((tx) => sql`select 1`.execute(tx))
        .then(
          () => 'done',
          (error: unknown) => String(error),
        );
    const failures: string[] = [];

    proxy.freeze();
    for (const wave of ['first', 'second']) {
      // More calls than connections; those above also use the shared ones.
      const transactions = Promise.all(Array.from({ length: 12 }, () => timed(transaction())));
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => calls)
          .flat()
          .map((call) => timed(call())),
      );
      for (const { value, ms } of await transactions) {
        failures.push(value);
        expect(ms, wave).toBeLessThan(PROMISED_MS);
      }
      for (const { value, ms } of answers) {
        expect(value.body.code, wave).toBe('service_unavailable');
        expect(ms, wave).toBeLessThan(PROMISED_MS);
      }
    }
    const causes = log
      .filter(({ msg }) => msg === 'the database is away')
      .map(({ err }) => err?.message);
    expect(causes.length).toBe(40);
    // Calls with a connection, calls waiting for one, and calls opening one.
    expect(causes.join()).toContain('Query read timeout');
    expect(failures.join()).toContain('timeout exceeded when trying to connect');
    expect(causes.join()).toContain('Connection terminated due to connection timeout');
    expect(failures.filter((failure) => failure.startsWith('DatabaseAway'))).toHaveLength(24);

    proxy.thaw();
    await api.call(endpoints.listProducts);
    await family.book(lesson.id);
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  }, 60_000);

  test.concurrent('aborts a statement or lock wait that takes too long, and reuses its connection', async (context) => {
    const { api } = await start(context);
    const { db } = api.database;
    const settings = sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name in
        ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
      order by name`;
    const valuesOf = async (on: Db) =>
      (await settings.execute(on)).rows.map(({ setting }) => Number(setting));
    expect(await api.database.transact(valuesOf)).toEqual([30_000, 6000, 7000]);
    // A single read waits for no row lock, and other reads wait behind it.
    expect(await valuesOf(db)).toEqual([30_000, 500, 7000]);

    const family = await makeFamily(api, 3);
    const lesson = await makeLesson(api);
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
    const holding = db.transaction().execute(async (tx) => {
      await sql`select id from lessons for update`.execute(tx);
      locked();
      await isDone;
    });
    await isLocked;
    const { value, ms } = await timed(family.tryToBook(lesson.id));
    expect(codeOf(value)).toBe('service_unavailable');
    expect(ms).toBeLessThan(PROMISED_MS);
    done();
    await holding;
    await family.book(lesson.id);
  }, 30_000);

  test.concurrent('delivers announcements again after a freeze, and reports that some may be missing', async (context) => {
    const { proxy, databaseUrl } = await behindProxy(context);
    const lost: string[] = [];
    const listening = await openDatabase({
      databaseUrl: proxy.url,
      dataDir: '',
      onConnectionLost: (error) => lost.push(error.message),
    });
    const other = await openDatabase({ databaseUrl, dataDir: '' });
    context.onTestFinished(async () => {
      await listening.close();
      await other.close();
    });
    const heard: (string | null)[] = [];
    listening.listen((message) => heard.push(message));
    await context.expect.poll(() => heard, { timeout: 5000 }).toEqual([null]);
    other.announce('one');
    await context.expect.poll(() => heard, { timeout: 5000 }).toEqual([null, 'one']);

    proxy.freeze();
    await context.expect.poll(() => lost, { timeout: 30_000 }).not.toEqual([]);
    // Connections opened during the freeze fail as well.
    await sleep(1000);
    proxy.thaw();
    await context.expect.poll(() => heard, { timeout: 30_000 }).toEqual([null, 'one', null]);
    other.announce('two');
    await context.expect.poll(() => heard.at(-1), { timeout: 5000 }).toBe('two');
  }, 90_000);

  test.concurrent('closes the app without waiting for a frozen database', async (context) => {
    const { proxy } = await behindProxy(context);
    const database = await openDatabase({ databaseUrl: proxy.url, dataDir: '' });
    const heard: (string | null)[] = [];
    database.listen((message) => heard.push(message));
    await context.expect.poll(() => heard, { timeout: 5000 }).toEqual([null]);
    await database.db.selectFrom('balances').select('family_id').execute();
    expect(proxy.size).toBeGreaterThan(1);
    proxy.freeze();
    const asked = database.db.selectFrom('balances').select('family_id').execute();
    asked.catch(() => undefined);
    const { ms } = await timed(database.close());
    expect(ms).toBeLessThan(PROMISED_MS);
    await expect(asked).rejects.toThrow('Query read timeout');
  }, 30_000);

  test.concurrent('reports a server that is frozen at startup as unreachable', async (context) => {
    const { proxy } = await behindProxy(context);
    proxy.freeze();
    const { value, ms } = await timed(
      openDatabase({ databaseUrl: proxy.url, dataDir: '' }).catch((error: unknown) =>
        String(error),
      ),
    );
    expect(value).toMatch(/^StartupError: DATABASE_URL: cannot reach PostgreSQL \(.+\)\.$/);
    expect(ms).toBeLessThan(PROMISED_MS);
  });
} else
  test('the embedded database has no server to wait for', () => {
    expect(inject('postgresUrl')).toBeNull();
  });
