// Databases that end with the test, for tests of the engine.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { type Database, type DatabaseOptions, openDatabase } from '../../engine/database.ts';
import { createTestDatabase } from '../app.ts';

/** An empty temporary folder. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lessons-folder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export const openFolder = (dataDir: string): Promise<Database> =>
  openDatabase({ databaseUrl: null, dataDir });

/** Opens the embedded database of a new folder, and closes it after the test. */
export async function openNewFolder(): Promise<Database & { readonly dataDir: string }> {
  const dataDir = await newFolder();
  const database = await openFolder(dataDir);
  onTestFinished(() => database.close());
  return { ...database, dataDir };
}

/** A new, empty database of the engine under test. */
export async function newDatabase(): Promise<DatabaseOptions> {
  const { options, drop } = await createTestDatabase();
  onTestFinished(drop);
  return options;
}
