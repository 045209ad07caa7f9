// Who uses which connection to PostgreSQL, on connections that are played.
import type { PostgresQueryResult } from 'kysely';
import { expect, test } from 'vitest';

import { DatabaseAway } from './away.ts';
import { type PooledClient, shareConnections } from './postgres-sharing.ts';

/** Connections that note what they are sent, and respond when they are told to. */
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

/** Lets everything happen that waits for nobody. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('single statements share few connections and do not wait for each other', async () => {
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

test('one that nobody uses is taken before a new one is opened', async () => {
  const { opened, sharing } = play();
  for (const text of ['a', 'b']) {
    const running = sharing.query(text, []);
    await settle();
    opened[0]?.answers.at(-1)?.resolve();
    await running;
  }
  expect(opened.map(({ sent }) => sent)).toEqual([['a', 'b']]);
});

test('a connection that has died is given back, and the next statement has a new one', async () => {
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

test('a transaction has a connection of its own from its beginning to its release', async () => {
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

test('a write outside of transactions has a connection of its own: nobody waits behind it for a row', async () => {
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

test('a connection that cannot be made fails its statement, and the next one tries again', async () => {
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

test('sends again what travelled behind a statement that met a locked table', async () => {
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

test('a statement that met a locked table has a connection apart from the others until it has succeeded', async () => {
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
  // What waits for the same table waits no longer than the first of them.
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

test('at the end the shared ones are given back', async () => {
  const { opened, sharing } = play();
  void sharing.query('a', []);
  await settle();
  sharing.end();
  await settle();
  expect(opened.map(({ isReleased }) => isReleased)).toEqual([true]);
});
