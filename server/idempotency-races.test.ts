// A request sent again at the moment its key expires: it gets either the first answer or a new one.
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

/** Sends the request this long after the start of the test's clock. */
const ask = (key: string, afterMs = 0) =>
  transact({ ...api.context(null), now: api.clock.now + afterMs }, (work) =>
    once(work, requestOf(key), act),
  );

test.each([
  ['just before its key expires', MEMORY_MS - 1, 1],
  ['once its key has expired', MEMORY_MS, 2],
])('answers a request that is sent again %s', async (_, afterMs, expected) => {
  await ask('again');
  expect(await ask('again', afterMs)).toEqual({ act: expected });
});

// The embedded engine has one connection: nothing runs between two statements.
if (inject('engine') === 'postgres') {
  /**
   * Sends the request again while another one expires the key right after it was found, unless that
   * has to wait.
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

  test('gives the first answer to a repeat whose key expires at the same time', async () => {
    expect(await askWhileForgotten(once, true)).toEqual({ act: 1 });
  });

  test('loses the race if the key is read before the answer', async () => {
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
