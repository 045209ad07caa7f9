// Books, cancels, pays, refunds, marks, moves and deletes at random and concurrently; the
// invariants must be true after every batch.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, makeFamily } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { perform } from '../testing/perform.ts';
import { acts, SLOTS } from '../testing/random-acts.ts';
import { makeScene, type Scene } from '../testing/random-scene.ts';

/**
 * To run more cases: RANDOM_RUNS=200 RANDOM_SEED=7 npx vitest run
 * server/lessons/random-acts.test.ts
 */
const RUNS = Number(process.env['RANDOM_RUNS'] ?? 15);
const SEED = Number(process.env['RANDOM_SEED'] ?? 20_261_118);
const MS_PER_RUN = 6000;
/** From before the cancellation deadline of the first lesson to after its start. */
const STEPS_MINUTES = 30;

vi.setConfig({ testTimeout: RUNS * MS_PER_RUN });

let api: TestApp;
let admin: Caller;
/** A family that only reads. */
let viewer: Caller;
beforeAll(async () => {
  api = await startTestApp({ now: '2026-11-21T07:00:00.000Z' });
  admin = await makeAdmin(api);
  viewer = await makeFamily(api);
});
afterAll(() => api.close());

/** A batch of concurrent acts, and whether time passes afterwards. */
const batch = fc.record({
  acts: fc.array(acts, { minLength: 2, maxLength: 5 }),
  wait: fc.boolean(),
});

/** Checks that the API agrees with the rows. */
async function expectShownSpots({ lessons }: Scene): Promise<void> {
  const { body } = await api.call(endpoints.listLessons, {
    token: viewer.token,
    query: { from: SLOTS[0].Date, to: SLOTS[2].Date },
  });
  for (const id of lessons) {
    const shown = body.lessons.find((one) => one.id === id);
    if (shown === undefined) continue;
    const { live } = await api.database.db
      .selectFrom('bookings')
      .select(({ fn }) => fn.countAll<number>().as('live'))
      .where('lesson_id', '=', id)
      .where('cancelled_at', 'is', null)
      .executeTakeFirstOrThrow();
    const { reserved } = await api.database.db
      .selectFrom('payment_lessons')
      .innerJoin('payments', 'payments.id', 'payment_id')
      .select(({ fn }) => fn.countAll<number>().as('reserved'))
      .where('lesson_id', '=', id)
      .where('is_reserved', '=', 1)
      .where('reserved_until', '>', api.clock.now)
      .executeTakeFirstOrThrow();
    expect(shown.availableSpots).toBe(shown.Max_Students - live - reserved);
  }
}

test('keeps spots, credits, returns and refunds consistent under concurrent requests', async () => {
  const start = api.clock.now;
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 12, maxLength: 20 }), async (batches) => {
      api.clock.now = start;
      const scene = await makeScene(api, admin);
      for (const { acts: wanted, wait } of batches) {
        await Promise.all(wanted.map((one) => perform(scene, one)));
        expect(await brokenInvariants(api.database.db)).toEqual([]);
        await expectShownSpots(scene);
        if (wait) api.clock.advance({ minutes: STEPS_MINUTES });
      }
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
});
