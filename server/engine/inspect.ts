// Looks at a database without changing it, beside a running server or without one.
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

import SqliteFile from 'better-sqlite3';
import type pg from 'pg';

import { migrations } from '../schema/migrations.ts';
import { reasonOf } from './away.ts';
import { readPostgresAddress } from './postgres/address.ts';
import { createClient, within } from './postgres/client.ts';
import { OLDEST_VERSION } from './postgres/prepare.ts';
import { chooseServer } from './postgres/servers.ts';
import { DATABASE_FILE } from './sqlite/sqlite.ts';
import type { DatabaseOptions } from './types.ts';

const WAIT_MS = 4000;
const BUSY_MS = 2000;

/**
 * How a connection is protected. 'local' stays within this machine. Over a network, 'none' is not
 * encrypted, 'encrypted' does not check which server answers, and 'verified' does.
 */
type Protection = 'local' | 'none' | 'encrypted' | 'verified';

export type Inspection =
  | { readonly state: 'none'; readonly where: string }
  | { readonly state: 'away' | 'old'; readonly reason: string }
  | {
      readonly state: 'found';
      /** 'SQLite 3.51.0', say. */
      readonly version: string;
      /** Migrations of this version that the database does not have yet. */
      readonly missing: number;
      /** The first migration that this version does not know; null without one. */
      readonly unknown: string | null;
      /** How the connection to its server is protected; null for the embedded database. */
      readonly protection: Protection | null;
      /** The time on the database's server; null for the embedded database. */
      readonly serverNow: number | null;
      /** When the newest migration was applied; null without any. */
      readonly migratedAt: number | null;
    };

interface Row {
  readonly name: string;
  readonly applied_at: number | string;
}

/** Never throws; waits for a few seconds at most. */
export async function inspectDatabase({
  databaseUrl,
  dataDir,
}: Pick<DatabaseOptions, 'databaseUrl' | 'dataDir'>): Promise<Inspection> {
  try {
    return databaseUrl === null ? inspectFile(dataDir) : await inspectServer(databaseUrl);
  } catch (error) {
    return { state: 'away', reason: reasonOf(error) };
  }
}

function inspectFile(dataDir: string): Inspection {
  const path = join(dataDir, DATABASE_FILE);
  if (!existsSync(path)) return { state: 'none', where: path };
  const file = new SqliteFile(path, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
  try {
    const version = String(file.prepare('select sqlite_version()').pluck().get());
    const table = file.prepare("select 1 from sqlite_master where name = 'schema_migrations'");
    const rows =
      table.get() === undefined
        ? []
        : file.prepare<[], Row>('select name, applied_at from schema_migrations').all();
    return {
      state: 'found',
      version: `SQLite ${version}`,
      protection: null,
      serverNow: null,
      ...compare(rows),
    };
  } finally {
    file.close();
  }
}

async function inspectServer(databaseUrl: string): Promise<Inspection> {
  const servers = chooseServer(readPostgresAddress(databaseUrl) ?? [databaseUrl]);
  const { client, close } = createClient({
    connectionString: await servers.current(),
    connectionTimeoutMillis: WAIT_MS,
  });
  try {
    await client.connect();
    const [about] = await ask<{ version: string; major: number; now: string; has: boolean }>(
      client,
      `select current_setting('server_version') as version,
         current_setting('server_version_num')::int / 10000 as major,
         (extract(epoch from clock_timestamp()) * 1000)::bigint as now,
         to_regclass('schema_migrations') is not null as has`,
    );
    if (about === undefined) throw new Error('it did not say its version');
    const version = `PostgreSQL ${about.version.split(' ')[0] ?? ''}`;
    if (about.major < OLDEST_VERSION)
      return { state: 'old', reason: `${version} is older than ${OLDEST_VERSION}` };
    const rows = about.has
      ? await ask<Row>(client, 'select name, applied_at from schema_migrations')
      : [];
    return {
      state: 'found',
      version,
      protection: protectionOf(client.connection.stream, client.ssl),
      serverNow: Number(about.now),
      ...compare(rows),
    };
  } finally {
    await close();
  }
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * A socket in the file system has no address. A certificate that happens to be right counts only if
 * another one would be refused.
 */
export function protectionOf(stream: Duplex, ssl: pg.ClientConfig['ssl']): Protection {
  const remoteAddress = stream instanceof Socket ? stream.remoteAddress : undefined;
  if (remoteAddress === undefined || LOOPBACK.test(remoteAddress)) return 'local';
  if (!(stream instanceof TLSSocket)) return 'none';
  const isRefused = typeof ssl === 'object' && ssl.rejectUnauthorized !== false;
  const isNamed = typeof ssl === 'object' && ssl.checkServerIdentity === undefined;
  return stream.authorized && isRefused && isNamed ? 'verified' : 'encrypted';
}

async function ask<R extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<R[]> {
  return (await client.query<R>(within(WAIT_MS, { text }))).rows;
}

function compare(rows: readonly Row[]) {
  const names = new Set(migrations.map(({ name }) => name));
  const recorded = new Set(rows.map(({ name }) => name));
  return {
    missing: [...names].filter((name) => !recorded.has(name)).length,
    unknown: [...recorded].find((name) => !names.has(name)) ?? null,
    migratedAt: rows.length === 0 ? null : Math.max(...rows.map((row) => Number(row.applied_at))),
  };
}
