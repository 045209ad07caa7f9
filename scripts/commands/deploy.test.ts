// Tests what deploy/ promises of its scripts and units, with the tools that judge them.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { findTool } from '../test/find-tool.ts';
import { root } from '../test/steps.ts';

const deploy = path.join(root, 'deploy');
const units = readdirSync(path.join(deploy, 'systemd'));
/** In tenths, as systemd-analyze takes it: 2.5. */
const MAX_EXPOSURE = '25';

test.runIf(findTool('shellcheck') !== null)('its scripts are sound', () => {
  const program = findTool('shellcheck') ?? '';
  const scripts = ['install.sh', 'uninstall.sh', 'exchange.sh', 'lessons'];
  expect(execFileSync(program, scripts, { cwd: deploy, encoding: 'utf8' })).toBe('');
});

const services = units.filter((name) => name.endsWith('.service'));
test.runIf(findTool('systemd-analyze') !== null).each(services)('%s is shut in', (name) => {
  const program = findTool('systemd-analyze') ?? '';
  const args = ['security', '--offline=true', '--no-pager', `--threshold=${MAX_EXPOSURE}`, name];
  const said = execFileSync(program, args, {
    cwd: path.join(deploy, 'systemd'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(said).toMatch(/Overall exposure level for [\w@-]+\.service: [01]\.\d/);
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
