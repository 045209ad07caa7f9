// The live stream only keeps open connections, and limits their number.
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, onTestFinished } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { LIVE_STREAMS } from '../../domain/event-stream.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeFamilies, makeFamily } from '../testing/factories.ts';
import { test as base } from '../testing/test.ts';

const { path } = endpoints.watchLessons;
const { perAccount } = LIVE_STREAMS;

const listen = async ({ app }: TestApp) =>
  Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);

const test = base
  .override('settings', { rateLimitScale: 1 })
  .extend('port', ({ api }) => listen(api));

const authorization = ({ token }: Pick<Caller, 'token'>) => `Bearer ${token}`;
const askFor = (family: Pick<Caller, 'token'>) =>
  `GET ${path} HTTP/1.1\r\nhost: lessons.test\r\nauthorization: ${authorization(family)}\r\n\r\n`;

/** Opens a connection that sends this text. Errors just end it. */
async function say(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

async function answerOf(socket: Socket): Promise<string> {
  const [data] = (await once(socket, 'data')) as [Buffer];
  return data.toString();
}

/** Counts the streams that the account can open now, and closes them again. */
async function countFreeStreams(port: number, family: Pick<Caller, 'token'>): Promise<number> {
  const sockets: Socket[] = [];
  let opened = 0;
  for (let n = 0; n <= perAccount; n += 1) {
    const socket = await say(port, askFor(family));
    sockets.push(socket);
    if ((await answerOf(socket)).startsWith('HTTP/1.1 200')) opened += 1;
  }
  for (const socket of sockets) socket.destroy();
  return opened;
}

/** The server notices the end of a connection with a delay. */
const expectAllClosed = (port: number, family: Pick<Caller, 'token'>) =>
  expect.poll(() => countFreeStreams(port, family), { timeout: 20_000 }).toBe(perAccount);

test('opens no stream for two thousand HEAD requests', async ({ api, port, family }) => {
  const headers = { authorization: authorization(family) };
  for (let n = 0; n < 2000; n += 1) {
    const answer = await api.app.inject({ method: 'HEAD', url: path, headers });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers['allow']).toBe('GET');
  }
  await expectAllClosed(port, family);
});

test('allows four streams per account, a fifth once one ends', async ({ api, port, family }) => {
  const sockets: Socket[] = [];
  for (let n = 0; n < perAccount; n += 1) {
    const socket = await say(port, askFor(family));
    sockets.push(socket);
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 /);
  }
  const refused = await answerOf(await say(port, askFor(family)));
  expect(refused).toMatch(/^HTTP\/1\.1 429 /);
  expect(refused).toMatch(/\r\nretry-after: 15\r\n/);
  expect(refused).toContain('"code":"rate_limited"');
  // Another family is not affected.
  const theirs = await say(port, askFor(await makeFamily(api)));
  expect(await answerOf(theirs)).toMatch(/^HTTP\/1\.1 200 /);

  for (const socket of sockets) socket.destroy();
  await expectAllClosed(port, family);
});

test('leaves no stream behind after a thousand visitors', async ({ api, port }) => {
  // Enough families that none reaches the rate limit of reads.
  const families = await makeFamilies(api, 5);
  const hangUp = async (n: number) => {
    const family = families[n % families.length];
    if (family === undefined) expect.unreachable();
    const socket = await say(port, askFor(family));
    // Before the session lookup, during it, and after the stream has begun.
    if (n % 4 === 1) await sleep(n % 7);
    if (n % 4 === 2) await Promise.race([once(socket, 'data'), sleep(200)]);
    if (n % 4 === 3) socket.resetAndDestroy();
    socket.destroy();
  };
  for (let batch = 0; batch < 20; batch += 1)
    await Promise.all(Array.from({ length: 50 }, (_, n) => hangUp(n)));
  for (const family of families) await expectAllClosed(port, family);
});

test('ends pipelined streams together with their connection', async ({ port, family }) => {
  const socket = await say(port, askFor(family).repeat(perAccount));
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 /);
  // Once a later call is answered, the others have been accepted too.
  await family.readProfile();
  expect(await countFreeStreams(port, family)).toBeLessThan(perAccount);
  socket.destroy();
  await expectAllClosed(port, family);
});

test('leaves nothing behind a browser that reads only the head', async ({ port, family }) => {
  const headers = { authorization: authorization(family) };
  for (let n = 0; n < perAccount * 2; n += 1) {
    const call = request({ port, host: '127.0.0.1', path, headers });
    const [answer] = (await once(call.end(), 'response')) as [
      { statusCode: number; destroy(): void },
    ];
    expect(answer.statusCode).toBe(200);
    answer.destroy();
    await once(call, 'close');
    await sleep(5);
  }
  await expectAllClosed(port, family);
});

test('closes the server without waiting for ended or unread streams', async () => {
  const own = await startTestApp();
  onTestFinished(() => own.database.close());
  const port = await listen(own);
  const family = await makeFamily(own);
  const open = async () => {
    const socket = await say(port, askFor(family));
    await answerOf(socket);
    return socket;
  };
  (await open()).destroy();
  (await open()).pause();
  // A client that never completes its request. Once a later call is answered, the server has read
  // it.
  await say(port, 'GET /api/health HT');
  await open();
  const startedAt = performance.now();
  await own.app.close();
  expect(performance.now() - startedAt).toBeLessThan(5000);
});
