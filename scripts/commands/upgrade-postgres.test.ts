// Tests the copies of an upgrade on PostgreSQL: the way back removes what a migration has made, and
// the trial leaves no database behind.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';

import { openDatabase } from '../../server/engine/database.ts';
import { findPostgres } from '../../server/testing/find-postgres.ts';
import { startPostgres } from '../../server/testing/postgres.ts';
import { root } from '../test/steps.ts';
import { openData } from '../upgrade/data.ts';
import { tryVersion } from '../upgrade/trial.ts';
import { makeInstallation, makeVersion } from './fake-versions.ts';

const isHere = findPostgres() !== null;

async function setUp() {
  const cluster = await startPostgres();
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
  const database = await openDatabase({ databaseUrl: cluster.url, dataDir });
  await database.close();
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  onTestFinished(() => client.end());
  const installation = { site, dataDir, owner: null };
  return { client, installation, data: openData(installation), site };
}

test.runIf(isHere)(
  'a copy brings everything back, and nothing of the new version stays',
  async () => {
    const { client, data, site } = await setUp();
    const before = await data.migrations();
    await client.query(
      "insert into enquiries (id, name, email, mobile, year_class, created_at) values ('a', 'Grace', 'grace@example.com', '07700900123', 'year-10', 1)",
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
    await data.putBack(root, copy);
    expect(await data.migrations()).toBe(before);
    const { rows } = await client.query('select id, mobile from enquiries');
    expect(rows).toEqual([{ id: 'a', mobile: '07700900123' }]);
    expect((await client.query("select to_regclass('notes') as notes")).rows).toEqual([
      { notes: null },
    ]);
    // Triggers and functions work as before: the server starts on it.
    const again = await openDatabase({
      databaseUrl: process.env['DATABASE_URL'] ?? '',
      dataDir: process.env['DATA_DIR'] ?? '',
    });
    await again.close();
  },
);

test.runIf(isHere)('the trial is on a database of its own, which it removes', async () => {
  const { client, data, installation } = await setUp();
  const fails = tryVersion(
    installation,
    { ...data, copyTo: (_version, file) => data.copyTo(root, file) },
    {
      // A fake that knows no PostgreSQL and so does not matter to the database.
      version: makeVersion(path.join(installation.site, 'new'), ['one'], { migration: 'always' }),
      patienceMs: 4000,
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
