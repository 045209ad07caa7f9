// A demo of a test's own, for what would get in the way of others: the tutor's password and second factor.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';

export interface OwnDemo {
  readonly origin: string;
  stop(): Promise<void>;
}

export async function startOwnDemo(): Promise<OwnDemo> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const demo = spawn(process.execPath, ['sandbox/demo.ts'], {
    env: { ...process.env, PORT: String(port), RATE_LIMIT_SCALE: 'off' },
    stdio: 'ignore',
  });
  const ended = once(demo, 'exit');
  const stop = async () => {
    demo.kill('SIGTERM');
    await ended;
  };
  try {
    await expect(async () => {
      expect((await fetch(origin + endpoints.health.path)).ok).toBe(true);
    }).toPass({ timeout: 120_000, intervals: [200] });
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin, stop };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
