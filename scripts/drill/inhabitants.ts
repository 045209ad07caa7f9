// The processes of a drill: all that run in its folder, however they were started. Linux only.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const GONE = ['ENOENT', 'ESRCH', 'EACCES', 'EINVAL'];

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Null of a process that ended meanwhile, or that is a stranger's. */
function ofProcess(read: () => string): string | null {
  try {
    return read();
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
      const at = ofProcess(() => readlinkSync(`/proc/${pid}/cwd`));
      return at === folder || (at?.startsWith(folder + path.sep) ?? false);
    });
}

const titleOf = (pid: number) =>
  ofProcess(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '';

/** Sends a signal to all of them, or to those with this word in their title. */
export function signalAll(folder: string, signal: NodeJS.Signals, word = ''): void {
  for (const pid of inhabitantsOf(folder).filter((each) => titleOf(each).includes(word)))
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
