// A request that is sent again in the very moment at which it is forgotten: it is either answered
// as before or a new one.
import { type KyselyPlugin, NoResultError, type QueryId } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import { IDEMPOTENCY_HOURS } from '../domain/limits.ts';
import { transact } from './engine/context.ts';
import { hashOf } from './ids.ts';
import { startTestApp, type TestApp } from './testing/app.ts';
import { expectWaiting } from './testing/waiting.ts';
import { once, type RequestKey } from './idempotency.ts';

const MEMORY_MS = IDEMPOTENCY_HOURS * 3_600_000;

let api: TestApp;
let acts: number;
beforeEach(async () => {
  api = await startTestApp();
  acts = 0;
});
afterEach(() => api.close());

const requestOf = (key: string): RequestKey => ({
  key,
  scope: 'test',
  content: { wish: 'lesson' },
});
const act = () => Promise.resolve({ act: (acts += 1) });

/** Asks so long after the start of the test's clock. */
const ask = (key: string, afterMs = 0) =>
  transact({ ...api.context(null), now: api.clock.now + afterMs }, (work) =>
    once(work, requestOf(key), act),
  );

test.each([
  ['a moment before its time is over', MEMORY_MS - 1, 1],
  ['once its time is over', MEMORY_MS, 2],
])('a request that is sent again %s', async (_, afterMs, expected) => {
  await ask('again');
  expect(await ask('again', afterMs)).toEqual({ act: expected });
});

// The embedded engine has one connection: nothing comes between two statements.
if (inject('engine') === 'postgres') {
  /**
   * Asks again, and lets another request forget the first one right after the key was found, if
   * that does not have to wait.
   */
  async function askWhileForgotten(again: typeof once, hasToWait: boolean): Promise<unknown> {
    await ask('forgotten');
    const { db } = api.database;
    const entries = new WeakSet<QueryId>();
    let forgotten: Promise<unknown> = Promise.resolve();
    const forget: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        if (node.kind === 'InsertQueryNode') entries.add(queryId);
        return node;
      },
      async transformResult({ result, queryId }) {
        if (!entries.has(queryId)) return result;
        forgotten = db.deleteFrom('idempotency_keys').execute();
        await (hasToWait ? expectWaiting(db, 1) : forgotten);
        return result;
      },
    };
    const [answer] = await Promise.allSettled([
      transact(api.context(null), (work) =>
        again({ ...work, tx: work.tx.withPlugin(forget) }, requestOf('forgotten'), act),
      ),
    ]);
    await forgotten;
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  }

  test('a request that is forgotten while it is sent again is answered as before', async () => {
    expect(await askWhileForgotten(once, true)).toEqual({ act: 1 });
  });

  test('code that looks for the key first and for its answer afterwards finds none', async () => {
    const naive: typeof once = async ({ tx, now }, { scope, key, content }) => {
      const key_hash = hashOf(`${scope} ${key}`);
      const content_hash = hashOf(JSON.stringify(content));
      await tx
        .insertInto('idempotency_keys')
        .values({ key_hash, content_hash, answer: null, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { answer } = await tx
        .selectFrom('idempotency_keys')
        .select('answer')
        .where('key_hash', '=', key_hash)
        .executeTakeFirstOrThrow();
      return JSON.parse(answer ?? 'null');
    };
    await expect(askWhileForgotten(naive, false)).rejects.toBeInstanceOf(NoResultError);
  });
}
