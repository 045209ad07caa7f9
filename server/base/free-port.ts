// Finds a free port on the loopback address.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that a system gives to programs that ask for any, so that none of them gets this
 * one by chance before the caller listens there.
 */
const PORTS = { from: 20_000, to: 32_000 } as const;
const ATTEMPTS = 100;
const LOOPBACK = '127.0.0.1';

/** Whether a program can listen on this port at the moment. */
export async function isPortFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, LOOPBACK);
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}

/** A program that wants this very port may still take it before the caller does. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no port from ${PORTS.from} to ${PORTS.to} is free on ${LOOPBACK}`);
}
