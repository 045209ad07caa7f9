// Tests publishing a build: atomic, and without removing files that servers or open pages use.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';

import { DEFAULT_BUSINESS } from '../../domain/business.ts';
import { paths } from '../../domain/paths.ts';
import { SAMPLE_CONTENT } from '../../domain/testing/content.ts';
import { buildFolder, buildsFolder, readCurrent } from '../../server/site/pages/builds.ts';
import { MANIFEST_FILE, readBuild } from '../../server/site/pages/built-pages.ts';
import { servePages } from '../../server/site/pages/pages.ts';
import { INPUTS_FILE, RENDERER_FOLDER } from '../../server/site/pages/renderer.ts';
import { publishBuild } from './publish.ts';

function newDist(): string {
  const dist = mkdtempSync(path.join(tmpdir(), 'builds-test-'));
  onTestFinished(() => rmSync(dist, { recursive: true, force: true }));
  return dist;
}

/** Writes a page with its name and a script of that name, in the layout of a real build. */
function make(name: string): (folder: string) => Promise<void> {
  return async (folder) => {
    mkdirSync(path.join(folder, 'client', 'assets'), { recursive: true });
    for (const [file, text] of [
      ['index.html', name],
      [MANIFEST_FILE, '{}'],
      [`assets/${name}.js`, `the script of ${name}`],
    ] as const)
      for (const end of ['', '.br', '.gz'])
        writeFileSync(path.join(folder, 'client', file + end), text);
    const pages = {
      pages: { [paths.home]: 'index.html' },
      notFound: 'index.html',
      inline: {},
      addressPlaceholder: 'https://address.invalid',
      sampleContent: false,
    };
    const words = { content: SAMPLE_CONTENT, business: DEFAULT_BUSINESS };
    mkdirSync(path.join(folder, RENDERER_FOLDER));
    writeFileSync(
      path.join(folder, RENDERER_FOLDER, INPUTS_FILE),
      JSON.stringify({ words, built: null }),
    );
    writeFileSync(path.join(folder, 'pages.json'), JSON.stringify(pages));
  };
}

async function serve(dist: string): Promise<FastifyInstance> {
  const app = Fastify();
  onTestFinished(() => app.close());
  const address = 'https://lessons.example';
  const pages = await servePages(app, await readBuild(dist, address), address);
  app.setNotFoundHandler(pages.answerUnknown);
  return app;
}

async function scriptAt(app: FastifyInstance, name: string): Promise<string | number> {
  const { statusCode, body } = await app.inject(`/assets/${name}.js`);
  return statusCode === 200 ? body : statusCode;
}

const pageAt = async (app: FastifyInstance) => (await app.inject(paths.home)).body;

/** The folders of existing builds. */
const foldersOf = (dist: string) =>
  readdirSync(buildsFolder(dist)).filter((name) => !name.endsWith('.lock'));

test('a failed build changes nothing and leaves nothing behind', async () => {
  const dist = newDist();
  await publishBuild(dist, make('first'));
  const before = readCurrent(dist);
  const failing = publishBuild(dist, async (folder) => {
    await make('second')(folder);
    throw new Error('no memory left');
  });
  await expect(failing).rejects.toThrow('no memory left');
  expect(readCurrent(dist)).toEqual(before);
  expect(foldersOf(dist)).toEqual([before?.build]);
  expect(await pageAt(await serve(dist))).toBe('first');
});

test('a killed build changes nothing, and the next one removes its files', async () => {
  const dist = newDist();
  await publishBuild(dist, make('first'));
  const before = readCurrent(dist);
  const builder = `
    import { publishBuild } from ${JSON.stringify(import.meta.resolve('./publish.ts'))};
    await publishBuild(${JSON.stringify(dist)}, async () => {
      console.log('half-way');
      await new Promise((resolve) => setTimeout(resolve, 600_000));
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', builder], { stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  // Another build must not remove it while it is in progress.
  await publishBuild(dist, make('second'));
  expect(foldersOf(dist)).toHaveLength(3);
  child.kill('SIGKILL');
  await ended;
  expect(await pageAt(await serve(dist))).toBe('second');
  expect(readCurrent(dist)?.before).toBe(before?.build);
  await publishBuild(dist, make('third'));
  expect(new Set(foldersOf(dist))).toEqual(new Set(Object.values(readCurrent(dist) ?? {})));
}, 30_000);

test('keeps the build of a running server until the server has ended', async () => {
  const dist = newDist();
  await publishBuild(dist, make('old'));
  const old = readCurrent(dist)?.build ?? '';
  const server = await serve(dist);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await publishBuild(dist, make(name));
  expect(await pageAt(server)).toBe('old');
  expect(await scriptAt(server, 'old')).toBe('the script of old');
  expect(await pageAt(await serve(dist))).toBe('g');
  expect(foldersOf(dist)).toHaveLength(3);

  await server.close();
  await publishBuild(dist, make('h'));
  expect(existsSync(buildFolder(dist, old))).toBe(false);
});

test('serves the scripts of the five previous builds', async () => {
  const dist = newDist();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await publishBuild(dist, make(name));
  // Building the same sources again does not count as a new build.
  await publishBuild(dist, make('f'));
  const server = await serve(dist);
  const answers: unknown[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) answers.push(await scriptAt(server, name));
  expect(answers).toEqual([
    404,
    ...['b', 'c', 'd', 'e', 'f'].map((name) => `the script of ${name}`),
  ]);
});

test('a build includes the assets of one that finished meanwhile', async () => {
  const dist = newDist();
  await publishBuild(dist, make('first'));
  await publishBuild(dist, async (folder) => {
    await publishBuild(dist, make('quicker'));
    await make('slower')(folder);
  });
  const server = await serve(dist);
  expect(await pageAt(server)).toBe('slower');
  expect(await scriptAt(server, 'first')).toBe('the script of first');
  expect(await scriptAt(server, 'quicker')).toBe('the script of quicker');
});

test.each([
  ['there is none', null],
  ['its name was lost', ''],
  ['it was removed', JSON.stringify({ build: '20261121090000-0badcafe', before: null })],
])('a server reports a missing build when %s, and a new build fixes it', async (_, current) => {
  const dist = newDist();
  if (current !== null) writeFileSync(path.join(dist, 'current.json'), current);
  await expect(serve(dist)).rejects.toThrow(
    'The web app has not been built; run "npm run build" first.',
  );
  await publishBuild(dist, make('first'));
  expect(await pageAt(await serve(dist))).toBe('first');
});
