// Tests the proxy samples of ops/deploy/ with the real nginx and Caddy in front of the real server.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { findFreePort } from '../../server/base/free-port.ts';
import { buildIfNeeded } from '../build/current.ts';
import { findTool } from '../test/find-tool.ts';
import { root } from '../test/steps.ts';
import { OTHERS, type Place, PROXIES, type Proxy, startOther, startProxy } from './proxies.ts';

/** Guards against a hang alone. */
const GUARD = { timeout: 60_000 };
/** No program listens there: it belongs to a protocol that nobody uses any more. */
const DEAD_PORT = 9;
const PASSWORD = 'a long password';
const EMAIL = 'tutor@example.com';
/** A token as long as the product's own. */
const TOKEN = 'sEcReT-'.repeat(7).slice(0, 43);
const MEBIBYTE = 1024 * 1024;
/** More than a picture may have, and less than the samples let through. */
const TOO_LARGE = Buffer.alloc(Math.round(10.6 * MEBIBYTE), 'x');
const TRIES = 6;
const SECRET_PATHS = ['/join/', '/api/join/', '/excuse/', '/api/excuse/', '/calendar/'];

let folder: string;
let port: number;
let server: ChildProcess;
let serverLog = '';

async function startServer(): Promise<void> {
  server = spawn(process.execPath, ['scripts/run/start.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      TRUST_PROXY: 'loopback',
      ADMIN_EMAIL: EMAIL,
      ADMIN_NAME: 'Ada',
      ADMIN_PASSWORD: PASSWORD,
      RATE_LIMIT_SCALE: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server.stdout?.setEncoding('utf8').on('data', (said: string) => {
    serverLog += said;
  });
  await vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${port}/api/health`)).ok).toBe(true),
    GUARD,
  );
}

beforeAll(async () => {
  expect(await buildIfNeeded()).not.toBeNull();
  folder = mkdtempSync(path.join(tmpdir(), 'proxies-test-'));
  port = await findFreePort();
  await startServer();
});

afterAll(() => {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface ProxyRequest extends Omit<https.RequestOptions, 'headers'> {
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
}

async function open(proxyPort: number, proxyRequest: ProxyRequest): Promise<IncomingMessage> {
  const { body, ...options } = proxyRequest;
  const request = https.request({
    host: '127.0.0.1',
    servername: 'localhost',
    port: proxyPort,
    rejectUnauthorized: false,
    agent: false,
    ...options,
    headers: { host: `localhost:${proxyPort}`, ...options.headers },
  });
  // The answer may come before all of a refused body is sent.
  request.on('error', () => undefined).end(body);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer;
}

async function call(proxyPort: number, proxyRequest: ProxyRequest): Promise<Answer> {
  const answer = await open(proxyPort, proxyRequest);
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

/** Caddy waits for a process that restarts. */
const hurry = (sample: string) => sample.replace('lb_try_duration 3s', 'lb_try_duration 200ms');

describe.each(PROXIES)('%s', (name) => {
  // In CI they must be there: see scripts/test/find-tool.ts.
  const isHere = findTool(name) !== null || Boolean(process.env['CI']);

  async function start(more: Partial<Place> = {}): Promise<Proxy & { readonly port: number }> {
    const place = {
      folder: mkdtempSync(path.join(folder, name)),
      port: await findFreePort(),
      plainPort: await findFreePort(),
      upstreams: [port],
      ...more,
    };
    const proxy = await startProxy(name, place);
    if (proxy === null) throw new Error(`${name} is not installed`);
    onTestFinished(() => proxy.stop());
    await vi.waitFor(() => call(place.port, { path: '/api/health' }), GUARD);
    return { ...proxy, port: place.port };
  }

  const post = (proxyPort: number, at: string, body: object, headers = {}) =>
    call(proxyPort, {
      path: at,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  const signIn = async (proxyPort: number, at: string, email: string) => {
    const { body } = await post(proxyPort, at, { email, password: PASSWORD });
    const { session } = JSON.parse(body) as { session: { access_token: string } };
    return { authorization: `Bearer ${session.access_token}` };
  };

  test.runIf(isHere)('speaks HTTP/2 and leads from http to https', async () => {
    const proxy = await start();
    const session = http2.connect(`https://127.0.0.1:${proxy.port}`, {
      rejectUnauthorized: false,
      servername: 'localhost',
    });
    onTestFinished(() => session.destroy());
    await once(session, 'connect');
    expect(session.alpnProtocol).toBe('h2');
    const stream = session.request({ ':path': '/api/health', ':authority': 'localhost' });
    const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
    expect(headers[':status']).toBe(200);
  });

  test.runIf(isHere)('tells the server who calls, whatever a stranger claims', async () => {
    const proxy = await start();
    const mark = `/api/nothing-${name}`;
    const forged = '203.0.113.9';
    const answer = await call(proxy.port, {
      path: mark,
      localAddress: '127.0.0.7',
      headers: { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged },
    });
    expect(answer.status).toBe(404);
    await vi.waitFor(() => expect(serverLog).toContain(mark), GUARD);
    const line = serverLog.split('\n').find((each) => each.includes(mark)) ?? '';
    expect(JSON.parse(line)).toMatchObject({ req: { ip: '127.0.0.7' } });
  });

  test.runIf(isHere)('passes an event stream on at once', async () => {
    const proxy = await start();
    const parentEmail = `${name}@example.com`;
    await post(proxy.port, '/api/user-auth/register', {
      Parent_Name: 'Grace Sample',
      Parent_Email: parentEmail,
      Parent_Phone_Number: '07700900123',
      Student_Name: 'Alan Sample',
      password: PASSWORD,
    });
    const headers = await signIn(proxy.port, '/api/user-auth/login', parentEmail);
    const tutor = await signIn(proxy.port, '/api/auth/login', EMAIL);
    const stream = await open(proxy.port, { path: '/api/lessons/live', headers });
    expect(stream.headers['content-type']).toContain('text/event-stream');
    let output = '';
    stream.setEncoding('utf8').on('data', (more: string) => {
      output += more;
    });
    onTestFinished(() => {
      stream.destroy();
    });
    const lesson = {
      Lesson_Name: 'Waves',
      Date: '2035-01-06',
      Time: '10:00:00',
      Max_Students: 5,
      Meeting_Link: 'https://example.com/room',
      lesson_notes: '',
      Topic_ID: null,
    };
    const created = await post(proxy.port, '/api/lessons', lesson, tutor);
    expect([created.status, created.body]).toEqual([201, expect.anything()]);
    await vi.waitFor(() => expect(output).toContain('plan'), GUARD);
  });

  test.runIf(isHere)('keeps secret paths out of its logs, even without a server', async () => {
    const live = await start();
    const lonely = await start({ upstreams: [DEAD_PORT], edit: hurry });
    const paths = [
      ...SECRET_PATHS.map((each) => each + TOKEN),
      `/JOIN/${TOKEN}`,
      `/%6Aoin/${TOKEN}`,
      `/payment/success?session_id=${TOKEN}`,
    ];
    for (const proxy of [live, lonely]) {
      for (const each of paths) {
        const referer = `https://localhost/join/${TOKEN}`;
        await call(proxy.port, { path: each, headers: { referer } });
      }
      await call(proxy.port, { path: '/last-of-all' });
      await vi.waitFor(() => expect(proxy.logs()).toContain('/last-of-all'), GUARD);
      // Negative control: the calls themselves are in the log.
      expect(proxy.logs()).toContain('/api/join/-');
      expect(proxy.logs()).not.toContain(TOKEN.slice(0, 20));
    }
  });

  test.runIf(isHere)('lets through what the API takes', async () => {
    const proxy = await start();
    const upload = (bytes: number) =>
      call(proxy.port, {
        path: '/api/admin/pictures',
        method: 'POST',
        headers: { 'content-type': 'image/png', authorization: 'Bearer none' },
        body: Buffer.alloc(bytes),
      });
    expect((await upload(10 * MEBIBYTE)).status).toBe(401);
    // As much as the server reads.
    expect((await upload(12 * MEBIBYTE)).status).toBe(401);
  });

  test.runIf(isHere)('passes on why a picture is too large', async () => {
    const proxy = await start();
    const tutor = await signIn(proxy.port, '/api/auth/login', EMAIL);
    for (let n = 0; n < TRIES; n += 1) {
      const answer = await call(proxy.port, {
        path: '/api/admin/pictures',
        method: 'POST',
        headers: { 'content-type': 'image/jpeg', ...tutor },
        body: TOO_LARGE,
      });
      expect(answer.status, `try ${n}`).toBe(413);
      expect(JSON.parse(answer.body)).toMatchObject({ error: 'The file is larger than 10 MB.' });
    }
  });

  test.runIf(isHere)('says in plain words that nobody is there', async () => {
    const proxy = await start({ upstreams: [DEAD_PORT], edit: hurry });
    const page = await call(proxy.port, { path: '/user-home', headers: { accept: 'text/html' } });
    expect(page).toMatchObject({
      status: 503,
      headers: {
        'retry-after': '10',
        'cache-control': 'no-store',
        'content-type': expect.stringContaining('text/html'),
      },
      body: expect.stringContaining('Bookings and payments are safe.'),
    });
    const api = await call(proxy.port, { path: '/api/products' });
    expect(api).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
    expect(JSON.parse(api.body)).toMatchObject({ success: false, code: 'service_unavailable' });
  });
});

