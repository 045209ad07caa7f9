// Tests the copies of an upgrade on PostgreSQL: the way back removes what a migration has made, and
// the trial leaves no database behind.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { root } from '../../scripts/test/steps.ts';
import { openDatabase } from '../../server/engine/database.ts';
import { findPostgres } from '../../server/testing/postgres/find-postgres.ts';
import { type PrivatePostgres, startPostgres } from '../../server/testing/postgres/postgres.ts';
import { testFolder } from '../../server/testing/test-folder.ts';
import { openData } from '../upgrade/data.ts';
import { makeCopiesFolder } from '../upgrade/installation.ts';
import { switchVersion } from '../upgrade/switch.ts';
import { removeTrials, tryVersion } from '../upgrade/trial.ts';
import { ENQUIRY, makeInstallation, makeVersion } from './fake-versions.ts';

/** Guards against a hang alone: these versions end by themselves. */
const PATIENCE_MS = 60_000;
const isHere = findPostgres() !== null;

/** A cluster with the product's tables; each test starts with a copy of its data. */
let template: PrivatePostgres | null = null;
let archive: string;

beforeAll(async () => {
  if (!isHere) return;
  template = await startPostgres({ parent: testFolder() });
  const database = await openDatabase({ databaseUrl: template.url, dataDir: '' });
  await database.close();
  archive = path.join(template.socketFolder, 'data.tar');
  await template.save(archive);
});

afterAll(() => template?.stop());

async function setUp() {
  const cluster = await startPostgres({ parent: testFolder(), archive });
  onTestFinished(() => cluster.stop());
  const scratch = mkdtempSync(path.join(tmpdir(), 'upgrade-postgres-'));
  const { site, dataDir } = makeInstallation(makeVersion(path.join(scratch, 'old'), ['one']));
  onTestFinished(() => {
    for (const folder of [scratch, site]) rmSync(folder, { recursive: true, force: true });
  });
  vi.stubEnv('DATABASE_URL', cluster.url);
  vi.stubEnv('DATA_DIR', dataDir);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  onTestFinished(() => client.end());
  const installation = { site, dataDir, owner: null };
  return { client, cluster, installation, data: openData(installation), site };
}

test.runIf(isHere)('a copy brings all back, and nothing of the new version', async () => {
  const { client, data, site } = await setUp();
  const before = await data.migrations();
  await client.query(
    "insert into enquiries (id, name, email, mobile, year_class, year_said_in, created_at) values ('a', 'Grace', 'grace@example.com', '07700900123', 'year-10', 2026, 1)",
  );
  const copy = path.join(site, `before.${data.ending}`);
  await data.copyTo(root, copy);
  // As a migration would: a table that refers to an old one, and a row that only it knows.
  await client.query(`
    create table notes (enquiry_id text references enquiries (id));
    insert into notes values ('a');
    alter table enquiries drop column mobile cascade;
    insert into schema_migrations values ('2099-01-01-notes', 1)`);
  expect(await data.migrations()).not.toBe(before);
  await data.restore(root, copy);
  expect(await data.migrations()).toBe(before);
  // The schema is this role's own from now on, which is in the next copy.
  const second = path.join(site, `second.${data.ending}`);
  await data.copyTo(root, second);
  await data.restore(root, second);
  expect(await data.migrations()).toBe(before);
  const { rows } = await client.query('select id, mobile from enquiries');
  expect(rows).toEqual([{ id: 'a', mobile: '07700900123' }]);
  // Its plans are right at once: PostgreSQL itself counts a minute later.
  const counted = await client.query("select from pg_stats where tablename = 'enquiries'");
  expect(counted.rowCount).toBeGreaterThan(0);
  expect((await client.query("select to_regclass('notes') as notes")).rows).toEqual([
    { notes: null },
  ]);
  // Triggers and functions work as before: the server starts on it.
  const again = await openDatabase({
    databaseUrl: process.env['DATABASE_URL'] ?? '',
    dataDir: process.env['DATA_DIR'] ?? '',
  });
  await again.close();
});

