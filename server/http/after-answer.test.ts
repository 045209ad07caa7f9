// Work after an answer also runs if the answer is never sent because its connection is gone.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { startTestApp } from '../testing/app.ts';
import { tokensTo } from '../testing/emails.ts';
import { makeFamily } from '../testing/factories.ts';

function post(path: string, body: object): string {
  const text = JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\nhost: lessons.test\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
}

async function settledIn(settled: Promise<void>): Promise<boolean> {
  return Promise.race([
    settled.then(() => true),
    sleep(20_000, null, { ref: false }).then(() => false),
  ]);
}

async function start() {
  const api = await startTestApp();
  const { email } = await makeFamily(api);
  onTestFinished(() => api.close());
  const open = async () => {
    const { port } = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  return { api, email, open, forgot: post(endpoints.forgotPassword.path, { email }) };
}

test('sends a link requested behind a call whose client disconnects, and closes the server in time', async () => {
  const { api, email, open, forgot } = await start();
  const gate = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const disconnected = Promise.withResolvers<void>();
  api.app.addHook('onRequest', async ({ url, raw }) => {
    if (url !== endpoints.health.path) return;
    raw.socket.once('close', () => disconnected.resolve());
    await gate.promise;
  });
  api.app.addHook('onSend', async ({ url }) => {
    if (url === endpoints.forgotPassword.path) answered.resolve();
  });
  const socket = await open();
  socket.write(`GET ${endpoints.health.path} HTTP/1.1\r\nhost: lessons.test\r\n\r\n${forgot}`);
  await answered.promise;
  socket.destroy();
  await disconnected.promise;
  gate.resolve();
  expect(await settledIn(api.settled())).toBe(true);
  expect(await tokensTo(api, email)).toHaveLength(1);
});

test('sends a link even if the connection is gone before the work is scheduled', async () => {
  const { api, email, open, forgot } = await start();
  const disconnected = Promise.withResolvers<void>();
  api.app.addHook('preHandler', async ({ raw }) => {
    const closed = once(raw.socket, 'close');
    raw.socket.destroy();
    await closed;
    disconnected.resolve();
  });
  const socket = await open();
  socket.write(forgot);
  await disconnected.promise;
  await sleep(50);
  expect(await settledIn(api.settled())).toBe(true);
  expect(await tokensTo(api, email)).toHaveLength(1);
});

test('runs work after an answer once, and leaves no listener on a reused connection', async () => {
  const { api, email, open, forgot } = await start();
  let serverSide: Socket | undefined;
  api.app.addHook('onRequest', async ({ raw }) => {
    serverSide = raw.socket;
  });
  const socket = await open();
  const listeners: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    socket.write(forgot);
    await once(socket, 'data');
    await api.settled();
    listeners.push(serverSide?.listenerCount('close') ?? 0);
  }
  expect(new Set(listeners).size).toBe(1);
  expect(await tokensTo(api, email)).toHaveLength(3);
  socket.destroy();
});
