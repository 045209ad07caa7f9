// Password reset by email: what it ends, and what else it ends if the address was unconfirmed.
import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { lockAccount } from '../auth/credentials.ts';
import { renewFeed } from '../calendar/feeds.ts';
import { findLiveSession } from '../auth/sessions.ts';
import { transact } from '../engine/context.ts';
import { newId, newToken } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { fetchCalendar, subscribe } from '../testing/calendars.ts';
import type { TestFamily } from '../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  makeFamily,
  PASSWORD,
  provenParent,
} from '../testing/factories.ts';
import { familyOf } from '../testing/families.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { accept, invite, newEmail, read } from '../testing/invitations.ts';
import { readEmails, tokenTo } from '../testing/emails.ts';
import { expectWaiting } from '../testing/waiting.ts';
import { invite as inviteByStore } from './invitations.ts';

let api: TestApp;
beforeEach(async () => {
  api = await startTestApp();
});
afterEach(() => api.close());

const NEW_PASSWORD = 'entanglement';
const ROUNDS = 5;

async function linkFor(email: string): Promise<string> {
  await api.call(endpoints.forgotPassword, { body: { email } });
  return tokenTo(api, email);
}
const follow = (token: string) =>
  api.call(endpoints.resetPassword, { body: { token, password: NEW_PASSWORD } });
const reset = async (email: string) => (await follow(await linkFor(email))).body.removed;

async function signInAgain({ email }: Pick<TestFamily, 'email'>) {
  const { body } = await api.call(endpoints.login, { body: { email, password: NEW_PASSWORD } });
  return { token: body.session.access_token };
}

/** As if an older version had let others in, without ever asking for the address. */
const forgetProof = ({ personId }: TestFamily) =>
  api.database.db
    .updateTable('people')
    .set({ email_confirmed_at: null })
    .where('id', '=', personId)
    .execute();

const statusAt = async (address: string) => (await fetchCalendar(api, address)).statusCode;

async function makeShared() {
  const family = await makeFamily(api);
  const partner = await addParent(api, family);
  const student = await addSignIn(api, family, family.studentId, true);
  const sibling = await addStudent(api, family);
  const invitation = await invite(api, family, { role: 'student', Student_ID: sibling });
  const addresses = [];
  for (const person of [family, partner, student]) addresses.push(await subscribe(api, person));
  return { family, partner, student, invitation, addresses };
}

