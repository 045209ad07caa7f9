// The built server, and what it loads at its first use: each would fail if its part of the bundle
// were missing or damaged, and no test of the sources would notice.
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { findFreePort } from '../../server/base/free-port.ts';
import { buildFolder, currentFile, lockFile } from '../../server/site/pages/builds.ts';
import { RENDERER_FILE, RENDERER_FOLDER } from '../../server/site/pages/renderer.ts';
import { buildIfNeeded, SERVER_FOLDER } from '../build/current.ts';
import { root } from '../test/steps.ts';

const admin = { email: 'tutor@example.com', password: 'a long password' };
const dataDir = mkdtempSync(path.join(tmpdir(), 'late-test-'));
const port = await findFreePort();
const metricsPort = await findFreePort();
const origin = `http://localhost:${port}`;
/** Guards against a hang alone. */
const GUARD = { timeout: 60_000 };
let stop = () => {};
let token = '';

beforeAll(async () => {
  expect(await buildIfNeeded()).not.toBeNull();
  const child = spawn(process.execPath, ['scripts/run/start.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      APP_URL: origin,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: admin.email,
      ADMIN_NAME: 'Ada',
      ADMIN_PASSWORD: admin.password,
      STRIPE_SECRET_KEY: 'sk_test_late',
      STRIPE_WEBHOOK_SECRET: 'whsec_late',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  stop = () => void child.kill('SIGKILL');
  await vi.waitFor(() => fetch(`${origin}/api/health`), GUARD);
  const answer = await send('/api/auth/login', { body: admin });
  const session = z.object({ session: z.object({ access_token: z.string() }) });
  token = z.parse(session, await answer.json()).session.access_token;
});

afterAll(() => {
  stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface CallBody {
  body: object | Buffer;
  type?: string;
}

const send = (to: string, { body, type = 'application/json' }: CallBody) =>
  fetch(origin + to, {
    method: 'POST',
    headers: {
      'content-type': type,
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
  });

test('draws a formula', async () => {
  const question = { kind: 'number', text: '$E = mc^2$', value: '3', unit: 'J', explanation: '' };
  const answer = await send('/api/admin/questions/preview', { body: { question } });
  expect(await answer.text()).toContain('<math');
});

test('reads a file of families', async () => {
  const body = Buffer.from('Parent,Email\nAnn Lee,ann@example.com\n');
  const answer = await send('/api/admin/import/preview', { body, type: 'text/csv' });
  expect(await answer.text()).toContain('ann@example.com');
});

test('writes a calendar', async () => {
  const answer = await send('/api/admin/calendar', { body: {} });
  const answered = z.object({ calendar: z.object({ path: z.string() }) });
  const { calendar } = z.parse(answered, await answer.json());
  expect(await (await fetch(origin + calendar.path)).text()).toContain('BEGIN:VCALENDAR');
});

test('sends an email', async () => {
  const answer = await send('/api/customers', {
    body: {
      name: 'Ann Lee',
      email: 'ann@example.com',
      mobile: '07700 900123',
      year_class: 'year-12',
    },
  });
  expect(answer.status).toBe(201);
  const mail = path.join(dataDir, 'mail');
  const emails = () => (existsSync(mail) ? readdirSync(mail) : []);
  await expect.poll(() => emails().length, GUARD).toBeGreaterThan(0);
  const [file = ''] = emails();
  expect(readFileSync(path.join(mail, file), 'utf8')).toContain('text/html');
});

test('reads a picture in a process of its own', async () => {
  const picture = sharp({
    create: { width: 900, height: 900, channels: 3, background: '#345' },
  });
  const answer = await send('/api/admin/pictures', {
    body: await picture.png().toBuffer(),
    type: 'image/png',
  });
  expect(await answer.text()).toContain('"success":true');
});

test('checks the signature of a webhook', async () => {
  const answer = await send('/api/payments/webhook', { body: {} });
  expect(await answer.text()).toContain('invalid_signature');
});

test('has metrics', async () => {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(await answer.text()).toContain('lessons_requests_total');
});

test('bundles the server in ASCII, which V8 stores in half the memory', async () => {
  const folder = path.join((await buildIfNeeded()) ?? '', SERVER_FOLDER);
  const bundles = readdirSync(folder).filter((name) => name.endsWith('.cjs'));
  expect(bundles).toContain('start.cjs');
  const isAscii = (name: string) => readFileSync(path.join(folder, name)).every((c) => c < 128);
  expect(bundles.filter((name) => !isAscii(name))).toEqual([]);
});

test('names the sources in a stack trace', async () => {
  const folder = await buildIfNeeded();
  // The server's own start fails at once, after it has prepared what is loaded next.
  const script = `
    process.env.PORT = 'none';
    process.on('exit', () => { process.exitCode = 0; });
    const [, start, main] = process.argv;
    require(start);
    const { startServer } = require(main);
    const env = { databaseUrl: null, dataDir: '/dev/null/nothing', logLevel: 'silent' };
    startServer(env).catch(({ stack }) => process.stdout.write(stack));
  `;
  const files = ['start.cjs', 'main.cjs'].map((name) =>
    path.join(folder ?? '', SERVER_FOLDER, name),
  );
  const stack = execFileSync(process.execPath, ['-e', script, ...files], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(stack).toMatch(/server\/engine\/sqlite\/\w+\.ts:\d+:\d+/);
});

test('loads the renderer without the packages of the project', async () => {
  const folder = (await buildIfNeeded()) ?? '';
  const file = path.join(dataDir, 'render-site.mjs');
  cpSync(path.join(folder, RENDERER_FOLDER, RENDERER_FILE), file);
  const script = `import(process.argv[1]).then((it) => process.stdout.write(typeof it.renderSite))`;
  expect(execFileSync(process.execPath, ['-e', script, file], { encoding: 'utf8' })).toBe(
    'function',
  );
});

test('serves the build that holds it, even if another is current by now', async () => {
  const folder = (await buildIfNeeded()) ?? '';
  // Within the project, where the bundle finds its packages.
  const dist = mkdtempSync(path.join(root, '.cache', 'late-dist-'));
  onTestFinished(() => rmSync(dist, { recursive: true, force: true }));
  const own = buildFolder(dist, 'own');
  cpSync(folder, own, { recursive: true });
  writeFileSync(lockFile(dist, 'own'), '');
  // The other build is not even there.
  writeFileSync(currentFile(dist), JSON.stringify({ build: 'other', before: 'own' }));
  const script = `
    const { startServer } = require(process.argv[1]);
    const [, , dist, dataDir] = process.argv;
    const unset = { databaseUrl: null, firstAdmin: null, stripe: null, smtpUrl: null, metrics: null };
    const address = { port: 0, host: '127.0.0.1', appUrl: 'http://localhost' };
    const env = { ...unset, ...address, dataDir, trustProxy: null, rateLimitScale: null };
    startServer({ ...env, logLevel: 'silent' }, dist).then(async (server) => {
      const page = await fetch(server.url);
      process.stdout.write(String(page.status));
      await server.close();
    });
  `;
  const args = [path.join(own, SERVER_FOLDER, 'main.cjs'), dist, path.join(dist, 'data')];
  expect(execFileSync(process.execPath, ['-e', script, ...args], { encoding: 'utf8' })).toBe('200');
});
