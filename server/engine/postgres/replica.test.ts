// Lists on a real read replica: an hour behind, a moment behind, frozen, killed, promoted, after a
// failover. Nobody reads an older list than the primary's.
import { setTimeout as sleep } from 'node:timers/promises';

import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { checkReplica } from '../../doctor/machine-checks.ts';
import { createMetrics } from '../../http/metrics.ts';
import { startTestApp, type TestApp, type TestOptions } from '../../testing/app.ts';
import { addressIn, runAsAdmin } from '../../testing/database/template.ts';
import { makeAdmin, makeFamily, makeLesson } from '../../testing/factories.ts';
import { type PrivatePostgres, startPostgres } from '../../testing/postgres/postgres.ts';
import {
  openAnother,
  readsOf,
  replicaOf,
  type ReplicatedPostgres,
  startReplicated,
  timed,
  untilLeft,
  untilRead,
  untilUsed,
  replicaUse,
} from '../../testing/postgres/replicated.ts';
import type { Replica } from '../types.ts';

/** What one list may lose to a replica that fails it, on a busy machine. */
const SHORT_MS = 3000;

/** A replica that nobody asks how far it is: what a test would lose without that. */
async function openUnchecked(api: TestApp): Promise<Replica> {
  const { replica } = openAnother(api, (found) => ({ ...found, bytes: 0 }));
  await expect.poll(() => replica.use().isUsed).toBe(true);
  return replica;
}

const FAMILIES = [
  endpoints.listLessons,
  endpoints.listAttended,
  endpoints.listCredits,
  endpoints.listPayments,
  endpoints.exportData,
];
const TUTORS = [
  endpoints.listAdminLessons,
  endpoints.listAdminBookings,
  endpoints.listAdminPayments,
  endpoints.listFamilies,
  endpoints.listEnquiries,
  endpoints.listActivities,
  endpoints.getFigures,
  endpoints.getFunnel,
];

