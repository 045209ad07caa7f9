// The log in its own process: lines are buffered for a moment, and none is lost at exit.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import { createLogger } from './logger.ts';

/** A process that logs two lines and then does what `next` says. */
function startLogging(next: string) {
  const logger = JSON.stringify(join(import.meta.dirname, 'logger.ts'));
  const script = `import { createLogger } from ${logger};
    const logger = createLogger('info');
    logger.info('one');
    logger.warn('two');
    ${next}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

const messagesIn = (output: string) =>
  output
    .trim()
    .split('\n')
    // Each line is an object of pino's own making.
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

test.each([
  ['has nothing left to do', ''],
  ['ends itself', 'process.exit(1);'],
  ['dies of an error', "throw new Error('fault');"],
])('writes all lines of a process that %s', async (_, next) => {
  const child = startLogging(next);
  expect(messagesIn(await text(child.stdout))).toEqual(['one', 'two']);
});

test('logs no values of the rows that an error of PostgreSQL names', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(line) });
  const detail = 'Key (email)=(pat@example.com) already exists.';
  const error = Object.assign(new Error('duplicate key'), { code: '23505', detail, where: detail });
  const wrapped = new Error('failed', { cause: error });
  logger.error({ err: new AggregateError([error, wrapped], 'failed twice') }, 'failed');
  expect(lines.join('')).toContain('"code":"23505"');
  expect(lines.join('')).toContain('duplicate key');
  expect(lines.join('')).not.toContain('pat@example.com');
  expect(error.detail).toBe(detail);
});

test('writes the lines of a process that stays alive and logs nothing more', async () => {
  const child = startLogging('process.stdin.resume();');
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  expect(messagesIn(output.toString())).toEqual(['one', 'two']);
  expect(child.exitCode).toBeNull();
});
