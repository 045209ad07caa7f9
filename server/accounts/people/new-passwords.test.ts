// Password reset by email: what it ends, and what else it ends if the address was unconfirmed.
import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'kysely';
import { expect, inject } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { newId, newToken } from '../../base/ids.ts';
import { rotateFeed } from '../../calendar/feeds.ts';
import { transact } from '../../engine/context.ts';
import { lockAccount } from '../../sessions/credentials.ts';
import { findActiveSession } from '../../sessions/sessions.ts';
import { linkFor } from '../../testing/accounts/accounts.ts';
import { sessionStatus, signInAs, subjectsTo } from '../../testing/accounts/families.ts';
import { accept, invite, newEmail, read } from '../../testing/accounts/invitations.ts';
import type { TestApp } from '../../testing/app.ts';
import type { Caller, TestFamily } from '../../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  makeFamily,
  PASSWORD,
  provenParent,
} from '../../testing/factories.ts';
import { fetchCalendar, subscribe } from '../../testing/lessons/calendars.ts';
import { begin, expectWaiting } from '../../testing/races/locks.ts';
import { race, raceTest as test } from '../../testing/races/races.ts';
import { invite as inviteByStore } from './invitations.ts';

const NEW_PASSWORD = 'entanglement';
const ROUNDS = 5;

const follow = (api: TestApp, token: string) =>
  api.either(endpoints.resetPassword, { body: { token, password: NEW_PASSWORD } });

/** Returns the addresses of the removed sign-ins. */
async function reset(api: TestApp, person: Pick<Caller, 'email'>) {
  const { body } = await follow(api, await linkFor(api, 'family', person.email));
  if (!body.success) throw new Error(body.error);
  return body.removed;
}

const signInAgain = (api: TestApp, { email }: Caller) => signInAs(api, email, NEW_PASSWORD);

/**
 * Makes an address unconfirmed again, as an older version left it that let others in without
 * asking.
 */
const forgetProof = ({ database: { db } }: TestApp, { personId }: TestFamily) =>
  db.updateTable('people').set({ email_confirmed_at: null }).where('id', '=', personId).execute();

const statusAt = async (api: TestApp, address = '') =>
  (await fetchCalendar(api, address)).statusCode;

/** A family of many people, each with a feed. */
async function makeShared(api: TestApp) {
  const family = await makeFamily(api);
  const partner = await addParent(api, family);
  const student = await addSignIn(api, family, family.studentId, true);
  const studentId = await addStudent(api, family);
  const { token } = await invite(api, family, { role: 'student', Student_ID: studentId });
  const addresses: string[] = [];
  for (const person of [family, partner, student]) addresses.push(await subscribe(api, person));
  const readFeeds = () => Promise.all(addresses.map((address) => statusAt(api, address)));
  return { family, partner, student, invitation: token, readFeeds };
}

test('ends all other access at the first proof of an address', async ({ api }) => {
  const { family, partner, student, invitation, readFeeds } = await makeShared(api);
  await forgetProof(api, family);
  expect(await reset(api, family)).toEqual([partner.email, student.email]);
  for (const person of [partner, student]) {
    expect(await sessionStatus(person)).toBe(401);
    const body = { email: person.email, password: PASSWORD };
    expect((await api.refused(endpoints.login, { body })).status).toBe(401);
    expect(await subjectsTo(person)).toEqual(['Your sign-in was removed']);
  }
  for (const call of [accept, read])
    expect(await call(api, invitation)).toMatchObject({ status: 404 });
  expect(await readFeeds()).toEqual([404, 404, 404]);

  const left = await (await signInAgain(api, family)).readFamily();
  expect(left.parents).toMatchObject([{ email: family.email, is_owner: true }]);
  const nobody = { sign_in: null, may_book: false };
  expect(left.students).toMatchObject([nobody, nobody]);
  expect(left.invitations).toEqual([]);
  const [notice] = await family.readEmails('password-changed:');
  expect(notice?.text).toContain('See who can sign in');
});

test("ends only that person's feed at a later reset", async ({ api }) => {
  const { family, partner, invitation, readFeeds } = await makeShared(api);
  expect(await reset(api, family)).toBeNull();
  expect(await readFeeds()).toEqual([404, 200, 200]);
  expect((await read(api, invitation)).status).toBe(404);
  expect(await sessionStatus(partner)).toBe(200);
  const [notice] = await family.readEmails('password-changed:');
  expect(notice?.text).toContain('it no longer updates');
  expect(notice?.text).not.toContain('See who can sign in');
});

test('removes nobody when a second parent or a student resets', async ({ api }) => {
  const { family, partner, student, readFeeds } = await makeShared(api);
  await forgetProof(api, family);
  for (const person of [partner, student]) expect(await reset(api, person)).toBeNull();
  expect((await family.readFamily()).parents).toHaveLength(2);
  expect(await readFeeds()).toEqual([200, 404, 404]);
});

test('keeps the feed when the password is changed with the old one', async ({ api, family }) => {
  const address = await subscribe(api, family);
  const body = { current_password: PASSWORD, password: NEW_PASSWORD };
  await family.call(endpoints.changePassword, { body });
  expect(await statusAt(api, address)).toBe(200);
});

