// Requests that are sent again because their answer was lost, even while their key expires.
import { type KyselyPlugin, NoResultError, type QueryId, sql } from 'kysely';
import { describe, expect, inject } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { deleteExpired } from '../auth/feature.ts';
import { hashOf } from '../base/ids.ts';
import type { TestApp } from '../testing/app.ts';
import { giveCredits, lessonForm, makeFamily, makeLesson } from '../testing/factories.ts';
import { begin, expectWaiting, overlap } from '../testing/races/locks.ts';
import { codeOf, sharedTest } from '../testing/test.ts';
import { transact, type Work } from './context.ts';
import { answerOnce, type RequestKey, IDEMPOTENCY_HOURS } from './idempotency.ts';

const MEMORY_MS = IDEMPOTENCY_HOURS * 3_600_000;

const test = sharedTest.override('settings', { credits: 3 });

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('a repeated request', () => {
  test('books and cancels once, even at the same time', async ({ family, lesson }) => {
    const request = { body: { Lesson_ID: lesson.id }, ...withKey('book-1') };
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => family.call(endpoints.bookLesson, request)),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await family.readCredits()).toBe(2);
    const bookingId = answers[0]?.body.booking.id ?? '';
    const cancel = { params: { bookingId }, ...withKey('cancel-1') };
    const first = await family.call(endpoints.cancelBooking, cancel);
    expect((await family.call(endpoints.cancelBooking, cancel)).body).toEqual(first.body);
    expect(await family.readCredits()).toBe(3);
  });

  test('creates a lesson and grants credits once', async ({ api, tutor }) => {
    const plan = { body: { ...lessonForm, Date: '2027-05-01' }, ...withKey('plan') };
    const first = await tutor.call(endpoints.createLesson, plan);
    const again = await tutor.call(endpoints.createLesson, plan);
    expect(again.body.lesson.id).toBe(first.body.lesson.id);
    const params = { id: (await makeFamily(api)).id };
    const give = { params, body: { amount: 2, reason: 'Sorry for the noise' }, ...withKey('give') };
    await tutor.call(endpoints.adjustCredits, give);
    const { creditsRemaining } = (await tutor.call(endpoints.adjustCredits, give)).body;
    expect(creditsRemaining).toBe(2);
  });

  test('may succeed after a refusal', async ({ api, lesson }) => {
    const poor = await makeFamily(api);
    const request = { body: { Lesson_ID: lesson.id }, ...withKey('poor') };
    expect(codeOf(await poor.refused(endpoints.bookLesson, request))).toBe('insufficient_credits');
    await giveCredits(api, poor.id, 1);
    await poor.call(endpoints.bookLesson, request);
  });

  test('is refused for another lesson, not for another family', async ({ api, family, lesson }) => {
    const other = await makeLesson(api);
    const requestFor = ({ id }: { id: string }) => ({
      body: { Lesson_ID: id },
      ...withKey('shared'),
    });
    for (const each of [family, await makeFamily(api, 2)])
      await each.call(endpoints.bookLesson, requestFor(lesson));
    const reused = await family.refused(endpoints.bookLesson, requestFor(other));
    expect(reused.body.code).toBe('idempotency_key_reused');
  });
});

