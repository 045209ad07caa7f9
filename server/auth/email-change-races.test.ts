// An email change at the same time as another call.
import { setImmediate as nextTurn } from 'node:timers/promises';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { transact } from '../engine/context.ts';
import { hashOf, newToken } from '../ids.ts';
import { queueEmail } from '../email/queue.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeFamily, PASSWORD, signUpForm } from '../testing/factories.ts';
import { readEmails, tokenTo } from '../testing/emails.ts';
import { findCredentials } from './credentials.ts';
import { passwordReset } from './emails.ts';

vi.setConfig({ testTimeout: 60_000 });

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const ROUNDS = 5;
const newEmail = () => signUpForm().Parent_Email;

/** Requests an email change; returns the token of the link. */
async function ask({ token }: Caller, email: string): Promise<string> {
  const body = { Parent_Email: email, current_password: PASSWORD };
  await api.call(endpoints.updateProfile, { token, body });
  return tokenTo(api, email);
}

async function outcomeOf(token: string): Promise<string> {
  const { body } = await api.either(endpoints.confirmEmail, { body: { token } });
  return body.success ? 'confirmed' : body.code;
}

test('gives an email to one of two accounts that confirm it at once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const email = newEmail();
    const tokens = [
      await ask(await makeFamily(api), email),
      await ask(await makeFamily(api), email),
    ];
    const outcomes = await Promise.all(tokens.map(outcomeOf));
    expect(outcomes.toSorted((a, b) => a.localeCompare(b))).toEqual(['confirmed', 'email_taken']);
  }
});

test('follows a link once and notifies once when it is used five times at once', async () => {
  const account = await makeFamily(api);
  const token = await ask(account, newEmail());
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcomeOf(token)));
  expect(outcomes.filter((outcome) => outcome === 'confirmed')).toHaveLength(1);
  expect((await readEmails(api, account.email)).map(({ subject }) => subject)).toEqual([
    'Your email address was changed',
  ]);
});

test('restores nothing when a link is followed while its family leaves', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const account = await makeFamily(api);
    const email = newEmail();
    const token = await ask(account, email);
    const leave = { token: account.token, body: { current_password: PASSWORD } };
    await Promise.all([outcomeOf(token), api.call(endpoints.deleteAccount, leave)]);
    const people = await api.database.db
      .selectFrom('people')
      .select('email')
      .where('family_id', '=', account.id)
      .execute();
    expect(people, `round ${round}`).toEqual([]);
  }
});

type Forget = (email: string) => Promise<unknown>;

/** Valid password links in a mailbox that was given up while they were requested. */
async function strayLinks(forget: Forget): Promise<number> {
  const account = await makeFamily(api);
  const token = await ask(account, newEmail());
  await Promise.all([forget(account.email), outcomeOf(token), forget(account.email)]);
  const { db } = api.database;
  const { body } = await api.call(endpoints.getProfile, { token: account.token });
  const open = await db
    .selectFrom('password_resets')
    .innerJoin('emails', (join) => join.on(sql<boolean>`cause = 'reset:' || token_hash`))
    .select('recipient')
    .where('password_resets.person_id', '=', account.personId)
    .where('used_at', 'is', null)
    .execute();
  return open.filter(({ recipient }) => recipient !== body.user.Parent_Email).length;
}

test('leaves no password link in a mailbox that is given up at the same time', async () => {
  for (let round = 0; round < 2 * ROUNDS; round += 1)
    expect(
      await strayLinks((email) => api.call(endpoints.forgotPassword, { body: { email } })),
      `round ${round}`,
    ).toBe(0);
});

test('loses the same race with code that checks first: a link remains', async () => {
  const { db } = api.database;
  let left = 0;
  for (let round = 0; round < 4 * ROUNDS && left === 0; round += 1)
    left = await strayLinks(async (email) => {
      const found = await findCredentials(db, 'family', email);
      if (found === undefined) return;
      // The address changes between the look and the write.
      while ((await findCredentials(db, 'family', email)) !== undefined) await nextTurn();
      const token_hash = hashOf(newToken());
      await transact(api.context(null), async (work) => {
        await work.tx
          .insertInto('password_resets')
          .values({
            token_hash,
            person_id: found.id,
            admin_id: null,
            created_at: api.clock.now,
            expires_at: api.clock.now + 60_000,
            used_at: null,
          })
          .execute();
        await queueEmail(
          work,
          passwordReset(`reset:${token_hash}`, { ...found, email_confirmed_at: null }, ''),
        );
      });
    });
  expect(left).toBeGreaterThan(0);
});
