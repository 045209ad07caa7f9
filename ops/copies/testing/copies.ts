// A copy of a test's database, and a restored one in place of its later state.
import { join } from 'node:path';

import SqliteFile from 'better-sqlite3';

import * as endpoints from '../../../domain/endpoints.ts';
import { newId } from '../../../server/base/ids.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import type { Caller } from '../../../server/testing/caller.ts';
import { newFolder } from '../../../server/testing/database/folders.ts';
import type { CarryOver } from '../carry-over.ts';
import { backUp, restore } from '../copies.ts';
import { carryOverPostgres } from '../postgres-carry-over.ts';
import { postgresCopies, withScratchDatabase } from '../postgres-copies.ts';

type Use = (restored: TestApp, carried: CarryOver) => Promise<void>;

/** Runs an app on a restored database. */
export async function onRestored(
  api: TestApp,
  on: TestApp['databaseOptions'],
  use: (restored: TestApp) => Promise<void>,
) {
  const restored = await startTestApp({ on });
  restored.clock.now = api.clock.now;
  try {
    await use(restored);
  } finally {
    await restored.close();
  }
}

export const nameOfScratch = () => `restored_${newId()}`;

/**
 * Copies the database. `restoreInto` replaces its later state by the copy, and uses the result.
 * `former` is null without a later state; otherwise a statement on it, or its address.
 */
export async function makeCopy(api: TestApp) {
  const { databaseUrl, dataDir } = api.databaseOptions;
  const copy = join(await newFolder(), 'copy');
  const { now } = api.clock;
  if (databaseUrl !== null) {
    await postgresCopies(databaseUrl).make(copy);
    return {
      copy,
      restoreInto: (use: Use, former: string | null = databaseUrl) =>
        withScratchDatabase({ databaseUrl, copy, name: nameOfScratch() }, async (url) => {
          const carried = await carryOverPostgres(url, former, now);
          const on = { databaseUrl: url, dataDir: await newFolder() };
          await onRestored(api, on, (restored) => use(restored, carried));
        }),
    };
  }
  await backUp(dataDir, copy);
  return {
    copy,
    async restoreInto(use: Use, former: string | null = '') {
      const to = await newFolder();
      if (former !== null) await backUpChanged(dataDir, join(to, 'app.db'), former);
      const { carried } = await restore(to, copy, now);
      const on = { databaseUrl: null, dataDir: to };
      await onRestored(api, on, (restored) => use(restored, carried));
    },
  };
}

async function backUpChanged(dataDir: string, to: string, statement: string) {
  await backUp(dataDir, to);
  const file = new SqliteFile(to);
  file.unsafeMode();
  file.exec(statement);
  file.close();
}

/** 200 while the session is valid, otherwise 401. */
export const statusOf = async (api: TestApp, { token }: Pick<Caller, 'token'>, isTutor = false) =>
  (await api.either(isTutor ? endpoints.adminVerify : endpoints.verify, { token })).status;
