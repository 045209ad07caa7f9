// Tests the way back of an upgrade on PostgreSQL for roles that own less than the whole database.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { root } from '../../scripts/test/steps.ts';
import { openDatabase } from '../../server/engine/database.ts';
import { withName } from '../../server/engine/postgres/address.ts';
import { findPostgres } from '../../server/testing/postgres/find-postgres.ts';
import { type PrivatePostgres, startPostgres } from '../../server/testing/postgres/postgres.ts';
import { testFolder } from '../../server/testing/test-folder.ts';
import { openData } from '../upgrade/data.ts';
import { ENQUIRY, makeInstallation, makeVersion } from './fake-versions.ts';

const isHere = findPostgres() !== null;
let cluster: PrivatePostgres | null = null;
let databases = 0;

beforeAll(async () => {
  if (isHere) cluster = await startPostgres({ parent: testFolder() });
});

afterAll(() => cluster?.stop());

/** A database that the server's role, lessons, has migrated with these rights. */
async function setUp(...rights: readonly string[]) {
  if (cluster === null) throw new Error('PostgreSQL is not installed');
  databases += 1;
  const name = `lessons_${databases}`;
  const connect = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  };
  const first = await connect(cluster.url);
  const { rowCount } = await first.query("select from pg_roles where rolname = 'lessons'");
  if (rowCount === 0) await first.query('create role lessons login; create role reporting');
  await first.query(`create database ${name}`);
  const admin = await connect(withName(cluster.url, name));
  for (const right of rights) await admin.query(right.replaceAll('DATABASE', name));
  const url = withName(cluster.url, name).replace('postgres@', 'lessons@');
  const start = async () => (await openDatabase({ databaseUrl: url, dataDir: '' })).close();
  await start();
  const scratch = path.join(testFolder(), name);
  const installation = { ...makeInstallation(makeVersion(scratch, ['one'])), owner: null };
  onTestFinished(() => {
    for (const folder of [scratch, installation.site])
      rmSync(folder, { recursive: true, force: true });
  });
  vi.stubEnv('DATABASE_URL', url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { site, dataDir } = installation;
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir };
  return {
    admin,
    client: await connect(url),
    copy: path.join(site, 'copy.dump'),
    data: openData(installation),
    env,
    site,
    start,
  };
}

const GRANTED = 'grant usage, create on schema public to lessons';
/** What a new version makes: kinds that the copy has not, a table that refers to an old one. */
const MIGRATION = `
  create type shade as enum ('red', 'blue');
  create table notes (id serial, shade shade, enquiry_id text references enquiries (id));
  create view noted as select shade from notes;
  create function note() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger note before insert on enquiries for each row execute function note();
  alter table enquiries drop column mobile cascade;
  insert into schema_migrations values ('2099-01-01-notes', 1)`;
const OBJECTS = `
  select pg_describe_object(classid, objid, 0) as object from pg_depend
  where refclassid = 'pg_namespace'::regclass and refobjid = current_schema()::regnamespace
  order by 1`;

test.runIf(isHere).each([
  { what: 'has only been granted the schema', rights: [GRANTED] },
  { what: 'has a schema of its own', rights: ['create schema authorization lessons'] },
  {
    what: 'has a schema of its own in its own database',
    rights: ['alter database DATABASE owner to lessons', 'create schema authorization lessons'],
  },
  {
    what: 'owns the database, with an extension of an administrator',
    rights: ['alter database DATABASE owner to lessons', 'create extension hstore schema public'],
  },
])('a role that $what gets everything back', async ({ rights }) => {
  const { client, copy, data, start } = await setUp(...rights);
  await client.query(ENQUIRY);
  const before = await data.migrations();
  expect(await data.refuseWayBack()).toBeNull();
  const { rows: objects } = await client.query(OBJECTS);
  await data.copyTo(root, copy);
  for (const round of [1, 2]) {
    await client.query(MIGRATION);
    expect(await data.restore(root, copy)).toBe('');
    expect([round, await data.migrations()]).toEqual([round, before]);
    expect((await client.query('select id, mobile from enquiries')).rows).toEqual([
      { id: 'a', mobile: '07700900123' },
    ]);
    expect((await client.query(OBJECTS)).rows).toEqual(objects);
  }
  await start();
});

const MAY_READ = `select has_schema_privilege('reporting', 'public', 'usage') as schema,
  has_table_privilege('reporting', 'enquiries', 'select') as enquiries,
  has_column_privilege('reporting', 'lessons', 'name', 'select') as names`;

test.runIf(isHere)('what other roles may read stays', async () => {
  const { client, copy, data } = await setUp(GRANTED);
  await client.query(
    'grant select on enquiries to reporting; grant select (name) on lessons to reporting',
  );
  await data.copyTo(root, copy);
  await client.query(MIGRATION);
  expect(await data.restore(root, copy)).toBe('');
  const all = { schema: true, enquiries: true, names: true };
  expect((await client.query(MAY_READ)).rows).toEqual([all]);
});

test.runIf(isHere)('a grant that this role cannot repeat does not keep the site down', async () => {
  const { admin, client, copy, data } = await setUp(GRANTED);
  await client.query('grant select on enquiries to reporting with grant option');
  await admin.query('set role reporting; grant select on enquiries to public');
  const before = await data.migrations();
  await data.copyTo(root, copy);
  await client.query(MIGRATION);
  const words = await data.restore(root, copy);
  expect(words).toMatch(/without what other roles may do .+: grant it again\. [^]+ERROR/);
  expect(await data.migrations()).toBe(before);
});

test.runIf(isHere).each([
  {
    what: 'a table of another role',
    statements: 'create table strange (id int); grant select on strange to lessons',
    words: 'what other roles or schemas have in this database: table strange.',
  },
  {
    what: 'a view in another schema',
    statements:
      'create schema reports; create view reports.names as select name from public.enquiries',
    words: 'view reports.names. Move it',
  },
  {
    what: 'a role that makes no tables any more',
    statements: 'revoke create on schema public from lessons',
    words: 'Run in its database: grant usage, create on schema public to its role.',
  },
])('an upgrade without a way back is refused: $what', async ({ statements, words }) => {
  const { admin, data, env, site } = await setUp(GRANTED);
  await admin.query(statements);
  expect(await data.refuseWayBack()).toContain(words);
  const command = [path.join(root, 'ops/upgrade/upgrade.ts'), 'new', '--site', site];
  const service = ['--stop', 'exit 1', '--start', 'exit 1'];
  const { status, stderr } = spawnSync(process.execPath, [...command, ...service], {
    env,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
  expect(readdirSync(path.join(site, 'versions'))).toEqual(['old']);
});
