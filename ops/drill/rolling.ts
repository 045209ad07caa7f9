// The drill of exchanging two processes on PostgreSQL, one by one, behind nginx: counts the
// requests that fail meanwhile. `npx node ops/drill/rolling.ts [--exchanges 10] [--careless]`;
// with
// --careless the proxy is not told, which shows that the drill can fail.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';

import pg from 'pg';

import { buildIfNeeded } from '../../scripts/build/current.ts';
import { startProxy } from '../../scripts/commands/proxies.ts';
import { root } from '../../scripts/test/steps.ts';
import { findFreePort } from '../../server/base/free-port.ts';
import { startPostgres } from '../../server/testing/postgres/postgres.ts';

const CLIENTS = 6;
const PAUSE_MS = 5;
const START_MS = 60_000;
const ASK_MS = 2000;
const READS = ['/', '/api/products', '/user-home', '/api/lessons/next', '/terms'];

const { values } = parseArgs({
  options: {
    exchanges: { type: 'string', default: '10' },
    careless: { type: 'boolean', default: false },
  },
});

if (!(await buildIfNeeded())) process.exit(1);
const folder = mkdtempSync(path.join(tmpdir(), 'rolling-drill-'));
const postgres = await startPostgres();
const [portA, portB, tlsPort, plainPort] = await Promise.all([0, 1, 2, 3].map(findFreePort));
const ports = [portA ?? 0, portB ?? 0];
const children = new Map<number, ChildProcess>();
let proxy: Awaited<ReturnType<typeof startProxy>> = null;
/** Ends the script that exchanges them. */
const stopped = new AbortController();
let ending: Promise<void> | null = null;

function startProcess(port: number): void {
  if (ending !== null) return;
  children.set(
    port,
    spawn(process.execPath, ['scripts/run/start.ts'], {
      cwd: root,
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        DATA_DIR: path.join(folder, String(port)),
        DATABASE_URL: postgres.url,
        RATE_LIMIT_SCALE: 'off',
        TRUST_PROXY: 'loopback',
        LOG_LEVEL: 'silent',
      },
    }),
  );
}

async function restart(port: number): Promise<void> {
  const child = children.get(port);
  if (child !== undefined) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  startProcess(port);
}

const isWell = async (port: number) => {
  try {
    return (
      await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(ASK_MS) })
    ).ok;
  } catch {
    return false;
  }
};

async function untilWell(port: number): Promise<void> {
  for (const deadline = Date.now() + START_MS; !(await isWell(port)); await sleep(100))
    if (Date.now() > deadline)
      throw new Error(`the server on port ${port} did not answer within ${START_MS / 1000} s`);
}

/** Restarts a process for the script that exchanges them. */
const control = createServer((request, answer) => {
  void restart(Number(request.url?.slice(1))).then(() => answer.end());
}).listen(0, '127.0.0.1');

let requests = 0;
let slowestMs = 0;
const failures: string[] = [];
const stored = new Set<string>();

/** Each request has a connection of its own, so that a failure is the proxy's or the server's. */
async function call(at: string, body?: object): Promise<IncomingMessage> {
  const request = https.request({
    host: '127.0.0.1',
    servername: 'localhost',
    port: tlsPort,
    path: at,
    method: body === undefined ? 'GET' : 'POST',
    rejectUnauthorized: false,
    agent: false,
    headers: { host: 'localhost', 'content-type': 'application/json' },
  });
  request.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  await text(answer);
  return answer;
}

const over = new AbortController();
async function visit(client: number): Promise<void> {
  for (let turn = 0; !over.signal.aborted; turn += 1) {
    const email = `visitor-${client}-${turn}@example.com`;
    const enquiry = { name: 'Grace', email, mobile: '07700900123', year_class: 'year-10' };
    const at = turn % 2 === 0 ? '/api/customers' : (READS[turn % READS.length] ?? '/');
    const began = performance.now();
    requests += 1;
    try {
      const { statusCode = 0 } = await call(at, turn % 2 === 0 ? enquiry : undefined);
      if (statusCode === 201) stored.add(email);
      if (statusCode >= 500 || statusCode === 0) failures.push(`${at} ${statusCode}`);
    } catch (error) {
      failures.push(`${at} ${String(error)}`);
    }
    slowestMs = Math.max(slowestMs, performance.now() - began);
    await sleep(PAUSE_MS);
  }
}

async function end(): Promise<void> {
  stopped.abort();
  control.close();
  await proxy?.stop();
  for (const child of children.values()) child.kill('SIGKILL');
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
/** Once, and nothing starts any more. */
const cleanUp = () => (ending ??= end());
// Not once: the steps of the project hand the same signal on.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    void cleanUp().finally(() => process.exit(1));
  });

try {
  await once(control, 'listening');
  const { port: controlPort } = control.address() as AddressInfo;
  for (const port of ports) {
    startProcess(port);
    await untilWell(port);
  }
  proxy = await startProxy('nginx', {
    folder,
    port: tlsPort ?? 0,
    plainPort: plainPort ?? 0,
    upstreams: ports,
  });
  if (proxy === null) throw new Error('nginx is not installed.');
  await sleep(500);
  const visiting = Array.from({ length: CLIENTS }, (_, client) => visit(client));
  const began = performance.now();
  for (let turn = 0; turn < Number(values.exchanges); turn += 1)
    if (values.careless)
      for (const port of ports) {
        await restart(port);
        await untilWell(port);
      }
    else
      await promisify(execFile)(path.join(root, 'ops/deploy/exchange.sh'), ports.map(String), {
        signal: stopped.signal,
        env: {
          ...process.env,
          PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
          CONF: path.join(folder, 'nginx.conf'),
          RELOAD: proxy.reloadCommand,
          RESTART: `${process.execPath} ${path.join(root, 'ops/drill/ask.mjs')} http://127.0.0.1:${controlPort}/`,
        },
      });
  const seconds = Math.round((performance.now() - began) / 1000);
  over.abort();
  await Promise.all(visiting);

  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ email: string }>('select email from enquiries');
  await client.end();
  const there = new Set(rows.map(({ email }) => email));
  const lost = [...stored].filter((email) => !there.has(email));
  for (const failure of new Set(failures)) console.log(failure);
  console.log(
    `${values.exchanges} exchanges of two processes in ${seconds} s: ${requests} requests, ${failures.length} failed, ${stored.size} enquiries acknowledged, ${lost.length} lost, slowest answer ${Math.round(slowestMs)} ms`,
  );
  process.exitCode = failures.length + lost.length === 0 ? 0 : 1;
} finally {
  await cleanUp();
}
