// The processes of a drill: all that run in its folder with its mark in their environment, however
// they were started. A shell that somebody opened there to read the logs is none. Linux only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Identity } from '../../server/testing/postgres/postgres.ts';

/** The environment variable with the folder of the drill. */
export const MARK = 'LESSONS_DRILL';
/** What the drill says to its watcher before it ends. */
export const WELL = 'well';
const KILL_MS = 30_000;

const GONE = ['ENOENT', 'ESRCH', 'EACCES', 'EINVAL'];

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Null of a process that ended meanwhile, or that is a stranger's. */
function look<T>(at: () => T): T | null {
  try {
    return at();
  } catch (error) {
    if (GONE.includes(codeOf(error))) return null;
    throw error;
  }
}

const isWithin = (at: string | null, folder: string) =>
  at === folder || (at?.startsWith(folder + path.sep) ?? false);

/**
 * The processes of PostgreSQL write their titles over their environment: the program is the mark.
 */
function isMarked(pid: number, folder: string): boolean {
  const environment = look(() => readFileSync(`/proc/${pid}/environ`, 'utf8')) ?? '';
  const isOwn = environment.split('\0').some((entry) => {
    const [name, ...value] = entry.split('=');
    return name === MARK && isWithin(folder, value.join('='));
  });
  return isOwn || path.basename(look(() => readlinkSync(`/proc/${pid}/exe`)) ?? '') === 'postgres';
}

/** The ids of the drill's processes whose working directory is this folder or lies in it. */
export function inhabitantsOf(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .filter((pid) =>
      isWithin(
        look(() => readlinkSync(`/proc/${pid}/cwd`)),
        folder,
      ),
    )
    .filter((pid) => isMarked(pid, folder));
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
  const deadline = Date.now() + KILL_MS;
  for (;;) {
    const left = inhabitantsOf(folder);
    if (left.length === 0) return;
    if (Date.now() > deadline)
      throw new Error(`these processes in ${folder} do not end: ${left.join(', ')}`);
    signalAll(folder, 'SIGKILL');
    await sleep(50);
  }
}

/** Whether this user sees the processes of another one: root may not, without CAP_SYS_PTRACE. */
export async function canSee(identity: Identity, folder: string): Promise<boolean> {
  const child = spawn('sleep', ['60'], {
    ...identity,
    cwd: folder,
    env: { PATH: process.env['PATH'], [MARK]: folder },
    stdio: 'ignore',
  });
  await once(child, 'spawn');
  const isSeen = child.pid !== undefined && inhabitantsOf(folder).includes(child.pid);
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  return isSeen;
}
