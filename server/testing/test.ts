// The server tests' own `test`, with fixtures: an app on a database of its own, a family, the
// tutor, a lesson and payments. Vitest builds only the fixtures that a test names. At the end of a
// test the database must satisfy every invariant.
import { expect, test as base } from 'vitest';

import { startTestApp, type TestApp, type TestOptions } from './app.ts';
import { brokenInvariants } from './database/invariants.ts';
import { makeAdmin, makeFamily, makeLesson } from './factories.ts';

/** Changed by `test.override('settings', {...})` for a file or a `describe`. */
interface Settings extends TestOptions {
  /** The credits of the `family`; 1 by default. */
  readonly credits?: number;
  /** For tests that break invariants on purpose. */
  readonly mayBreakInvariants?: boolean;
}

const DEFAULTS: Settings = {};

export async function expectSound({ database }: TestApp, { mayBreakInvariants = false }: Settings) {
  if (!mayBreakInvariants) expect(await brokenInvariants(database.db)).toEqual([]);
}

/** Each test has an app and a database of its own. */
export const test = base
  .extend('settings', DEFAULTS)
  .extend('api', async ({ settings }, { onCleanup }) => {
    const api = await startTestApp(settings);
    onCleanup(async () => {
      try {
        await expectSound(api, settings);
      } finally {
        await api.close();
      }
    });
    return api;
  })
  .extend('db', ({ api }) => api.database.db)
  .extend('family', ({ api, settings }) => makeFamily(api, settings.credits ?? 1))
  .extend('tutor', ({ api }) => makeAdmin(api))
  /** A lesson with ten spots, three days ahead. */
  .extend('lesson', ({ api }) => makeLesson(api));

/** All tests of a file share one app and its database, which is quicker. */
export const sharedTest = base
  .extend('settings', { scope: 'file' }, DEFAULTS)
  .extend('api', { scope: 'file' }, async ({ settings }, { onCleanup }) => {
    const api = await startTestApp(settings);
    onCleanup(() => api.close());
    return api;
  })
  .extend('sound', { auto: true }, ({ api, settings }, { onCleanup }) => {
    onCleanup(() => expectSound(api, settings));
  })
  .extend('db', { scope: 'file' }, ({ api }) => api.database.db)
  .extend('family', ({ api, settings }) => makeFamily(api, settings.credits ?? 1))
  .extend('tutor', { scope: 'file' }, ({ api }) => makeAdmin(api))
  /** A lesson with ten spots, three days ahead. */
  .extend('lesson', ({ api }) => makeLesson(api));

/** In ascending order. */
export const statusesOf = (answers: { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

/** 'done', or the code of a refusal. */
export const codeOf = ({ body }: { body: unknown }): string =>
  (body as { readonly code?: string }).code ?? 'done';

/** The clashes that an answer names; undefined if it names none. */
export const clashesIn = ({ body }: { body: object }) =>
  (body as { readonly clashes?: unknown }).clashes;
