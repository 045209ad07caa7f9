// The live stream only keeps open connections, and limits their number.
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { beforeEach, expect, onTestFinished, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { LIVE_STREAMS } from '../../domain/live.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeFamily } from '../testing/factories.ts';

const { path } = endpoints.watchLessons;
const { perAccount } = LIVE_STREAMS;

let api: TestApp;
let port: number;
let token: string;
beforeEach(async () => {
  api = await startTestApp({ rateLimitScale: 1 });
  onTestFinished(() => api.close());
  port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
  ({ token } = await makeFamily(api));
});

const ask = (method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nhost: lessons.test\r\nauthorization: Bearer ${token}\r\n\r\n`;

/** Opens a connection that sends this text. Errors just end it. */
async function say(text: string, at = port): Promise<Socket> {
  const socket = connect(at, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

async function answerOf(socket: Socket): Promise<string> {
  const [data] = (await once(socket, 'data')) as [Buffer];
  return data.toString();
}

/** Counts the streams that the account can open now, and closes them again. */
async function countFreeStreams(): Promise<number> {
  const sockets: Socket[] = [];
  let opened = 0;
  for (let n = 0; n <= perAccount; n += 1) {
    const socket = await say(ask());
    sockets.push(socket);
    if ((await answerOf(socket)).startsWith('HTTP/1.1 200')) opened += 1;
  }
  for (const socket of sockets) socket.destroy();
  return opened;
}

/** The server notices the end of a connection with a delay. */
const expectAllClosed = () => expect.poll(countFreeStreams, { timeout: 20_000 }).toBe(perAccount);

test('opens no stream for two thousand HEAD requests', async () => {
  for (let n = 0; n < 2000; n += 1) {
    const answer = await api.app.inject({
      method: 'HEAD',
      url: path,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers['allow']).toBe('GET');
  }
  await expectAllClosed();
});

test('allows four streams per account, and refuses the fifth until one has ended', async () => {
  const sockets: Socket[] = [];
  for (let n = 0; n < perAccount; n += 1) {
    const socket = await say(ask());
    sockets.push(socket);
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 /);
  }
  const refused = await answerOf(await say(ask()));
  expect(refused).toMatch(/^HTTP\/1\.1 429 /);
  expect(refused).toMatch(/\r\nretry-after: 15\r\n/);
  expect(refused).toContain('"code":"rate_limited"');
  // Another family is not affected.
  const other = await makeFamily(api);
  const theirs = await say(ask().replace(token, other.token));
  expect(await answerOf(theirs)).toMatch(/^HTTP\/1\.1 200 /);

  for (const socket of sockets) socket.destroy();
  await expectAllClosed();
});

test('leaves no stream behind when a thousand visitors disconnect at any moment', async () => {
  // Enough families that none reaches the rate limit of reads.
  const families = [token];
  while (families.length < 5) families.push((await makeFamily(api)).token);
  const hangUp = async (n: number) => {
    const socket = await say(ask().replace(token, families[n % families.length] ?? token));
    // Before the session lookup, during it, and after the stream has begun.
    if (n % 4 === 1) await sleep(n % 7);
    if (n % 4 === 2) await Promise.race([once(socket, 'data'), sleep(200)]);
    if (n % 4 === 3) socket.resetAndDestroy();
    socket.destroy();
  };
  for (let batch = 0; batch < 20; batch += 1)
    await Promise.all(Array.from({ length: 50 }, (_, n) => hangUp(n)));
  for (token of families) await expectAllClosed();
});

test('ends pipelined streams together with their connection', async () => {
  const socket = await say(ask().repeat(perAccount));
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 /);
  // Once a later call is answered, the others have been accepted too.
  await api.call(endpoints.getProfile, { token });
  expect(await countFreeStreams()).toBeLessThan(perAccount);
  socket.destroy();
  await expectAllClosed();
});

test('leaves nothing behind when a browser reads only the head and disconnects', async () => {
  for (let n = 0; n < perAccount * 2; n += 1) {
    const call = request({
      port,
      host: '127.0.0.1',
      path,
      headers: { authorization: `Bearer ${token}` },
    });
    const [answer] = (await once(call.end(), 'response')) as [
      { statusCode: number; destroy(): void },
    ];
    expect(answer.statusCode).toBe(200);
    answer.destroy();
    await once(call, 'close');
    await sleep(5);
  }
  await expectAllClosed();
});

test('closes the server without waiting for ended or unread streams', async () => {
  const own = await startTestApp();
  onTestFinished(() => own.database.close());
  const { port: ownPort } = new URL(await own.app.listen({ port: 0, host: '127.0.0.1' }));
  const student = await makeFamily(own);
  const open = async () => {
    const socket = connect(Number(ownPort), '127.0.0.1').on('error', () => undefined);
    socket.write(ask().replace(token, student.token));
    await once(socket, 'data');
    return socket;
  };
  (await open()).destroy();
  (await open()).pause();
  // A client that never completes its request.
  const slow = connect(Number(ownPort), '127.0.0.1').on('error', () => undefined);
  await once(slow, 'connect');
  slow.write('GET /api/health HT');
  // Once a later call is answered, the server has read it.
  await answerOf(await say(ask().replace(token, student.token), Number(ownPort)));
  const asked = performance.now();
  await own.app.close();
  expect(performance.now() - asked).toBeLessThan(5000);
});
