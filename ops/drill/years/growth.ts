// What grows with the business: measured at the end of each simulated year.
import { statSync } from 'node:fs';
import { join } from 'node:path';

import { sql } from 'kysely';

import { DATABASE_FILE } from '../../../server/engine/sqlite/sqlite.ts';
import type { World } from './world.ts';

const MEGABYTE = 1024 * 1024;
const MOST_USED = 10;
const BIGGEST = 8;

/** One year as lines of a Markdown table; empties the world's costs. */
export async function describeGrowth(world: World, date: string): Promise<string> {
  const { costs } = world.server;
  const { heapUsed, rss } = process.memoryUsage();
  const entries = [...costs].map(([name, { runs, ms }]) => ({ name, runs, ms }));
  costs.clear();
  const calls = entries
    .filter(({ name }) => !name.startsWith('job '))
    .toSorted((one, other) => other.runs - one.runs)
    .slice(0, MOST_USED);
  const jobs = entries.filter(({ name }) => name.startsWith('job '));
  const jobMs = jobs.reduce((sum, { ms }) => sum + ms, 0);
  const [slowest] = jobs.toSorted((one, other) => other.ms / other.runs - one.ms / one.runs);
  const { database, log } = await sizesOf(world);
  return [
    `### ${date}`,
    '',
    `| database | log | RSS | heap | all jobs in a day | slowest job |`,
    `| --- | --- | --- | --- | --- | --- |`,
    `| ${[
      megabytes(database),
      megabytes(log),
      megabytes(rss),
      megabytes(heapUsed),
      `${(jobMs / 365).toFixed(0)} ms`,
      slowest === undefined
        ? ''
        : `${slowest.name.replace('job failed to ', '')}: ${mean(slowest)}`,
    ].join(' | ')} |`,
    '',
    '| call | times | mean |',
    '| --- | --- | --- |',
    ...calls.map((call) => `| \`${call.name}\` | ${call.runs} | ${mean(call)} |`),
    '',
    `Rows: ${(await biggestTables(world)).join(', ')}.`,
  ].join('\n');
}

const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`;
const mean = ({ runs, ms }: { runs: number; ms: number }) => `${(ms / runs).toFixed(2)} ms`;

/** With how many rows each. */
async function biggestTables({ db }: World): Promise<string[]> {
  const tables = await db.introspection.getTables();
  const counted = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ rows: number }>`
      select cast(count(*) as integer) as rows from ${sql.table(name)}`.execute(db);
    counted.push({ name, rows: rows[0]?.rows ?? 0 });
  }
  return counted
    .toSorted((one, other) => other.rows - one.rows)
    .slice(0, BIGGEST)
    .map(({ name, rows }) => `${name} ${rows}`);
}

async function sizesOf({ dataDir, db, server }: World) {
  if (server.database.engine === 'sqlite') {
    const file = join(dataDir, DATABASE_FILE);
    return { database: statSync(file).size, log: statSync(`${file}-wal`).size };
  }
  const { rows } = await sql<{ database: number; log: number }>`
    select pg_database_size(current_database())::float8 as database,
      (select coalesce(sum(size), 0) from pg_ls_waldir())::float8 as log`.execute(db);
  return rows[0] ?? { database: 0, log: 0 };
}
