// A stopped run leaves nothing behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { isRunning } from './is-running.ts';
import { root } from './steps.ts';

/** A runner with a server that ignores the signal; the server writes its process id to a file. */
const RUNNER = `
import { spawn } from 'node:child_process';
const server = \`
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
  require('node:fs').writeFileSync(process.env.PID_FILE, String(process.pid));
\`;
spawn(process.execPath, ['-e', server], { stdio: 'ignore' });
setInterval(() => {}, 1000);
`;

test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'ends the servers of its runners, too, at %s',
  async (signal) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'steps-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [runner, pidFile] = [path.join(folder, 'runner.mjs'), path.join(folder, 'pid')];
    writeFileSync(runner, RUNNER);
    const steps = path.join(root, 'scripts/test/steps.ts');
    const program = `import { runStep } from '${steps}'; await runStep({ name: 'x', script: '${runner}' });`;
    const run = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, PID_FILE: pidFile },
      stdio: 'ignore',
    });
    await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toMatch(/^\d+$/);
    const server = Number(readFileSync(pidFile, 'utf8'));
    expect(isRunning(server)).toBe(true);
    run.kill(signal);
    await once(run, 'exit');
    expect(run.signalCode).toBe(signal);
    await expect.poll(() => isRunning(server)).toBe(false);
  },
);