describe.each(OTHERS)('%s, with the lines of the manual', (name) => {
  const isHere = findTool(name) !== null;
  let url = '';

  beforeAll(async () => {
    if (!isHere) return;
    const plainPort = await findFreePort();
    const place = {
      folder: mkdtempSync(path.join(folder, name)),
      port: 0,
      plainPort,
      upstreams: [port],
    };
    const proxy = await startOther(name, place);
    url = `http://127.0.0.1:${plainPort}`;
    await vi.waitFor(async () => expect((await fetch(`${url}/api/health`)).ok).toBe(true), GUARD);
    return () => proxy?.stop();
  });

  const signIn = async () => {
    const answer = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    });
    const { session } = (await answer.json()) as { session: { access_token: string } };
    return { authorization: `Bearer ${session.access_token}` };
  };

  test.runIf(isHere)('passes on why a picture is too large', async () => {
    const tutor = await signIn();
    for (let n = 0; n < TRIES; n += 1) {
      const answer = await fetch(`${url}/api/admin/pictures`, {
        method: 'POST',
        headers: { 'content-type': 'image/jpeg', ...tutor },
        body: TOO_LARGE,
      });
      expect(answer.status, `try ${n}`).toBe(413);
      expect(await answer.json()).toMatchObject({ error: 'The file is larger than 10 MB.' });
    }
  });

  test.runIf(isHere)('tells the server who calls', async () => {
    const mark = `/api/nothing-${name}`;
    await fetch(url + mark, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    await vi.waitFor(() => expect(serverLog).toContain(mark), GUARD);
    const line = serverLog.split('\n').find((each) => each.includes(mark)) ?? '';
    expect(JSON.parse(line)).toMatchObject({ req: { ip: '127.0.0.1' } });
  });
});

test('the samples would notice an appended address', async () => {
  if (findTool('nginx') === null) return;
  const place: Place = {
    folder: mkdtempSync(path.join(folder, 'control')),
    port: await findFreePort(),
    plainPort: await findFreePort(),
    upstreams: [port],
    edit: (sample) =>
      sample.replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for'),
  };
  const proxy = await startProxy('nginx', place);
  onTestFinished(() => proxy?.stop());
  await vi.waitFor(() => call(place.port, { path: '/api/health' }), GUARD);
  await call(place.port, { path: '/api/control', headers: { 'x-forwarded-for': '203.0.113.9' } });
  await vi.waitFor(() => expect(serverLog).toContain('/api/control'), GUARD);
  const line = serverLog.split('\n').find((each) => each.includes('/api/control')) ?? '';
  expect(JSON.parse(line)).toMatchObject({ req: { ip: '203.0.113.9' } });
});
