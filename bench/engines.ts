// The engines that the benchmarks run on, with filled databases. These are made once, stored in
// .cache/bench and copied for each use.
import { createHash } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { mondayOf, ukDate } from '../domain/time.ts';
import { type DatabaseOptions, openDatabase } from '../server/engine/database.ts';
import { DATABASE_FILE } from '../server/engine/sqlite/sqlite.ts';
import { type PrivatePostgres, startPostgres } from '../server/testing/postgres/postgres.ts';
import { fill, type FilledIds } from './fill.ts';

export const SIZES = { small: 1000, usual: 100_000, large: 1_000_000 } as const;
export type Size = keyof typeof SIZES;

export interface FilledDatabase {
  readonly options: DatabaseOptions;
  readonly filled: FilledIds;
  drop(): Promise<void>;
}

export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** Makes a separate database with that many past bookings. */
  make(size: Size): Promise<FilledDatabase>;
  stop(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '..');
const CACHE = join(ROOT, '.cache', 'bench');
const SCHEMA = join(ROOT, 'server', 'schema');

/**
 * The cache folder depends on the schema, the data and the current week, since the lessons of the
 * data are in the future.
 */
function cacheFolder(): string {
  const hash = createHash('sha256').update(mondayOf(ukDate(Date.now())));
  for (const name of globSync('**/*.ts', { cwd: SCHEMA }).toSorted())
    hash.update(readFileSync(join(SCHEMA, name)));
  hash.update(readFileSync(join(import.meta.dirname, 'fill.ts')));
  const name = hash.digest('hex').slice(0, 16);
  mkdirSync(CACHE, { recursive: true });
  for (const other of readdirSync(CACHE))
    if (other !== name) rmSync(join(CACHE, other), { recursive: true });
  const folder = join(CACHE, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Reads the file's data, or makes and writes it with `make` if there is no file. */
async function readOrMake(file: string, make: () => Promise<FilledIds>): Promise<FilledIds> {
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await make()));
  // The line above wrote it from this type.
  return JSON.parse(readFileSync(file, 'utf8')) as FilledIds;
}

async function fillNew(options: DatabaseOptions, size: Size): Promise<FilledIds> {
  console.log(`Filling a database with ${SIZES[size]} bookings ...`);
  const database = await openDatabase(options);
  try {
    return await fill(database, SIZES[size], Date.now());
  } finally {
    await database.close();
  }
}

export function onSqlite(): Engine {
  const cache = cacheFolder();
  return {
    name: 'SQLite',
    async make(size) {
      const cached = join(cache, `sqlite-${size}`);
      const filled = await readOrMake(`${cached}.json`, () =>
        fillNew({ databaseUrl: null, dataDir: cached }, size),
      );
      const dataDir = mkdtempSync(join(tmpdir(), 'lessons-bench-'));
      copyFileSync(
        join(cached, DATABASE_FILE),
        join(dataDir, DATABASE_FILE),
        constants.COPYFILE_FICLONE,
      );
      return {
        options: { databaseUrl: null, dataDir },
        filled,
        drop: async () => rmSync(dataDir, { recursive: true }),
      };
    },
    stop: async () => undefined,
  };
}

/** The default settings, and those of production, where a confirmed commit is on disk. */
const settings = {
  fsync: 'on',
  full_page_writes: 'on',
  shared_buffers: '128MB',
  max_wal_size: '256MB',
};

/** A cluster with the settings of production. */
export const startDurablePostgres = (archive?: string): Promise<PrivatePostgres> =>
  startPostgres({ settings, ...(archive === undefined ? {} : { archive }) });

/** Creates an empty database and returns its address. */
export async function makeEmptyDatabase(postgres: PrivatePostgres, name: string): Promise<string> {
  await runIn(postgres, `create database ${name}`);
  return addressIn(postgres, name);
}

function addressIn({ url }: PrivatePostgres, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

export async function onPostgres(): Promise<Engine> {
  const cache = cacheFolder();
  const archive = join(cache, 'postgres.tar');
  const postgres = await startDurablePostgres(existsSync(archive) ? archive : undefined);
  const template = (size: Size) => `filled_${size}`;
  const addressOf = (name: string): DatabaseOptions => ({
    databaseUrl: addressIn(postgres, name),
    dataDir: tmpdir(),
  });
  try {
    if (!existsSync(archive)) {
      for (const size of Object.keys(SIZES) as Size[]) {
        await runIn(postgres, `create database ${template(size)}`);
        writeFileSync(
          join(cache, `postgres-${size}.json`),
          JSON.stringify(await fillNew(addressOf(template(size)), size)),
        );
        await runIn(postgres, 'vacuum analyze', template(size));
      }
      await postgres.save(archive);
    }
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  let serial = 0;
  return {
    name: 'PostgreSQL',
    async make(size) {
      serial += 1;
      const name = `bench_${serial}`;
      await runIn(
        postgres,
        `create database ${name} template ${template(size)} strategy file_copy`,
      );
      const file = join(cache, `postgres-${size}.json`);
      return {
        options: addressOf(name),
        // Written above from this type.
        filled: JSON.parse(readFileSync(file, 'utf8')) as FilledIds,
        drop: () => runIn(postgres, `drop database ${name} with (force)`),
      };
    },
    stop: () => postgres.stop(),
  };
}

/**
 * Runs a benchmark with one process on each engine, and with two on PostgreSQL; the embedded engine
 * supports one only.
 */
export async function runOnEveryEngine<Result>(
  bench: (engine: Engine, processes: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const open of [onSqlite, onPostgres]) {
    const engine = await open();
    try {
      for (const processes of engine.name === 'SQLite' ? [1] : [1, 2])
        results.push(await bench(engine, processes));
    } finally {
      await engine.stop();
    }
  }
  return results;
}

const runIn = (postgres: PrivatePostgres, statement: string, database = 'postgres') =>
  run(addressIn(postgres, database), statement);

/** Runs a statement on a connection of its own. */
export async function run(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
