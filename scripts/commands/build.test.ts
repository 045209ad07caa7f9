// Tests `npm run build` in a copy of the project: its errors, and a killed build.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { BUSINESS, copyProject, TUTOR } from './copied-project.ts';

/** Guards against a hang alone. */
const GUARD = { timeout: 120_000 };
/**
 * Saves again at each look: Vite's watcher misses a change while it starts, and one within 50 ms of
 * another.
 */
const SAVING = { ...GUARD, interval: 500 };

function start(
  root: string,
  script: string,
  ...args: string[]
): { child: ChildProcess; readOutput: () => string } {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    // With CI set, programs write colours even to a pipe.
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  return { child, readOutput: () => output.join('') };
}

async function run(root: string, script: string): Promise<{ code: unknown; output: string }> {
  const { child, readOutput } = start(root, script);
  const [code] = (await once(child, 'close')) as unknown[];
  return { code, output: readOutput() };
}

function spoil(root: string, name: string, pattern: RegExp, replacement: string): void {
  const file = path.join(root, name);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(pattern);
  writeFileSync(file, text.replace(pattern, replacement));
}

const faults = [
  [
    BUSINESS,
    /email: '.*'/,
    "email: 'nobody'",
    'web/content does not fit: contact.email: Invalid email address.\n',
  ],
  [
    TUTOR,
    /heading: 'Physics/,
    "headng: 'Physics",
    'web/content does not fit: hero.heading: Write a text here.\n',
  ],
  [
    TUTOR,
    /label: 'GCSE and/,
    "label: 'GCSE' and",
    `${TUTOR}, line LINE, cannot be read: Expected ',', got 'ident'.\n`,
  ],
] as const;

test.each(faults)(
  'build and start report an error in the content (%s, %s) in one sentence',
  async (file, pattern, replacement, sentence) => {
    const root = copyProject();
    spoil(root, file, pattern, replacement);
    const line = readFileSync(path.join(root, file), 'utf8')
      .split(replacement)[0]
      ?.split('\n').length;
    const output = sentence.replace('LINE', String(line));
    expect(await run(root, 'scripts/build/build.ts')).toEqual({ code: 1, output });
    expect(await run(root, 'scripts/run/start.ts')).toEqual({ code: 1, output });
    expect(existsSync(path.join(root, 'dist', 'current.json'))).toBe(false);
  },
);

test('the dev server answers with an error in the content until it is fixed', async () => {
  const root = copyProject();
  const { readOutput } = start(root, 'node_modules/vite/bin/vite.js');
  const address = () => /Local: +(http:\S+)/.exec(readOutput())?.[1] ?? '';
  await expect.poll(address, GUARD).not.toBe('');
  const url = address();
  expect((await fetch(url)).status).toBe(200);
  const file = path.join(root, BUSINESS);
  const right = readFileSync(file, 'utf8');
  spoil(root, BUSINESS, /email: '.*'/, "email: 'nobody'");
  const wrong = readFileSync(file, 'utf8');
  const wanted = 'web/content does not fit: contact.email: Invalid email address.';
  const saveAndLook = async (text: string) => {
    writeFileSync(file, text);
    const answer = await fetch(url);
    return { status: answer.status, text: await answer.text() };
  };
  const isWrong = { status: 500, text: wanted };
  await expect.poll(() => saveAndLook(wrong), SAVING).toEqual(isWrong);
  expect(readOutput()).toContain(wanted);
  await expect.poll(() => saveAndLook(right), SAVING).toMatchObject({ status: 200 });
});

test('a killed build leaves the site as it was', async () => {
  const root = copyProject();
  expect(await run(root, 'scripts/build/build.ts')).toEqual({ code: 0, output: '' });
  const dist = path.join(root, 'dist');
  const list = () => globSync('**', { cwd: dist });
  const before = list();
  const current = readFileSync(path.join(dist, 'current.json'), 'utf8');

  const { child } = start(root, 'scripts/build/build.ts');
  const ended = once(child, 'exit');
  while (!list().some((name) => name.endsWith('.css') && !before.includes(name))) {
    expect(child.exitCode).toBe(null);
    await sleep(5);
  }
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(list()).toEqual(expect.arrayContaining(before));
  expect(readFileSync(path.join(dist, 'current.json'), 'utf8')).toBe(current);
});

test.skipIf(process.platform === 'win32')(
  'reports in one sentence that the user may not write the build',
  async () => {
    const dist = path.join(mkdtempSync(path.join(tmpdir(), 'build-test-')), 'dist');
    onTestFinished(() => rmSync(path.dirname(dist), { recursive: true }));
    mkdirSync(dist, { mode: 0o555 });
    // Root may write everywhere, so root switches to the user nobody.
    const builder = `
    import { build } from ${JSON.stringify(import.meta.resolve('../build/build.ts'))};
    if (process.getuid() === 0) process.setuid(65534);
    await build(${JSON.stringify(dist)}).catch(({ message }) => console.log(message));`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '-e',
      builder,
    ]);
    expect(stdout).toBe(
      `The web app has to be built, and this user cannot write to ${dist}: run "npm run build" as its owner.\n`,
    );
  },
);
