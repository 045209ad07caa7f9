// `npm run doctor` in its own process, beside the server and without it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { sql } from 'kysely';
import { expect, inject, onTestFinished, test, vi } from 'vitest';

import { type DatabaseOptions, openDatabase } from '../../server/engine/database.ts';
import { createMigratedDatabase } from '../../server/testing/app.ts';
import { newDatabase } from '../../server/testing/database/folders.ts';
import { PROGRAM_ENV, startChildServer } from '../../server/testing/servers/child-server.ts';
import { recordBackup } from '../copies/last-backup.ts';
import { WEBHOOK_EVENTS } from './service-checks.ts';

vi.setConfig({ testTimeout: 60_000 });

type Settings = Readonly<Record<string, string>>;

/** The levels by what they are about, the whole output, the exit code and the time taken. */
async function run(
  { databaseUrl, dataDir }: Pick<DatabaseOptions, 'databaseUrl' | 'dataDir'>,
  settings: Settings = {},
  ...args: readonly string[]
) {
  const began = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'doctor.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...PROGRAM_ENV,
      DATA_DIR: dataDir,
      // Nothing listens there.
      PORT: '9',
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      ...settings,
    },
  });
  const [output, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  expect(complaint).toBe('');
  const lines = output
    .trim()
    .split('\n')
    .map((line) => /^(ok|look|broken) +(\w+) +(\S.+\.)$/.exec(line)?.slice(1, 3) ?? [line]);
  const levels: Record<string, string[]> = {};
  for (const [level = '', about = ''] of lines) (levels[about] ??= []).push(level);
  return { code: child.exitCode, output, levels, ms: performance.now() - began };
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Accepts connections and says nothing. */
const startSilent = () => listen(createTcp(() => undefined));
const startHttp = (answer: RequestListener) => listen(createHttp(answer));

async function migrated(): Promise<DatabaseOptions> {
  const { options, drop } = await createMigratedDatabase();
  onTestFinished(drop);
  return options;
}

const STRIPE_KEY = 'sk_live_verySecretIndeed';
const stripeAt = (port: number) => ({
  STRIPE_SECRET_KEY: STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET: 'whsec_alsoVerySecret',
  STRIPE_API_URL: `http://127.0.0.1:${port}`,
});
const APP_URL = 'https://lessons.invalid';

/** Stripe with these webhook endpoints, and its clock this many seconds ahead. */
const startStripe = (endpoints: readonly object[], aheadSeconds = 0) =>
  startHttp((_request, answer) => {
    answer.setHeader('date', new Date(Date.now() + aheadSeconds * 1000).toUTCString());
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ object: 'list', data: endpoints, has_more: false, url: '' }));
  });
const endpoint = {
  url: `${APP_URL}/api/payments/webhook`,
  status: 'enabled',
  enabled_events: WEBHOOK_EVENTS,
};

test('names what is not set, and counts it as worth a look', async () => {
  const { code, levels } = await run(await migrated());
  expect(levels).toEqual({
    Settings: ['ok'],
    Disk: ['ok'],
    Clock: ['ok'],
    Database: ['ok'],
    Server: ['look'],
    Proxy: ['look'],
    Email: ['look'],
    Payments: ['look'],
    Backup: ['look'],
  });
  expect(code).toBe(1);
});

test('finds a running server, and changes nothing of its database', async () => {
  const options = await migrated();
  const server = await startChildServer(options);
  onTestFinished(() => server.crash());
  const { port } = new URL(server.url);
  const { levels } = await run(options, { PORT: port });
  expect([levels['Database'], levels['Server']]).toEqual([['ok'], ['ok']]);
  const proxied = await run(options, { PORT: port, APP_URL: 'http://127.0.0.1:9' });
  expect([proxied.levels['Server'], proxied.code]).toEqual([['broken'], 2]);
});

test('names each bad setting, and checks nothing else', async () => {
  const { code, output } = await run(await newDatabase(), { PORT: 'abc', SMTP_URL: 'x' });
  expect(code).toBe(2);
  expect(output).toMatch(/^broken +Settings +PORT: must be .*SMTP_URL: must be .*\n$/);
});

