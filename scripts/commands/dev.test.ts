// Tests `npm run dev` as a process: edits of the server and of a page show, and it leaves nothing
// behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import SqliteFile from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';

import { DATABASE_FILE } from '../../server/engine/sqlite/sqlite.ts';
import { SECURITY_PATH } from '../../server/http/security-text.ts';
import { copyProject } from './copied-project.ts';

/** Guards against a hang alone. */
const TIMEOUT_MS = 180_000;

/** Starts it in a copy of the project, with its own folder for temporary files. */
async function startDev() {
  const root = copyProject('sandbox');
  const folder = mkdtempSync(path.join(tmpdir(), 'dev-test-'));
  const child = spawn(process.execPath, ['sandbox/dev.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '', TMPDIR: folder, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const find = (pattern: RegExp) => pattern.exec(output.join(''))?.[1] ?? '';
  while (!output.join('').includes('Database and emails')) {
    if (child.exitCode !== null) throw new Error(`it has ended: ${output.join('')}`);
    await sleep(50);
  }
  return {
    root,
    folder,
    child,
    url: find(/Open (\S+)/),
    gallery: find(/See the emails +(\S+):/),
    database: path.join(find(/Database and emails +(\S+)/), DATABASE_FILE),
    said: () => output.join(''),
  };
}

function edit(root: string, file: string, from: string, to: string): void {
  const text = readFileSync(path.join(root, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(path.join(root, file), text.replace(from, to));
}

const textAt = async (url: string) => (await fetch(url)).text();

test('shows edits of a page, an email and the server, and Ctrl+C ends everything', async () => {
  const { root, folder, child, url, gallery } = await startDev();
  expect(await textAt(url)).toContain('Physics that finally adds up.');
  expect((await fetch(`${url}/no-such-page`)).status).toBe(404);
  expect(await textAt(`${url}/admin-login`)).toContain('Admin Login · Sample Physics');
  // These are the server's, which says so as its API does.
  for (const served of ['/pictures/none.png', '/calendar/none.ics', SECURITY_PATH])
    expect(await textAt(`${url}${served}`)).toContain('"code":"not_found"');

  edit(root, 'web/content/tutor.ts', 'Physics that finally adds up.', 'Physics that moves.');
  await expect.poll(() => textAt(url), { timeout: TIMEOUT_MS }).toContain('Physics that moves.');

  edit(
    root,
    'server/http/requests.ts',
    '  setSafeHeaders(app,',
    "  app.addHook('onRequest', async (_request, reply) => void reply.header('x-edit', 'seen'));\n  setSafeHeaders(app,",
  );
  const isSeen = async () => (await fetch(`${url}/api/health`)).headers.get('x-edit');
  await expect.poll(isSeen, { timeout: TIMEOUT_MS }).toBe('seen');
  // A second edit at once, while the server may still be restarting from the first.
  edit(root, 'server/http/requests.ts', "'seen'", "'again'");
  await sleep(300);
  edit(root, 'server/http/requests.ts', "'again'", "'at last'");
  await expect.poll(isSeen, { timeout: TIMEOUT_MS }).toBe('at last');
  // The gallery starts after the server.
  const seeGallery = () => textAt(gallery).catch(() => '');
  await expect.poll(seeGallery, { timeout: TIMEOUT_MS }).toContain('<h1>Emails</h1>');

  edit(root, 'sandbox/gallery.ts', '<h1>Emails</h1>', '<h1>Edited</h1>');
  await expect.poll(seeGallery, { timeout: TIMEOUT_MS }).toContain('<h1>Edited</h1>');

  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(readdirSync(folder)).toEqual([]);
  for (const ended of [url, gallery]) await expect(fetch(ended)).rejects.toThrow('fetch failed');
});

test('applies a new migration to the data, and keeps them when it is edited', async () => {
  const { root, database, said } = await startDev();
  const list = 'server/schema/migrations.ts';
  const notes =
    "  { name: '2099-01-01-notes', statements: () => ['create table notes (id integer)'] },";
  edit(root, list, '\n];', `\n${notes}\n];`);
  const columns = () => {
    const file = new SqliteFile(database, { readonly: true });
    try {
      return file.prepare("select name from pragma_table_info('notes')").pluck().all();
    } finally {
      file.close();
    }
  };
  await expect.poll(columns, { timeout: TIMEOUT_MS }).toEqual(['id']);
  edit(root, list, 'notes (id integer)', 'notes (id integer, words text)');
  const words = 'The migration 2099-01-01-notes has changed since it ran';
  await expect.poll(said, { timeout: TIMEOUT_MS }).toContain(words);
  expect(columns()).toEqual(['id', 'words']);
  const file = new SqliteFile(database, { readonly: true });
  const [families] = file.prepare('select count(*) from families').pluck().all();
  file.close();
  expect(families).toBeGreaterThan(1);
});

test('leaves no server behind when it is killed', async () => {
  const { child, gallery } = await startDev();
  const statusOf = () =>
    fetch(gallery).then(
      ({ status }) => status,
      () => null,
    );
  await expect.poll(statusOf, { timeout: TIMEOUT_MS }).toBe(200);
  child.kill('SIGKILL');
  await expect.poll(statusOf, { timeout: TIMEOUT_MS }).toBe(null);
});
