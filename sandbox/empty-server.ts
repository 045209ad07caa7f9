// Starts a server on its data folder alone, as an operator does who has set up nothing yet.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

import { findFreePort } from '../server/base/free-port.ts';

export async function startEmpty(
  dataDir: string,
): Promise<{ child: ChildProcess; origin: string }> {
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['scripts/run/start.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      APP_URL: origin,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { child, origin };
}
