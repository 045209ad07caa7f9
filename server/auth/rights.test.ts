// Sessions end with the right they were started with: sign-ins concurrent with a new password, a
// reset, a deletion and a second factor.
import { expect } from 'vitest';

import type { Audience } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { findCredentials, readCredentials } from '../sessions/credentials.ts';
import { checkPassword } from '../sessions/hashing.ts';
import { findActiveSession, signIn as startProvenSession } from '../sessions/sessions.ts';
import {
  audiences,
  callsOf,
  linkFor,
  makeAccount,
  NEW_PASSWORD,
  passwords,
} from '../testing/accounts/accounts.ts';
import { tryToLeave } from '../testing/accounts/families.ts';
import { appCode, setUpTwoFactor } from '../testing/accounts/two-factor.ts';
import type { TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { beginSession, PASSWORD } from '../testing/factories.ts';
import { expectNoneIn, expectSomeIn } from '../testing/races/rounds.ts';
import { sharedTest as test } from '../testing/test.ts';
import { isEnabled } from './two-factor.ts';

const LOGINS_AT_ONCE = 10;
const ROUNDS = 3;

interface Ender {
  readonly what: string;
  readonly audience: Audience;
  /** Prepares the race; the result goes to `end`. */
  readonly prepare?: (api: TestApp, account: Caller) => Promise<string>;
  readonly end: (api: TestApp, account: Caller, prepared: string) => Promise<{ status: number }>;
}

const enders: readonly Ender[] = [
  ...audiences.flatMap(({ audience, change, reset }): readonly Ender[] => [
    {
      what: 'a new password',
      audience,
      end: (_api, { call }) => call(change, { body: passwords }),
    },
    {
      what: 'a reset',
      audience,
      prepare: (api, { email }) => linkFor(api, audience, email),
      end: (api, _account, token) => api.call(reset, { body: { token, password: NEW_PASSWORD } }),
    },
  ]),
  { what: 'a deletion', audience: 'family', end: (_api, account) => tryToLeave(account) },
  {
    what: 'a second factor',
    audience: 'admin',
    prepare: async (_api, account) => (await setUpTwoFactor(account)).secret,
    end: (api, { call }, secret) =>
      call(endpoints.enableTwoFactor, { body: { code: appCode(api, secret) } }),
  },
];

type SignIn = (api: TestApp, audience: Audience, account: Caller) => Promise<string | null>;

/** The access token, or null if the sign-in was refused as expected. */
const signIn: SignIn = async (api, audience, { email }) => {
  const form = { email, password: PASSWORD };
  const { body } = await api.either(callsOf(audience).login, { body: form });
  if (body.success) return body.session.access_token;
  // A deletion may come between the new session and the details in the answer.
  expect(['invalid_credentials', 'two_factor_required', 'unauthenticated']).toContain(body.code);
  return null;
};

/** Checks first and writes afterwards. */
const signInNaively: SignIn = async (api, audience, { email, id }) => {
  const { db } = api.database;
  if (audience === 'admin' && (await isEnabled(db, id))) return null;
  const found = await findCredentials(db, audience, email);
  if (!(await checkPassword(PASSWORD, found?.password_hash ?? null, 'test'))) return null;
  return (await beginSession(api, { audience, id })).access_token;
};

/** The number of active sessions after ten concurrent clients kept signing in during `end`. */
async function survivors(api: TestApp, ender: Ender, by: SignIn): Promise<number> {
  const { audience, prepare, end } = ender;
  const account = await makeAccount(api, audience);
  const prepared = (await prepare?.(api, account)) ?? '';
  const tokens: string[] = [];
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  const over = new AbortController();
  const signIns = Array.from({ length: LOGINS_AT_ONCE }, async () => {
    while (!over.signal.aborted) {
      const token = await by(api, audience, account);
      if (token === null) return;
      tokens.push(token);
      begin();
    }
  });
  await hasBegun;
  expect((await end(api, account, prepared)).status).toBe(200);
  over.abort();
  await Promise.all(signIns);
  const holders = await Promise.all(
    tokens.map((token) => findActiveSession(api.context(null), token)),
  );
  return holders.filter((holder) => holder !== null).length;
}

test.for(enders)('leaves no $audience session from before $what', async (ender, { api }) => {
  await expectNoneIn(ROUNDS, () => survivors(api, ender, signIn));
});

// A session of a deleted account cannot even be stored.
test.for(enders.filter(({ what }) => what !== 'a deletion'))(
  'loses the same race of a $audience and $what with code that checks first',
  async (ender, { api }) => {
    await expectSomeIn(ROUNDS, () => survivors(api, ender, signInNaively));
  },
);

test.for(audiences)(
  'starts no session for a $audience password that was changed after its check',
  async ({ audience, change }, { api }) => {
    const { id, call } = await makeAccount(api, audience);
    const { password_hash } = await readCredentials(api.database.db, { audience, id });
    await call(change, { body: passwords });
    const starting = startProvenSession(api.context(null), { audience, id, password_hash });
    await expect(starting).rejects.toMatchObject({ code: 'invalid_credentials' });
  },
);