describe('a key that expires', () => {
  const requestOf = (key: string): RequestKey => ({
    key,
    scope: 'test',
    content: { wish: 'lesson' },
  });
  let acts = 0;
  const act = () => Promise.resolve({ act: (acts += 1) });

  /** Sends the request this long after the start of the test's clock. */
  const askFor = (api: TestApp, request: RequestKey, afterMs: number) =>
    transact({ ...api.context(null), now: api.clock.now + afterMs }, (work) =>
      answerOnce(work, request, act),
    );
  const ask = (api: TestApp, key: string, afterMs = 0) => askFor(api, requestOf(key), afterMs);

  test.for([
    ['just before its key expires', MEMORY_MS - 1, true],
    ['once its key has expired', MEMORY_MS, false],
  ] as const)('is tried %s', async ([key, afterMs, isSame], { api }) => {
    const first = await ask(api, key);
    expect((await ask(api, key, afterMs)).act === first.act).toBe(isSame);
  });

  test('can be used anew, for other content too, then gives the new answer', async ({ api }) => {
    await ask(api, 'anew');
    const again = await askFor(api, { ...requestOf('anew'), content: 'other' }, MEMORY_MS);
    const repeated = await askFor(
      api,
      { ...requestOf('anew'), content: 'other' },
      MEMORY_MS * 2 - 1,
    );
    expect(repeated).toEqual(again);
  });

  test('is deleted by the hourly job', async ({ api }) => {
    const keysAfter = async (passed: number) => {
      await deleteExpired({ ...api.context(null), now: api.clock.now + passed });
      const rows = await api.database.db
        .selectFrom('idempotency_keys')
        .select('key_hash')
        .where('key_hash', '=', hashOf('test passing'))
        .execute();
      return rows.length;
    };
    await ask(api, 'passing');
    expect([await keysAfter(MEMORY_MS - 1), await keysAfter(MEMORY_MS)]).toEqual([1, 0]);
  });

  /**
   * Sends the request again while another one expires the key right after it was found, unless that
   * has to wait. Returns whether the answer is the first one.
   */
  async function repeatWhileForgotten(api: TestApp, again: typeof answerOnce, hasToWait: boolean) {
    const first = await ask(api, 'forgotten');
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
    const repeating = transact(api.context(null), (work) =>
      again({ ...work, tx: work.tx.withPlugin(forget) }, requestOf('forgotten'), act),
    );
    const [answer] = await Promise.allSettled([repeating]);
    await forgotten;
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value.act === first.act;
  }

  // The embedded engine has one connection: nothing runs between two statements.
  describe.runIf(inject('engine') === 'postgres')('at the same time', () => {
    test('still gives the first answer', async ({ api }) => {
      expect(await repeatWhileForgotten(api, answerOnce, true)).toBe(true);
    });

    /** Claims this key in a transaction that is still open, once all keys so far have expired. */
    const claimLater = (api: TestApp, key: string) => (work: Work) =>
      answerOnce({ ...work, now: api.clock.now + MEMORY_MS }, requestOf(key), act);

    test('lets a call with another key pass', async ({ api }) => {
      for (const key of ['old', 'one', 'two']) await ask(api, key);
      const { end } = await begin(api, claimLater(api, 'one'));
      const passing = transact(api.context(null), async (work) => {
        await sql`set local lock_timeout = '2s'`.execute(work.tx);
        return claimLater(api, 'two')(work);
      });
      const [outcome] = await Promise.allSettled([passing]);
      await end();
      expect(outcome).toMatchObject({ status: 'fulfilled' });
    });

    test('is used anew once', async ({ api }) => {
      await ask(api, 'twice');
      const before = acts;
      await overlap(api, claimLater(api, 'twice'), () => ask(api, 'twice', MEMORY_MS));
      expect(acts).toBe(before + 1);
    });

    test('outlives the hourly job if it is used anew meanwhile', async ({ api }) => {
      await ask(api, 'saved');
      const later = { ...api.context(null), now: api.clock.now + MEMORY_MS };
      await overlap(api, claimLater(api, 'saved'), () => deleteExpired(later));
      const before = acts;
      await ask(api, 'saved', MEMORY_MS);
      expect(acts).toBe(before);
    });

    test('control: breaks code that reads the key before the answer', async ({ api }) => {
      const naive: typeof answerOnce = async ({ tx, now }, { scope, key, content }) => {
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
      const repeating = repeatWhileForgotten(api, naive, false);
      await expect(repeating).rejects.toBeInstanceOf(NoResultError);
    });
  });
});

test('remembers keys for as long as agreed', () => {
  expect(IDEMPOTENCY_HOURS).toBe(24);
});
