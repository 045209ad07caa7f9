// How a comparison with the provider begins, ends, fails and goes on.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { START } from '../../testing/app.ts';
import { comparisonTest as test } from '../../testing/payments/comparison-test.ts';
import { payFor } from '../../testing/payments/comparisons.ts';
import { codeOf, test as testWithoutStripe } from '../../testing/test.ts';
import { queueDailySummary } from '../../tutor/daily-summary.ts';
import { beginNight, LEASE_MS, runComparison } from './run.ts';

test.for([0, 401, 1.5, '7', null])('refuses %j days', async (days, { tutor }) => {
  const { status, body } = await tutor.send(endpoints.startReconciliation, { body: { days } });
  expect(status).toBe(400);
  expect(body).toMatchObject({ details: [{ field: 'days' }] });
});

test('runs once at a time', async ({ shop, base, tutor, read }) => {
  const started = await tutor.call(endpoints.startReconciliation, { body: { days: 400 } });
  expect(started.body.reconciliation.running).toBe(true);
  const again = await tutor.refused(endpoints.startReconciliation, { body: {} });
  expect([again.status, codeOf(again)]).toEqual([409, 'already_running']);
  await Promise.all([runComparison(base, shop.provider), runComparison(base, shop.provider)]);
  expect((await tutor.call(endpoints.getReconciliation)).body).toMatchObject({
    reconciliation: { running: false, checked_at: START, since: '2025-10-13T23:00:00.000Z' },
  });
  expect((await tutor.call(endpoints.startReconciliation, { body: {} })).status).toBe(202);
  await runComparison(base, shop.provider);
  expect((await read()).since).toBe('2026-10-13T23:00:00.000Z');
});

test('without the lease two processes would run it', async ({ begin, db }) => {
  await begin();
  const look = () => db.selectFrom('reconciliation').select('run').executeTakeFirstOrThrow();
  const seen = await Promise.all([look(), look()]);
  expect(seen.every(({ run }) => run !== null)).toBe(true);
});

test('adds its differences to the summary', async ({ shop, family, compareNow, api, tutor }) => {
  await payFor(shop, family, { isHeard: false });
  await payFor(shop, family, { isHeard: false });
  await compareNow();
  api.clock.set('2026-11-19T07:00:00.000Z');
  await queueDailySummary(api.context(null));
  const [summary] = await tutor.readEmails('daily-summary:');
  expect(summary?.subject).toBe('Today: 2 payment differences');
  expect(summary?.text).toContain('2 payments are not the same here and at Stripe. See which');
});

test('keeps the last result when the provider fails', async ({
  shop,
  family,
  api,
  compareNow,
  begin,
  read,
  base,
}) => {
  await payFor(shop, family);
  const before = await compareNow();
  api.clock.advance({ hours: 1 });
  await begin();
  shop.sandbox.startOutage('error');
  await runComparison(base, shop.provider);
  const failed_at = new Date(api.clock.now).toISOString();
  expect(await read()).toEqual({ ...before, failed_at });
  shop.sandbox.endOutage();
  expect(await compareNow()).toMatchObject({ failed_at: null, compared: 1, matched: 1 });
});

test('ends when its own work fails, so that another can begin', async ({
  shop,
  family,
  begin,
  read,
  base,
  compareNow,
}) => {
  await payFor(shop, family);
  await begin();
  const { database } = base;
  let begun = 0;
  const transact: typeof database.transact = (work) => {
    begun += 1;
    return begun === 1 ? Promise.reject(new Error('broken')) : database.transact(work);
  };
  const failing = { ...base, database: { ...database, transact } };
  await expect(runComparison(failing, shop.provider)).rejects.toThrow('broken');
  expect(await read()).toMatchObject({ running: false, failed_at: START });
  expect(await compareNow()).toMatchObject({ failed_at: null, compared: 1 });
});

test('goes on where a killed process stopped', async ({ shop, family, api, begin, read, base }) => {
  for (let count = 0; count < 3; count += 1) await payFor(shop, family, { isHeard: false });
  await begin();
  // It dies after the sessions were stored.
  const { database } = base;
  let left = 1;
  const dying: typeof database = {
    ...database,
    transact: (work) => {
      if (left === 0) return Promise.reject(new Error('killed'));
      left -= 1;
      return database.transact(work);
    },
  };
  await expect(runComparison({ ...base, database: dying }, shop.provider)).rejects.toThrow();
  const stored = () => api.database.db.selectFrom('reconciliation').selectAll().executeTakeFirst();
  expect(await stored()).toMatchObject({ stage: 'refunds' });
  // Nobody else runs it before the lease has ended.
  api.clock.advance({ ms: LEASE_MS - 1 });
  await runComparison(base, shop.provider);
  expect((await read()).running).toBe(true);
  api.clock.advance({ ms: 1 });
  await runComparison(base, shop.provider);
  expect(await read()).toMatchObject({ running: false, compared: 3, matched: 0 });
});

test('goes on at once after an orderly shutdown', async ({ shop, family, begin, read, base }) => {
  await payFor(shop, family);
  await begin();
  await runComparison(base, shop.provider, AbortSignal.abort());
  expect(await read()).toMatchObject({ running: true, failed_at: null });
  await runComparison(base, shop.provider);
  expect(await read()).toMatchObject({ running: false, compared: 1, matched: 1 });
});

describe('at night', () => {
  test.for([
    ['in winter', '2026-11-19T02:59:59.999Z', '2026-11-19T03:00:00.000Z'],
    ['in summer', '2026-07-01T01:59:59.999Z', '2026-07-01T02:00:00.000Z'],
    ['when the clocks go forward', '2027-03-28T01:59:59.999Z', '2027-03-28T02:00:00.000Z'],
    ['when they go back', '2026-10-25T02:59:59.999Z', '2026-10-25T03:00:00.000Z'],
  ] as const)('begins at 03:00 in the UK, %s', async ([, before, at], { shop, read, base }) => {
    const { clock } = shop.api;
    clock.set(before);
    await beginNight(shop.api.context(null));
    expect((await read()).running).toBe(false);
    clock.set(at);
    // Several processes look at the same time.
    await Promise.all([1, 2, 3].map(() => beginNight(shop.api.context(null))));
    expect((await read()).running).toBe(true);
    await runComparison(base, shop.provider);
    for (let look = 0; look < 3; look += 1) {
      clock.advance({ minutes: 70 });
      await beginNight(shop.api.context(null));
      expect((await read()).running).toBe(false);
    }
    clock.set(at);
    clock.advance({ hours: 25 });
    await beginNight(shop.api.context(null));
    expect((await read()).running).toBe(true);
  });

  test('waits for a comparison that runs', async ({ shop, begin, read, base }) => {
    shop.api.clock.set('2026-11-19T02:59:59.000Z');
    await begin(1);
    shop.api.clock.advance({ seconds: 1 });
    await beginNight(shop.api.context(null));
    await runComparison(base, shop.provider);
    expect((await read()).since).toBe('2026-11-18T00:00:00.000Z');
    await beginNight(shop.api.context(null));
    await runComparison(base, shop.provider);
    expect((await read()).since).toBe('2026-10-14T23:00:00.000Z');
  });
});

testWithoutStripe('needs a provider', async ({ tutor }) => {
  const answer = await tutor.refused(endpoints.startReconciliation, { body: {} });
  expect([answer.status, codeOf(answer)]).toEqual([503, 'payments_unavailable']);
  await tutor.call(endpoints.getReconciliation);
});
