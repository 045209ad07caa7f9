// Runs beside a private test cluster. When the process that started it is gone, stops the server
// and removes its data.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const END_TIMEOUT_MS = 5000;

const [data, folder] = process.argv.slice(2);
if (data === undefined || folder === undefined)
  throw new Error('usage: postgres-watcher DATA FOLDER');

// An interrupt on the terminal reaches the whole group; the watcher must survive it to clean up.
for (const interrupt of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(interrupt, () => {});

function serverPid(): number | null {
  try {
    return Number(readFileSync(path.join(data ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The server removes its pid file once it is done; a zombie process never gets further than that.
 */
async function waitForEnd(): Promise<void> {
  const deadline = Date.now() + END_TIMEOUT_MS;
  while (serverPid() !== null && Date.now() < deadline) await sleep(20);
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** The pipe from the parent ends when the parent ends, for any reason. */
process.stdin.resume().once('end', () => {
  void removeCluster();
});

async function removeCluster(): Promise<void> {
  const pid = serverPid();
  if (pid !== null) {
    signal(pid);
    await waitForEnd();
  }
  rmSync(folder ?? '', { recursive: true, force: true });
}
