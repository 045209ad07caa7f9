// The next lessons as everybody sees them: four lessons with their free spots, and nothing reserved
// for families.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { NEXT_LESSONS_SECONDS, NEXT_LESSONS_SHOWN } from '../../domain/limits.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeAdmin, makeFamily, makeLesson } from '../testing/factories.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

test('returns none before anything is planned, cacheable for a minute', async () => {
  const { body, headers } = await api.call(endpoints.listNextLessons);
  expect(body.lessons).toEqual([]);
  expect(headers['cache-control']).toBe(`public, max-age=${NEXT_LESSONS_SECONDS}`);
});

test('returns the next four by start, full ones included, but neither started nor deleted ones', async () => {
  await makeLesson(api, { Date: '2026-11-18', Time: '11:59:00' });
  const started = await makeLesson(api, { Date: '2026-11-18', Time: '12:00:00' });
  const full = await makeLesson(api, {
    Date: '2026-11-19',
    Max_Students: 1,
    Lesson_Name: 'GCSE Waves',
  });
  const deleted = await makeLesson(api, { Date: '2026-11-20' });
  const ids = [full.id];
  for (const day of [25, 24, 23, 22])
    ids.push((await makeLesson(api, { Date: `2026-11-${day}` })).id);
  const { token } = await makeFamily(api, 1);
  await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: full.id } });
  const admin = await makeAdmin(api);
  await api.call(endpoints.deleteLesson, { token: admin.token, params: { id: deleted.id } });
  const { lessons } = (await api.call(endpoints.listNextLessons)).body;
  expect(lessons).toHaveLength(NEXT_LESSONS_SHOWN);
  expect(lessons[0]).toEqual({
    id: full.id,
    Lesson_Name: 'GCSE Waves',
    starts_at: '2026-11-19T09:00:00.000Z',
    availableSpots: 0,
  });
  expect(lessons.map(({ id }) => id)).toEqual([full.id, ids[4], ids[3], ids[2]]);
  expect(lessons.map(({ id }) => id)).not.toContain(started.id);
});
