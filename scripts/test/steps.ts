// Runs the programs that checks and tests consist of. Prints their output only when they fail.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

import { MINUTE_MS } from '../../domain/time.ts';

export interface Step {
  readonly name: string;
  /**
   * A script of the project or a package, as a path from the project's root. It runs on this same
   * Node.
   */
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Runs at low priority. */
  readonly givesWay?: boolean;
}

export interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  readonly output: string;
}

export const root = path.resolve(import.meta.dirname, '../..');

/** Longer than any step takes. A step that hangs is stopped so that its output is printed. */
const TIMEOUT_MS = 45 * MINUTE_MS;
/** How long the programs of a stopped run have to remove what they have made. */
const GRACE_MS = 8000;
const running = new Set<ChildProcess>();
/**
 * Elsewhere a step has a process group of its own, with the servers and browsers that it starts.
 */
const hasGroups = process.platform !== 'win32';

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => void stopAll().finally(() => process.kill(process.pid, signal)));

/** Stops every program of the running steps. */
async function stopAll(): Promise<void> {
  const stopped = [...running];
  const ended = stopped.map((child) => once(child, 'close'));
  for (const child of stopped) signalAll(child, 'SIGTERM');
  await Promise.race([Promise.allSettled(ended), setTimeout(GRACE_MS)]);
  // Also what has outlived its runner.
  for (const child of stopped) signalAll(child, 'SIGKILL');
}

function signalAll(child: ChildProcess, signal: NodeJS.Signals): void {
  if (!hasGroups || child.pid === undefined) {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Runs one step and captures its output. */
export async function runStep({
  name,
  script,
  args = [],
  env = {},
  givesWay = false,
}: Step): Promise<Outcome> {
  const started = performance.now();
  const child = spawn(process.execPath, [path.resolve(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasGroups,
  });
  const timer = globalThis.setTimeout(() => signalAll(child, 'SIGTERM'), TIMEOUT_MS);
  running.add(child);
  if (givesWay && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const { promise: ended, resolve } = Promise.withResolvers<boolean>();
  child.once('error', (error) => {
    output.push(`${error.message}\n`);
    resolve(false);
  });
  child.once('close', (code, signal) => {
    if (signal !== null) output.push(`Ended by ${signal}.\n`);
    resolve(code === 0);
  });
  const ok = await ended;
  clearTimeout(timer);
  running.delete(child);
  return { name, ok, seconds: (performance.now() - started) / 1000, output: output.join('') };
}

/**
 * Prints one line for a step, followed by its output if it failed or needs attention for another
 * reason.
 */
export function report({ name, ok, seconds, output }: Outcome, remark = '', isTold = !ok): void {
  console.log(
    `${ok ? '  ok  ' : '  FAIL'}  ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s  ${remark}`.trimEnd(),
  );
  if (isTold) console.log(`${output.trimEnd()}\n`);
}

/** Runs steps, at most `atOnce` at a time, and reports each as it ends. */
export async function runSteps(steps: readonly Step[], atOnce: number): Promise<Outcome[]> {
  const waiting = [...steps];
  const outcomes: Outcome[] = [];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const outcome = await runStep(step);
      report(outcome);
      outcomes.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}
