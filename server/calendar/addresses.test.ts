// Calendar feed links: created, rotated and ended by their owners, one each, and gone with a
// deleted account.
import { expect, inject } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { restoreAccess } from '../auth/change-admins.ts';
import { newId, newToken } from '../base/ids.ts';
import { transact } from '../engine/context.ts';
import { isUniqueViolation } from '../engine/database.ts';
import { findActiveSession, ownerColumn } from '../sessions/sessions.ts';
import { linkFor } from '../testing/accounts/accounts.ts';
import { leave, tryToRemoveParent, tryToRemoveStudent } from '../testing/accounts/families.ts';
import { eraseFamily } from '../testing/accounts/leaving.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  makeFamily,
  PASSWORD,
  provenParent,
} from '../testing/factories.ts';
import { fetchCalendar, subscribe } from '../testing/lessons/calendars.ts';
import { race } from '../testing/races/races.ts';
import { test as base } from '../testing/test.ts';
import { rotateFeed } from './feeds.ts';

const ROUNDS = 12;

const test = base
  .extend('statusesAt', ({ api }) => (...addresses: readonly string[]) => {
    const fetch = async (address: string) => (await fetchCalendar(api, address)).statusCode;
    return Promise.all(addresses.map(fetch));
  })
  .extend('countFeeds', ({ db }) => async () => {
    return (await db.selectFrom('calendar_feeds').select('id').execute()).length;
  });

const pathOf = async ({ call }: Caller) =>
  (await call(endpoints.getCalendar)).body.calendar?.path ?? null;

test('invalidates a link at once', async ({ api, family, statusesAt, countFeeds }) => {
  expect(await pathOf(family)).toBeNull();
  const first = await subscribe(api, family);
  expect(first).toMatch(/^\/calendar\/[\w-]{43}\.ics$/);
  expect(await pathOf(family)).toBe(first);
  expect(await statusesAt(first)).toEqual([200]);

  const second = await subscribe(api, family);
  expect(await statusesAt(first, second)).toEqual([404, 200]);
  expect(await pathOf(family)).toBe(second);

  for (let n = 0; n < 2; n += 1) await family.call(endpoints.endCalendar);
  expect(await statusesAt(second)).toEqual([404]);
  expect(await pathOf(family)).toBeNull();
  expect(await countFeeds()).toBe(0);
});

test('gives each person and the tutor a feed', async ({ api, family, tutor, statusesAt }) => {
  const readTutors = async () => (await tutor.call(endpoints.getAdminCalendar)).body.calendar;
  expect(await readTutors()).toBeNull();
  const tutors = await subscribe(api, { ...tutor, isTutor: true });
  const other = await subscribe(api, await addParent(api, family));
  const own = await subscribe(api, family);
  await subscribe(api, family);
  expect(await statusesAt(tutors, other, own)).toEqual([200, 200, 404]);
  expect((await readTutors())?.path).toBe(tutors);
  const renewed = await subscribe(api, { ...tutor, isTutor: true });
  expect(await statusesAt(tutors, renewed)).toEqual([404, 200]);
  for (let n = 0; n < 2; n += 1) await tutor.call(endpoints.endAdminCalendar);
  expect(await statusesAt(renewed, other)).toEqual([404, 200]);
});

test("ends the tutor's link by a reset, and by restored access", async ({
  api,
  tutor,
  statusesAt,
}) => {
  const first = await subscribe(api, { ...tutor, isTutor: true });
  const token = await linkFor(api, 'admin', tutor.email);
  await api.call(endpoints.adminResetPassword, { body: { token, password: 'a new password' } });
  expect(await statusesAt(first)).toEqual([404]);
  const [notice] = await tutor.readEmails('password_reset:');
  expect(notice?.text).toContain('no longer updates: subscribe again.');
  const body = { email: tutor.email, password: 'a new password' };
  const { session } = (await api.call(endpoints.adminLogin, { body })).body;
  const second = await subscribe(api, { token: session.access_token, isTutor: true });
  await restoreAccess(api.context(null), { adminId: tutor.id, password: 'a third password' });
  expect(await statusesAt(second)).toEqual([404]);
});

test('keeps the feed after a sign-out and a new password', async ({ api, family, statusesAt }) => {
  const address = await subscribe(api, family);
  const body = { current_password: PASSWORD, password: `${PASSWORD}!` };
  await family.call(endpoints.changePassword, { body });
  await family.call(endpoints.logout);
  expect(await statusesAt(address)).toEqual([200]);
  // The email says how to rotate it.
  const [message] = await family.readEmails('password-changed:');
  for (const words of ['renew the address', paths.accountCalendar])
    expect(message?.text).toContain(words);
});

