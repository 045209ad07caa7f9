// The next lessons as everybody sees them: four lessons with their free spots, and nothing reserved
// for families.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { NEXT_LESSONS_SECONDS, NEXT_LESSONS_SHOWN } from '../../domain/limits.ts';
import { makeLesson } from '../testing/factories.ts';
import { test } from '../testing/test.ts';

test('returns none before anything is planned, cacheable for a minute', async ({ api }) => {
  const { body, headers } = await api.call(endpoints.listNextLessons);
  expect(body.lessons).toEqual([]);
  expect(headers['cache-control']).toBe(`public, max-age=${NEXT_LESSONS_SECONDS}`);
});

test('returns the next four by start', async ({ api, family, tutor }) => {
  // Lessons that have started, the second at this instant, and a deleted one are left out.
  await makeLesson(api, { Date: '2026-11-18', Time: '11:59:00' });
  await makeLesson(api, { Date: '2026-11-18', Time: '12:00:00' });
  await tutor.deleteLesson((await makeLesson(api, { Date: '2026-11-20' })).id);
  const details = { Date: '2026-11-19', Max_Students: 1, Lesson_Name: 'GCSE Waves' };
  const full = await makeLesson(api, details);
  await family.book(full.id);
  const ids = [full.id];
  for (const day of [25, 24, 23, 22])
    ids.push((await makeLesson(api, { Date: `2026-11-${day}` })).id);
  const { lessons } = (await api.call(endpoints.listNextLessons)).body;
  expect(lessons).toHaveLength(NEXT_LESSONS_SHOWN);
  expect(lessons[0]).toEqual({
    id: full.id,
    Lesson_Name: 'GCSE Waves',
    starts_at: '2026-11-19T09:00:00.000Z',
    availableSpots: 0,
  });
  expect(lessons.map(({ id }) => id)).toEqual([full.id, ids[4], ids[3], ids[2]]);
});
