// An email change at the same time as another call.
import { setImmediate as nextTurn } from 'node:timers/promises';

import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { passwordResetEmail } from '../auth/emails.ts';
import { hashOf, newToken } from '../base/ids.ts';
import { queueEmail } from '../email/queue.ts';
import { transact } from '../engine/context.ts';
import { findCredentials } from '../sessions/credentials.ts';
import { requestEmail, tryToLeave } from '../testing/accounts/families.ts';
import { newEmail } from '../testing/accounts/invitations.ts';
import type { TestApp } from '../testing/app.ts';
import { makeFamily } from '../testing/factories.ts';
import { expectNoneIn, expectSomeIn } from '../testing/races/rounds.ts';
import { codeOf, sharedTest } from '../testing/test.ts';

vi.setConfig({ testTimeout: 60_000 });

const ROUNDS = 5;

const test = sharedTest.extend('follow', ({ api }) => async (token: string) => {
  return codeOf(await api.either(endpoints.confirmEmail, { body: { token } }));
});

test('gives an email to one of two accounts that confirm it at once', async ({ api, follow }) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const email = newEmail();
    const tokens = [
      await requestEmail(api, await makeFamily(api), email),
      await requestEmail(api, await makeFamily(api), email),
    ];
    const outcomes = await Promise.all(tokens.map(follow));
    expect(outcomes.toSorted((one, other) => one.localeCompare(other))).toEqual([
      'done',
      'email_taken',
    ]);
  }
});

test('follows a link once and notifies once of five uses', async ({ api, family, follow }) => {
  const token = await requestEmail(api, family, newEmail());
  const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => follow(token)));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  const subjects = (await family.readEmails()).map(({ subject }) => subject);
  expect(subjects).toEqual(['Your email address was changed']);
});

test('restores nothing when a link is followed as its family leaves', async ({ api, follow }) => {
  await expectNoneIn(ROUNDS, async () => {
    const family = await makeFamily(api);
    const token = await requestEmail(api, family, newEmail());
    const [, left] = await Promise.all([follow(token), tryToLeave(family)]);
    expect(left.status).toBe(200);
    const people = api.database.db.selectFrom('people').where('family_id', '=', family.id);
    return people.select('email').execute();
  });
});

describe('a mailbox that is given up at the same time', () => {
  type Forget = (email: string) => Promise<unknown>;

  /** Valid password links in a mailbox that was given up while they were requested. */
  async function strayLinks(api: TestApp, forget: Forget, follow: Forget): Promise<number> {
    const account = await makeFamily(api);
    const token = await requestEmail(api, account, newEmail());
    await Promise.all([forget(account.email), follow(token), forget(account.email)]);
    const { user } = await account.readProfile();
    const open = await api.database.db
      .selectFrom('password_resets')
      .innerJoin('emails', (join) => join.on(sql<boolean>`cause = 'reset:' || token_hash`))
      .select('recipient')
      .where('password_resets.person_id', '=', account.personId)
      .where('used_at', 'is', null)
      .execute();
    return open.filter(({ recipient }) => recipient !== user.Parent_Email).length;
  }

  test('contains no password link', async ({ api, follow }) => {
    const forget: Forget = (email) => api.call(endpoints.forgotPassword, { body: { email } });
    await expectNoneIn(2 * ROUNDS, () => strayLinks(api, forget, follow));
  });

  test('contains one with code that checks first', async ({ api, follow }) => {
    const { db } = api.database;
    const forget: Forget = async (email) => {
      const found = await findCredentials(db, 'family', email);
      if (found === undefined) return;
      // The address changes between the look and the write.
      while ((await findCredentials(db, 'family', email)) !== undefined) await nextTurn();
      const token_hash = hashOf(newToken());
      const link = {
        token_hash,
        person_id: found.id,
        admin_id: null,
        created_at: api.clock.now,
        expires_at: api.clock.now + 60_000,
        used_at: null,
      };
      const recipient = { ...found, email_confirmed_at: null };
      await transact(api.context(null), async (work) => {
        await work.tx.insertInto('password_resets').values(link).execute();
        await queueEmail(work, passwordResetEmail(`reset:${token_hash}`, recipient, ''));
      });
    };
    await expectSomeIn(4 * ROUNDS, () => strayLinks(api, forget, follow));
  });
});
