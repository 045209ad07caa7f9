// Assigns PostgreSQL connections, tested with fakes.
import type { PostgresQueryResult } from 'kysely';
import { expect, test } from 'vitest';

import { DatabaseAway } from '../away.ts';
import { type PooledClient, shareConnections } from './sharing.ts';

/** Fake connections that record statements and respond on demand. */
function play() {
  const opened: Connection[] = [];
  interface Connection {
    readonly client: PooledClient;
    readonly sent: string[];
    readonly answers: PromiseWithResolvers<void>[];
    isBroken: boolean;
    isReleased: boolean;
  }
  const connect = async () => {
    const connection: Connection = {
      sent: [],
      answers: [],
      isBroken: false,
      isReleased: false,
      client: {
        async query<Row>(text: string): Promise<PostgresQueryResult<Row>> {
          const answer = Promise.withResolvers<void>();
          connection.sent.push(text);
          connection.answers.push(answer);
          await answer.promise;
          return { command: 'SELECT', rowCount: 0, rows: [] };
        },
        release() {
          connection.isReleased = true;
        },
        abandon() {
          connection.isBroken = true;
          for (const { reject } of connection.answers)
            reject(new DatabaseAway(new Error('abandoned')));
        },
        get isBroken() {
          return connection.isBroken;
        },
      },
    };
    opened.push(connection);
    return connection.client;
  };
  return { opened, sharing: shareConnections({ shared: connect, own: connect }, 2) };
}

/** Runs everything that is already resolved. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('shares few connections between single statements without waiting', async () => {
  const { opened, sharing } = play();
  const running = ['a', 'b', 'c', 'd'].map((text) => sharing.query(text, []));
  await settle();
  expect(opened.map(({ sent }) => sent)).toEqual([
    ['a', 'c'],
    ['b', 'd'],
  ]);
  for (const { answers } of opened) for (const { resolve } of answers) resolve();
  await Promise.all(running);
});

test('uses an idle connection before a new one', async () => {
  const { opened, sharing } = play();
  for (const text of ['a', 'b']) {
    const running = sharing.query(text, []);
    await settle();
    opened[0]?.answers.at(-1)?.resolve();
    await running;
  }
  expect(opened.map(({ sent }) => sent)).toEqual([['a', 'b']]);
});

test('releases a dead connection and gives the next statement a new one', async () => {
  const { opened, sharing } = play();
  void sharing.query('a', []);
  await settle();
  for (const connection of opened) connection.isBroken = true;
  void sharing.query('b', []);
  await settle();
  expect(opened.map(({ sent, isReleased }) => [sent, isReleased])).toEqual([
    [['a'], true],
    [['b'], false],
  ]);
});

test('gives a transaction its own connection from begin to release', async () => {
  const { opened, sharing } = play();
  const lent = sharing.lend();
  void lent.query('begin', []);
  await settle();
  void sharing.query('of somebody else', []);
  for (const text of ['select', 'update']) void lent.query(text, []);
  await settle();
  expect(opened.map(({ sent }) => sent)).toEqual([
    ['begin', 'select', 'update'],
    ['of somebody else'],
  ]);
  lent.release();
  expect(opened.map(({ isReleased }) => isReleased)).toEqual([true, false]);
});

test('gives a single write its own connection, so that nothing waits behind its row lock', async () => {
  const { opened, sharing } = play();
  const lent = sharing.lend();
  void lent.query('update', []);
  await settle();
  for (const text of ['select 1', 'select 2']) void sharing.lend().query(text, []);
  await settle();
  expect(opened.map(({ sent }) => sent)).toEqual([['update'], ['select 1'], ['select 2']]);
  lent.release();
  expect(opened.map(({ isReleased }) => isReleased)).toEqual([true, false, false]);
});

test('fails the statement whose connection fails, and retries with the next one', async () => {
  let tries = 0;
  const connect = async () => {
    tries += 1;
    throw new Error('nobody there');
  };
  const sharing = shareConnections({ shared: connect, own: connect }, 2);
  for (let run = 1; run <= 2; run += 1) {
    await expect(sharing.query('a', [])).rejects.toThrow('nobody there');
    expect(tries).toBe(run);
  }
});

const lockTimeout = () =>
  new DatabaseAway(
    Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }),
  );

test('retries statements that were pipelined behind one that met a locked table', async () => {
  const { opened, sharing } = play();
  const [locked, , behind] = ['locked', 'busy', 'behind'].map((text) => sharing.query(text, []));
  await settle();
  expect(opened.map(({ sent }) => sent)).toEqual([['locked', 'behind'], ['busy']]);
  opened[0]?.answers[0]?.reject(lockTimeout());
  await expect(locked).rejects.toThrow('lock timeout');
  await settle();
  expect(opened.map(({ sent, isReleased }) => [sent, isReleased])).toEqual([
    [['locked', 'behind'], true],
    [['busy'], false],
    [['behind'], false],
  ]);
  opened[2]?.answers[0]?.resolve();
  await behind;
});

test('isolates a statement that met a locked table until it has succeeded', async () => {
  const { opened, sharing } = play();
  const first = sharing.query('locked', []);
  await settle();
  opened[0]?.answers[0]?.reject(lockTimeout());
  await expect(first).rejects.toThrow('lock timeout');

  const [second, third] = ['locked', 'locked'].map((text) => sharing.query(text, []));
  for (const text of ['a', 'b', 'c']) void sharing.query(text, []);
  await settle();
  expect(opened.slice(1).map(({ sent }) => sent)).toEqual([
    ['locked', 'locked'],
    ['a', 'c'],
    ['b'],
  ]);
  // Statements waiting for the same table wait no longer than the first.
  opened[1]?.answers[0]?.reject(lockTimeout());
  await expect(second).rejects.toThrow('lock timeout');
  await expect(third).rejects.toThrow('abandoned');

  const later = sharing.query('locked', []);
  await settle();
  expect(opened.slice(4).map(({ sent }) => sent)).toEqual([['locked']]);
  opened[4]?.answers[0]?.resolve();
  await later;
  void sharing.query('locked', []);
  await settle();
  expect(opened.slice(2).map(({ sent }) => sent)).toEqual([
    ['a', 'c'],
    ['b', 'locked'],
    ['locked'],
  ]);
});

test('releases the shared connections at the end', async () => {
  const { opened, sharing } = play();
  void sharing.query('a', []);
  await settle();
  sharing.end();
  await settle();
  expect(opened.map(({ isReleased }) => isReleased)).toEqual([true]);
});
