// Server processes for tests of several servers, of crashes and of orderly shutdowns.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { DatabaseOptions } from '../../engine/database.ts';
import { type Client, createClient, type WireRequest } from '../client.ts';

export interface ChildServer extends Client {
  readonly url: string;
  /** Kills it, like a crash of the machine. */
  crash(): Promise<void>;
  /** Stops it; returns its exit code and the time taken in milliseconds. */
  terminate(): Promise<{ code: number | null; ms: number }>;
}

/** The services outside the server. */
export interface Outside {
  readonly stripe?: StripeAccess;
  /** Without one, emails are written to files. */
  readonly smtpUrl?: string;
}

interface StripeAccess {
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
}

/** The environment of the project's programs: they compile their modules once for all runs. */
export const PROGRAM_ENV = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../.cache/compile'),
};

/** Starts a server on a free loopback port, on this database, with the real clock. */
export async function startChildServer(
  { databaseUrl, dataDir }: DatabaseOptions,
  { stripe, smtpUrl }: Outside = {},
): Promise<ChildServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts')], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...PROGRAM_ENV,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      RATE_LIMIT_SCALE: 'off',
      LOG_LEVEL: 'silent',
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      ...(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }),
      ...(stripe === undefined
        ? {}
        : {
            STRIPE_SECRET_KEY: stripe.secretKey,
            STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
            STRIPE_API_URL: stripe.url,
          }),
    },
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const exited = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (line: string) => resolve(line.trim()));
    child.once('exit', () => reject(new Error(`the server did not start: ${complaints}`)));
  });
  return {
    url,
    ...createClient((request) => send(url, request)),
    async crash() {
      child.kill('SIGKILL');
      await exited;
    },
    async terminate() {
      const start = performance.now();
      child.kill('SIGTERM');
      await exited;
      return { code: child.exitCode, ms: performance.now() - start };
    },
  };
}

async function send(base: string, { method, url, headers, payload }: WireRequest) {
  const answer = await fetch(`${base}${url}`, {
    method,
    headers,
    ...(payload === undefined
      ? {}
      : { body: typeof payload === 'string' ? payload : new Uint8Array(payload) }),
  });
  return {
    status: answer.status,
    body: await answer.json(),
    headers: Object.fromEntries(answer.headers),
  };
}
