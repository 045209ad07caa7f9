// A read replica that answers probes and still is of no use: slow, flapping, behind a pooler or
// beside another server, of a server that acknowledges early; and a healthy one of a busy process.
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';

import { checkReplica } from '../../doctor/machine-checks.ts';
import type { TestApp } from '../../testing/app.ts';
import {
  addressIn,
  copyPostgresTemplate,
  makePostgresTemplate,
  runAsAdmin,
} from '../../testing/database/template.ts';
import { makeFamily, makeLesson } from '../../testing/factories.ts';
import { startPooler } from '../../testing/postgres/pooler.ts';
import { startPostgres } from '../../testing/postgres/postgres.ts';
import { type Proxy, startProxy } from '../../testing/postgres/proxy.ts';
import {
  openAnother,
  replicaOf,
  type ReplicatedPostgres,
  startReplicated,
  timed,
  untilLeft,
  untilRead,
  untilUsed,
  replicaUse,
} from '../../testing/postgres/replicated.ts';
import type { Db, Replica } from '../types.ts';
import { type Ask, readPosition, requireSameCollation } from './replica-position.ts';

/**
 * What one list may lose to a replica, so that a frozen primary still refuses it in ten seconds.
 */
const LOST_MS = 2000;

if (inject('engine') === 'postgres') {
  let servers: ReplicatedPostgres;
  beforeAll(async () => {
    servers = await startReplicated();
  });
  afterAll(() => servers.stop());

  async function start(read = servers.replica.url) {
    const name = await servers.newDatabase();
    const find = () => runAsAdmin(addressIn(servers.replica.url, name), 'select 1');
    await expect
      .poll(() =>
        find().then(
          () => 'found',
          (error: unknown) => String(error),
        ),
      )
      .toBe('found');
    const faults: (string | null)[] = [];
    const onReplica = (fault: string | null) => faults.push(fault);
    const readUrl = addressIn(read, name);
    const on = { ...servers.addressesOf(name), readUrl, onReplica };
    return { name, faults, api: await servers.startApp(name, { on }) };
  }

  async function startProxied(): Promise<Proxy> {
    const proxy = await startProxy(servers.replica.url);
    onTestFinished(() => proxy.close());
    return proxy;
  }

  /** Reads a list that the replica answers in this way. */
  const readWith = (
    { database }: TestApp,
    replica: Replica,
    onReplica: (db: Db) => Promise<unknown>,
  ) =>
    timed(
      replica.read(async (db) => {
        if (db !== database.db) await onReplica(db);
        return db === database.db ? 'primary' : 'replica';
      }),
    );
  const sleepOn = (db: Db) => sql`select pg_sleep(5)`.execute(db);
  const answerOn = (db: Db) => sql`select 1`.execute(db);

  test('gives a slow list to the primary, and leaves a replica that stays slow', async () => {
    const { api } = await start();
    await untilUsed(api);
    const replica = replicaOf(api);
    const slow = await readWith(api, replica, sleepOn);
    expect(slow.value).toBe('primary');
    expect(slow.ms).toBeLessThan(LOST_MS);
    expect(replicaUse(api).isUsed).toBe(true);
    expect((await readWith(api, replica, answerOn)).value).toBe('replica');

    const together = Array.from({ length: 4 }, () => readWith(api, replica, sleepOn));
    for (const { value, ms } of await Promise.all(together)) {
      expect(value).toBe('primary');
      expect(ms).toBeLessThan(LOST_MS);
    }
    const until = performance.now() + 5000;
    while (performance.now() < until) {
      expect(replicaUse(api).isUsed).toBe(false);
      await sleep(200);
    }
  });

  test('loses a short time to a replica that freezes halfway through a list', async () => {
    const proxy = await startProxied();
    const { api, faults } = await start(proxy.url);
    await untilUsed(api);
    const { value, ms } = await readWith(api, replicaOf(api), async (db) => {
      proxy.freeze();
      await answerOn(db);
    });
    expect(value).toBe('primary');
    expect(ms).toBeLessThan(LOST_MS);
    await untilLeft(api);
    await sleep(4000);
    // One line, and not one for each probe.
    expect(faults).toEqual([null, 'it does not answer']);
  });

  test('stays away while one of the servers behind its address is frozen', async () => {
    const [proxy, frozen] = [await startProxied(), await startProxied()];
    frozen.freeze();
    const { api, faults } = await start(proxy.url);
    await untilUsed(api);
    // The idle connection is to the good server, and each second new one is not.
    let opened = 0;
    proxy.onConnection(() => {
      opened += 1;
      proxy.redirect(opened % 2 === 1 ? frozen.url : servers.replica.url);
    });
    const replica = replicaOf(api);
    const lists = Array.from({ length: 6 }, () => readWith(api, replica, answerOn));
    for (const { ms } of await Promise.all(lists)) expect(ms).toBeLessThan(LOST_MS);
    await untilLeft(api);
    await sleep(8000);
    expect(faults.slice(1)).not.toContain(null);
  });

  test('uses no pooler in transaction mode', async () => {
    const pooler = await startPooler(servers.replica.url, 'in turn');
    onTestFinished(() => pooler.close());
    const { api, faults } = await start(pooler.url);
    await expect.poll(() => faults).toContainEqual(expect.stringMatching(/pooler in transaction/));
    expect(replicaUse(api).isUsed).toBe(false);
    const [finding] = await checkReplica({ readUrl: null, ...api.databaseOptions });
    expect(finding).toMatchObject({ level: 'broken' });
    expect(finding?.text).toContain('pooler in transaction mode');
  });

  test('reads commits that a server acknowledges before they are on disk', async () => {
    const onPrimary = (statement: string) => runAsAdmin(servers.primary.url, statement);
    const delayWriter = async (delay: string) => {
      await onPrimary(`alter system set wal_writer_delay = '${delay}'`);
      await onPrimary('select pg_reload_conf()');
    };
    const name = await servers.newDatabase();
    await onPrimary(`alter database ${name} set synchronous_commit = off`);
    await delayWriter('10s');
    onTestFinished(() => delayWriter('200ms'));
    const api = await servers.startApp(name);
    await untilUsed(api);
    const family = await makeFamily(api, 9);
    for (let round = 1; round <= 5; round += 1) {
      const { id } = await makeLesson(api);
      await family.book(id);
      expect((await family.readLesson(id)).bookings, `round ${round}`).toHaveLength(1);
    }
  });

  test('reads nothing from another server behind the same address', async () => {
    const other = await startPostgres();
    onTestFinished(() => other.stop());
    await makePostgresTemplate(other.url);
    const otherReplica = await startPostgres({ primary: other.url });
    onTestFinished(() => otherReplica.stop());
    const proxy = await startProxied();
    const { name, api } = await start(proxy.url);
    await copyPostgresTemplate(other.url, name);
    // Further than the site's own log.
    for (let files = 0; files < 9; files += 1)
      await runAsAdmin(other.url, 'select pg_switch_wal(), txid_current()');
    await untilUsed(api);
    const [family, lesson] = [await makeFamily(api), await makeLesson(api)];
    await untilRead(api, () => family.readLesson(lesson.id));
    proxy.redirect(otherReplica.url);
    const read = Array.from({ length: 8 }, () => family.readLesson(lesson.id));
    for (const { id } of await Promise.all(read)) expect(id).toBe(lesson.id);
    await untilLeft(api);
  });

  test('stays with a replica whose answers wait for a busy process', async () => {
    const { api } = await start();
    await untilUsed(api);
    let isBusy = false;
    const { replica, faults } = openAnother(api, (found) => {
      // Once the replica is asked, and before its answer is read.
      if (isBusy)
        setImmediate(() => {
          const until = performance.now() + 1500;
          while (performance.now() < until);
        });
      isBusy = false;
      return found;
    });
    await expect.poll(() => replica.use().isUsed).toBe(true);
    await readWith(api, replica, answerOn);
    isBusy = true;
    expect((await readWith(api, replica, answerOn)).value).toBe('replica');
    expect(faults).toEqual([null]);
  });

  test('returns to a replica after three good probes in a row', async () => {
    const { api } = await start();
    await untilUsed(api);
    const probes = [true, false, true, true, false, true, true, true];
    const { replica, faults } = openAnother(api, (found) =>
      probes.shift() === false ? { ...found, bytes: Infinity } : found,
    );
    await expect.poll(() => faults, { timeout: 20_000 }).toHaveLength(3);
    expect(faults).toEqual([null, 'it is behind the primary', null]);
    expect(probes).toEqual([]);
    expect(replica.use().isUsed).toBe(true);
  }, 30_000);

  test('refuses a replica that sorts text in another way', async () => {
    const asking =
      (collation: string | null): Ask =>
      async () => ({ rows: [{ collation }] });
    await requireSameCollation(asking('2.36'), asking('2.36'));
    await requireSameCollation(asking(null), asking(null));
    await expect(requireSameCollation(asking('2.36'), asking('2.41'))).rejects.toThrow(
      /sorts text/,
    );
  });
} else
  test('the embedded database has no position in a log', async () => {
    expect(await readPosition(async () => ({ rows: [] }))).toMatchObject({ bytes: Infinity });
  });
