// The log of the rate-limit counters, which are written at nearly every call for years.
import { statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, inject, onTestFinished, test } from 'vitest';

import { createMigratedDatabase } from '../../testing/app.ts';
import { openDatabase } from '../database.ts';
import { COUNTERS_FILE } from './sqlite.ts';

const COUNTS = 10_000;
/** SQLite checkpoints after 4,000 pages of 4 KB; each count writes one. */
const MAX_BYTES = 20 * 2 ** 20;

test.runIf(inject('engine') === 'sqlite')('stops growing after 16 MB', async () => {
  const { options, drop } = await createMigratedDatabase();
  onTestFinished(drop);
  const database = await openDatabase(options);
  onTestFinished(() => database.close());
  const limiter = database.limiter({ keyPrefix: 'calls', points: COUNTS, durationSeconds: 60 });
  for (let n = 0; n < COUNTS; n += 1) await limiter.consume(`account ${n % 100}`);
  const log = statSync(join(options.dataDir, `${COUNTERS_FILE}-wal`));
  expect(log.size).toBeGreaterThan(MAX_BYTES / 4);
  expect(log.size).toBeLessThan(MAX_BYTES);
});
