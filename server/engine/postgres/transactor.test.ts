// Transactions and their connection, tested with a fake.
import { Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely';
import { expect, test } from 'vitest';

import type { Tables } from '../../schema/tables.ts';
import { OvertakenError, runTogether } from '../context.ts';
import type { Tx } from '../database.ts';
import { createTransactor } from './transactor.ts';

/** A fake connection that records statements and responds on demand. */
function play() {
  const sent: { readonly text: string; readonly respond: (error?: Error) => void }[] = [];
  const client = {
    query: (text: string) =>
      new Promise((resolve, reject) => {
        const respond = (error?: Error) =>
          error === undefined ? resolve({ rows: [] }) : reject(error);
        sent.push({ text, respond });
      }),
    release: () => undefined,
  };
  const pool = {
    // Kysely transactions use no cursor, which is all that the rest of the type is about.
    connect: () => Promise.resolve(client as unknown as PostgresPoolClient),
    end: () => Promise.resolve(),
    options: {},
  };
  const announced: string[] = [];
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const transact = createTransactor(db, (message) => announced.push(message));
  return { sent, announced, transact, texts: () => sent.map(({ text }) => text) };
}

/** Runs everything that is already resolved. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const select = (tx: Tx, what: string) => sql`select ${sql.raw(what)}`.execute(tx);

test('pipelines steps in order, and commits only after all answers', async () => {
  const { sent, announced, transact, texts } = play();
  const done = transact(async (tx, announce) => {
    announce('news');
    await runTogether([select(tx, '1'), select(tx, '2'), select(tx, '3')]);
  });
  await settle();
  sent[0]?.respond();
  await settle();
  expect(texts()).toEqual(['begin', 'select 1', 'select 2', 'select 3']);
  sent[1]?.respond();
  sent[2]?.respond();
  await settle();
  expect(texts()).not.toContain('commit');
  sent[3]?.respond();
  await settle();
  expect(texts().at(-1)).toBe('commit');
  expect(announced).toEqual([]);
  sent[4]?.respond();
  await done;
  expect(announced).toEqual(['news']);
});

test('waits for all answers before the rollback, and throws the first error', async () => {
  const { sent, announced, transact, texts } = play();
  const done = transact(async (tx, announce) => {
    announce('news');
    await runTogether([select(tx, '1'), select(tx, '2')]);
  });
  const failed = expect(done).rejects.toThrow('refused');
  await settle();
  sent[0]?.respond();
  await settle();
  sent[1]?.respond(new Error('refused'));
  await settle();
  expect(texts()).toEqual(['begin', 'select 1', 'select 2']);
  sent[2]?.respond(new Error('current transaction is aborted'));
  await settle();
  expect(texts().at(-1)).toBe('rollback');
  sent[3]?.respond();
  await failed;
  expect(announced).toEqual([]);
});

test('sends nothing after the end of the transaction', async () => {
  const { sent, transact } = play();
  let leaked: Tx | undefined;
  const done = transact(async (tx) => {
    leaked = tx;
  });
  await settle();
  sent[0]?.respond();
  await settle();
  sent[1]?.respond();
  await done;
  if (leaked === undefined) throw new Error('The transaction has not run.');
  await expect(select(leaked, '1')).rejects.toThrow('committed');
  expect(sent).toHaveLength(2);
});

test('retries overtaken work a few times, and then refuses', async () => {
  const { sent, announced, transact, texts } = play();
  let attempts = 0;
  const done = transact(async (tx, announce) => {
    attempts += 1;
    announce('news');
    await select(tx, String(attempts));
    throw new OvertakenError();
  });
  const refused = expect(done).rejects.toMatchObject({ code: 'service_unavailable' });
  for (let n = 0; n < 12; n += 1) {
    await settle();
    sent[n]?.respond();
  }
  await refused;
  expect(texts().filter((text) => text.startsWith('select'))).toEqual([
    'select 1',
    'select 2',
    'select 3',
    'select 4',
  ]);
  expect(texts().at(-1)).toBe('rollback');
  expect(announced).toEqual([]);
});