type Act = (family: TestFamily, partner: Caller) => Promise<unknown>;
const endings: readonly (readonly [string, Act, ended: readonly string[]])[] = [
  [
    "removing a student's sign-in",
    ({ call, studentId }) => call(endpoints.removeSignIn, { params: { id: studentId } }),
    ['own'],
  ],
  ['removing a student', (family) => tryToRemoveStudent(family, family.studentId), ['own']],
  ['removing a parent', (family, { id }) => tryToRemoveParent(family, id), ['partners']],
  ['deleting the family', leave, ['own', 'partners', 'owners']],
];

test.for(endings)(
  'ends the feed with %s',
  async ([, act, ended], { api, family, statusesAt, countFeeds }) => {
    const own = await addSignIn(api, family, family.studentId);
    const partner = await addParent(api, family);
    await addStudent(api, family);
    const people = { own, partners: partner, owners: family, strangers: await makeFamily(api) };
    const addresses: string[] = [];
    for (const person of Object.values(people)) addresses.push(await subscribe(api, person));
    expect(new Set(await statusesAt(...addresses))).toEqual(new Set([200]));
    await act(family, partner);
    const expected = Object.keys(people).map((owner) => (ended.includes(owner) ? 404 : 200));
    expect(await statusesAt(...addresses)).toEqual(expected);
    expect(await countFeeds()).toBe(4 - ended.length);
  },
);

test('exports when each feed was created, without its token', async ({ api, family }) => {
  const address = await subscribe(api, await addParent(api, family));
  const { data } = (await family.call(endpoints.exportData)).body;
  const times = data.people.map(({ calendar_made_at }) => calendar_made_at);
  expect(times).toEqual([null, '2026-11-18T12:00:00.000Z']);
  expect(JSON.stringify(data)).not.toContain(address.slice('/calendar/'.length, -'.ics'.length));
});

race({
  title: 'keeps only one of several feeds created at once',
  rounds: ROUNDS,
  setup: async ({ api }) => ({ family: await makeFamily(api), made: [] as string[] }),
  actors: ({ api, family, made }) =>
    Array.from({ length: 3 }, () => async () => made.push(await subscribe(api, family))),
  async invariant({ api, family, made }) {
    const left = await pathOf(family);
    expect(made).toContain(left);
    for (const address of made) {
      const { statusCode } = await fetchCalendar(api, address);
      expect(statusCode).toBe(address === left ? 200 : 404);
    }
  },
});

test('without an account lock, one of two creations fails', async ({ api, family }) => {
  const isPostgres = inject('engine') === 'postgres';
  const ready = Promise.withResolvers<void>();
  let begun = 0;
  const renewNaively = () =>
    transact(api.context(null), async ({ tx, now: created_at }) => {
      const owner = { person_id: family.personId, admin_id: null };
      await tx
        .deleteFrom('calendar_feeds')
        .where(ownerColumn.family, '=', family.personId)
        .execute();
      begun += 1;
      // On SQLite the second transaction begins after the first has ended.
      if (begun === 2 || !isPostgres) ready.resolve();
      await ready.promise;
      const row = { id: newId(), token: newToken(), ...owner, created_at };
      await tx.insertInto('calendar_feeds').values(row).execute();
    });
  const settled = await Promise.allSettled([renewNaively(), renewNaively()]);
  const failed = settled.filter((outcome) => outcome.status === 'rejected');
  const areViolations = failed.map(({ reason }) => isUniqueViolation(reason));
  expect(areViolations).toEqual(isPostgres ? [true] : []);
});

race({
  title: 'refuses or deletes a feed created while its family is being deleted',
  rounds: ROUNDS,
  async setup({ api, round }) {
    const family = await makeFamily(api);
    // With a live session, which creating a feed requires.
    const actor = await findActiveSession(api.context(null), family.token);
    if (actor?.audience !== 'family') throw new Error('The session is over.');
    return { family, actor, round, proven: provenParent(family) };
  },
  actors({ context, actor, proven, round }) {
    const calls = [
      () => rotateFeed(context(actor)),
      () => eraseFamily(context(actor), proven).then(() => undefined),
    ];
    return round % 2 === 1 ? calls.toReversed() : calls;
  },
  async invariant({ api, family, outcomes }) {
    expect([
      ['done', 'done'],
      ['done', 'unauthenticated'],
    ]).toContainEqual(outcomes.toSorted());
    const { db } = api.database;
    const feeds = db.selectFrom('calendar_feeds').select('id');
    expect(await feeds.where('person_id', '=', family.personId).execute()).toEqual([]);
  },
});