test.runIf(isHere)('the trial is on a database of its own, which it removes', async () => {
  const { client, data, installation } = await setUp();
  const fails = tryVersion(
    installation,
    { ...data, copyTo: (_version, file) => data.copyTo(root, file) },
    {
      // A fake that knows no PostgreSQL and so does not matter to the database.
      version: makeVersion(path.join(installation.site, 'new'), ['one'], { migration: 'always' }),
      patienceMs: PATIENCE_MS,
      signal: new AbortController().signal,
    },
  );
  await expect(fails).rejects.toThrow('does not start on a copy of the data');
  const { rows } = await client.query(
    "select datname from pg_database where datname like '%trial%'",
  );
  expect(rows).toEqual([]);

  await client.query("create role modest login password 'modest'");
  const modest = new URL(process.env['DATABASE_URL'] ?? '');
  modest.username = 'modest';
  vi.stubEnv('DATABASE_URL', modest.href);
  const refused = tryVersion(
    installation,
    { ...data, copyTo: async () => undefined },
    { version: installation.site, patienceMs: 1000, signal: new AbortController().signal },
  );
  await expect(refused).rejects.toThrow('say --without-trial');
});

test.runIf(isHere)('a copy that cannot be read to its end leaves the database alone', async () => {
  const { client, data, site } = await setUp();
  await client.query(ENQUIRY);
  const before = await data.migrations();
  const whole = path.join(site, 'whole.dump');
  await data.copyTo(root, whole);
  const { length } = readFileSync(whole);
  for (const size of [0, 100, Math.floor(length / 2), length - 200]) {
    const copy = path.join(site, 'cut.dump');
    copyFileSync(whole, copy);
    truncateSync(copy, size);
    await expect(data.restore(root, copy)).rejects.toThrow('the database was not changed');
    expect((await client.query('select id from enquiries')).rows).toEqual([{ id: 'a' }]);
    expect(await data.migrations()).toBe(before);
  }
  expect(readdirSync(site).filter((name) => name.endsWith('.sql'))).toEqual([]);
});

test.runIf(isHere)('a program that is still connected keeps the upgrade from copying', async () => {
  const { client, cluster, data, installation, site } = await setUp();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const named = `a program with the role postgres from 127.0.0.1 (process ${rows[0]?.pid} of PostgreSQL)`;
  // The connections of the setup end a moment after their clients.
  await expect.poll(() => data.users(), { timeout: 60_000 }).toEqual([named]);
  const other = new pg.Client({ connectionString: cluster.url.replace(/postgres$/, 'template1') });
  await other.connect();
  onTestFinished(() => other.end());
  expect(await data.users()).toEqual([named]);

  const output: string[] = [];
  const copyTo = vi.fn<typeof data.copyTo>();
  const switching = {
    installation,
    data: { ...data, copyTo },
    patienceMs: 500,
    returnMs: 500,
    stoppingMs: 1000,
    say: (line: string) => output.push(line),
  };
  const version = path.join(site, 'versions/old');
  const at = ['http://127.0.0.1:9'];
  const plan = { from: version, to: version, at, stop: 'true', start: 'true' };
  const stopped = switchVersion(switching, plan, new AbortController().signal);
  await expect(stopped).rejects.toThrow('does not answer');
  expect(output.join('\n')).toContain(
    `The database is still in use by ${named}: stop every server`,
  );
  expect(copyTo).not.toHaveBeenCalled();
});

test.runIf(isHere)('sees what is connected with a role of its own', async () => {
  const { client, cluster, installation } = await setUp();
  await client.query("create role modest login password 'modest'");
  vi.stubEnv('DATABASE_URL', cluster.url.replace('postgres@', 'modest@'));
  await expect.poll(() => openData(installation).users(), { timeout: 60_000 }).toHaveLength(1);
});

