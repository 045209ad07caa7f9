// Dated copies in a folder: made, recognised and removed.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import SqliteFile from 'better-sqlite3';
import { describe, expect, inject, test } from 'vitest';

import { openDatabase } from '../../server/engine/database.ts';
import { newDatabase, newFolder, openFolder } from '../../server/testing/database/folders.ts';
import { addressIn } from '../../server/testing/database/template.ts';
import { PROGRAM_ENV } from '../../server/testing/servers/child-server.ts';
import { moveToPostgres } from '../move/move.ts';
import { backUp } from './copies.ts';
import { readMark } from './copy-marks.ts';
import { type CopyKind, makeDatedCopy } from './dated-copies.ts';
import { postgresCopies } from './postgres-copies.ts';
import { nameOf, readKeep } from './rotation.ts';

const NOW = Date.parse('2026-11-25T03:00:00Z');
const COMMAND = join(import.meta.dirname, 'copy-command.ts');
const keep = readKeep('2d');
const nameAt = (instant: string) => nameOf(Date.parse(instant), 'db');
const NEWEST = nameOf(NOW, 'db');

/** A site with an empty database, and copies of it. */
async function makeSite() {
  const dataDir = await newFolder();
  await (await openFolder(dataDir)).close();
  const kind: CopyKind = {
    ending: 'db',
    make: async (to) => void (await backUp(dataDir, to)),
    readMark: async (path) => readMark(path),
  };
  return { dataDir, kind, folder: await newFolder() };
}