if (inject('engine') === 'postgres') {
  let servers: ReplicatedPostgres;
  beforeAll(async () => {
    servers = await startReplicated();
  });
  afterAll(() => servers.stop());

  async function start(options?: TestOptions): Promise<TestApp> {
    const api = await servers.startApp(await servers.newDatabase(), options);
    await untilUsed(api);
    return api;
  }

  const doctorOn = async ({ databaseOptions: { databaseUrl, readUrl = null } }: TestApp) => {
    const [finding] = await checkReplica({ databaseUrl, readUrl });
    return finding?.level;
  };

  test('reads each list on the replica, and no more than the session on the primary', async () => {
    const onPrimary: string[] = [];
    const watch: KyselyPlugin = {
      transformQuery({ node }) {
        onPrimary.push(JSON.stringify(node));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const api = await start({
      wrap: (database) => ({ ...database, db: database.db.withPlugin(watch) }),
    });
    for (const [caller, lists] of [
      [api, [endpoints.listNextLessons]],
      [await makeFamily(api), FAMILIES],
      [await makeAdmin(api), TUTORS],
    ] as const)
      for (const list of lists)
        await untilRead(api, async () => {
          onPrimary.length = 0;
          await caller.call(list);
          const others = onPrimary.filter((node) => !node.includes('sessions'));
          if (replicaUse(api).isUsed) expect(others, list.path).toEqual([]);
        });
  });

  test('reads lists on the primary while the replica is an hour behind, and says so', async () => {
    const metrics = createMetrics();
    const api = await start({ metrics });
    const family = await makeFamily(api, 2);
    const first = await makeLesson(api);
    await untilRead(api, () => family.readLesson(first.id));
    const unchecked = await openUnchecked(api);
    expect(await doctorOn(api)).toBe('ok');
    expect(await metrics.text()).toContain('lessons_replica_used 1\n');

    await servers.pauseReplay();
    const lesson = await makeLesson(api);
    const { value, ms } = await timed(readsOf(api, () => family.readLesson(lesson.id)));
    expect(value).toMatchObject({ value: { id: lesson.id }, replica: 0, primary: 1 });
    expect(ms).toBeLessThan(SHORT_MS);
    expect(replicaUse(api).isUsed).toBe(false);
    await family.book(lesson.id);
    expect((await family.readLesson(lesson.id)).bookings).toHaveLength(1);
    const old = await unchecked.read((db) => db.selectFrom('lessons').select('id').execute());
    expect(old).toEqual([{ id: first.id }]);
    await expect.poll(() => replicaUse(api).lagMs).toBeGreaterThan(2000);
    expect(await doctorOn(api)).toBe('look');
    const text = await metrics.text();
    expect(text).toContain('lessons_replica_used 0\n');
    expect(text).toMatch(/lessons_replica_lag_seconds [2-9]/);
    expect(text).toMatch(/lessons_list_reads_total\{server="primary"\} [1-9]/);

    await servers.resumeReplay();
    await untilUsed(api);
    expect(replicaUse(api).lagMs).toBe(0);
    await untilRead(api, () => family.readLesson(lesson.id));
  });

  test('shows on one process what another wrote, to the family and to all who are told', async () => {
    const name = await servers.newDatabase();
    const [writing, reading] = [await servers.startApp(name), await servers.startApp(name)];
    await untilUsed(reading);
    const lesson = await makeLesson(writing, { Max_Students: 40 });
    const watcher = (await makeFamily(writing)).via(reading);
    const unchecked = await openUnchecked(reading);
    await servers.delayReplay(30);
    const shown: Promise<number>[] = [];
    const stop = reading.database.listen((message) => {
      if (message?.startsWith('spots:') === true)
        shown.push(watcher.readLesson(lesson.id).then(({ availableSpots }) => availableSpots));
    });
    const { reads } = replicaUse(reading);
    const before = reads.replica;
    let old = 0;
    for (let round = 1; round <= 20; round += 1) {
      const family = await makeFamily(writing, 1);
      await family.book(lesson.id);
      const found = await unchecked.read((db) =>
        db.selectFrom('bookings').select('id').where('lesson_id', '=', lesson.id).execute(),
      );
      if (found.length < round) old += 1;
      const { bookings } = await family.via(reading).readLesson(lesson.id);
      expect(bookings, `round ${round}`).toHaveLength(1);
      await expect.poll(() => shown.length).toBe(round);
      expect(await shown[round - 1], `round ${round}`).toBe(40 - round);
    }
    stop();
    expect(reads.replica - before).toBeGreaterThan(0);
    expect(old).toBeGreaterThan(0);
  });

  test('loses a short time to a replica that freezes, and skips it until it answers', async () => {
    const api = await start();
    const family = await makeFamily(api);
    await Promise.all(Array.from({ length: 12 }, () => family.listLessons()));
    const { replica } = servers;
    await replica.freeze();
    onTestFinished(() => replica.thaw());
    const lists = Array.from({ length: 12 }, () => timed(family.listLessons()));
    for (const { ms } of await Promise.all(lists)) expect(ms).toBeLessThan(SHORT_MS);
    await untilLeft(api);
    const later = await readsOf(api, () => timed(family.listLessons()));
    expect(later).toMatchObject({ replica: 0, primary: 1 });
    expect(later.value.ms).toBeLessThan(SHORT_MS / 3);

    replica.thaw();
    await untilUsed(api);
    await untilRead(api, () => family.listLessons());
  });

  test('reads on the primary while the replica is away, even from the start on', async () => {
    const name = await servers.newDatabase();
    const api = await servers.startApp(name);
    await untilUsed(api);
    const family = await makeFamily(api);
    const reading = Array.from({ length: 12 }, () => family.listLessons());
    await servers.replica.halt();
    await Promise.all([...reading, family.listLessons()]);
    await untilLeft(api);
    expect(await doctorOn(api)).toBe('broken');
    const late = await servers.startApp(name);
    expect(await readsOf(late, () => family.via(late).listLessons())).toMatchObject({ primary: 1 });

    await servers.replica.resume();
    for (const each of [api, late]) await untilRead(each, () => family.via(each).listLessons());
  });

  test('starts on a schema that the replica does not have yet', async () => {
    await servers.pauseReplay();
    const api = await servers.startApp(await servers.newDatabase());
    const family = await makeFamily(api);
    expect(await readsOf(api, () => family.listLessons())).toMatchObject({ primary: 1 });
    await servers.resumeReplay();
    await untilUsed(api);
  });

  test('uses no server that takes writes, and none of another database or timeline', async () => {
    const newReplica = async (): Promise<PrivatePostgres> => {
      const cluster = await startPostgres({ primary: servers.primary.url });
      onTestFinished(() => cluster.stop());
      return cluster;
    };
    const name = await servers.newDatabase();
    const [promoted, left] = [await newReplica(), await newReplica()];
    const { databaseUrl } = servers.addressesOf(name);
    const startWith = async (primaryUrl: string, readUrl: string) => {
      let fault: string | null = null;
      const onReplica = (found: string | null) => {
        fault = found;
      };
      const on = { databaseUrl: primaryUrl, readUrl, dataDir: '', onReplica };
      const api = await startTestApp({ on });
      onTestFinished(() => api.close());
      return { api, fault: () => fault };
    };

    // Another database of the same server, such as that of a trial.
    const trial = await startWith(databaseUrl, addressIn(servers.replica.url, 'postgres'));
    await expect.poll(trial.fault).toMatch(/no replica of this database/);

    const { api, fault } = await startWith(databaseUrl, addressIn(promoted.url, name));
    await untilUsed(api);
    await runAsAdmin(promoted.url, 'select pg_promote()');
    const [lesson, family] = [await makeLesson(api), await makeFamily(api)];
    expect(await readsOf(api, () => family.readLesson(lesson.id))).toMatchObject({ primary: 1 });
    expect(fault()).toMatch(/takes writes/);
    expect(await doctorOn(api)).toBe('broken');

    // By bytes it is ahead of the promoted server, in a log that goes on elsewhere.
    const after = await startWith(addressIn(promoted.url, name), addressIn(left.url, name));
    await expect.poll(after.fault).toMatch(/not followed a failover/);
    await sleep(2000);
    expect(replicaUse(after.api).isUsed).toBe(false);
  });

  test('reads a list again on the primary if the replica fails it, and passes a refusal on', async () => {
    const api = await start();
    const replica = replicaOf(api);
    const runs: string[] = [];
    const isPrimary = (db: object) => {
      runs.push(db === api.database.db ? 'primary' : 'replica');
      return db === api.database.db;
    };
    const found = await replica.read(async (db) => {
      // As a statement that was in the way of a vacuum.
      if (!isPrimary(db)) await sql`select * from no_such_table`.execute(db);
      return 'found';
    });
    expect([found, ...runs]).toEqual(['found', 'replica', 'primary']);
    const refused = replica.read(async (db) => {
      isPrimary(db);
      throw new RangeError('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(runs).toHaveLength(3);
    expect(replicaUse(api).isUsed).toBe(true);
  });

  test('shares many lists at once between both servers', async () => {
    const api = await start();
    const [family, lesson] = [await makeFamily(api), await makeLesson(api)];
    await untilRead(api, () => family.readLesson(lesson.id));
    const { value, ...reads } = await readsOf(api, () =>
      Promise.all(Array.from({ length: 60 }, () => family.readLesson(lesson.id))),
    );
    expect(new Set(value.map(({ id }) => id))).toEqual(new Set([lesson.id]));
    expect(reads.replica + reads.primary).toBe(60);
    expect(reads.primary).toBeGreaterThan(0);
  });
} else
  test('the embedded database has no replica', async () => {
    const api = await startTestApp();
    expect(api.database.replica).toBeNull();
    await api.close();
  });