const addresses: readonly { what: string; of: (port: string, folder: string) => string }[] = [
  {
    what: 'a socket',
    of: (port, folder) => `postgres://postgres@/postgres?host=${folder}&port=${port}`,
  },
  {
    what: 'several servers',
    of: (port) => `postgres://postgres:x@127.0.0.1:1,127.0.0.1:${port}/postgres`,
  },
  {
    what: 'an option of the driver',
    of: (port) => `postgres://postgres:x@127.0.0.1:${port}/postgres?encoding=utf8`,
  },
];
test.runIf(isHere).each(addresses)('works with $what', async ({ of }) => {
  const { client, cluster, installation, site } = await setUp();
  await client.query(ENQUIRY);
  vi.stubEnv('DATABASE_URL', of(new URL(cluster.url).port, cluster.socketFolder));
  const data = openData(installation);
  const before = await data.migrations();
  expect(before).toContain('"name":"');
  const copy = path.join(site, 'copy.dump');
  await data.copyTo(root, copy);
  await client.query("insert into schema_migrations values ('2099-01-01-notes', 1)");
  await data.restore(root, copy);
  expect(await data.migrations()).toBe(before);
  const trial = tryVersion(
    installation,
    { ...data, copyTo: (_version, file) => data.copyTo(root, file) },
    {
      version: makeVersion(path.join(site, 'new'), ['one'], { migration: 'always' }),
      patienceMs: PATIENCE_MS,
      signal: new AbortController().signal,
    },
  );
  await expect(trial).rejects.toThrow('does not start on a copy of the data');
});

test.runIf(isHere)('removes what a killed trial has left, and only of its role', async () => {
  const { client, installation } = await setUp();
  await client.query('create role other');
  for (const name of ['lessons_trial_12', 'lessons_trial_13', 'lessons_trial_of_ada'])
    await client.query(`create database ${name}`);
  await client.query('alter database lessons_trial_13 owner to other');
  const folder = makeCopiesFolder(installation);
  for (const name of ['trial-12', 'before-1.dump']) writeFileSync(path.join(folder, name), 'x');
  await removeTrials(installation);
  const { rows } = await client.query(
    "select datname from pg_database where datname like '%trial%' order by 1",
  );
  expect(rows).toEqual([{ datname: 'lessons_trial_13' }, { datname: 'lessons_trial_of_ada' }]);
  expect(readdirSync(folder)).toEqual(['before-1.dump']);
});

test.runIf(isHere && process.getuid?.() === 0)("puts back as the server's user", async () => {
  const { client, data, installation } = await setUp();
  await client.query(ENQUIRY);
  const before = await data.migrations();
  const owner = { uid: 65_534, gid: 65_534 };
  const { site, dataDir } = installation;
  chmodSync(site, 0o755);
  chownSync(dataDir, owner.uid, owner.gid);
  const folder = makeCopiesFolder({ ...installation, owner });
  const copy = path.join(folder, 'copy.dump');
  await data.copyTo(root, copy);
  chownSync(copy, owner.uid, owner.gid);
  await client.query("insert into schema_migrations values ('2099-01-01-notes', 1)");
  const owned = openData({ site, dataDir, owner });
  expect(await owned.migrations()).not.toBe(before);
  await owned.restore(root, copy);
  expect(await owned.migrations()).toBe(before);
  expect(readdirSync(folder)).toEqual(['copy.dump']);
});

test.runIf(isHere && process.platform === 'linux')('hides the password', async () => {
  const { cluster, data, site } = await setUp();
  vi.stubEnv('DATABASE_URL', cluster.url.replace('postgres@', 'postgres:a-secret-word@'));
  const copy = path.join(site, 'copy.dump');
  await data.copyTo(root, copy);
  const { port } = new URL(cluster.url);
  const look = `while :; do grep -sha ':${port}/' /proc/[0-9]*/cmdline; done`;
  const watcher = spawn('sh', ['-c', look], { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  watcher.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const again = openData({ site, dataDir: site, owner: null });
  // The watcher catches a short program by chance.
  for (let round = 0; round < 3 || !output.includes('psql'); round += 1) {
    await again.migrations();
    await again.restore(root, copy);
  }
  watcher.kill();
  expect(output).toContain('psql');
  expect(output).not.toContain('a-secret-word');
});
