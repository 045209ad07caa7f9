// Sessions end with the right they were started with: sign-ins concurrent with a new password, a
// reset, a deletion and a second factor.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { Audience } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import { beginSession, makeAdmin, makeFamily, PASSWORD } from '../testing/factories.ts';
import { tokenTo } from '../testing/emails.ts';
import { checkPassword } from './hashing.ts';
import { isEnabled } from './two-factor.ts';
import { findCredentials, readCredentials } from './credentials.ts';
import { findLiveSession, signIn as startProvenSession } from './sessions.ts';

// Hundreds of passwords are checked here, each with Argon2id.
vi.setConfig({ testTimeout: 120_000 });

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const NEW_PASSWORD = 'entanglement';
const LOGINS_AT_ONCE = 10;
const ROUNDS = 3;

/** With the id of the person who signs in. */
const asPerson = ({ personId, ...holder }: TestFamily): Caller => ({ ...holder, id: personId });

const calls = {
  family: {
    make: async (app: TestApp) => asPerson(await makeFamily(app)),
    login: endpoints.login,
  },
  admin: { make: makeAdmin, login: endpoints.adminLogin },
} as const;

interface Ender {
  readonly what: string;
  readonly audience: Audience;
  /** Prepares the race. */
  readonly prepare?: (account: Caller) => Promise<string>;
  readonly end: (account: Caller, prepared: string) => Promise<unknown>;
}

const passwords = { current_password: PASSWORD, password: NEW_PASSWORD };

const enders: readonly Ender[] = [
  {
    what: 'a new password',
    audience: 'family',
    end: ({ token }) => api.call(endpoints.changePassword, { token, body: passwords }),
  },
  {
    what: 'a new password',
    audience: 'admin',
    end: ({ token }) => api.call(endpoints.changeAdminPassword, { token, body: passwords }),
  },
  {
    what: 'a reset',
    audience: 'family',
    async prepare(account) {
      await api.call(endpoints.forgotPassword, { body: { email: account.email } });
      return tokenTo(api, account.email);
    },
    end: (_account, token) =>
      api.call(endpoints.resetPassword, { body: { token, password: NEW_PASSWORD } }),
  },
  {
    what: 'a reset',
    audience: 'admin',
    async prepare(account) {
      await api.call(endpoints.adminForgotPassword, { body: { email: account.email } });
      return tokenTo(api, account.email);
    },
    end: (_account, token) =>
      api.call(endpoints.adminResetPassword, { body: { token, password: NEW_PASSWORD } }),
  },
  {
    what: 'a deletion',
    audience: 'family',
    end: ({ token }) =>
      api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } }),
  },
  {
    what: 'a second factor',
    audience: 'admin',
    async prepare({ token }) {
      const { body } = await api.call(endpoints.setUpTwoFactor, {
        token,
        body: { current_password: PASSWORD },
      });
      return body.setup.secret;
    },
    end: ({ token }, secret) => {
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: api.clock.now,
      });
      return api.call(endpoints.enableTwoFactor, { token, body: { code } });
    },
  },
];

type SignIn = (audience: Audience, account: Caller) => Promise<string | null>;

/** The access token, or null if the sign-in was refused as expected. */
const signIn: SignIn = async (audience, { email }) => {
  const { body } = await api.either(calls[audience].login, { body: { email, password: PASSWORD } });
  if (body.success) return body.session.access_token;
  expect(['invalid_credentials', 'two_factor_required']).toContain(body.code);
  return null;
};

/** Checks first and writes afterwards. */
const signInNaively: SignIn = async (audience, { email, id }) => {
  const { db } = api.database;
  if (audience === 'admin' && (await isEnabled(db, id))) return null;
  const found = await findCredentials(db, audience, email);
  if (!(await checkPassword(PASSWORD, found?.password_hash ?? null))) return null;
  return (await beginSession(api, { audience, id })).access_token;
};

/** The number of active sessions after ten concurrent clients kept signing in during `end`. */
async function survivors({ audience, prepare, end }: Ender, by: SignIn): Promise<number> {
  const account = await calls[audience].make(api);
  const prepared = (await prepare?.(account)) ?? '';
  const tokens: string[] = [];
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  const over = new AbortController();
  const signIns = Array.from({ length: LOGINS_AT_ONCE }, async () => {
    while (!over.signal.aborted) {
      const token = await by(audience, account);
      if (token === null) return;
      tokens.push(token);
      begin();
    }
  });
  await hasBegun;
  await end(account, prepared);
  over.abort();
  await Promise.all(signIns);
  const holders = await Promise.all(
    tokens.map((token) => findLiveSession(api.context(null), token)),
  );
  return holders.filter((holder) => holder !== null).length;
}

test.each(enders)('leaves no $audience session from before $what', async (ender) => {
  for (let round = 0; round < ROUNDS; round += 1)
    expect(await survivors(ender, signIn), `round ${round}`).toBe(0);
});

// A session of a deleted account cannot even be stored.
test.each(enders.filter(({ what }) => what !== 'a deletion'))(
  'loses the same race of a $audience and $what with code that checks first',
  async (ender) => {
    let left = 0;
    for (let round = 0; round < ROUNDS && left === 0; round += 1)
      left = await survivors(ender, signInNaively);
    expect(left).toBeGreaterThan(0);
  },
);

test.each(['family', 'admin'] as const)(
  'starts no session for a %s password that was changed after its check',
  async (audience) => {
    const { db } = api.database;
    const { id, token } = await calls[audience].make(api);
    const { password_hash } = await readCredentials(db, { audience, id });
    const change = audience === 'family' ? endpoints.changePassword : endpoints.changeAdminPassword;
    await api.call(change, { token, body: passwords });
    await expect(
      startProvenSession(api.context(null), { audience, id, password_hash }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
  },
);
