// A restored copy revives nothing that had ended since it was made.
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, inject, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { DAY_MS } from '../../domain/time.ts';
import { blockAdmin } from '../../server/auth/change-admins.ts';
import { linkFor, NEW_PASSWORD } from '../../server/testing/accounts/accounts.ts';
import { changeEmail, leave, tryToRemoveParent } from '../../server/testing/accounts/families.ts';
import { fileOf, importFile, rowOf, undo } from '../../server/testing/accounts/imports.ts';
import {
  appCode,
  makeGuardedAdmin,
  setUpTwoFactor,
} from '../../server/testing/accounts/two-factor.ts';
import type { TestApp } from '../../server/testing/app.ts';
import type { Caller } from '../../server/testing/caller.ts';
import { newFolder } from '../../server/testing/database/folders.ts';
import {
  addParent,
  joinTokenOf,
  makeAdmin,
  makeFamily,
  PASSWORD,
} from '../../server/testing/factories.ts';
import { fetchCalendar, subscribe } from '../../server/testing/lessons/calendars.ts';
import { excuseTokenOf } from '../../server/testing/lessons/excuses.ts';
import { deleteOldAt } from '../../server/testing/old-data.ts';
import { test } from '../../server/testing/test.ts';
import { carriedWords } from './carried-words.ts';
import { backUp, restore } from './copies.ts';
import { carryOverPostgres } from './postgres-carry-over.ts';
import { withScratchDatabase } from './postgres-copies.ts';
import { makeCopy, nameOfScratch, onRestored, statusOf } from './testing/copies.ts';

vi.setConfig({ testTimeout: 60_000 });

const signIn = async (api: TestApp, email: string, password: string) =>
  (await api.either(endpoints.login, { body: { email, password } })).status;
const joinStatus = async (api: TestApp, token: string) =>
  (await api.either(endpoints.readJoinLink, { params: { token } })).status;
const resetStatus = async (api: TestApp, token: string) =>
  (await api.either(endpoints.resetPassword, { body: { token, password: 'another one' } })).status;

test('keeps ended what a stolen phone, a reset and a removal have ended', async ({
  api,
  family,
  tutor,
  lesson,
}) => {
  const booking = await family.book(lesson.id);
  const old = await joinTokenOf(api, booking);
  const oldExcuse = await excuseTokenOf(api, booking);
  const partner = await addParent(api, family);
  const [other, feed] = [await makeFamily(api), await subscribe(api, family)];
  const tutorFeed = await subscribe(api, { ...tutor, isTutor: true });
  const [used, unused] = [
    await linkFor(api, 'family', family.email),
    await linkFor(api, 'family', other.email),
  ];
  const { restoreInto } = await makeCopy(api);

  await tryToRemoveParent(family, partner.id);
  await api.call(endpoints.resetPassword, { body: { token: used, password: NEW_PASSWORD } });
  const current = await joinTokenOf(api, booking);
  expect(current).not.toBe(old);

  await restoreInto(async (restored, carried) => {
    expect(carried).toMatchObject({ isNumbered: true, isKnown: true });
    expect(Object.fromEntries(carried.ended)).toEqual({
      sessions: 2,
      'links to a password': 1,
      'calendar feeds': 1,
    });
    expect(carried.revived).toEqual({ people: [partner.email], admins: [], addresses: [] });
    expect(carriedWords(carried).join('\n')).toContain(
      `People in the copy alone: ${partner.email}. They were removed since,`,
    );
    expect(await statusOf(restored, family)).toBe(401);
    expect(await statusOf(restored, partner)).toBe(401);
    expect(await signIn(restored, family.email, PASSWORD)).toBe(401);
    expect(await signIn(restored, family.email, NEW_PASSWORD)).toBe(200);
    expect(await signIn(restored, partner.email, PASSWORD)).toBe(401);
    expect(await resetStatus(restored, used)).toBe(400);
    expect((await fetchCalendar(restored, feed)).statusCode).toBe(404);
    expect([await joinStatus(restored, old), await joinStatus(restored, current)]).toEqual([
      404, 200,
    ]);
    const params = { token: oldExcuse };
    expect((await restored.either(endpoints.readExcuse, { params })).status).toBe(404);
    // What had not ended goes on.
    expect(await statusOf(restored, other)).toBe(200);
    expect(await statusOf(restored, tutor, true)).toBe(200);
    expect((await fetchCalendar(restored, tutorFeed)).statusCode).toBe(200);
    expect(await resetStatus(restored, unused)).toBe(200);
  });
});

test('takes two-factor sign-in over, and names changed addresses', async ({
  api,
  family,
  tutor,
}) => {
  const guarded = await makeGuardedAdmin(api);
  const { restoreInto } = await makeCopy(api);
  const { secret } = await setUpTwoFactor(tutor);
  await tutor.call(endpoints.enableTwoFactor, { body: { code: appCode(api, secret) } });
  await guarded.call(endpoints.disableTwoFactor, {
    body: { current_password: PASSWORD, code: appCode(api, guarded.secret, 1) },
  });
  await changeEmail(api, family, 'new@example.com');

  await restoreInto(async (restored, carried) => {
    const enter = ({ email }: Caller) =>
      restored.either(endpoints.adminLogin, { body: { email, password: PASSWORD } });
    expect((await enter(tutor)).body).toMatchObject({ code: 'two_factor_required' });
    expect((await enter(guarded)).status).toBe(200);
    expect(carried.revived.addresses).toEqual([`${family.email} (then new@example.com)`]);
  });
});

