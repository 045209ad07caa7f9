// The engines that the benchmarks run on, each with fresh databases that are gone at the end.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import type { DatabaseOptions } from '../server/db/database.ts';
import { startPostgres } from '../server/testing/postgres.ts';

/** Makes an empty database. */
export type Make = () => Promise<{ options: DatabaseOptions; drop: () => Promise<void> }>;

/** First on SQLite, then on a private PostgreSQL. */
export async function onEachEngine(run: (name: string, make: Make) => Promise<void>): Promise<void> {
  await run('SQLite', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lessons-bench-'));
    return { options: { databaseUrl: null, dataDir }, drop: () => rm(dataDir, { recursive: true }) };
  });
  const postgres = await startPostgres();
  let serial = 0;
  try {
    await run('PostgreSQL', async () => {
      serial += 1;
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(`create database bench_${serial}`);
      await client.end();
      const url = new URL(postgres.url);
      url.pathname = `/bench_${serial}`;
      return { options: { databaseUrl: url.href, dataDir: tmpdir() }, drop: async () => {} };
    });
  } finally {
    await postgres.stop();
  }
}
