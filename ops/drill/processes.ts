// Processes of the built server for a drill, on ports of their own.
import { spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { root } from '../../scripts/test/steps.ts';
import { MARK } from './inhabitants.ts';

const START_MS = 60_000;
const ASK_MS = 2000;

async function isWell(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(ASK_MS) })).ok;
  } catch {
    return false;
  }
}

/** Starts the server as `npm start` does, in a folder of the drill, and waits until it answers. */
export async function startProcess(
  folder: string,
  port: number,
  databaseUrl: string,
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const log = openSync(path.join(folder, 'log'), 'a');
  spawn(process.execPath, [path.join(root, 'scripts/run/start.ts')], {
    cwd: folder,
    stdio: ['ignore', log, log],
    detached: true,
    env: {
      PATH: process.env['PATH'],
      [MARK]: path.dirname(folder),
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      RATE_LIMIT_SCALE: 'off',
      LOG_LEVEL: 'warn',
    },
  }).unref();
  const url = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + START_MS; !(await isWell(url)); await sleep(100))
    if (Date.now() > deadline)
      throw new Error(`the server did not start: ${path.join(folder, 'log')}`);
  return url;
}
