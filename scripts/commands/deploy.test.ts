// Tests what ops/deploy/ promises of its scripts and units, with the tools that judge them.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

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

test('every service can reach what it writes, and names scripts that exist', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = services.flatMap((name) => {
    const unit = readFileSync(path.join(deploy, 'systemd', name), 'utf8');
    // The JIT of V8 needs memory that is both.
    expect(unit).not.toContain('MemoryDenyWriteExecute=yes');
    return [...unit.matchAll(/npm run --silent ([\w:-]+)/g)].map(([, script = '']) => script);
  });
  expect(named).toContain('backup');
  for (const script of named) expect(Object.keys(scripts)).toContain(script);
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