/** Puts a copy of the site into the folder, as if made at this instant. */
async function addCopy({ kind, folder }: Awaited<ReturnType<typeof makeSite>>, instant: string) {
  await kind.make(join(folder, nameAt(instant)));
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [COMMAND, 'backup', ...args], {
    env: { ...PROGRAM_ENV, DATA_DIR: await newFolder(), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return { code: child.exitCode, said: output };
}

describe('a dated copy', () => {
  test('is made, and replaces the copies that no day, week or month needs', async () => {
    const site = await makeSite();
    for (const instant of ['2026-11-24T03:00:00Z', '2026-11-24T12:00:00Z', '2026-11-23T03:00:00Z'])
      await addCopy(site, instant);
    const { newCopy, removed, remaining } = await makeDatedCopy(site.kind, {
      ...site,
      keep,
      now: NOW,
    });
    expect(newCopy).toBe(join(site.folder, NEWEST));
    expect(removed).toHaveLength(2);
    expect(remaining).toBe(2);
    expect(await readdir(site.folder)).toEqual([nameAt('2026-11-24T12:00:00Z'), NEWEST]);
    expect((await stat(newCopy)).mode & 0o077).toBe(0);
  });

  test('leaves every file alone that is no copy of this site', async () => {
    const site = await makeSite();
    const other = await makeSite();
    const { folder } = site;
    const old = (hour: number) => join(folder, nameAt(`2026-01-01T0${hour}:00:00Z`));
    await writeFile(old(1), 'a note');
    await other.kind.make(old(2));
    await addCopy(site, '2026-01-01T03:00:00Z');
    await truncate(old(3), 8192);
    await mkdir(old(4));
    await copyFile(join(site.dataDir, 'app.db'), old(5));
    await symlink(join(site.dataDir, 'app.db'), old(6));
    new SqliteFile(old(7)).exec('create table settings (salt text)').close();
    for (const name of ['app.db', 'lessons-2026-01-01.db', `${NEWEST}.0123456789ab.part`])
      await site.kind.make(join(folder, name));
    const before = await readdir(folder);
    await addCopy(site, '2026-11-23T03:00:00Z');

    const result = await makeDatedCopy(site.kind, { ...site, keep: readKeep('1d'), now: NOW });
    expect(result.removed).toEqual([join(folder, nameAt('2026-11-23T03:00:00Z'))]);
    expect(result.strange.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7].map(old));
    expect(await readdir(folder)).toEqual([...before, NEWEST].toSorted());
  });

  test('does not let a damaged copy stand for the day of a whole one', async () => {
    const site = await makeSite();
    await addCopy(site, '2026-11-24T03:00:00Z');
    await addCopy(site, '2026-11-24T12:00:00Z');
    await truncate(join(site.folder, nameAt('2026-11-24T12:00:00Z')), 4096);
    const { removed } = await makeDatedCopy(site.kind, { ...site, keep, now: NOW });
    expect(removed).toEqual([]);
  });

  test('stays if the clock was ahead before', async () => {
    const site = await makeSite();
    await addCopy(site, '2030-01-01T00:00:00Z');
    await makeDatedCopy(site.kind, { ...site, keep: readKeep('1d'), now: NOW });
    expect(await readdir(site.folder)).toEqual([NEWEST, nameAt('2030-01-01T00:00:00Z')]);
  });

  test('removes nothing when the copy fails', async () => {
    const site = await makeSite();
    for (const instant of ['2026-11-22T03:00:00Z', '2026-11-23T03:00:00Z', '2026-11-24T03:00:00Z'])
      await addCopy(site, instant);
    const before = await readdir(site.folder);
    const kind = { ...site.kind, make: () => Promise.reject(new Error('full')) };
    await expect(makeDatedCopy(kind, { ...site, keep, now: NOW })).rejects.toThrow('full');
    expect(await readdir(site.folder)).toEqual(before);
    // Nor when the copy of this second exists.
    await addCopy(site, '2026-11-25T03:00:00Z');
    await expect(makeDatedCopy(site.kind, { ...site, keep, now: NOW })).rejects.toThrow(
      'is there already; a copy never replaces another one.',
    );
    expect(await readdir(site.folder)).toEqual([...before, NEWEST]);
  });

  test('says what is wrong with the folder', async () => {
    const site = await makeSite();
    const make = (folder: string) => makeDatedCopy(site.kind, { folder, keep, now: NOW });
    await expect(make(join(site.folder, 'none'))).rejects.toThrow('There is no folder');
    await expect(make(join(site.dataDir, 'app.db'))).rejects.toThrow('There is no folder');
    if (process.getuid?.() === 0 || process.platform === 'win32') return;
    await chmod(site.folder, 0o500);
    await expect(make(site.folder)).rejects.toThrow('This user may not write to the folder');
  });
});

describe('the command', () => {
  test('copies and rotates, or says how it is used', async () => {
    const { dataDir, folder } = await makeSite();
    const env = { DATA_DIR: dataDir };
    const first = await run(['--keep', '7d4w12m', '--to', folder], env);
    expect(first).toMatchObject({ code: 0 });
    expect(first.said).toContain('is a complete copy of the database.\nThe folder has 1 copy of');
    const before = await readdir(folder);
    for (const [args, reason] of [
      [[], 'Say where to'],
      [['--keep', '7d', '--to', folder, 'x.db'], 'Say where to'],
      [['--keep', '0d', '--to', folder], 'a number from 1 to 999'],
    ] as const) {
      const { code, said } = await run(args, env);
      expect(code).toBe(1);
      expect(said).toContain(reason);
      expect(said.trim().split('\n')).toHaveLength(1);
    }
    expect(await readdir(folder)).toEqual(before);
  });

  test.runIf(process.platform === 'linux')('says that the disk is full', async () => {
    const { dataDir, folder } = await makeSite();
    // As on a full disk, a write fails after some bytes.
    const { stdout, stderr } = await promisify(execFile)(
      'sh',
      [
        '-c',
        'ulimit -f 100; trap "" XFSZ; "$0" "$@"; echo "code $?"',
        process.execPath,
        COMMAND,
        'backup',
        '--keep',
        '7d',
        '--to',
        folder,
      ],
      { env: { PATH: process.env['PATH'], DATA_DIR: dataDir } },
    );
    expect(stdout).toBe('code 1\n');
    expect(stderr).toMatch(/could not be copied to .*\((.*full|.*I\/O).*\)\.\n$/);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe.runIf(inject('engine') === 'postgres')('a dated copy of PostgreSQL', () => {
  async function makeServer() {
    const { databaseUrl } = await newDatabase();
    const url = databaseUrl ?? '';
    await (await openDatabase({ databaseUrl: url, dataDir: '' })).close();
    return { url, folder: await newFolder() };
  }

  test('is made by pg_dump and rotates; other files stay', async () => {
    const { url, folder } = await makeServer();
    const other = await makeServer();
    const kind = postgresCopies(url);
    const old = (hour: number) => `lessons-2026-01-01T0${hour}-00-00Z.dump`;
    await writeFile(join(folder, old(1)), 'a note');
    await postgresCopies(other.url).make(join(folder, old(2)));
    await kind.make(join(folder, old(3)));
    const { removed, strange, newCopy } = await makeDatedCopy(kind, {
      folder,
      keep: readKeep('1d'),
      now: NOW,
    });
    expect(removed).toEqual([join(folder, old(3))]);
    expect(strange).toEqual([join(folder, old(2)), join(folder, old(1))]);
    expect((await readFile(newCopy)).subarray(0, 5).toString()).toBe('PGDMP');
    expect((await stat(newCopy)).mode & 0o077).toBe(0);
  });

  test('names the copies that were made before the move', async () => {
    const site = await makeSite();
    const { folder } = site;
    const address = (await newDatabase()).databaseUrl ?? '';
    await moveToPostgres({ dataDir: site.dataDir, address, onTable: () => undefined });
    await (await makeSite()).kind.make(join(folder, nameAt('2026-01-01T01:00:00Z')));
    const back = async () =>
      (await run(['--keep', '7d', '--to', folder], { DATABASE_URL: address })).said;
    expect(await back()).not.toContain('embedded');
    await addCopy(site, '2026-01-02T03:00:00Z');
    await sleep(1000);
    expect(await back()).toContain(
      `\n1 copy of the embedded database is left in ${folder}; delete it when`,
    );
    await addCopy(site, '2026-01-03T03:00:00Z');
    await sleep(1000);
    expect(await back()).toContain(
      `\n2 copies of the embedded database are left in ${folder}; delete them when`,
    );
  });

  /** The arguments of every process that names this folder. */
  async function argumentsNaming(folder: string): Promise<string[]> {
    const texts = await Promise.all(
      (await readdir('/proc'))
        .filter((name) => /^\d+$/.test(name))
        // A process may end before it is read.
        .map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
    );
    return texts.filter((text) => text.includes(folder));
  }

  test.runIf(process.platform === 'linux')('hides the password from other users', async () => {
    const { url, folder } = await makeServer();
    const withPassword = url.replace('postgres@', 'postgres:a-secret-word@');
    const DATA_DIR = await newFolder();
    const seen = new Set<string>();
    // A look catches a short program by chance.
    while (![...seen].some((text) => text.includes('pg_dump'))) {
      const child = spawn(process.execPath, [COMMAND, 'backup', '--keep', '1d', '--to', folder], {
        env: { PATH: process.env['PATH'], DATA_DIR, DATABASE_URL: withPassword },
        stdio: 'ignore',
      });
      while (child.exitCode === null) {
        for (const text of await argumentsNaming(folder)) seen.add(text);
        await sleep(5);
      }
      expect(child.exitCode).toBe(0);
    }
    expect([...seen].filter((text) => text.includes('a-secret-word'))).toEqual([]);
  });

  test('says what failed, and leaves no file', async () => {
    const { url, folder } = await makeServer();
    const args = ['--keep', '1d', '--to', folder];
    const failure = await run(args, { DATABASE_URL: addressIn(url, 'no_such_database') });
    expect(failure.code).toBe(1);
    expect(failure.said).toContain('database "no_such_database" does not exist');
    expect(await readdir(folder)).toEqual([]);
    expect(() => postgresCopies(url, null)).toThrow('sudo apt-get install postgresql-client');
  });
});
