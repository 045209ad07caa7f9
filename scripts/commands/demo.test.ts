// Tests the demo as a process: it leaves nothing behind, however it ends, and several can start at
// once.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';

import { buildIfNeeded } from '../build/current.ts';
import { isRunning } from '../test/is-running.ts';
import { root } from '../test/steps.ts';

interface DemoProcess {
  readonly child: ChildProcess;
  /** The folder of its temporary files. */
  readonly folder: string;
  readonly readOutput: () => string;
  /** Its exit code and signal. */
  readonly ended: Promise<unknown[]>;
}

async function startDemo(settings: Readonly<Record<string, string>> = {}): Promise<DemoProcess> {
  expect(await buildIfNeeded()).not.toBeNull();
  const folder = mkdtempSync(path.join(tmpdir(), 'demo-test-'));
  const child = spawn(process.execPath, ['sandbox/demo.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '', TMPDIR: folder, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  return { child, folder, readOutput: () => output.join(''), ended: once(child, 'close') };
}

/** The URL that it prints when it is ready. */
async function address({ readOutput, child }: DemoProcess): Promise<string> {
  for (;;) {
    const found = /Open (http:\S+)/.exec(readOutput())?.[1];
    if (found !== undefined) return found;
    if (child.exitCode !== null) throw new Error(`the demo has ended: ${readOutput()}`);
    await sleep(50);
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

test('demos started at once each find their own port, and leave nothing behind after any signal', async () => {
  const demos = await Promise.all(
    signals.map(async (signal) => ({ signal, ...(await startDemo()) })),
  );
  const addresses = await Promise.all(demos.map(address));
  expect(new Set(addresses).size).toBe(signals.length);
  for (const url of addresses) expect((await fetch(`${url}/api/health`)).status).toBe(200);
  for (const { child, folder, signal } of demos) {
    expect(readdirSync(folder)).toHaveLength(1);
    child.kill(signal);
  }
  for (const { ended, folder } of demos) {
    expect(await ended).toEqual([0, null]);
    expect(readdirSync(folder)).toEqual([]);
  }
});

test.each(signals)('a demo that is starting leaves nothing behind after %s', async (signal) => {
  const demo = await startDemo();
  while (readdirSync(demo.folder).length === 0) await sleep(5);
  demo.child.kill(signal);
  await demo.ended;
  expect(demo.readOutput()).toBe('');
  expect(readdirSync(demo.folder)).toEqual([]);
});

test('a demo reports a taken port in one sentence and leaves nothing behind', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const demo = await startDemo({ PORT: String(port) });
  expect(await demo.ended).toEqual([1, null]);
  expect(demo.readOutput()).toBe(
    `Cannot start the demo. PORT: ${port} is already in use on 127.0.0.1.\n`,
  );
  expect(readdirSync(demo.folder)).toEqual([]);
});

/** Forks a demo on any free port, as an end-to-end test worker does, and prints its URL. */
const OWNER = `
  const demo = require('node:child_process').fork('sandbox/demo.ts', { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  demo.once('message', ({ url }) => console.log(JSON.stringify({ url, pid: demo.pid })));
`;
const startedSchema = z.object({ url: z.string(), pid: z.int() });

test('a demo ends with its parent process, even a killed one, and leaves nothing behind', async () => {
  expect(await buildIfNeeded()).not.toBeNull();
  const folder = mkdtempSync(path.join(tmpdir(), 'demo-test-'));
  const owner = spawn(process.execPath, ['-e', OWNER], {
    cwd: root,
    env: { ...process.env, PORT: '0', TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    owner.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const [line] = (await once(owner.stdout.setEncoding('utf8'), 'data')) as [string];
  const { url, pid } = z.parse(startedSchema, JSON.parse(line));
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  expect(readdirSync(folder)).toHaveLength(1);
  owner.kill('SIGKILL');
  await expect.poll(() => readdirSync(folder), { timeout: 120_000 }).toEqual([]);
  await expect.poll(() => isRunning(pid), { timeout: 120_000 }).toBe(false);
});