test('tells an empty database, an old one and a newer one apart, and migrates none', async () => {
  const options = await newDatabase();
  expect((await run(options)).levels['Database']).toEqual(['look']);
  const database = await openDatabase(options);
  await sql`delete from schema_migrations`.execute(database.db);
  const count = async () =>
    (await sql`select name from schema_migrations`.execute(database.db)).rows.length;
  const before = await count();
  expect((await run(options)).output).toMatch(/look +Database .* lacks 1 migration\./);
  expect(await count()).toBe(before);
  await sql`insert into schema_migrations values ('2031-01-01-later', 0)`.execute(database.db);
  expect((await run(options)).output).toContain('newer version');
  await database.close();
});

test('accepts a whole setup', async () => {
  const options = await migrated();
  await recordBackup(options.dataDir, Date.now() - 3_600_000);
  const { levels, output } = await run(options, {
    ...stripeAt(await startStripe([{ ...endpoint, url: 'https://x.invalid/' }, endpoint])),
    APP_URL,
    TRUST_PROXY: 'loopback',
  });
  expect(levels).toMatchObject({ Proxy: ['ok'], Payments: ['ok', 'ok'], Backup: ['ok'] });
  expect(output).toMatch(/ok +Clock .* Stripe\b/);
});

test.for([
  ['no endpoint', [], 'has no webhook endpoint'],
  ['a disabled one', [{ ...endpoint, status: 'disabled' }], 'is disabled'],
  [
    'one that lacks events',
    [{ ...endpoint, enabled_events: WEBHOOK_EVENTS.slice(2) }],
    'does not send checkout.session.completed, checkout.session.async_payment_succeeded.',
  ],
] as const)('finds %s at Stripe', async ([, endpoints, words]) => {
  const settings = { ...stripeAt(await startStripe(endpoints)), APP_URL };
  const { levels, output, code } = await run(await migrated(), settings);
  expect([levels['Payments'], code]).toEqual([['ok', 'broken'], 2]);
  expect(output).toContain(words);
});

test('finds a clock that differs from that of Stripe', async () => {
  const settings = { ...stripeAt(await startStripe([endpoint], 600)), APP_URL };
  const { levels, output } = await run(await migrated(), settings);
  expect(levels['Clock']).toEqual(['broken']);
  expect(output).toMatch(/(599|600|601) seconds behind that of Stripe/);
});

test('waits for nothing that hangs, and hangs for nobody', async () => {
  const silent = await startSilent();
  const options =
    inject('engine') === 'postgres'
      ? { databaseUrl: `postgres://a:secretWord@127.0.0.1:${silent}/x`, dataDir: '/tmp' }
      : await migrated();
  const { levels, code, ms } = await run(
    options,
    { ...stripeAt(silent), SMTP_URL: `smtp://a:b@127.0.0.1:${silent}`, PORT: String(silent) },
    'ada@example.com',
  );
  expect(levels).toMatchObject({ Email: ['broken'], Payments: ['broken'], Server: ['look'] });
  if (inject('engine') === 'postgres') expect(levels['Database']).toEqual(['broken']);
  expect(code).toBe(2);
  expect(ms).toBeLessThan(20_000);
});

test('shows no secret, even if a server quotes it', async () => {
  const password = 'p%40ssWord';
  const smtp = await listen(
    createTcp((socket) => {
      socket.write(`554 p@ssWord ${password} ${STRIPE_KEY}\u001b[2J\r\n`);
    }),
  );
  const stripe = await startHttp((request, answer) => {
    answer.statusCode = 400;
    answer.setHeader('content-type', 'application/json');
    const message = `${request.headers.authorization} whsec_alsoVerySecret`;
    answer.end(JSON.stringify({ error: { type: 'invalid_request_error', message } }));
  });
  const { output, levels } = await run(
    { databaseUrl: `postgres://me:${password}@127.0.0.1:9/x`, dataDir: '/tmp' },
    { ...stripeAt(stripe), SMTP_URL: `smtp://a:${password}@127.0.0.1:${smtp}` },
  );
  expect(levels).toMatchObject({ Email: ['broken'], Payments: ['broken'], Database: ['broken'] });
  expect(output).toContain('[secret]');
  expect(output).not.toMatch(/[vV]erySecret|ssWord|\p{Cc}(?<!\n)/u);
});

test('refuses anything but one address', async () => {
  for (const args of [['nonsense'], ['a@example.com', 'b@example.com']]) {
    const { code, output } = await run(await newDatabase(), {}, ...args);
    expect([code, output]).toEqual([2, expect.stringContaining('Say one email address')]);
  }
});