test('removes a stranger who registered the address first', async ({ api }) => {
  const stranger = await makeFamily(api, 0, { isConfirmed: false });
  const body = { role: 'parent', email: newEmail(), current_password: PASSWORD } as const;
  for (const { code } of [
    (await stranger.refused(endpoints.invite, { body })).body,
    (await stranger.refused(endpoints.renewCalendar)).body,
  ])
    expect(code).toBe('email_unconfirmed');
  expect(await reset(api, stranger)).toEqual([]);
  const owner = await signInAgain(api, stranger);
  expect((await owner.readFamily()).parents).toHaveLength(1);
  await invite(api, owner, { current_password: NEW_PASSWORD });
  await subscribe(api, owner);
});

type Prepare = (api: TestApp, family: TestFamily) => Promise<() => Promise<unknown>>;

async function findActor(api: TestApp, { token }: Caller) {
  const actor = await findActiveSession(api.context(null), token);
  if (actor?.audience !== 'family') throw new Error('The session is over.');
  return actor;
}

/** What the stranger asks for while the owner resets the password. */
const attempts: Readonly<Record<string, Prepare>> = {
  async 'a feed'(api, family) {
    const actor = await findActor(api, family);
    return () => rotateFeed(api.context(actor));
  },
  async 'an invitation'(api, family) {
    const actor = await findActor(api, family);
    const proven = provenParent(family);
    return () => inviteByStore(api.context(actor), proven, { role: 'parent', email: newEmail() });
  },
};

async function countLeft({ database: { db } }: TestApp, familyId: string): Promise<number> {
  const feeds = db
    .selectFrom('calendar_feeds')
    .innerJoin('people', 'people.id', 'person_id')
    .select('calendar_feeds.id')
    .where('family_id', '=', familyId);
  const invitations = db.selectFrom('invitations').select('id').where('family_id', '=', familyId);
  return (await feeds.execute()).length + (await invitations.execute()).length;
}

for (const [what, prepare] of Object.entries(attempts))
  race({
    title: `refuses or revokes ${what} that a stranger requests during the reset`,
    rounds: 2 * ROUNDS,
    async setup({ api, round }) {
      const family = await makeFamily(api, 0, { isConfirmed: round % 2 === 1 });
      const link = await linkFor(api, 'family', family.email);
      return { family, link, round, attempt: await prepare(api, family) };
    },
    actors: ({ api, attempt, link, round }) => [
      () => pause(round / 2).then(attempt),
      () => follow(api, link),
      attempt,
    ],
    async invariant({ api, family, outcomes }) {
      expect(outcomes[1]).toBe('done');
      expect(await countLeft(api, family.id)).toBe(0);
    },
  });

race({
  title: 'removes a person who accepts an invitation during the first reset',
  rounds: ROUNDS,
  async setup({ api, round }) {
    const family = await makeFamily(api);
    const { token } = await invite(api, family);
    await forgetProof(api, family);
    return { family, token, link: await linkFor(api, 'family', family.email), round };
  },
  actors({ api, token, link, round }) {
    const calls = [() => accept(api, token), () => follow(api, link)];
    return round % 2 === 1 ? calls.toReversed() : calls;
  },
  async invariant({ api, family }) {
    expect((await (await signInAgain(api, family)).readFamily()).parents).toHaveLength(1);
  },
});

race({
  title: 'accepts one of two concurrent resets, and removes the others once',
  rounds: ROUNDS,
  async setup({ api }) {
    const { family, partner } = await makeShared(api);
    await forgetProof(api, family);
    const links = [
      await linkFor(api, 'family', family.email),
      await linkFor(api, 'family', family.email),
    ];
    return { family, partner, links };
  },
  actors: ({ api, links }) => links.map((link) => () => follow(api, link)),
  async invariant({ api, family, partner, outcomes }) {
    expect(outcomes.toSorted()).toEqual(['done', 'invalid_reset_token']);
    expect(await partner.readEmails()).toHaveLength(1);
    expect((await (await signInAgain(api, family)).readFamily()).parents).toHaveLength(1);
  },
});

/** Makes a feed once the account can be locked, and asks for nothing else. */
const naively: Prepare = async (api, { personId: id }) => {
  const row = { id: newId(), token: newToken(), person_id: id, admin_id: null };
  return () =>
    transact(api.context(null), async ({ tx, now: created_at }) => {
      await lockAccount(tx, { audience: 'family', id });
      await tx
        .insertInto('calendar_feeds')
        .values({ ...row, created_at })
        .execute();
    });
};

// The embedded engine has one connection: nothing runs between its reads and writes.
if (inject('engine') === 'postgres')
  test.for([
    ...Object.entries(attempts).map(([what, prepare]) => [`refuses ${what}`, prepare, 0] as const),
    ['lets a naive version make a feed', naively, 1] as const,
  ])('%s while a reset commits', async ([, prepare, left], { api, db }) => {
    const family = await makeFamily(api, 0, { isConfirmed: false });
    const link = await linkFor(api, 'family', family.email);
    const attempt = await prepare(api, family);
    // Blocks the reset at its email, when everything else is done but not committed.
    const emails = await begin(api, ({ tx }) => sql`lock table emails in share mode`.execute(tx));
    const resetting = follow(api, link);
    await expectWaiting(db, 1);
    const attempting = Promise.allSettled([attempt()]);
    await expectWaiting(db, 2);
    await emails.end();
    expect((await resetting).status).toBe(200);
    const [{ status }] = await attempting;
    expect(status).toBe(left === 0 ? 'rejected' : 'fulfilled');
    expect(await countLeft(api, family.id)).toBe(left);
  });
