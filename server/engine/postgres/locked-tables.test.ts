// A table locked as a whole, as by `vacuum full` and `alter table`: calls that need it are refused
// as if the database were unavailable, others are answered promptly, and everything works without a
// restart once the lock is released.
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { expect, inject, type TestContext } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import type { TestApp } from '../../testing/app.ts';
import { test } from '../../testing/test.ts';
import { timed } from '../../testing/timed.ts';

/** Less than a statement waits for a lock, with tolerance for a busy machine. */
const PROMPT_MS = 3000;

/** The tests mostly wait, so they run concurrently; each cleans up after itself. */
type TestCleanup = Pick<TestContext, 'onTestFinished'>;

/** Locks the table on its own connection; the returned function releases it. */
async function lockTable(
  { onTestFinished }: TestCleanup,
  { databaseOptions }: TestApp,
  table: string,
): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseOptions.databaseUrl ?? '' });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  let ending: Promise<void> | null = null;
  const unlock = () => (ending ??= client.end());
  onTestFinished(unlock);
  return unlock;
}

if (inject('engine') === 'postgres') {
  test.override('settings', { credits: 3 });

  test.concurrent.for(['already run', 'never run before'])(
    'refuses reads of a locked table that were %s, and answers reads of other tables meanwhile',
    { timeout: 40_000 },
    async (history, { api, family, tutor, onTestFinished }) => {
      const listLessons = () => family.either(endpoints.listLessons);
      const others: readonly (() => Promise<{ readonly status: number }>)[] = [
        () => api.either(endpoints.listProducts),
        () => tutor.either(endpoints.listEnquiries),
        () => tutor.either(endpoints.adminVerify),
      ];
      if (history === 'already run') await Promise.all(Array.from({ length: 8 }, listLessons));

      const unlock = await lockTable({ onTestFinished }, api, 'lessons');
      const refused: Promise<{ value: Awaited<ReturnType<typeof listLessons>>; ms: number }>[] = [];
      // Requests continue for longer than one statement waits.
      for (let wave = 0; wave < 6; wave += 1) {
        for (let n = 0; n < 8; n += 1) refused.push(timed(listLessons()));
        refused.push(timed(api.either(endpoints.listNextLessons)) as (typeof refused)[number]);
        await sleep(20);
        for (const { value, ms } of await Promise.all(others.map((other) => timed(other())))) {
          expect([wave, value.status]).toEqual([wave, 200]);
          expect(ms, `wave ${wave}`).toBeLessThan(PROMPT_MS);
        }
        await sleep(300);
      }
      for (const { value, ms } of await Promise.all(refused)) {
        expect(value).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
        expect(ms).toBeLessThan(10_000);
      }

      await unlock();
      const after = await Promise.all(Array.from({ length: 8 }, () => timed(listLessons())));
      for (const { value, ms } of after) {
        expect(value.status).toBe(200);
        expect(ms).toBeLessThan(PROMPT_MS);
      }
    },
  );

  test.concurrent('answers reads while every connection for transactions waits for a locked table', async ({
    api,
    family,
    tutor,
    lesson,
    onTestFinished,
  }) => {
    const unlock = await lockTable({ onTestFinished }, api, 'bookings');
    const bookings = Array.from({ length: 12 }, () => family.tryToBook(lesson.id));
    await sleep(100);
    for (let n = 0; n < 3; n += 1) {
      const { value, ms } = await timed(tutor.either(endpoints.listEnquiries));
      expect(value.status).toBe(200);
      expect(ms).toBeLessThan(PROMPT_MS);
      await sleep(300);
    }
    for (const { status } of await Promise.all(bookings)) expect(status).toBe(503);
    await unlock();
    await family.book(lesson.id);
  }, 40_000);
} else
  test('the embedded database has no table locks', () => {
    expect(inject('postgresUrl')).toBeNull();
  });
