// Runs the programs of an upgrade, as the owner of the data, until they end or the upgrade does.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

import { UpgradeFault } from './fault.ts';
import type { Owner } from './installation.ts';

/** The pause between two looks at a server, a database or a lock. */
export const LOOK_MS = 200;
/** The last lines of a failed program are enough to see why. */
const LAST_LINES = 15;

export interface Program {
  readonly cwd: string;
  readonly owner?: Owner;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
  /** A pipe that stays open until the program has ended, even if the upgrade is killed before. */
  readonly pipe?: Writable | undefined;
}

/**
 * Without the variables of the script of npm that this runs in. The one that is added makes a
 * version's runner end with this process, however that ends.
 */
const environmentFor = (env: NodeJS.ProcessEnv) => ({
  ...Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(npm_(?!config_)|NODE_COMPILE_CACHE$)/.test(name)),
  ),
  npm_lifecycle_event: 'upgrade',
});

/** Starts a program. It is killed with the upgrade. */
export function startProgram([program = '', ...args]: string[], options: Program) {
  const { cwd, owner = null, env = process.env, signal, pipe } = options;
  return spawn(program, args, {
    cwd,
    env: environmentFor(env),
    stdio: ['ignore', 'pipe', 'pipe', pipe ?? 'ignore'],
    ...(owner === null ? {} : owner),
    ...(signal === undefined ? {} : { signal }),
    // Node's types know the first three alone.
  }) as ChildProcessByStdio<null, Readable, Readable>;
}

/**
 * Runs a program; returns its output, without warnings. Throws an UpgradeFault that begins with
 * `failure`.
 */
export async function runProgram(
  command: string[],
  failure: string,
  options: Program,
): Promise<string> {
  options.signal?.throwIfAborted();
  const child = startProgram(command, options);
  let output = '';
  let standardOutput = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (stream === child.stdout) standardOutput += text;
    });
  const ended = once(child, 'close');
  const [code] = (await ended.catch((cause: unknown) => {
    options.signal?.throwIfAborted();
    throw new UpgradeFault(`${failure} (${String(cause)})`, { cause });
  })) as [number | null];
  if (code === 0) return standardOutput;
  const last = output.trim().split('\n').slice(-LAST_LINES).join('\n');
  throw new UpgradeFault(last === '' ? failure : `${failure} Its last words:\n${last}\n`);
}

/** Runs a script of a version by its name in package.json. */
export const runScript = (
  version: string,
  [script = '', ...args]: string[],
  failure: string,
  options: Omit<Program, 'cwd'>,
) =>
  runProgram(['npm', 'run', '--silent', script, '--', ...args], failure, {
    ...options,
    cwd: version,
  });
