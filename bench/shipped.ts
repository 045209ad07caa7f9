// The server as people start it, of this or another version of the project. Reads what it takes
// from /proc.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { findFreePort } from '../server/base/free-port.ts';
import type { FilledDatabase } from './engines.ts';

const START = ['scripts/run/run.mjs', '--omit=dev', 'scripts/run/start.ts'];
const LOOK_MS = 5;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

export interface ShippedServer {
  readonly url: string;
  /** Until the first answer: what one waits, and what all its processes take of the processor. */
  readonly start: { readonly ms: number; readonly processorMs: number };
  /** Resident memory of the server in MB. */
  megabytes(): number;
  stop(): Promise<void>;
}

interface Process {
  readonly parent: number;
  readonly processorMs: number;
}

/** Null once it has ended. */
function readProcess(pid: number): Process | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name may contain spaces and brackets.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [own = 0, kernel = 0, children = 0, kernelOfChildren = 0] = fields.slice(11, 15);
    return {
      parent: fields[1] ?? 0,
      processorMs: (own + kernel + children + kernelOfChildren) * TICK_MS,
    };
  } catch {
    return null;
  }
}

/** The process and those that it has started, oldest first. */
function treeOf(pid: number): (readonly [number, Process])[] {
  const all = globSync('/proc/[0-9]*').flatMap((folder) => {
    const id = Number(folder.slice('/proc/'.length));
    const read = readProcess(id);
    return read === null ? [] : [[id, read] as const];
  });
  const tree = all.filter(([id]) => id === pid);
  for (const [id] of tree) tree.push(...all.filter(([, { parent }]) => parent === id));
  return tree;
}

/**
 * Starts `npm start` in the folder of a version, without npm, on this database of that version.
 * `settings` are added to the environment.
 */
export async function startShipped(
  root: string,
  { options }: Pick<FilledDatabase, 'options'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<ShippedServer> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const begun = performance.now();
  const child = spawn(process.execPath, START, {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      APP_URL: url,
      RATE_LIMIT_SCALE: 'off',
      DATA_DIR: options.dataDir,
      ...(options.databaseUrl === null ? {} : { DATABASE_URL: options.databaseUrl }),
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { pid = 0 } = child;
  while ((await fetch(`${url}/api/health`).catch(() => null)) === null) {
    if (child.exitCode !== null) throw new Error(`The server in ${root} has ended.`);
    await pause(LOOK_MS);
  }
  const ms = performance.now() - begun;
  const processes = treeOf(pid);
  const [server = pid] = processes.at(-1) ?? [];
  return {
    url,
    start: { ms, processorMs: processes.reduce((sum, [, each]) => sum + each.processorMs, 0) },
    megabytes() {
      const status = readFileSync(`/proc/${server}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