test('invites nobody whose import was undone since', async ({ api, tutor }) => {
  await importFile(tutor, fileOf([rowOf()]), { invite: true });
  const { id } = await importFile(tutor, fileOf([rowOf()]), { invite: true });
  const { restoreInto } = await makeCopy(api);
  await undo(tutor, id);
  await restoreInto(async (_, { ended }) => expect([...ended]).toEqual([['invitations', 1]]));
});

test('takes from a former database that has forgotten a family of the copy', async ({
  api,
  db,
}) => {
  await makeFamily(api);
  await leave(await makeFamily(api));
  const { restoreInto } = await makeCopy(api);
  await deleteOldAt(api, '2033-04-06T03:30:00Z');
  expect(await db.selectFrom('families').select('id').execute()).toHaveLength(1);
  await restoreInto(async (_, carried) => expect(carried.isKnown).toBe(true));
});

describe('refuses a former database that is older than the copy', () => {
  const acts: readonly (readonly [string, (api: TestApp) => Promise<unknown>])[] = [
    ['a family signed up', (api) => makeFamily(api)],
    [
      'an admin was blocked',
      async (api) => {
        const [helper] = [await makeAdmin(api), await makeAdmin(api)];
        return blockAdmin(api.context(null), helper.email);
      },
    ],
  ];

  /** Copies before and after the act; then the parent chooses another password. */
  async function makeTwoCopies(
    api: TestApp,
    email: string,
    act: (on: TestApp) => Promise<unknown>,
  ) {
    const { copy: earlier } = await makeCopy(api);
    api.clock.now += DAY_MS;
    await act(api);
    const { copy: later } = await makeCopy(api);
    const token = await linkFor(api, 'family', email);
    await api.call(endpoints.resetPassword, { body: { token, password: NEW_PASSWORD } });
    return { earlier, later };
  }

  test.runIf(inject('engine') === 'sqlite').for(acts)(
    'if %s since',
    async ([, act], { api, family }) => {
      const { earlier, later } = await makeTwoCopies(api, family.email, act);
      const { now } = api.clock;
      const dataDir = await newFolder();
      const file = join(dataDir, 'app.db');
      await backUp(api.databaseOptions.dataDir, file);
      const { aside } = await restore(dataDir, earlier, now);
      const before = [await readdir(dataDir), await readFile(file)];
      await expect(restore(dataDir, later, now)).rejects.toThrow('is older than the copy');
      expect([await readdir(dataDir), await readFile(file)]).toEqual(before);

      await rename(aside ?? '', file);
      await restore(dataDir, later, now);
      await onRestored(api, { databaseUrl: null, dataDir }, async (restored) => {
        expect(await signIn(restored, family.email, NEW_PASSWORD)).toBe(200);
      });
    },
  );

  test.runIf(inject('engine') === 'postgres').for(acts)(
    'if %s since',
    async ([, act], { api, family }) => {
      const { earlier, later } = await makeTwoCopies(api, family.email, act);
      const { now } = api.clock;
      const databaseUrl = api.databaseOptions.databaseUrl ?? '';
      const on = (copy: string, use: (url: string) => Promise<void>) =>
        withScratchDatabase({ databaseUrl, copy, name: nameOfScratch() }, use);
      await on(earlier, async (first) => {
        await carryOverPostgres(first, databaseUrl, now);
        await on(later, async (second) => {
          const older = '--former: this database is older than the copy';
          await expect(carryOverPostgres(second, first, now)).rejects.toThrow(older);
          // The addresses swapped.
          await expect(carryOverPostgres(databaseUrl, first, now)).rejects.toThrow(older);
          expect(await signIn(api, family.email, NEW_PASSWORD)).toBe(200);
          expect(await carryOverPostgres(second, databaseUrl, now)).toMatchObject({
            isKnown: true,
          });
        });
      });
    },
  );
});

describe('without a former database that can be read', () => {
  test('ends all sessions, links and calendar feeds, and says so', async ({
    api,
    family,
    tutor,
  }) => {
    const feed = await subscribe(api, family);
    const link = await linkFor(api, 'family', family.email);
    const { restoreInto } = await makeCopy(api);
    await restoreInto(async (restored, carried) => {
      expect(carried).toMatchObject({ isNumbered: false, isKnown: false });
      expect(await statusOf(restored, family)).toBe(401);
      expect(await statusOf(restored, tutor, true)).toBe(401);
      expect(await resetStatus(restored, link)).toBe(400);
      expect((await fetchCalendar(restored, feed)).statusCode).toBe(404);
      expect(await signIn(restored, family.email, PASSWORD)).toBe(200);
      const words = carriedWords(carried).join('\n');
      expect(words).toContain(
        'every session, emailed link, invitation and calendar feed was ended',
      );
      expect(words).toContain('Ended in the copy: sessions 2, links to a password 1,');
      expect(words).toContain('invoice numbers issued since then could not be carried over');
    }, null);
  });

  test.runIf(inject('engine') === 'sqlite').for([
    [
      'is damaged',
      "pragma writable_schema = on; update sqlite_schema set rootpage = 3 where name = 'sessions_chain'",
      true,
    ],
    ['has other columns', 'alter table recovery_codes rename column used_at to redeemed_at', true],
    ['is of another site', "update settings set salt = 'another'", false],
  ] as const)('does the same if it %s', async ([, statement, isNumbered], { api, family }) => {
    const { restoreInto } = await makeCopy(api);
    await restoreInto(async (restored, carried) => {
      expect(carried).toMatchObject({ isNumbered, isKnown: false });
      expect(await statusOf(restored, family)).toBe(401);
      expect(await signIn(restored, family.email, PASSWORD)).toBe(200);
    }, statement);
  });
});
