// Invoice numbers after a restore: none is issued twice.
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Database } from '../../server/engine/database.ts';
import { newFolder, openFolder as open } from '../../server/testing/database/folders.ts';
import { backUp, restore } from './copies.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');

const raise = ({ db }: Database, year: number, last: number) =>
  db
    .insertInto('invoice_years')
    .values({ year, last })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last }))
    .execute();

async function lastNumbers(dataDir: string): Promise<Record<number, number>> {
  const database = await open(dataDir);
  const rows = await database.db.selectFrom('invoice_years').selectAll().execute();
  await database.close();
  return Object.fromEntries(rows.map(({ year, last }) => [year, last]));
}

test('does not reissue invoice numbers issued since the copy', async () => {
  const dataDir = await newFolder();
  const copy = join(await newFolder(), 'copy.db');
  const database = await open(dataDir);
  await raise(database, 2026, 55);
  await backUp(dataDir, copy);
  await raise(database, 2026, 57);
  await raise(database, 2027, 3);
  await database.close();

  const { aside, carried } = await restore(dataDir, copy, NOW);
  expect(carried.isNumbered).toBe(true);
  expect(await lastNumbers(dataDir)).toEqual({ 2026: 57, 2027: 3 });
  // On the way back the copy is the one that knows less.
  const later = await open(dataDir);
  await raise(later, 2027, 4);
  await later.close();
  await restore(dataDir, aside ?? '', NOW + 1000);
  expect(await lastNumbers(dataDir)).toEqual({ 2026: 57, 2027: 4 });
});

test('counts invoice numbers that a killed server left in the log', async () => {
  const [running, dataDir] = [await newFolder(), await newFolder()];
  const copy = join(await newFolder(), 'copy.db');
  const database = await open(running);
  await backUp(running, copy);
  await raise(database, 2026, 57);
  // The files after a kill, without the shared memory of running processes.
  for (const file of ['app.db', 'app.db-wal'])
    await copyFile(join(running, file), join(dataDir, file));
  await database.close();
  expect(await restore(dataDir, copy, NOW)).toMatchObject({ carried: { isNumbered: true } });
  expect(await lastNumbers(dataDir)).toEqual({ 2026: 57 });
});

test('replaces a damaged database too, although its invoice numbers are unknown', async () => {
  const dataDir = await newFolder();
  const copy = join(await newFolder(), 'copy.db');
  const database = await open(dataDir);
  await raise(database, 2026, 55);
  await backUp(dataDir, copy);
  await database.close();
  await writeFile(join(dataDir, 'app.db'), 'damaged');
  expect(await restore(dataDir, copy, NOW)).toMatchObject({ carried: { isNumbered: false } });
  expect(await lastNumbers(dataDir)).toEqual({ 2026: 55 });
});
