// Books, cancels, pays, refunds, marks, moves and deletes at random and concurrently; the
// invariants must be true after every batch.
import fc from 'fast-check';
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import type { TestApp } from '../../testing/app.ts';
import type { TestFamily } from '../../testing/caller.ts';
import { brokenInvariants } from '../../testing/database/invariants.ts';
import { perform } from '../../testing/random/act.ts';
import { acts, SLOTS } from '../../testing/random/random-acts.ts';
import { makeScene, type Scene } from '../../testing/random/random-scene.ts';
import { test } from '../../testing/test.ts';

/**
 * To run more cases: RANDOM_RUNS=200 RANDOM_SEED=7 npx vitest run
 * server/lessons/bookings/random-acts.test.ts
 */
const RUNS = Number(process.env['RANDOM_RUNS'] ?? 15);
const SEED = Number(process.env['RANDOM_SEED'] ?? 20_261_118);
const MS_PER_RUN = 6000;
/** From before the cancellation deadline of the first lesson to after its start. */
const STEPS_MINUTES = 30;

test.override('settings', { now: '2026-11-21T07:00:00.000Z' });

/** A batch of concurrent acts, and whether time passes afterwards. */
const batch = fc.record({
  acts: fc.array(acts, { minLength: 2, maxLength: 5 }),
  wait: fc.boolean(),
});

/** Checks that the API agrees with the rows; the viewer has booked nothing. */
async function expectShownSpots(api: TestApp, viewer: TestFamily, { lessons }: Scene) {
  const query = { from: SLOTS[0].Date, to: SLOTS[2].Date };
  const { body } = await viewer.call(endpoints.listLessons, { query });
  for (const id of lessons) {
    const shown = body.lessons.find((one) => one.id === id);
    if (shown === undefined) continue;
    const { active } = await api.database.db
      .selectFrom('bookings')
      .select(({ fn }) => fn.countAll<number>().as('active'))
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
    expect(shown.availableSpots).toBe(shown.Max_Students - active - reserved);
  }
}

test(
  'keeps spots, credits, returns and refunds consistent under concurrent requests',
  { timeout: RUNS * MS_PER_RUN },
  async ({ api, tutor, family: viewer }) => {
    const start = api.clock.now;
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 12, maxLength: 20 }), async (batches) => {
        api.clock.now = start;
        const scene = await makeScene(api, tutor);
        for (const { acts: chosen, wait } of batches) {
          await Promise.all(chosen.map((each) => perform(scene, each)));
          expect(await brokenInvariants(api.database.db)).toEqual([]);
          await expectShownSpots(api, viewer, scene);
          if (wait) api.clock.advance({ minutes: STEPS_MINUTES });
        }
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  },
);
