// Streams are opened only for connections that are still open.
import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { createBackground } from '../process/background.ts';
import { startTestApp } from '../testing/app.ts';
import { makeFamily } from '../testing/factories.ts';
import { createLimits } from './limits.ts';
import { mountStream } from './mount.ts';

/**
 * How many streams are opened for this many calls on one connection, which may be gone before any
 * of them is let in.
 */
async function opened(calls: number, isGone: boolean): Promise<number> {
  const server = await startTestApp();
  const { token } = await makeFamily(server);
  const { database, clock } = server;
  const app = Fastify();
  onTestFinished(async () => {
    await app.close();
    await server.close();
  });
  let streams = 0;
  let [arrived, letIn] = [0, 0];
  const gate = Promise.withResolvers<void>();
  const closed: Promise<unknown>[] = [];
  app.addHook('onRequest', async ({ raw }) => {
    arrived += 1;
    closed.push(once(raw.socket, 'close'));
    await gate.promise;
  });
  app.addHook('preHandler', async () => {
    letIn += 1;
  });
  const api = { app, database, clock: () => clock.now, limits: createLimits(database, null) };
  mountStream(
    { ...api, background: createBackground(app.log) },
    endpoints.watchLessons,
    () => () => {
      streams += 1;
      return new PassThrough().end();
    },
  );
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  const ask = `GET ${endpoints.watchLessons.path} HTTP/1.1\r\nhost: lessons.test\r\nauthorization: Bearer ${token}\r\n\r\n`;
  socket.write(ask.repeat(calls));
  await expect.poll(() => arrived).toBe(calls);
  if (isGone) {
    socket.destroy();
    await Promise.all(closed);
  }
  gate.resolve();
  await expect.poll(() => letIn).toBe(calls);
  await nextTurn();
  socket.destroy();
  return streams;
}

test('opens no stream for calls whose connection is gone when they are authorised', async () => {
  expect(await opened(3, true)).toBe(0);
});

test('opens one stream each for open connections', async () => {
  expect(await opened(3, false)).toBe(3);
});
