// A demo of a test's own, for what would get in the way of others: the tutor's password and second factor, and its mails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { freePort } from '../sandbox/free-port.ts';

export interface OwnDemo {
  readonly origin: string;
  /** What it has sent so far, in no order, as plain text. */
  mails(): Promise<string[]>;
  stop(): Promise<void>;
}

/** `settings`: environment variables besides its own. */
export async function startOwnDemo(settings: Readonly<Record<string, string>> = {}): Promise<OwnDemo> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const folder = await mkdtemp(join(tmpdir(), 'own-demo-'));
  const demo = spawn(process.execPath, ['sandbox/demo.ts'], {
    env: { ...process.env, PORT: String(port), RATE_LIMIT_SCALE: 'off', TMPDIR: folder, ...settings },
    stdio: 'ignore',
  });
  const ended = once(demo, 'exit');
  const stop = async () => {
    demo.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const mails = async () => {
    const files = await Array.fromAsync(glob(join(folder, '*', 'mail', '*.eml')));
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    // Long lines are broken with an equals sign, which is itself written as =3D.
    return texts.map((text) => text.replaceAll('=\n', '').replaceAll('=3D', '='));
  };
  try {
    await expect(async () => {
      expect((await fetch(origin + endpoints.health.path)).ok).toBe(true);
    }).toPass({ timeout: 120_000, intervals: [200] });
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin, mails, stop };
}
