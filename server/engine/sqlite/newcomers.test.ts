// New connections while the embedded engine is busy: the event loop accepts one per turn, and a
// group of transactions takes a long turn.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { newId } from '../../base/ids.ts';
import { openNewFolder } from '../../testing/database/folders.ts';
import type { Tx } from '../database.ts';

test('answers a new client before others have repeated many requests', async () => {
  const database = await openNewFolder();
  const add = (tx: Tx) =>
    tx.insertInto('families').values({ id: newId(), created_at: 0 }).execute();
  const server = createServer((socket) => {
    socket.on('data', () => void database.transact(add).then(() => socket.write('done')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let isOver = false;
  /** Repeats the request after each answer, and counts the answers. */
  const ask = () => {
    const socket = connect(port, '127.0.0.1', () => socket.write('one'));
    const client = { answers: 0, ended: once(socket, 'close') };
    socket.on('data', () => {
      client.answers += 1;
      if (isOver) socket.end();
      else socket.write('one');
    });
    return client;
  };

  const regulars = Array.from({ length: 16 }, ask);
  while (regulars.some(({ answers }) => answers < 5)) await setImmediate();
  const before = regulars.map(({ answers }) => answers);
  const newcomers = Array.from({ length: 64 }, ask);
  while (newcomers.some(({ answers }) => answers === 0)) await setImmediate();
  const since = regulars.map(({ answers }, index) => answers - (before[index] ?? 0));
  isOver = true;
  await Promise.all([...regulars, ...newcomers].map(({ ended }) => ended));
  await promisify(server.close.bind(server))();
  expect(Math.max(...since)).toBeLessThan(12);
});
