// Refunds that start at once, beside bookings, erasures and reports; on PostgreSQL in two apps. And
// a process that dies at any statement.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { newId } from '../../base/ids.ts';
import { changeCredits } from '../../credits/ledger.ts';
import { transact } from '../../engine/context.ts';
import { NEW_REQUEST } from '../../engine/idempotency.ts';
import { eraseFamily } from '../../testing/accounts/leaving.ts';
import type { TestFamily } from '../../testing/caller.ts';
import { Crash, watch } from '../../testing/database/failing.ts';
import { giveCredits, makeFamily, makeLesson, provenParent } from '../../testing/factories.ts';
import { shopTest } from '../../testing/payments/shop.ts';
import { buyCredits, reportRefunded } from '../../testing/payments/without-provider.ts';
import { type Arena, race, raceTest, tally } from '../../testing/races/races.ts';
import { awayProvider } from '../../testing/random/refund-acts.ts';
import { FIRST_REFUND_CHECK_MS } from './apply.ts';
import { requestRefund } from './request-refund.ts';
import { checkDueRefunds } from './settle-refunds.ts';
import { readRefunds } from './stored-refunds.ts';

raceTest.override('servers', 'two');

/** A family with five paid credits and as many given ones. */
async function makePaid({ api }: Arena) {
  const family = await makeFamily(api);
  const paymentId = await buyCredits(api, family.actor, { credits: 5, amount: 14_000 });
  await giveCredits(api, family.id, 5);
  return { family, paymentId };
}

interface PaidFamily {
  readonly family: TestFamily;
  readonly paymentId: string;
}

const giveBack =
  ({ context, family, paymentId }: Arena & PaidFamily, credits: number) =>
  () =>
    requestRefund(
      context(family.actor),
      awayProvider,
      { paymentId, credits, requester: { by: 'family', familyId: family.id } },
      NEW_REQUEST,
    );

async function returnedOf({ api, paymentId }: Arena & PaidFamily) {
  const refunds = await readRefunds(api.database.db, paymentId);
  const counted = refunds.filter(({ state }) => state !== 'failed');
  return counted.reduce((total, { amount }) => total + amount, 0);
}

race({
  title: 'returns a payment once, however often that is asked at once',
  rounds: 4,
  setup: makePaid,
  actors: (scene) => Array.from({ length: 6 }, () => giveBack(scene, 5)),
  invariant: async (scene) => {
    expect(tally(scene.outcomes)).toEqual({ done: 1, not_refundable: 5 });
    expect(await returnedOf(scene)).toBe(14_000);
    expect(await scene.family.readCredits()).toBe(5);
  },
  naive: {
    mustOverlap: true,
    only: 'postgres',
    actors: ({ api, family, paymentId }) =>
      Array.from({ length: 6 }, () => async () => {
        const known = await readRefunds(api.database.db, paymentId);
        if (known.length > 0) return;
        await transact(api.context(null), async (work) => {
          const { tx, now } = work;
          const row = {
            id: newId(),
            payment_id: paymentId,
            made_by: 'family' as const,
            credits: 5,
          };
          const state = { state: 'asked' as const, next_check_at: now };
          const times = { created_at: now, updated_at: now };
          await tx
            .insertInto('refunds')
            .values({ ...row, ...state, ...times, amount: 14_000 })
            .execute();
          const taken = { familyId: family.id, amount: -5, kind: 'reversal' as const, paymentId };
          await changeCredits(work, taken);
        });
      }),
  },
});

race({
  title: 'three of ten parts returned at once are enough for an hour',
  rounds: 4,
  setup: makePaid,
  actors: (scene) => Array.from({ length: 5 }, () => giveBack(scene, 1)),
  invariant: async ({ outcomes, family }) => {
    expect(tally(outcomes)).toEqual({ done: 3, rate_limited: 2 });
    expect(await family.readCredits()).toBe(7);
  },
});

race({
  title: 'returns beside bookings, a report of the dashboard and the end of the account',
  rounds: 6,
  setup: async (arena) => {
    const paid = await makePaid(arena);
    const lessons = await Promise.all(
      [20, 21, 22].map((day) => makeLesson(arena.api, { Date: `2026-11-${day}` })),
    );
    const { round } = arena;
    return { ...paid, round, lessons, proof: provenParent(paid.family) };
  },
  actors: (scene) => [
    giveBack(scene, 5),
    giveBack(scene, 2),
    ...scene.lessons.map(({ id }) => () => {
      return scene.family
        .call(endpoints.bookLesson, { body: { Lesson_ID: id } })
        .catch(() => undefined);
    }),
    () => reportRefunded(scene.context(null), scene.paymentId, 5600),
    ...(scene.round % 2 === 0 ? [] : [() => eraseFamily(scene.family.context(), scene.proof)]),
  ],
  // The invariants of the database are checked for each test.
  invariant: async (scene) => {
    expect(await returnedOf(scene)).toBeLessThanOrEqual(14_000 + 5600);
  },
});

describe('a process that dies at any statement', () => {
  const crash = new Crash();
  const test = shopTest;
  test.override('settings', { wrap: (database) => watch(database, crash.onStatement) });

  test('refunds once in the end', async ({ shop, api, tutor, family }) => {
    const session = await shop.buy(family, 5);
    const { id } = await shop.stored(session);
    const headers = { 'idempotency-key': newId() };
    const refund = () =>
      tutor.either(endpoints.refundPayment, { params: { id }, body: { credits: 2 }, headers });
    const { deaths } = await crash.survive(refund, async () => {
      expect([3, 5]).toContain(await family.readCredits());
    });
    expect(deaths).toBeGreaterThan(8);
    const checkAgain = async () => {
      api.clock.advance({ ms: FIRST_REFUND_CHECK_MS * 2 ** 5 });
      await checkDueRefunds(api.context(null), shop.provider);
    };
    await crash.survive(checkAgain, async () => undefined);
    await checkAgain();
    expect(await readRefunds(api.database.db, id)).toMatchObject([{ state: 'done', amount: 5600 }]);
    expect(shop.sandbox.charge(session).amount_refunded).toBe(5600);
    expect(shop.sandbox.refunds()).toHaveLength(1);
    expect(await family.readCredits()).toBe(3);
  });
});
