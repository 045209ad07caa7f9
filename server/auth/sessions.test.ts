// Session renewal: rotation, reuse of a stolen token, and races.
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Session } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { SESSION_SECONDS } from '../../domain/limits.ts';
import { transact } from '../engine/context.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { beginSession, makeAdmin, makeFamily } from '../testing/factories.ts';
import { lockAccount } from './credentials.ts';
import { endSessions } from './sessions.ts';

const audiences = [
  {
    audience: 'family',
    make: async (app: TestApp) => {
      const { personId, ...holder } = await makeFamily(app);
      return { ...holder, id: personId };
    },
    refresh: endpoints.refresh,
    verify: endpoints.verify,
    logout: endpoints.logout,
    otherRefresh: endpoints.adminRefresh,
  },
  {
    audience: 'admin',
    make: makeAdmin,
    refresh: endpoints.adminRefresh,
    verify: endpoints.adminVerify,
    logout: endpoints.adminLogout,
    otherRefresh: endpoints.refresh,
  },
] as const;

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const bodyOf = ({ refresh_token }: Session) => ({ refresh_token });

test.each(audiences)(
  'replaces a $audience session and ends the old one',
  async ({ audience, make, refresh, verify }) => {
    const { session, token } = await make(api);
    api.clock.advance({ hours: 7 });
    const { body } = await api.call(refresh, { body: bodyOf(session) });
    expect(body.session.expires_at).toBe(api.clock.now / 1000 + SESSION_SECONDS[audience]);
    expect(body.session.access_token).not.toBe(session.access_token);
    expect(body.session.refresh_token).not.toBe(session.refresh_token);
    expect((await api.refused(verify, { token })).status).toBe(401);
    expect((await api.call(verify, { token: body.session.access_token })).body.user).toEqual(
      body.user,
    );
  },
);

test.each(audiences)(
  'ends the whole chain when a $audience refresh token is used twice',
  async ({ make, refresh, verify }) => {
    const { session } = await make(api);
    const second = (await api.call(refresh, { body: bodyOf(session) })).body.session;
    const third = (await api.call(refresh, { body: bodyOf(second) })).body.session;
    await api.call(verify, { token: third.access_token });

    expect((await api.refused(refresh, { body: bodyOf(session) })).body.code).toBe(
      'unauthenticated',
    );
    expect((await api.refused(verify, { token: third.access_token })).status).toBe(401);
    expect((await api.refused(refresh, { body: bodyOf(third) })).status).toBe(401);
  },
);

test.each(audiences)(
  'keeps other sessions of the same $audience when a chain ends',
  async ({ audience, make, refresh, verify }) => {
    const { session, id } = await make(api);
    const elsewhere = await beginSession(api, { audience, id });
    await api.call(refresh, { body: bodyOf(session) });
    await api.refused(refresh, { body: bodyOf(session) });
    await api.call(verify, { token: elsewhere.access_token });
  },
);

test.each(audiences)(
  'ignores a $audience refresh token of the other audience, and leaves it valid',
  async ({ make, refresh, verify, otherRefresh }) => {
    const { session, token } = await make(api);
    expect((await api.refused(otherRefresh, { body: bodyOf(session) })).body.code).toBe(
      'unauthenticated',
    );
    await api.call(verify, { token });
    const { body } = await api.call(refresh, { body: bodyOf(session) });
    await api.refused(otherRefresh, { body: bodyOf(session) });
    await api.call(verify, { token: body.session.access_token });
  },
);

test.each(audiences)(
  'refuses to renew an ended $audience session',
  async ({ make, refresh, logout }) => {
    const start = api.clock.now;
    const expired = await make(api);
    const left = await make(api);
    await api.call(logout, { token: left.token });
    expect((await api.refused(refresh, { body: bodyOf(left.session) })).status).toBe(401);
    try {
      api.clock.now = expired.session.expires_at * 1000;
      const { body } = await api.refused(refresh, { body: bodyOf(expired.session) });
      expect(body).toEqual({
        success: false,
        code: 'unauthenticated',
        error: 'Authentication required',
      });
    } finally {
      api.clock.now = start;
    }
  },
);

test.each([
  [{}, 400, 'Refresh token is required'],
  [{ refresh_token: '' }, 400, 'Refresh token is required'],
  [{ refresh_token: 5 }, 400, 'Refresh token is required'],
  [{ refresh_token: 'x'.repeat(513) }, 400, 'Refresh token is too long'],
  [{ refresh_token: 'garbage' }, 401, 'Authentication required'],
  [{ refresh_token: 'a\u0000b' }, 401, 'Authentication required'],
])('refuses %j', async (body, status, error) => {
  for (const { refresh } of audiences) {
    const answer = await api.refused(refresh, { body });
    expect(answer.status).toBe(status);
    expect(answer.body.error).toBe(error);
  }
});

test.each(audiences)(
  'refuses an access token of a $audience for renewal and a refresh token for access',
  async ({ make, refresh, verify }) => {
    const { session } = await make(api);
    expect(
      (await api.refused(refresh, { body: { refresh_token: session.access_token } })).status,
    ).toBe(401);
    expect((await api.refused(verify, { token: session.refresh_token })).status).toBe(401);
    await api.call(verify, { token: session.access_token });
  },
);

test('ends every session after ten concurrent renewals with one token', async () => {
  const { session, personId } = await makeFamily(api);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => api.either(endpoints.refresh, { body: bodyOf(session) })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await liveSessions(personId)).toBe(0);
});

test('leaves no session after a concurrent renewal and sign-out', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { session, token, id } = await makeFamily(api);
    await Promise.all([
      api.either(endpoints.refresh, { body: bodyOf(session) }),
      api.either(endpoints.logout, { token }),
    ]);
    expect(await liveSessions(id), `round ${round}`).toBe(0);
  }
});

test('ends the renewed session on sign-out with the earlier token', async () => {
  const { session, token, personId } = await makeFamily(api);
  await api.call(endpoints.refresh, { body: bodyOf(session) });
  await api.call(endpoints.logout, { token });
  expect(await liveSessions(personId)).toBe(0);
});

async function liveSessions(personId: string): Promise<number> {
  const { live } = await api.database.db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return live;
}

test('leaves no other session after a new password and a concurrent renewal', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { personId: id, session } = await makeFamily(api);
    await Promise.all([
      api.either(endpoints.refresh, { body: bodyOf(session) }),
      transact(api.context(null), async (work) => {
        await lockAccount(work.tx, { audience: 'family', id });
        await endSessions(work, { audience: 'family', id });
      }),
    ]);
    expect(await liveSessions(id), `round ${round}`).toBe(0);
  }
});

test('deletes expired sessions at the next sign-in', async () => {
  const start = api.clock.now;
  const { personId: id } = await makeFamily(api);
  try {
    api.clock.advance({ days: 31 });
    await beginSession(api, { audience: 'family', id });
    const rows = await api.database.db
      .selectFrom('sessions')
      .select('id')
      .where('person_id', '=', id)
      .execute();
    expect(rows).toHaveLength(1);
  } finally {
    api.clock.now = start;
  }
});
