// Copying the embedded database while it is used, and going back to the copy.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { StartupError } from '../startup-error.ts';
import { backUp, restore } from './copies.ts';
import { type Database, openDatabase } from './index.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lessons-copies-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const open = (dataDir: string) => openDatabase({ databaseUrl: null, dataDir });

async function addAdmin({ db }: Database, email: string): Promise<void> {
  await db
    .insertInto('admins')
    .values({ id: email, email, name: 'Ada', password_hash: 'none', created_at: NOW })
    .execute();
}

async function emails({ db }: Database): Promise<string[]> {
  const rows = await db.selectFrom('admins').select('email').orderBy('email').execute();
  return rows.map(({ email }) => email);
}

test('a copy made while the server runs holds all that was committed, and can be gone back to', async () => {
  const dataDir = await newFolder();
  const copy = join(await newFolder(), 'copy.db');
  const database = await open(dataDir);
  await addAdmin(database, 'before@example.com');
  await backUp(dataDir, copy);
  await addAdmin(database, 'after@example.com');

  await expect(restore(dataDir, copy, NOW)).rejects.toThrow('already running');
  await database.close();
  const aside = await restore(dataDir, copy, NOW);
  expect(aside).toBe(join(dataDir, 'app.db.until-2026-11-21T09-00-00.000Z'));

  const restored = await open(dataDir);
  expect(await emails(restored)).toEqual(['before@example.com']);
  await restored.close();
  // Going back loses nothing either.
  await restore(dataDir, aside ?? '', NOW + 1000);
  const again = await open(dataDir);
  expect(await emails(again)).toEqual(['after@example.com', 'before@example.com']);
  await again.close();
});

test('what is no whole copy is refused, and the database stays', async () => {
  const dataDir = await newFolder();
  const database = await open(dataDir);
  await addAdmin(database, 'before@example.com');
  const copy = join(await newFolder(), 'copy.db');
  await writeFile(copy, 'not a database');
  await expect(backUp(dataDir, copy)).rejects.toThrow(`${copy} is there already`);
  await database.close();
  await expect(restore(dataDir, copy, NOW)).rejects.toThrow(StartupError);
  await expect(restore(dataDir, `${copy}.none`, NOW)).rejects.toThrow('There is no database at');
  const still = await open(dataDir);
  expect(await emails(still)).toEqual(['before@example.com']);
  await still.close();
  expect(existsSync(join(dataDir, 'app.db.incoming.part'))).toBe(false);
});
