// A damaged file of rate-limit counters, which is written without waiting for the disk, is
// recreated at startup and during a login. Everything else stays untouched.
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import SqliteFile from 'better-sqlite3';
import { expect, inject, onTestFinished, test } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { createMigratedDatabase, type LogLine, startTestApp } from '../../testing/app.ts';
import { makeFamily, PASSWORD } from '../../testing/factories.ts';
import type { DatabaseOptions } from '../database.ts';
import { COUNTERS_FILE } from './sqlite.ts';

const LOST = 'the counts of the abuse limits were damaged and begin anew';

async function start(on: DatabaseOptions) {
  const log: LogLine[] = [];
  const api = await startTestApp({ on, onLog: (line) => log.push(line), rateLimitScale: 1 });
  onTestFinished(async () => {
    await api.app.close();
    await api.database.close();
  });
  const body = { email: 'nobody@example.com', password: PASSWORD };
  return {
    api,
    warnings: () => log.filter(({ level }) => level >= 40).map(({ msg }) => msg),
    failLogin: async () => (await api.refused(endpoints.login, { body })).body.code,
  };
}

async function newDatabase(): Promise<{ on: DatabaseOptions; path: string }> {
  const { options, drop } = await createMigratedDatabase();
  onTestFinished(drop);
  return { on: options, path: join(options.dataDir, COUNTERS_FILE) };
}

/** Overwrites the file from this byte on. */
async function spoil(path: string, from: number): Promise<void> {
  const file = await open(path, 'r+');
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size - from, 0xa7), 0, size - from, from);
  await file.close();
}

/**
 * Counts enough calls for many pages, all checkpointed into the file, so that `server` meets the
 * damage.
 */
function fill(path: string): void {
  const file = new SqliteFile(path);
  file.exec(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 2000)
    insert into rate_limits (key, points, expire) select 'key ' || n, 1, 0 from numbers`);
  file.pragma('wal_checkpoint(truncate)');
  file.close();
}

if (inject('engine') === 'sqlite') {
  test.each<[string, (path: string) => unknown]>([
    ['is no database', (path) => writeFileSync(path, 'these are not the counts'.repeat(500))],
    ['is cut off', (path) => (fill(path), truncateSync(path, 5000))],
    ['has lost its first page', (path) => spoil(path, 0)],
    ['has lost all pages but the first', (path) => (fill(path), spoil(path, 4096))],
  ])('starts and counts anew when the file %s', async (_, damage) => {
    const { on, path } = await newDatabase();
    await damage(path);
    const { api, warnings, failLogin } = await start(on);
    const codes: string[] = [];
    for (let n = 0; n < 12; n += 1) codes.push(await failLogin());
    expect(new Set(codes)).toEqual(new Set(['invalid_credentials', 'rate_limited']));
    expect(warnings()).toEqual([LOST]);
    await makeFamily(api);
    const counts = new SqliteFile(path, { readonly: true });
    expect(counts.pragma('integrity_check', { simple: true })).toBe('ok');
    counts.close();
  });

  test.each([0, 4096])(
    'continues with new counts when the file is damaged from byte %i on while the server runs',
    async (from) => {
      const { on, path } = await newDatabase();
      const { api, warnings, failLogin } = await start(on);
      const { token } = await makeFamily(api);
      expect(await failLogin()).toBe('invalid_credentials');
      fill(path);
      await spoil(path, from);
      expect(await failLogin()).toBe('invalid_credentials');
      expect(warnings()).toEqual([LOST]);
      await api.call(endpoints.getProfile, { token });
      const codes: string[] = [];
      for (let n = 0; n < 12; n += 1) codes.push(await failLogin());
      expect(codes).toContain('rate_limited');
      expect(warnings()).toEqual([LOST]);
      expect(readdirSync(on.dataDir)).toContain(COUNTERS_FILE);
    },
  );
} else
  test('PostgreSQL stores the counts in the database itself', () => {
    expect(inject('postgresUrl')).not.toBeNull();
  });
