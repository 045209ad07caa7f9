// `npm run bench:dev`: measures how long an edit takes to show under `npm run dev`, and updates
// docs/performance.md. It edits a copy of the project. RUNS sets the number of edits per median.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { chromium, type Page } from '@playwright/test';

import { findBrowser } from '../scripts/test/find-browser.ts';
import { machine, median, tableOf, today, writeReport } from './report.ts';

const RUNS = Number(process.env['RUNS'] ?? 9);
const ROOT = path.join(import.meta.dirname, '..');
const COPIED = [
  'domain',
  'sandbox',
  'scripts',
  'server',
  'web',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
];
const LOOK_MS = 5;
/** The pause between two edits, as when a person works. */
const PAUSE_MS = 1000;

const copy = mkdtempSync(path.join(tmpdir(), 'bench-dev-'));
for (const name of COPIED)
  cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'), 'junction');

/**
 * Makes edits that each replace `{n}` by another number, and times how long `isSeen` takes to see
 * it.
 */
async function timesOf(
  file: string,
  replaced: string,
  edited: string,
  isSeen: (n: number) => Promise<boolean>,
): Promise<number[]> {
  const target = path.join(copy, file);
  const source = readFileSync(target, 'utf8');
  if (!source.includes(replaced)) throw new Error(`${file} does not contain ${replaced}`);
  const times: number[] = [];
  // The first edit is not counted, since caches are empty.
  for (let n = 0; n <= RUNS; n += 1) {
    await sleep(PAUSE_MS);
    const began = performance.now();
    writeFileSync(target, source.replace(replaced, edited.replace('{n}', String(n))));
    while (!(await isSeen(n))) await sleep(LOOK_MS);
    if (n > 0) times.push(performance.now() - began);
  }
  writeFileSync(target, source);
  await sleep(PAUSE_MS);
  return times;
}

const onScreen = (page: Page) => async (n: number) => {
  await page.getByText(`Edit ${n}!`).first().waitFor({ state: 'attached' });
  return true;
};

const began = performance.now();
const dev = spawn(process.execPath, ['sandbox/dev.ts'], {
  cwd: copy,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({ executablePath: findBrowser() ?? '' });
try {
  let said = '';
  dev.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  while (!said.includes('Database and emails')) {
    if (dev.exitCode !== null) throw new Error(`the dev server ended: ${said}`);
    await sleep(LOOK_MS);
  }
  const start = performance.now() - began;
  const url = /Open (\S+)/.exec(said)?.[1] ?? '';

  const server = await timesOf(
    'server/app.ts',
    '  setSafeHeaders(app,',
    "  app.addHook('onRequest', async (_request, reply) => void reply.header('x-edit', '{n}'));\n  setSafeHeaders(app,",
    async (n) => (await fetch(`${url}/api/health`)).headers.get('x-edit') === String(n),
  );
  const page = await browser.newPage();
  await page.goto(`${url}/sign-in`);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  const component = await timesOf(
    'web/ui/page-header.tsx',
    '<h1',
    '<p>Edit {n}!</p><h1',
    onScreen(page),
  );
  await page.goto(url);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  const landing = await timesOf(
    'web/landing/hero.tsx',
    '{hero.text}',
    'Edit {n}! {hero.text}',
    onScreen(page),
  );
  const words = await timesOf(
    'web/content/tutor.ts',
    "heading: '",
    "heading: 'Edit {n}! ",
    onScreen(page),
  );

  const ms = (values: readonly number[]) => `${Math.round(median(values))} ms`;
  const max = (values: readonly number[]) => `${Math.round(Math.max(...values))} ms`;
  const rows = [
    ['an edit of', 'until', 'median', 'at most'],
    ['the server', 'the first answer of the new one', ms(server), max(server)],
    ['a component of the app', 'it is on screen', ms(component), max(component)],
    ['the landing page', 'it is on screen', ms(landing), max(landing)],
    ["the tutor's words", 'they are on screen', ms(words), max(words)],
  ];
  const note = `${today()}, ${machine}, ${RUNS} edits each. The start took ${(start / 1000).toFixed(1)} s.`;
  writeReport('bench:dev', 'The inner loop', `${tableOf(rows)}\n\n${note}`);
} finally {
  await browser.close();
  dev.kill('SIGTERM');
  if (dev.exitCode === null) await once(dev, 'exit');
  rmSync(copy, { recursive: true, force: true });
}
