// Session renewal: rotation, reuse of a stolen token, and races.
import { describe, expect } from 'vitest';

import { type Session, SESSION_SECONDS } from '../../domain/auth/session.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { deleteExpired } from '../auth/feature.ts';
import { transact } from '../engine/context.ts';
import { audiences, makeAccount, otherCalls } from '../testing/accounts/accounts.ts';
import { START, type TestApp } from '../testing/app.ts';
import { beginSession, makeFamily } from '../testing/factories.ts';
import { codeOf, sharedTest as test } from '../testing/test.ts';
import { lockAccount } from './credentials.ts';
import { endSessions, MAX_CHAINS } from './sessions.ts';

test.beforeEach(({ api }) => api.clock.set(START));

const bodyOf = ({ refresh_token }: Session) => ({ refresh_token });

describe.for(audiences)('a $audience session', ({ audience, refresh, verify, logout }) => {
  const account = (api: TestApp) => makeAccount(api, audience);
  const renew = async (api: TestApp, session: Session) =>
    (await api.call(refresh, { body: bodyOf(session) })).body.session;
  const tryToRenew = async (api: TestApp, session: Session) =>
    codeOf(await api.either(refresh, { body: bodyOf(session) }));
  const tryToVerify = async (api: TestApp, { access_token: token }: Session) =>
    codeOf(await api.either(verify, { token }));

  test('is replaced by its renewal, which ends the old one', async ({ api }) => {
    const { session } = await account(api);
    api.clock.advance({ hours: 7 });
    const { body } = await api.call(refresh, { body: bodyOf(session) });
    expect(body.session.expires_at).toBe(api.clock.now / 1000 + SESSION_SECONDS[audience]);
    expect(body.session.access_token).not.toBe(session.access_token);
    expect(body.session.refresh_token).not.toBe(session.refresh_token);
    expect(await tryToVerify(api, session)).toBe('unauthenticated');
    const verified = await api.call(verify, { token: body.session.access_token });
    expect(verified.body.user).toEqual(body.user);
  });

  test('ends with its whole chain when a refresh token is used twice', async ({ api }) => {
    const { session } = await account(api);
    const third = await renew(api, await renew(api, session));
    expect(await tryToVerify(api, third)).toBe('done');
    expect(await tryToRenew(api, session)).toBe('unauthenticated');
    expect(await tryToVerify(api, third)).toBe('unauthenticated');
    expect(await tryToRenew(api, third)).toBe('unauthenticated');
  });

  test('survives the end of another chain of the same account', async ({ api }) => {
    const { session, id } = await account(api);
    const elsewhere = await beginSession(api, { audience, id });
    await renew(api, session);
    expect(await tryToRenew(api, session)).toBe('unauthenticated');
    expect(await tryToVerify(api, elsewhere)).toBe('done');
  });

  test('survives the use of its refresh token for the other audience', async ({ api }) => {
    const { refresh: otherRefresh } = otherCalls(audience);
    const { session } = await account(api);
    const refused = await api.refused(otherRefresh, { body: bodyOf(session) });
    expect(refused.body.code).toBe('unauthenticated');
    expect(await tryToVerify(api, session)).toBe('done');
    const renewed = await renew(api, session);
    await api.refused(otherRefresh, { body: bodyOf(session) });
    expect(await tryToVerify(api, renewed)).toBe('done');
  });

  test('cannot be renewed once it has ended', async ({ api }) => {
    const [expired, left] = [await account(api), await account(api)];
    await left.call(logout);
    expect(await tryToRenew(api, left.session)).toBe('unauthenticated');
    api.clock.now = expired.session.expires_at * 1000;
    const { body } = await api.refused(refresh, { body: bodyOf(expired.session) });
    const error = 'Authentication required';
    expect(body).toEqual({ success: false, code: 'unauthenticated', error });
  });

  test.for([
    [{}, 400, 'Refresh token is required'],
    [{ refresh_token: 'garbage' }, 401, 'Authentication required'],
    [{ refresh_token: 'a\u0000b' }, 401, 'Authentication required'],
  ] as const)('refuses %j', async ([form, status, error], { api }) => {
    expect(await api.refused(refresh, { body: form })).toMatchObject({ status, body: { error } });
  });

  test('tells access tokens from refresh tokens', async ({ api }) => {
    const { session } = await account(api);
    const { access_token, refresh_token } = session;
    const swapped = { ...session, access_token: refresh_token, refresh_token: access_token };
    expect(await tryToRenew(api, swapped)).toBe('unauthenticated');
    expect(await tryToVerify(api, swapped)).toBe('unauthenticated');
    expect(await tryToVerify(api, session)).toBe('done');
  });
});

