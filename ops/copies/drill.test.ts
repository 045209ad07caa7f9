// The drill of a restore.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import SqliteFile from 'better-sqlite3';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';

import { startTestApp } from '../../server/testing/app.ts';
import { newDatabase, newFolder } from '../../server/testing/database/folders.ts';
import { makeFamily } from '../../server/testing/factories.ts';
import { backUp } from './copies.ts';
import { drill } from './drill.ts';
import { postgresCopies } from './postgres-copies.ts';
import { nameOf } from './rotation.ts';

const NOW = Date.parse('2026-11-25T09:30:00Z');
const MADE = Date.parse('2026-11-25T03:00:00Z');

const scratchFolders = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('lessons-drill-'));

/** A folder with a dated copy of a database with a family. */
async function makeCopies() {
  const dataDir = await newFolder();
  const api = await startTestApp({ on: { databaseUrl: null, dataDir } });
  await makeFamily(api, 2);
  await api.close();
  const folder = await newFolder();
  const copy = join(folder, nameOf(MADE, 'db'));
  await backUp(dataDir, copy);
  // Drills of other tests run in the common temporary folder.
  vi.stubEnv('TMPDIR', await newFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  const tryOut = (path = folder) => drill({ path, databaseUrl: null, now: NOW });
  return { dataDir, folder, copy, tryOut };
}

describe('the drill', () => {
  test('restores the newest copy of a folder, or a file, and cleans up', async () => {
    const { dataDir, folder, copy, tryOut } = await makeCopies();
    await writeFile(join(folder, 'lessons-2020-01-01T00-00-00Z.db'), 'older');
    const before = [await readdir(dataDir), await readdir(folder), (await stat(copy)).mtimeMs];
    expect(await tryOut()).toMatchObject({ copy, madeAt: MADE });
    expect(await tryOut(copy)).toMatchObject({ copy });
    expect([await readdir(dataDir), await readdir(folder), (await stat(copy)).mtimeMs]).toEqual(
      before,
    );
    expect(await scratchFolders()).toEqual([]);
  });

  test('removes what a killed drill has left after a day', async () => {
    const { tryOut } = await makeCopies();
    const left = await mkdtemp(join(tmpdir(), 'lessons-drill-'));
    await utimes(left, NOW / 1000 - 86_000, NOW / 1000 - 86_000);
    await tryOut();
    expect(await scratchFolders()).toContain(basename(left));
    await utimes(left, NOW / 1000 - 86_500, NOW / 1000 - 86_500);
    await tryOut();
    expect(await scratchFolders()).not.toContain(basename(left));
  });

  test('works while a server runs, and takes the age of any other file from its time', async () => {
    const { dataDir, tryOut } = await makeCopies();
    const api = await startTestApp({ on: { databaseUrl: null, dataDir } });
    const other = join(await newFolder(), 'before-the-move.db');
    await backUp(dataDir, other);
    expect((await tryOut(other)).madeAt).toBe((await stat(other)).mtimeMs);
    await api.close();
  });

  test('fails if there is no copy, or the newest one is damaged', async () => {
    const { folder, copy, tryOut } = await makeCopies();
    await expect(tryOut(join(folder, 'none'))).rejects.toThrow('There is no copy at');
    await expect(tryOut(await newFolder())).rejects.toThrow('There is no copy in');
    await truncate(copy, 20_000);
    await expect(tryOut()).rejects.toThrow(copy);
    await writeFile(copy, 'a note');
    await expect(tryOut()).rejects.toThrow(copy);
  });

  test('fails if the copy contradicts itself', async () => {
    const { copy, tryOut } = await makeCopies();
    const file = new SqliteFile(copy);
    file.exec('drop trigger credit_ledger_no_update; update credit_ledger set created_at = 1');
    file.close();
    await expect(tryOut()).rejects.toThrow('It lacks: trigger credit_ledger_no_update');
    const wrong = await makeCopies();
    const other = new SqliteFile(wrong.copy);
    other.pragma('foreign_keys = off');
    other.exec('update balances set credits = credits + 1');
    other.close();
    await expect(wrong.tryOut()).rejects.toThrow(
      'contradicts itself: every balance is the sum of its ledger (1 times not)',
    );
  });

  test('is a command that says how old the data would be', async () => {
    const { folder, copy } = await makeCopies();
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'copy-command.ts'), 'restore', '--drill', folder],
      { env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'none') } },
    );
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await once(child, 'close');
    expect(child.exitCode).toBe(0);
    expect(output).toContain(`${copy} can be restored: that took `);
    expect(output).toMatch(/made on 2026-11-25 at 03:00 UK time: what came in the \d+ \w+ since/);
    expect(await readdir(folder)).toHaveLength(1);
  });
});

describe.runIf(inject('engine') === 'postgres')('the drill on PostgreSQL', () => {
  test('restores into a database of its own and drops it', async () => {
    const { databaseUrl } = await newDatabase();
    const url = databaseUrl ?? '';
    const api = await startTestApp({ on: { databaseUrl: url, dataDir: await newFolder() } });
    await makeFamily(api, 2);
    const folder = await newFolder();
    const copy = join(folder, nameOf(MADE, 'dump'));
    await postgresCopies(url).make(copy);
    expect(await drill({ path: folder, databaseUrl: url, now: NOW })).toMatchObject({
      copy,
      madeAt: MADE,
    });
    await truncate(copy, 20_000);
    await expect(drill({ path: folder, databaseUrl: url, now: NOW })).rejects.toThrow(
      'cannot be restored',
    );
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      "select datname from pg_database where datname like 'lessons\\_drill%'",
    );
    await client.end();
    expect(rows).toEqual([]);
    await api.close();
  });
});
