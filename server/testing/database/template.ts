// A database with the current schema, created once for each run. Tests start with copies of it, in
// a fraction of the time of the migrations.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { openDatabase } from '../../engine/database.ts';
import { COUNTERS_FILE, DATABASE_FILE } from '../../engine/sqlite/sqlite.ts';

const NAME = 'lessons_template';

/** Runs one statement in the cluster's own database. */
export async function runAsAdmin(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** The URL of a database of this name in the cluster. */
export function addressIn(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates the template of a cluster, before anybody copies it. */
export async function makePostgresTemplate(adminUrl: string): Promise<void> {
  await runAsAdmin(adminUrl, `create database ${NAME}`);
  const database = await openDatabase({ databaseUrl: addressIn(adminUrl, NAME), dataDir: '' });
  await database.close();
}

/** Copies the files, in half the processor time of the usual strategy. */
export const copyPostgresTemplate = (adminUrl: string, name: string): Promise<void> =>
  runAsAdmin(adminUrl, `create database ${name} template ${NAME} strategy file_copy`);

/** The template's files in this process, by name. */
let sqliteFiles: Promise<ReadonlyMap<string, Buffer>> | null = null;

async function makeSqliteTemplate(): Promise<ReadonlyMap<string, Buffer>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lessons-template-'));
  const database = await openDatabase({ databaseUrl: null, dataDir });
  await database.close();
  const files = new Map(
    [DATABASE_FILE, COUNTERS_FILE].map((name) => [name, readFileSync(join(dataDir, name))]),
  );
  rmSync(dataDir, { recursive: true });
  return files;
}

/** Writes the files of an embedded database to an empty folder. */
export async function copySqliteTemplate(dataDir: string): Promise<void> {
  sqliteFiles ??= makeSqliteTemplate();
  for (const [name, content] of await sqliteFiles)
    writeFileSync(join(dataDir, name), content, { mode: 0o600 });
}