async function activeSessions(api: TestApp, personId: string): Promise<number> {
  const rows = await api.database.db
    .selectFrom('sessions')
    .select('id')
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .execute();
  return rows.length;
}

test('ends every session after ten concurrent renewals with one token', async ({ api, family }) => {
  const body = bodyOf(family.session);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => api.either(endpoints.refresh, { body })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await activeSessions(api, family.personId)).toBe(0);
});

test('ends the renewed session on sign-out with the earlier token', async ({ api, family }) => {
  await api.call(endpoints.refresh, { body: bodyOf(family.session) });
  await family.call(endpoints.logout);
  expect(await activeSessions(api, family.personId)).toBe(0);
});

test('leaves no session after a concurrent renewal and sign-out', async ({ api }) => {
  for (let round = 0; round < 20; round += 1) {
    const { session, id, either } = await makeAccount(api, 'family');
    await Promise.all([
      either(endpoints.refresh, { body: bodyOf(session) }),
      either(endpoints.logout),
    ]);
    expect(await activeSessions(api, id), `round ${round}`).toBe(0);
  }
});

test('leaves no other session after a new password and a concurrent renewal', async ({ api }) => {
  for (let round = 0; round < 10; round += 1) {
    const { id, session } = await makeAccount(api, 'family');
    await Promise.all([
      api.either(endpoints.refresh, { body: bodyOf(session) }),
      transact(api.context(null), async (work) => {
        const account = await lockAccount(work.tx, { audience: 'family', id });
        if (account !== null) await endSessions(work, account);
      }),
    ]);
    expect(await activeSessions(api, id), `round ${round}`).toBe(0);
  }
});

test('deletes expired sessions at the next sign-in', async ({ api, family }) => {
  api.clock.advance({ days: 31 });
  await beginSession(api, { audience: 'family', id: family.personId });
  const rows = await api.database.db
    .selectFrom('sessions')
    .select('id')
    .where('person_id', '=', family.personId)
    .execute();
  expect(rows).toHaveLength(1);
});

test('signs out the least recently used device beyond the maximum', async ({ api }) => {
  const { personId, session } = await makeFamily(api);
  const verify = async ({ access_token: token }: Session) =>
    (await api.either(endpoints.verify, { token })).status;
  api.clock.advance({ minutes: 1 });
  const second = await beginSession(api, { audience: 'family', id: personId });
  api.clock.advance({ minutes: 1 });
  const renewed = await api.call(endpoints.refresh, { body: bodyOf(session) });
  for (let devices = 2; devices <= MAX_CHAINS; devices += 1) {
    api.clock.advance({ minutes: 1 });
    await beginSession(api, { audience: 'family', id: personId });
  }
  expect(await activeSessions(api, personId)).toBe(MAX_CHAINS);
  expect([await verify(second), await verify(renewed.body.session)]).toEqual([401, 200]);
});

test('deletes expired sessions, even if nobody signs in again', async ({ api, family }) => {
  const left = async (passed: Parameters<typeof api.clock.advance>[0]) => {
    api.clock.advance(passed);
    await deleteExpired(api.context(null));
    const rows = await api.database.db
      .selectFrom('sessions')
      .select('id')
      .where('person_id', '=', family.personId)
      .execute();
    return rows.length;
  };
  // They count for some minutes after they have expired.
  expect(await left({ days: 30, minutes: 9 })).toBe(1);
  expect(await left({ minutes: 1 })).toBe(0);
});
