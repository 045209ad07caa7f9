// Tests what ops/deploy/ promises of its scripts and units, with the tools that judge them.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { findTool } from '../test/find-tool.ts';
import { root } from '../test/steps.ts';

const deploy = path.join(root, 'ops/deploy');
const units = readdirSync(path.join(deploy, 'systemd'));
/** In tenths, as systemd-analyze takes it: 1.9. */
const MAX_EXPOSURE = '19';

test.runIf(findTool('shellcheck') !== null)('has sound scripts', () => {
  const program = findTool('shellcheck') ?? '';
  const scripts = ['install.sh', 'uninstall.sh', 'exchange.sh', 'lessons'];
  expect(execFileSync(program, scripts, { cwd: deploy, encoding: 'utf8' })).toBe('');
});

/**
 * Runs `lessons` in an installation of this version, by a user who seems to be root and to become
 * another.
 */
function runLessons(args: string[], userId = 0) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lessons-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  const place = (name: string, text: string) => {
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(path.join(bin, name), 0o755);
  };
  place('id', `echo ${userId}`);
  place('runuser', 'printf "%s " "$@"');
  symlinkSync(root, path.join(folder, 'current'));
  const settings = path.join(folder, 'lessons.env');
  writeFileSync(settings, `DATA_DIR=${folder}/data\n`);
  const script = readFileSync(path.join(deploy, 'lessons'), 'utf8')
    .replace(/^site=.*$/m, `site=${folder}`)
    .replace(/^settings=.*$/m, `settings=${settings}`);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script, 'lessons', ...args], {
    encoding: 'utf8',
    env: { PATH: `${bin}:${process.env['PATH']}` },
  });
  return { status, stdout, stderr };
}

test('`lessons` starts the upgrade of the installed version, as root', () => {
  const { stderr } = runLessons(['upgrade', '--patience', 'long']);
  expect(stderr).toBe("--patience: 'long' is no number of seconds.\n");
});

test('`lessons` runs every other command as the user of the server, and for root alone', () => {
  expect(runLessons(['backup', 'to a file'])).toEqual({
    status: 0,
    stdout: '-u lessons -- npm run --silent backup -- to a file ',
    stderr: '',
  });
  expect(runLessons(['backup', 'file'], 1000).status).toBe(1);
  expect(runLessons(['help'], 1000).stdout).toContain('lessons upgrade TAG');
});

/**
 * Whether the image gets the file, by Docker's rules: a line also leaves out what is below the
 * folder that it names, the last line that matches decides, and `!` takes a file back
 * (https://docs.docker.com/build/concepts/context/#dockerignore-files).
 */
function isInImage(file: string): boolean {
  const lines = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n');
  const parts = file.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
  const deciding = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .findLast((line) => parts.some((part) => path.matchesGlob(part, line.replace(/^!/, ''))));
  return deciding === undefined || deciding.startsWith('!');
}

test('the image has no settings of the operator, wherever they are', () => {
  const settings = ['.env', 'ops/deploy/.env', '.env.local', 'ops/deploy/.env.production'];
  for (const file of [...settings, 'data/app.db'])
    expect([file, isInImage(file)]).toEqual([file, false]);
  for (const file of [
    '.env.example',
    'package.json',
    'ops/deploy/health.mjs',
    'web/data/family.ts',
  ])
    expect([file, isInImage(file)]).toEqual([file, true]);
});

const services = units.filter((name) => name.endsWith('.service'));
test.runIf(findTool('systemd-analyze') !== null).each(services)('exposes little by %s', (name) => {
  const program = findTool('systemd-analyze') ?? '';
  const args = ['security', '--offline=true', '--no-pager', `--threshold=${MAX_EXPOSURE}`, name];
  // Fails above the threshold.
  const output = execFileSync(program, args, {
    cwd: path.join(deploy, 'systemd'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(output).toContain('Overall exposure level for');
});

test('no service forbids the memory that V8 needs', () => {
  for (const name of services) {
    const unit = readFileSync(path.join(deploy, 'systemd', name), 'utf8');
    // The JIT of V8 needs memory that is both.
    expect(unit).not.toContain('MemoryDenyWriteExecute=yes');
  }
});

test('a recovery before the start is not killed for the time that it takes', () => {
  const texts = services.map((name) => readFileSync(path.join(deploy, 'systemd', name), 'utf8'));
  const recovering = texts.filter((unit) => unit.includes('--before-start'));
  expect(recovering).toHaveLength(2);
  for (const unit of recovering) expect(unit).toMatch(/^TimeoutStartSec=infinity$/m);
});

// systemd skips a time that the machine's clock jumps over:
// findings/systemd-skips-a-timer-in-the-lost-hour.sh
test.each(units.filter((name) => name.endsWith('.timer')))(
  'no clock change skips a run of %s',
  (name) => {
    const unit = readFileSync(path.join(deploy, 'systemd', name), 'utf8');
    expect(unit).toMatch(/^OnCalendar=.* UTC$/m);
  },
);

test.each([
  ['9091', 'PORT=3001 METRICS_PORT=13001'],
  ['', 'PORT=3001 METRICS_PORT='],
])('with METRICS_PORT=%s, each of several servers has ports of its own', (METRICS_PORT, ports) => {
  const unit = readFileSync(path.join(deploy, 'systemd/lessons@.service'), 'utf8');
  const [, script = ''] = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(unit) ?? [];
  // As systemd replaces the name of the instance and a doubled dollar sign.
  const ran = script
    .replaceAll('%i', '3001')
    .replaceAll('$$', () => '$')
    .replace(/exec .*/, `exec sh -c 'echo "PORT=$PORT METRICS_PORT=$METRICS_PORT"'`);
  const output = execFileSync('sh', ['-c', ran], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], METRICS_PORT },
  });
  expect(output).toBe(`${ports}\n`);
});
