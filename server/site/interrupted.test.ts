// Publishing while the database goes away, at any statement.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { SAMPLE_CONTENT } from '../../domain/testing/content.ts';
import { Crash, watch } from '../testing/database/failing.ts';
import { test } from '../testing/test.ts';

const crash = new Crash();

test.override('settings', { wrap: (database) => watch(database, crash.onStatement) });

test('a failure anywhere publishes all or nothing; a retry once', async ({ tutor, db }) => {
  const content = { ...SAMPLE_CONTENT, hero: { ...SAMPLE_CONTENT.hero, heading: 'Light' } };
  await tutor.call(endpoints.saveSiteDraft, { body: { content, revision: 0 } });
  const stored = async () => {
    const versions = await db.selectFrom('site_versions').select('version').execute();
    const told = await db
      .selectFrom('activities')
      .select('id')
      .where('kind', '=', 'site_published')
      .execute();
    return [versions.length, told.length];
  };
  const { deaths, answer } = await crash.survive(
    async () => {
      const { status } = await tutor.either(endpoints.publishSite, { body: { revision: 1 } });
      return status;
    },
    async () => {
      const [versions, told] = await stored();
      // After the commit the answer alone is lost.
      expect([0, 1]).toContain(versions);
      expect(told).toBe(versions);
    },
  );
  expect(answer).toBe(200);
  // The draft twice, the latest version twice, the new one, its pictures and the activity.
  expect(deaths).toBeGreaterThanOrEqual(6);
  expect(await stored()).toEqual([1, 1]);
});
