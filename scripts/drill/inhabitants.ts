// The processes of a drill: all that run in its folder, however they were started. Linux only.
import { readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const GONE = ['ENOENT', 'ESRCH', 'EACCES', 'EINVAL'];

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Null of a process that ended meanwhile, or that is a stranger's. */
function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (GONE.includes(codeOf(error))) return null;
    throw error;
  }
}

/** The ids of the processes whose working directory is this folder or lies in it. */
export function inhabitantsOf(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .filter((pid) => {
      const at = folderOf(pid);
      return at === folder || (at?.startsWith(folder + path.sep) ?? false);
    });
}

/** Sends a signal to all of them. */
export function signalAll(folder: string, signal: NodeJS.Signals): void {
  for (const pid of inhabitantsOf(folder))
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error;
    }
}

/** Kills all of them, and those that they start meanwhile. */
export async function killAll(folder: string): Promise<void> {
  while (inhabitantsOf(folder).length > 0) {
    signalAll(folder, 'SIGKILL');
    await sleep(50);
  }
}
