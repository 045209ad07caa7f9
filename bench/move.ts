// `npm run bench:move`: how long it takes to move an embedded database into PostgreSQL. Updates
// docs/performance.md.
import { statSync } from 'node:fs';
import { join } from 'node:path';

import { moveToPostgres } from '../ops/move/move.ts';
import { DATABASE_FILE } from '../server/engine/sqlite/sqlite.ts';
import { makeEmptyDatabase, onSqlite, SIZES, startDurablePostgres } from './engines.ts';
import { machine, tableOf, today, writeReport } from './report.ts';

const postgres = await startDurablePostgres();
const rows: string[][] = [];
try {
  for (const size of ['usual', 'large'] as const) {
    const source = await onSqlite().make(size);
    const { dataDir } = source.options;
    const megabytes = statSync(join(dataDir, DATABASE_FILE)).size / 1e6;
    const address = await makeEmptyDatabase(postgres, `move_${size}`);
    const began = performance.now();
    const moved = await moveToPostgres({ dataDir, address });
    const seconds = (performance.now() - began) / 1000;
    rows.push([
      SIZES[size].toLocaleString('en-GB'),
      moved.rows.toLocaleString('en-GB'),
      `${megabytes.toFixed(0)} MB`,
      `${seconds.toFixed(0)} s`,
    ]);
    await source.drop();
  }
} finally {
  await postgres.stop();
}
writeReport(
  'bench:move',
  'Moving to PostgreSQL',
  `${tableOf([[today(), 'rows', 'file', 'time'], ...rows])}\n\nThe first column counts past bookings. The time includes the comparison of both sides, with one process, PostgreSQL on the same machine and its data on disk. ${machine}.`,
);
