// Calendar feed links: created, rotated and ended by their owners, one each, and gone with a
// deleted account.
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { accountCalendarPath } from '../../domain/paths.ts';
import { renewFeed } from './feeds.ts';
import { type FamilyActor, findLiveSession, ownerColumn } from '../auth/sessions.ts';
import { isUniqueViolation } from '../engine/database.ts';
import { transact } from '../engine/context.ts';
import { newId, newToken } from '../ids.ts';
import { eraseFamily } from '../families/erasure.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { fetchCalendar, subscribe } from '../testing/calendars.ts';
import type { TestFamily } from '../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  makeAdmin,
  makeFamily,
  PASSWORD,
  provenParent,
} from '../testing/factories.ts';
import { readEmails } from '../testing/emails.ts';

let api: TestApp;
beforeEach(async () => {
  api = await startTestApp();
});
afterEach(() => api.close());

const ROUNDS = 12;
const statusAt = async (address: string) => (await fetchCalendar(api, address)).statusCode;
const pathsOf = async ({ token }: { readonly token: string }) =>
  (await api.call(endpoints.getCalendar, { token })).body.calendar?.path ?? null;

async function countFeeds(): Promise<number> {
  return (await api.database.db.selectFrom('calendar_feeds').select('id').execute()).length;
}

test('creates a feed on request; rotating or ending it invalidates the link at once', async () => {
  const family = await makeFamily(api);
  const asFamily = { token: family.token };
  expect(await pathsOf(family)).toBeNull();
  const first = await subscribe(api, family);
  expect(first).toMatch(/^\/calendar\/[\w-]{43}\.ics$/);
  expect(await pathsOf(family)).toBe(first);
  expect(await statusAt(first)).toBe(200);

  const second = await subscribe(api, family);
  expect([await statusAt(first), await statusAt(second)]).toEqual([404, 200]);
  expect(await pathsOf(family)).toBe(second);

  await api.call(endpoints.endCalendar, asFamily);
  await api.call(endpoints.endCalendar, asFamily);
  expect(await statusAt(second)).toBe(404);
  expect(await pathsOf(family)).toBeNull();
  expect(await countFeeds()).toBe(0);
});

test('gives each person and the tutor a feed of their own', async () => {
  const admin = await makeAdmin(api);
  const asAdmin = { token: admin.token };
  expect((await api.call(endpoints.getAdminCalendar, asAdmin)).body.calendar).toBeNull();
  const tutors = await subscribe(api, { ...admin, isTutor: true });
  const family = await makeFamily(api);
  const partner = await addParent(api, family);
  const [own, other] = [await subscribe(api, family), await subscribe(api, partner)];
  await subscribe(api, family);
  for (const address of [tutors, other]) expect(await statusAt(address)).toBe(200);
  expect(await statusAt(own)).toBe(404);
  expect((await api.call(endpoints.getAdminCalendar, asAdmin)).body.calendar?.path).toBe(tutors);
  const renewed = await subscribe(api, { ...admin, isTutor: true });
  expect([await statusAt(tutors), await statusAt(renewed)]).toEqual([404, 200]);
  await api.call(endpoints.endAdminCalendar, asAdmin);
  await api.call(endpoints.endAdminCalendar, asAdmin);
  expect(await statusAt(renewed)).toBe(404);
  expect(await statusAt(other)).toBe(200);
});

test('survives sign-out and a new password; the email says how to rotate it', async () => {
  const family = await makeFamily(api);
  const address = await subscribe(api, family);
  await api.call(endpoints.changePassword, {
    token: family.token,
    body: { current_password: PASSWORD, password: `${PASSWORD}!` },
  });
  await api.call(endpoints.logout, { token: family.token });
  expect(await statusAt(address)).toBe(200);
  const [message] = await readEmails(api, family.email, 'password-changed:');
  expect(message?.text).toContain('renew it');
  expect(message?.text).toContain(accountCalendarPath());
});

