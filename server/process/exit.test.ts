// The end of the process, with a log that is read and with one that is not.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test } from 'vitest';

const LINES = 8000;
/** A server that has written its log, and is then asked to stop. */
const program = (level: string, patienceMs?: number) => `
  import { createLogger } from ${JSON.stringify(import.meta.resolve('../http/logger.ts'))};
  import { exitAfterLog } from ${JSON.stringify(import.meta.resolve('./run.ts'))};
  const log = createLogger(${JSON.stringify(level)});
  setInterval(() => {}, 1000);
  process.on('SIGTERM', () => {
    log.info('last line');
    exitAfterLog(log, 0, ${patienceMs});
  });
  for (let n = 0; n < ${LINES}; n += 1) log.info({ n }, 'x'.repeat(200));
  process.stderr.write('ready');
`;

function start(...given: Parameters<typeof program>) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(...given)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, ready: once(child.stderr, 'data'), gone: once(child, 'exit') };
}

test('ends in time when nobody reads the log', async () => {
  const { child, ready, gone } = start('info');
  await ready;
  const startedAt = performance.now();
  child.kill('SIGTERM');
  expect(await gone).toEqual([null, 'SIGKILL']);
  expect(performance.now() - startedAt).toBeLessThan(5000);
  child.stdout.destroy();
});

test('writes every line of a log that is read', async () => {
  const { child, ready, gone } = start('info', 30_000);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const closed = once(child.stdout, 'close');
  await ready;
  child.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
  await closed;
  expect(text.trimEnd().split('\n')).toHaveLength(LINES + 1);
  expect(text).toContain('last line');
});

test('ends at once without any line', async () => {
  const { child, ready, gone } = start('silent');
  await ready;
  child.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
});
