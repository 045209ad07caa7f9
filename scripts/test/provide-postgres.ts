// Starts one private PostgreSQL for the whole server-postgres suite and gives its URL to every test
// file.
import type { TestProject } from 'vitest/node';

import { makePostgresTemplate } from '../../server/testing/database/template.ts';
import { startPostgres } from '../../server/testing/postgres/postgres.ts';
import { testFolder } from '../../server/testing/test-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database engine under test. */
    engine: 'sqlite' | 'postgres';
    /** Superuser URL of the private cluster; null when the engine is SQLite. */
    postgresUrl: string | null;
  }
}

export default async function providePostgres(project: TestProject): Promise<() => Promise<void>> {
  const settings = {
    // The databases of tests are too small for statistics, which would change plans at any moment.
    autovacuum: 'off',
    // Each connection plans a statement once. A plan for every value of the first few runs would
    // take a third of the server's processor time.
    plan_cache_mode: 'force_generic_plan',
  };
  const postgres = await startPostgres({ parent: testFolder(), settings });
  await makePostgresTemplate(postgres.url);
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
