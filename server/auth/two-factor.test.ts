// Two-factor authentication through the API: switching it on and off, codes of the app and recovery
// codes.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { RECOVERY_CODES } from '../../domain/two-factor.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, makeFamily, PASSWORD } from '../testing/factories.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(() => api.clock.set(START));

const PERIOD_MS = 30_000;

/** The code of an authenticator app, `periods` before or after the test's clock. */
function codeOf(secret: string, periods = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: api.clock.now + periods * PERIOD_MS,
  });
}

const setUp = async ({ token }: Caller) =>
  (await api.call(endpoints.setUpTwoFactor, { token, body: { current_password: PASSWORD } })).body
    .setup;
const stateOf = async ({ token }: Caller) =>
  (await api.call(endpoints.getTwoFactor, { token })).body.two_factor;

/** A tutor who switched two-factor authentication on a while ago. */
async function makeGuardedAdmin() {
  const admin = await makeAdmin(api);
  const { secret } = await setUp(admin);
  const { body } = await api.call(endpoints.enableTwoFactor, {
    token: admin.token,
    body: { code: codeOf(secret) },
  });
  api.clock.advance({ minutes: 5 });
  return { ...admin, secret, recovery: body.recovery_codes };
}

const signIn = ({ email }: Caller, code?: string) =>
  api.call(endpoints.adminLogin, {
    body: { email, password: PASSWORD, ...(code === undefined ? {} : { code }) },
  });
const refuseSignIn = async ({ email }: Caller, code?: string, password = PASSWORD) =>
  (
    await api.refused(endpoints.adminLogin, {
      body: { email, password, ...(code === undefined ? {} : { code }) },
    })
  ).body.code;