const leaving: readonly (readonly [
  string,
  (family: TestFamily) => Promise<unknown>,
  readonly string[],
])[] = [
  [
    "removing a student's sign-in",
    ({ token, studentId }) =>
      api.call(endpoints.removeSignIn, { token, params: { id: studentId } }),
    ['own'],
  ],
  [
    'removing a student',
    async (family) => {
      await addStudent(api, family);
      return api.call(endpoints.removeStudent, {
        token: family.token,
        params: { id: family.studentId },
      });
    },
    ['own'],
  ],
  [
    'removing a parent',
    async ({ token }) => {
      const { body } = await api.call(endpoints.getFamily, { token });
      const id = body.family.parents.find(({ is_owner }) => !is_owner)?.id ?? '';
      return api.call(endpoints.removeParent, {
        token,
        params: { id },
        body: { current_password: PASSWORD },
      });
    },
    ['partners'],
  ],
  [
    'deleting the family',
    ({ token }) =>
      api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } }),
    ['own', 'partners', 'owners'],
  ],
];

test.each(leaving)('ends with %s', async (_, act, ended) => {
  const family = await makeFamily(api);
  const addresses = {
    own: await subscribe(api, await addSignIn(api, family, family.studentId)),
    partners: await subscribe(api, await addParent(api, family)),
    owners: await subscribe(api, family),
    strangers: await subscribe(api, await makeFamily(api)),
  };
  for (const address of Object.values(addresses)) expect(await statusAt(address)).toBe(200);
  await act(family);
  const found = await Promise.all(
    Object.entries(addresses).map(
      async ([owner, address]) => [owner, await statusAt(address)] as const,
    ),
  );
  expect(found.filter(([, status]) => status === 404).map(([owner]) => owner)).toEqual(ended);
  expect(await countFeeds()).toBe(4 - ended.length);
});

test('exports when each feed was created, without its token', async () => {
  const family = await makeFamily(api);
  const partner = await addParent(api, family);
  const address = await subscribe(api, partner);
  const { data } = (await api.call(endpoints.exportData, { token: family.token })).body;
  expect(data.people.map(({ calendar_made_at }) => calendar_made_at)).toEqual([
    null,
    '2026-11-18T12:00:00.000Z',
  ]);
  expect(JSON.stringify(data)).not.toContain(address.slice('/calendar/'.length, -'.ics'.length));
});

test('keeps only one of several feeds created at once, and returns it to one caller', async () => {
  const family = await makeFamily(api);
  for (let round = 0; round < ROUNDS; round += 1) {
    const made = await Promise.all([1, 2, 3].map(() => subscribe(api, family)));
    const left = await pathsOf(family);
    expect(made).toContain(left);
    for (const address of made) expect(await statusAt(address)).toBe(address === left ? 200 : 404);
  }
});

test('without an account lock, one of two creations fails on PostgreSQL', async () => {
  const { personId: id } = await makeFamily(api);
  const ready = Promise.withResolvers<void>();
  let begun = 0;
  const renewNaively = () =>
    transact(api.context(null), async ({ tx, now }) => {
      await tx.deleteFrom('calendar_feeds').where(ownerColumn.family, '=', id).execute();
      begun += 1;
      // On SQLite the second transaction begins after the first has ended.
      if (begun === 2 || inject('engine') === 'sqlite') ready.resolve();
      await ready.promise;
      await tx
        .insertInto('calendar_feeds')
        .values({ id: newId(), token: newToken(), person_id: id, admin_id: null, created_at: now })
        .execute();
    });
  const settled = await Promise.allSettled([renewNaively(), renewNaively()]);
  const failed = settled.filter((outcome) => outcome.status === 'rejected');
  expect(failed.map(({ reason }) => isUniqueViolation(reason))).toEqual(
    inject('engine') === 'postgres' ? [true] : [],
  );
});

/** The parent as an actor with a live session, which creating a feed requires. */
async function actorOf({ token }: Pick<TestFamily, 'token'>): Promise<FamilyActor> {
  const actor = await findLiveSession(api.context(null), token);
  if (actor?.audience !== 'family') throw new Error('The session is over.');
  return actor;
}

test('refuses or deletes a feed created while its family is being deleted', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const family = await makeFamily(api);
    const context = api.context(await actorOf(family));
    const proven = await provenParent(family);
    const calls = [() => renewFeed(context), () => eraseFamily(context, proven)];
    if (round % 2 === 1) calls.reverse();
    const settled = await Promise.allSettled<unknown>(calls.map((call) => call()));
    const refusals = settled.filter((outcome) => outcome.status === 'rejected');
    for (const { reason } of refusals) expect(reason).toMatchObject({ code: 'unauthenticated' });
    expect(refusals.length).toBeLessThanOrEqual(1);
    expect(await countFeeds()).toBe(0);
  }
});
