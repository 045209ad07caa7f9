// A thousand payments, 70 of them wrong in every way that a difference names, end with the ledger
// of payments that never went wrong. Ten thousand sessions are read in pages.
import { sql } from 'kysely';
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { startStripeSandbox } from '../../../sandbox/stripe.ts';
import { newId } from '../../base/ids.ts';
import { START } from '../../testing/app.ts';
import { makeFamily } from '../../testing/factories.ts';
import { ledgerOf, payFor, PRICE, scenarios } from '../../testing/payments/comparisons.ts';
import { openShop } from '../../testing/payments/paid-lessons.ts';
import { paymentRow } from '../../testing/payments/without-provider.ts';
import { test as base, expectSound } from '../../testing/test.ts';
import { readReconciliation } from './result.ts';
import { beginComparison, LEASE_MS, runComparison } from './run.ts';

const PAYMENTS = 1000;
const WRONG = 70;
const SESSIONS = 10_000;
const MINUTES = 60_000;

const test = base
  .extend('calls', () => [] as string[])
  .extend('shop', async ({ calls }, { onCleanup }) => {
    const log = (line: string) => void calls.push(line);
    const timing = { retryDelays: [] };
    const shop = await openShop(({ now }) => startStripeSandbox({ now, timing, log }));
    onCleanup(async () => {
      await expectSound(shop.api, {});
      await shop.close();
    });
    return shop;
  })
  .extend('api', ({ shop }) => shop.api)
  .extend('job', ({ api }) => ({ database: api.database, clock: () => api.clock.now }));

const pagesOf = (calls: string[], list: string) =>
  calls.filter((line) => line.startsWith(`GET /v1/${list}?`));

test(
  'mends the payments of a month to what they would have been',
  { timeout: 5 * MINUTES },
  async ({ shop, api, job, calls }) => {
    const [wrong, right] = [await makeFamily(api), await makeFamily(api)];
    const kinds: string[] = [];
    // Half of them before the clocks go back, half after.
    api.clock.set('2026-10-25T00:50:00.000Z');
    for (let number = 0; number < PAYMENTS; number += 1) {
      if (number === WRONG / 2) api.clock.set('2026-10-25T01:10:00.000Z');
      const scenario = number < WRONG ? scenarios[number % scenarios.length] : undefined;
      if (scenario === undefined) {
        await payFor(shop, number % 2 === 0 ? wrong : right);
        continue;
      }
      const [kind, play] = scenario;
      await play(shop, wrong, 'wrong');
      await play(shop, right, 'right');
      kinds.push(kind);
    }
    expect(await ledgerOf(api, wrong)).not.toEqual(await ledgerOf(api, right));

    calls.length = 0;
    api.clock.set(START);
    await beginComparison(api.context(null), 35);
    await expect(beginComparison(api.context(null), 35)).rejects.toThrow();
    // A process dies in the middle of the sessions; two others go on.
    let left = 4;
    const dying: typeof job.database = {
      ...job.database,
      transact: (work) => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('killed')) : job.database.transact(work);
      },
    };
    const killed = runComparison({ ...job, database: dying }, shop.provider);
    await expect(killed).rejects.toThrow('killed');
    expect(pagesOf(calls, 'checkout/sessions')).toHaveLength(5);
    api.clock.advance({ ms: LEASE_MS });
    const two = [runComparison(job, shop.provider), runComparison(job, shop.provider)];
    await Promise.all(two);
    // Only the page that was not stored is read again.
    const sessions = shop.sandbox.sessions().length;
    expect(pagesOf(calls, 'checkout/sessions')).toHaveLength(Math.ceil(sessions / 100) + 1);

    const found = await readReconciliation(api.database.db);
    expect(found.differences.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
    expect(found.compared - found.matched).toBe(WRONG);
    const balances = async () => [await wrong.readCredits(), await right.readCredits()];
    for (const { id, mendable } of found.differences) {
      const answer = await shop.tutor.either(endpoints.mendDifference, { params: { id } });
      expect(answer.status).toBe(mendable ? 200 : 409);
    }
    expect(await ledgerOf(api, wrong)).toEqual(await ledgerOf(api, right));
    const [one, other] = await balances();
    expect(one).toBe(other);

    // What cannot be mended is found again, and nothing else.
    await beginComparison(api.context(null), 35);
    await runComparison(job, shop.provider);
    const rest = await readReconciliation(api.database.db);
    expect(rest.differences.map(({ kind }) => kind).toSorted()).toEqual(
      found.differences.flatMap(({ kind, mendable }) => (mendable ? [] : kind)).toSorted(),
    );
    expect(rest.compared).toBe(found.compared);
  },
);

const long = { timeout: 2 * MINUTES };
test('reads ten thousand sessions in pages', long, async ({ shop, api, job, calls }) => {
  const family = await makeFamily(api);
  const expiresAt = Math.floor(api.clock.now / 1000) + 3600;
  const rows = Array.from({ length: SESSIONS }, (_, index) => {
    const id = newId();
    const { id: session_id } = shop.sandbox.open({
      items: [],
      currency: PRICE.currency,
      total: PRICE.amount,
      successUrl: 'https://lessons.test',
      cancelUrl: null,
      clientReferenceId: id,
      customerEmail: null,
      // Half of them belong to another system.
      metadata: index % 2 === 0 ? { payment_id: id } : {},
      paymentIntent: { metadata: {}, description: null },
      allowPromotionCodes: null,
      locale: null,
      expiresAt,
    });
    const status = 'expired' as const;
    return paymentRow(api, family, { id, session_id, amount: PRICE.amount, credits: 2, status });
  });
  for (let from = 0; from < SESSIONS; from += 500)
    await api.database.db
      .insertInto('payments')
      .values(rows.slice(from, from + 500))
      .execute();
  // As the database does by itself, some time after so many rows.
  await sql`analyze`.execute(api.database.db);
  await payFor(shop, family);
  await payFor(shop, family, { isHeard: false });
  calls.length = 0;
  const began = performance.now();
  await beginComparison(api.context(null), 35);
  await runComparison(job, shop.provider);
  expect(await readReconciliation(api.database.db)).toMatchObject({
    compared: 2,
    matched: 1,
    differences: [{ kind: 'paid_not_granted' }],
  });
  expect(pagesOf(calls, 'checkout/sessions')).toHaveLength(SESSIONS / 100 + 1);
  expect(performance.now() - began).toBeLessThan(MINUTES);
});