test('is off by default, and set-up alone changes nothing', async () => {
  const admin = await makeAdmin(api);
  expect(await stateOf(admin)).toEqual({ enabled: false, recovery_codes_left: 0 });
  const { secret, uri } = await setUp(admin);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toMatch(/^otpauth:\/\/totp\//);
  expect(decodeURIComponent(uri)).toContain(admin.email);
  expect(uri).toContain(`secret=${secret}`);
  expect(await stateOf(admin)).toEqual({ enabled: false, recovery_codes_left: 0 });
  await signIn(admin);
});

test('requires the password to set up and to enable', async () => {
  const { token } = await makeGuardedAdmin();
  for (const endpoint of [endpoints.setUpTwoFactor, endpoints.disableTwoFactor]) {
    const { status, body } = await api.refused(endpoint, {
      token,
      body: { current_password: 'not this one', code: '000000' },
    });
    expect([status, body.details]).toEqual([
      400,
      [{ field: 'current_password', message: 'The current password is not correct' }],
    ]);
  }
});

test('refuses a wrong code, and returns ten different recovery codes for the right one', async () => {
  const admin = await makeAdmin(api);
  const { secret } = await setUp(admin);
  const wrong = String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');
  const refused = await api.refused(endpoints.enableTwoFactor, {
    token: admin.token,
    body: { code: wrong },
  });
  expect(refused.body.details).toEqual([
    { field: 'code', message: 'This code is not valid. Please try the next one.' },
  ]);
  for (const code of ['12345', '1234567', 'abcdef', ''])
    expect(
      (await api.refused(endpoints.enableTwoFactor, { token: admin.token, body: { code } })).body
        .details,
    ).toMatchObject([{ field: 'code' }]);
  const { body } = await api.call(endpoints.enableTwoFactor, {
    token: admin.token,
    body: { code: codeOf(secret) },
  });
  expect(new Set(body.recovery_codes).size).toBe(RECOVERY_CODES);
  expect(await stateOf(admin)).toEqual({ enabled: true, recovery_codes_left: RECOVERY_CODES });
});

test('refuses the secret of an earlier set-up', async () => {
  const admin = await makeAdmin(api);
  const first = await setUp(admin);
  await setUp(admin);
  const { body } = await api.refused(endpoints.enableTwoFactor, {
    token: admin.token,
    body: { code: codeOf(first.secret) },
  });
  expect(body.code).toBe('validation_failed');
});

test('cannot be set up again while it is on', async () => {
  const { token } = await makeGuardedAdmin();
  const { body } = await api.refused(endpoints.setUpTwoFactor, {
    token,
    body: { current_password: PASSWORD },
  });
  expect(body.error).toBe('Two-factor authentication is already switched on');
});

test('enables one of two concurrent calls, whose recovery codes work', async () => {
  const admin = await makeAdmin(api);
  const { secret } = await setUp(admin);
  const request = { token: admin.token, body: { code: codeOf(secret) } };
  const answers = await Promise.all(
    [1, 2, 3].map(() => api.either(endpoints.enableTwoFactor, request)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await stateOf(admin)).recovery_codes_left).toBe(RECOVERY_CODES);
});

test('asks for the code at sign-in, but only after the right password', async () => {
  const admin = await makeGuardedAdmin();
  expect(await refuseSignIn(admin)).toBe('two_factor_required');
  expect(await refuseSignIn(admin, '')).toBe('two_factor_required');
  expect(await refuseSignIn(admin, '000000x')).toBe('invalid_code');
  expect(await refuseSignIn(admin, undefined, 'wrong password')).toBe('invalid_credentials');
  expect(await refuseSignIn(admin, codeOf(admin.secret), 'wrong password')).toBe(
    'invalid_credentials',
  );
  const { body } = await signIn(admin, codeOf(admin.secret));
  expect(body.user.id).toBe(admin.id);
});

test('accepts a code that contains a space', async () => {
  const admin = await makeGuardedAdmin();
  const code = codeOf(admin.secret);
  await signIn(admin, ` ${code.slice(0, 3)} ${code.slice(3)} `);
});

test.each([
  [-2, false],
  [-1, true],
  [0, true],
  [1, true],
  [2, false],
])('accepts a code of %i periods away: %s', async (periods, works) => {
  const admin = await makeGuardedAdmin();
  const code = codeOf(admin.secret, periods);
  if (works) await signIn(admin, code);
  else expect(await refuseSignIn(admin, code)).toBe('invalid_code');
});

test('accepts a code once: neither again, nor an earlier one, nor the one that enabled it', async () => {
  const admin = await makeAdmin(api);
  const { secret } = await setUp(admin);
  await api.call(endpoints.enableTwoFactor, { token: admin.token, body: { code: codeOf(secret) } });
  expect(await refuseSignIn(admin, codeOf(secret))).toBe('invalid_code');
  await signIn(admin, codeOf(secret, 1));
  expect(await refuseSignIn(admin, codeOf(secret, 1))).toBe('invalid_code');
  expect(await refuseSignIn(admin, codeOf(secret, 0))).toBe('invalid_code');
  api.clock.advance({ minutes: 1 });
  await signIn(admin, codeOf(secret));
});

test('lets one of five concurrent sign-ins with the same code in', async () => {
  const admin = await makeGuardedAdmin();
  const body = { email: admin.email, password: PASSWORD, code: codeOf(admin.secret) };
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map(() => api.either(endpoints.adminLogin, { body })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('accepts each recovery code once, in any spelling', async () => {
  const admin = await makeGuardedAdmin();
  const [first = '', second = ''] = admin.recovery;
  await signIn(admin, first);
  expect(await refuseSignIn(admin, first)).toBe('invalid_code');
  await signIn(admin, ` ${second.toUpperCase().replaceAll('-', ' ')} `);
  expect(await stateOf(admin)).toEqual({ enabled: true, recovery_codes_left: RECOVERY_CODES - 2 });
});

test('separates the codes of tutors', async () => {
  const one = await makeGuardedAdmin();
  const other = await makeGuardedAdmin();
  expect(await refuseSignIn(other, one.recovery[0])).toBe('invalid_code');
  await signIn(other, codeOf(other.secret));
});

test('stores recovery codes only as hashes', async () => {
  const admin = await makeGuardedAdmin();
  const rows = await api.database.db
    .selectFrom('recovery_codes')
    .selectAll()
    .where('admin_id', '=', admin.id)
    .execute();
  const stored = JSON.stringify(rows);
  for (const code of admin.recovery) {
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(code.replaceAll('-', ''));
  }
});

const switchOff = ({ token }: Caller, code: string) =>
  api.call(endpoints.disableTwoFactor, { token, body: { current_password: PASSWORD, code } });

test('requires a code to switch it off, of the app or a recovery code', async () => {
  const admin = await makeGuardedAdmin();
  for (const [code, message] of [
    [undefined, 'Enter a code from your authenticator app, or a recovery code'],
    ['', 'Enter a code from your authenticator app, or a recovery code'],
    ['x'.repeat(65), 'Code is too long'],
    [codeOf(admin.secret, -3), 'This code is not valid. Please try the next one.'],
    ['7f3a-91c2-b04e-55d1', 'This code is not valid. Please try the next one.'],
  ] as const) {
    const body = { current_password: PASSWORD, code };
    const refused = await api.refused(endpoints.disableTwoFactor, { token: admin.token, body });
    expect(refused.body.details).toEqual([{ field: 'code', message }]);
  }
  expect((await stateOf(admin)).enabled).toBe(true);
  await switchOff(admin, admin.recovery[0] ?? '');
  expect((await stateOf(admin)).enabled).toBe(false);
});

test('refuses a code for switching off that was used to sign in', async () => {
  const admin = await makeGuardedAdmin();
  const code = codeOf(admin.secret);
  await signIn(admin, code);
  const body = { current_password: PASSWORD, code };
  const refused = await api.refused(endpoints.disableTwoFactor, { token: admin.token, body });
  expect(refused.body.details).toMatchObject([{ field: 'code' }]);
});

test('signs out every other device of that tutor, and nobody else', async () => {
  const [admin, other] = [await makeAdmin(api), await makeAdmin(api)];
  const elsewhere = await signIn(admin);
  const { secret } = await setUp(admin);
  await api.call(endpoints.enableTwoFactor, { token: admin.token, body: { code: codeOf(secret) } });
  const token = elsewhere.body.session.access_token;
  expect((await api.refused(endpoints.adminVerify, { token })).status).toBe(401);
  for (const holder of [admin, other])
    await api.call(endpoints.adminVerify, { token: holder.token });
});

test('needs only the password once it is off, and rejects old recovery codes when it is on again', async () => {
  const admin = await makeGuardedAdmin();
  await switchOff(admin, codeOf(admin.secret));
  expect(await stateOf(admin)).toEqual({ enabled: false, recovery_codes_left: 0 });
  await signIn(admin);
  const { secret } = await setUp(admin);
  await api.call(endpoints.enableTwoFactor, { token: admin.token, body: { code: codeOf(secret) } });
  expect(await refuseSignIn(admin, admin.recovery[0])).toBe('invalid_code');
});

test('is not available to students', async () => {
  const { token } = await makeFamily(api);
  expect((await api.refused(endpoints.getTwoFactor, { token })).status).toBe(403);
});