test('ends every other sign-in, invitation and feed at the first proof of an address', async () => {
  const { family, partner, student, invitation, addresses } = await makeShared();
  await forgetProof(family);
  expect(await reset(family.email)).toEqual([partner.email, student.email]);
  for (const person of [partner, student]) {
    expect((await api.refused(endpoints.verify, { token: person.token })).status).toBe(401);
    const body = { email: person.email, password: PASSWORD };
    expect((await api.refused(endpoints.login, { body })).status).toBe(401);
    expect((await readEmails(api, person.email)).map(({ subject }) => subject)).toEqual([
      'Your sign-in was removed',
    ]);
  }
  expect(await accept(api, invitation.token)).toMatchObject({ status: 404 });
  expect(await read(api, invitation.token)).toMatchObject({ status: 404 });
  expect(await Promise.all(addresses.map(statusAt))).toEqual([404, 404, 404]);

  const left = await familyOf(api, await signInAgain(family));
  expect(left.parents).toMatchObject([{ email: family.email, is_owner: true }]);
  expect(left.students.map(({ sign_in, may_book }) => [sign_in, may_book])).toEqual([
    [null, false],
    [null, false],
  ]);
  expect(left.invitations).toEqual([]);
  const [told] = await readEmails(api, family.email, 'password-changed:');
  expect(told?.text).toContain('See who can sign in');
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test("ends only that person's feed at a later reset", async () => {
  const { family, partner, invitation, addresses } = await makeShared();
  expect(await reset(family.email)).toBeNull();
  expect(await Promise.all(addresses.map(statusAt))).toEqual([404, 200, 200]);
  expect((await read(api, invitation.token)).status).toBe(404);
  await api.call(endpoints.verify, { token: partner.token });
  const [told] = await readEmails(api, family.email, 'password-changed:');
  expect(told?.text).toContain('its address has ended');
  expect(told?.text).not.toContain('See who can sign in');
});

test('removes nobody when a second parent or a student resets', async () => {
  const { family, partner, student, addresses } = await makeShared();
  await forgetProof(family);
  for (const { email } of [partner, student]) expect(await reset(email)).toBeNull();
  expect((await familyOf(api, family)).parents).toHaveLength(2);
  expect(await Promise.all(addresses.map(statusAt))).toEqual([200, 404, 404]);
});

test('keeps the feed when the password is changed with the old one', async () => {
  const { family, addresses } = await makeShared();
  const body = { current_password: PASSWORD, password: NEW_PASSWORD };
  await api.call(endpoints.changePassword, { token: family.token, body });
  expect(await statusAt(addresses[0] ?? '')).toBe(200);
});

test('removes a stranger who registered the address first', async () => {
  const stranger = await makeFamily(api, 0, { isConfirmed: false });
  const email = newEmail();
  for (const call of [
    api.refused(endpoints.invite, {
      token: stranger.token,
      body: { role: 'parent', email, current_password: PASSWORD },
    }),
    api.refused(endpoints.renewCalendar, { token: stranger.token }),
  ])
    expect((await call).body.code).toBe('email_unconfirmed');
  expect(await reset(stranger.email)).toEqual([]);
  const owner = await signInAgain(stranger);
  expect((await familyOf(api, owner)).parents).toHaveLength(1);
  await invite(api, { ...owner }, { current_password: NEW_PASSWORD });
  await subscribe(api, owner);
});

type Prepare = (family: TestFamily) => Promise<() => Promise<unknown>>;

/** What the stranger asks for in the moment in which the owner resets the password. */
const attempts: Readonly<Record<string, Prepare>> = {
  'a feed': async (family: TestFamily) => {
    const actor = await findLiveSession(api.context(null), family.token);
    if (actor === null) throw new Error('The session is over.');
    return () => renewFeed(api.context(actor));
  },
  'an invitation': async (family: TestFamily) => {
    const actor = await findLiveSession(api.context(null), family.token);
    if (actor?.audience !== 'family') throw new Error('The session is over.');
    const proven = await provenParent(family);
    return () => inviteByStore(api.context(actor), proven, { role: 'parent', email: newEmail() });
  },
};

async function countLeft(familyId: string): Promise<number> {
  const { db } = api.database;
  const feeds = db
    .selectFrom('calendar_feeds')
    .innerJoin('people', 'people.id', 'person_id')
    .select('calendar_feeds.id')
    .where('family_id', '=', familyId);
  const invitations = db.selectFrom('invitations').select('id').where('family_id', '=', familyId);
  return (await feeds.execute()).length + (await invitations.execute()).length;
}

test.each(Object.entries(attempts))(
  'refuses or revokes %s that a stranger requests during the reset',
  async (_what, prepare) => {
    for (let round = 0; round < ROUNDS; round += 1)
      for (const isKnown of [false, true]) {
        const family = await makeFamily(api, 0, { isConfirmed: isKnown });
        const link = await linkFor(family.email);
        const attempt = await prepare(family);
        const late = pause(round).then(() => attempt());
        await Promise.allSettled<unknown>([late, follow(link), attempt()]);
        expect(await countLeft(family.id), `round ${round}`).toBe(0);
      }
  },
);

test('removes a person who accepts an invitation during the first reset', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const family = await makeFamily(api);
    const { token } = await invite(api, family);
    await forgetProof(family);
    const link = await linkFor(family.email);
    const calls = [() => accept(api, token), () => follow(link)];
    if (round % 2 === 1) calls.reverse();
    await Promise.all(calls.map((call) => call()));
    expect((await familyOf(api, await signInAgain(family))).parents, `round ${round}`).toHaveLength(
      1,
    );
  }
});

/** Makes a feed once the account can be locked, and asks for nothing else. */
const naively: Prepare = async (family) => () =>
  transact(api.context(null), async ({ tx, now }) => {
    await lockAccount(tx, { audience: 'family', id: family.personId });
    const row = { id: newId(), token: newToken(), person_id: family.personId, admin_id: null };
    await tx
      .insertInto('calendar_feeds')
      .values({ ...row, created_at: now })
      .execute();
  });

// The embedded engine has one connection: nothing runs between its reads and writes.
if (inject('engine') === 'postgres')
  test.each([
    ...Object.entries(attempts).map(([what, prepare]) => [what, prepare, 0] as const),
    ['a feed that is made naively', naively, 1] as const,
  ])('%s behind a reset that is under way', async (_what, prepare, left) => {
    const family = await makeFamily(api, 0, { isConfirmed: false });
    const link = await linkFor(family.email);
    const attempt = await prepare(family);
    // Blocks the reset at its email, when everything else is done but not committed.
    const { resetting, attempting } = await api.database.db.transaction().execute(async (tx) => {
      await sql`lock table emails in share mode`.execute(tx);
      const waiting = follow(link);
      await expectWaiting(api.database.db, 1);
      const behind = Promise.allSettled<unknown>([attempt()]);
      await expectWaiting(api.database.db, 2);
      return { resetting: waiting, attempting: behind };
    });
    await resetting;
    expect((await attempting).map(({ status }) => status)).toEqual([
      left === 0 ? 'rejected' : 'fulfilled',
    ]);
    expect(await countLeft(family.id)).toBe(left);
  });

test('accepts one of two concurrent resets, and removes the others once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { family, partner } = await makeShared();
    await forgetProof(family);
    const links = [await linkFor(family.email), await linkFor(family.email)];
    const answers = await Promise.all(
      links.map((token) =>
        api.either(endpoints.resetPassword, { body: { token, password: NEW_PASSWORD } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(await readEmails(api, partner.email)).toHaveLength(1);
    expect((await familyOf(api, await signInAgain(family))).parents).toHaveLength(1);
  }
});
