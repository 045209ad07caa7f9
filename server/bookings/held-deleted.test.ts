// A lesson that a process of an older version deletes, which knows of no kept places: nothing of them stays.
import { afterEach, beforeEach, expect, test } from 'vitest';

import { createPurchase } from '../payments/store.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type FamilyHolder, makeFamily, makeLesson, parentOf } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { sweepHolds } from './lapse-store.ts';

let api: TestApp;
let family: FamilyHolder;
beforeEach(async () => {
  api = await startTestApp();
  family = await makeFamily(api);
});
afterEach(() => api.close());

const checkOut = (lessonIds: readonly string[]) =>
  createPurchase(
    api.context(parentOf(family)),
    { credits: lessonIds.length, amount: 3000, currency: 'gbp' },
    { lessonIds, whom: { familyId: family.id, ownStudent: null, studentId: undefined } },
  );

const deleteAsBefore = (id: string) =>
  api.database.db
    .updateTable('lessons')
    .set({ deleted_at: api.clock.now, booked: 0 })
    .where('id', '=', id)
    .execute();

const keptLessons = async () => {
  const rows = await api.database.db
    .selectFrom('purchase_lessons')
    .select('lesson_id')
    .where('is_held', '=', 1)
    .execute();
  return rows.map(({ lesson_id }) => lesson_id);
};

test('the sweep lets go what it keeps, and nothing else', async () => {
  const [gone, there] = [await makeLesson(api), await makeLesson(api, { Date: '2026-11-28' })];
  await checkOut([gone.id, there.id]);
  await deleteAsBefore(gone.id);
  expect(await brokenInvariants(api.database.db)).toEqual(['a lesson that was deleted keeps no spot: 1']);
  await sweepHolds(api.context(null));
  expect(await keptLessons()).toEqual([there.id]);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('so it does where the next checkout has left it behind', async () => {
  const [gone, there] = [await makeLesson(api), await makeLesson(api, { Date: '2026-11-28' })];
  await checkOut([gone.id]);
  await deleteAsBefore(gone.id);
  await checkOut([there.id]);
  await sweepHolds(api.context(null));
  expect(await keptLessons()).toEqual([there.id]);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});
