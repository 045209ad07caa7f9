// A drill ends its own processes and no others.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { canSee, inhabitantsOf, killAll, MARK } from './inhabitants.ts';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'inhabitants-')));
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function sleepThere(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = spawn('sleep', ['60'], { cwd: folder, env: { ...process.env, ...env } });
  started.push(child);
  await once(child, 'spawn');
  return child;
}

test.runIf(process.platform === 'linux')(
  'kills what has the mark of the drill, and no shell that somebody opened there',
  async () => {
    const own = await sleepThere({ [MARK]: folder });
    const stranger = await sleepThere({});
    const other = await sleepThere({ [MARK]: '/elsewhere' });
    expect(inhabitantsOf(folder)).toEqual([own.pid]);
    expect(await canSee({}, folder)).toBe(true);
    const exited = once(own, 'exit');
    await killAll(folder);
    await exited;
    expect(own.signalCode).toBe('SIGKILL');
    for (const each of [stranger, other]) expect(each.signalCode).toBeNull();
  },
);
