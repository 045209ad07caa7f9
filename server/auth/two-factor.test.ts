// Two-factor authentication through the API: switching it on and off, codes of the app and recovery
// codes.
import { describe, expect } from 'vitest';

import { RECOVERY_CODES } from '../../domain/auth/two-factor.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { confirmed } from '../testing/accounts/accounts.ts';
import {
  appCode,
  enableTwoFactor,
  makeGuardedAdmin,
  setUpTwoFactor,
} from '../testing/accounts/two-factor.ts';
import { START } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, PASSWORD } from '../testing/factories.ts';
import { SENDER } from '../testing/sender.ts';
import { sharedTest } from '../testing/test.ts';

const test = sharedTest
  .extend('admin', ({ api }) => makeAdmin(api))
  .extend('guarded', ({ api }) => makeGuardedAdmin(api));
test.beforeEach(({ api }) => api.clock.set(START));

const NOT_VALID = 'This code is not valid. Please try the next one.';
const ALL_LEFT = { enabled: true, recovery_codes_left: RECOVERY_CODES };
const OFF = { enabled: false, recovery_codes_left: 0 };

const stateOf = async ({ call }: Caller) => (await call(endpoints.getTwoFactor)).body.two_factor;
const enable = ({ call }: Caller, code: string) =>
  call(endpoints.enableTwoFactor, { body: { code } });
const refuseToEnable = async ({ refused }: Caller, code: string) =>
  (await refused(endpoints.enableTwoFactor, { body: { code } })).body;
const disable = ({ call }: Caller, code: string) =>
  call(endpoints.disableTwoFactor, { body: { ...confirmed, code } });
const refuseToDisable = async ({ refused }: Caller, code: string | undefined) =>
  (await refused(endpoints.disableTwoFactor, { body: { ...confirmed, code } })).body.details;

const signIn = ({ email, call }: Caller, code?: string) =>
  call(endpoints.adminLogin, { body: { email, password: PASSWORD, code } });
const refuseSignIn = async ({ email, refused }: Caller, code?: string, password = PASSWORD) =>
  (await refused(endpoints.adminLogin, { body: { email, password, code } })).body.code;

describe('enabling', () => {
  test('is not done by default, nor by the set-up alone', async ({ admin }) => {
    expect(await stateOf(admin)).toEqual(OFF);
    const { secret, uri } = await setUpTwoFactor(admin);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toMatch(/^otpauth:\/\/totp\//);
    expect(decodeURIComponent(uri)).toContain(admin.email);
    expect(new URL(uri).searchParams.get('issuer')).toBe(SENDER.name);
    expect(uri).toContain(`secret=${secret}`);
    expect(await stateOf(admin)).toEqual(OFF);
    await signIn(admin);
  });

  test('refuses a wrong code, and returns ten recovery codes', async ({ api, admin }) => {
    const { secret } = await setUpTwoFactor(admin);
    const code = appCode(api, secret);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const { details } = await refuseToEnable(admin, wrong);
    expect(details).toEqual([{ field: 'code', message: NOT_VALID }]);
    for (const bad of ['12345', '1234567', 'abcdef', ''])
      expect((await refuseToEnable(admin, bad)).details).toMatchObject([{ field: 'code' }]);
    const { body } = await enable(admin, code);
    expect(new Set(body.recovery_codes).size).toBe(RECOVERY_CODES);
    expect(await stateOf(admin)).toEqual(ALL_LEFT);
  });

  test('takes codes as people type them, as signing in does', async ({ api, admin }) => {
    const spaced = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;
    const { secret } = await setUpTwoFactor(admin);
    await enable(admin, spaced(appCode(api, secret)));
    api.clock.advance({ minutes: 1 });
    await signIn(admin, spaced(appCode(api, secret)));
    api.clock.advance({ minutes: 1 });
    await disable(admin, spaced(appCode(api, secret)));
    expect(await stateOf(admin)).toEqual(OFF);
  });

  test('refuses the secret of an earlier set-up', async ({ api, admin }) => {
    const first = await setUpTwoFactor(admin);
    await setUpTwoFactor(admin);
    const { code } = await refuseToEnable(admin, appCode(api, first.secret));
    expect(code).toBe('validation_failed');
  });

  test('is refused while it is on', async ({ guarded }) => {
    const { body } = await guarded.refused(endpoints.setUpTwoFactor, { body: confirmed });
    expect(body.error).toBe('Two-factor authentication is already switched on');
  });

  test('succeeds once in concurrent calls, whose recovery codes work', async ({ api, admin }) => {
    const { secret } = await setUpTwoFactor(admin);
    const body = { code: appCode(api, secret) };
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.either(endpoints.enableTwoFactor, { body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await stateOf(admin)).recovery_codes_left).toBe(RECOVERY_CODES);
  });

  test('signs out every other device of that tutor alone', async ({ api, admin, tutor }) => {
    const { body } = await signIn(admin);
    await enableTwoFactor(api, admin);
    const token = body.session.access_token;
    expect((await api.refused(endpoints.adminVerify, { token })).status).toBe(401);
    for (const holder of [admin, tutor]) await holder.call(endpoints.adminVerify);
  });

  test.for([endpoints.setUpTwoFactor, endpoints.disableTwoFactor])(
    'requires the password: $path',
    async (endpoint, { guarded }) => {
      const form = { current_password: 'not this one', code: '000000' };
      const { status, body } = await guarded.refused(endpoint, { body: form });
      const message = 'The current password is not correct';
      expect([status, body.details]).toEqual([400, [{ field: 'current_password', message }]]);
    },
  );

  test('is not available to students', async ({ family }) => {
    expect((await family.refused(endpoints.getTwoFactor)).status).toBe(403);
  });
});

describe('sign-in', () => {
  test('asks for the code only after the right password', async ({ api, guarded }) => {
    const code = appCode(api, guarded.secret);
    expect(await refuseSignIn(guarded)).toBe('two_factor_required');
    expect(await refuseSignIn(guarded, '')).toBe('two_factor_required');
    expect(await refuseSignIn(guarded, '000000x')).toBe('invalid_code');
    expect(await refuseSignIn(guarded, undefined, 'wrong password')).toBe('invalid_credentials');
    expect(await refuseSignIn(guarded, code, 'wrong password')).toBe('invalid_credentials');
    expect((await signIn(guarded, code)).body.user.id).toBe(guarded.id);
  });

  test('accepts a code that contains a space', async ({ api, guarded }) => {
    const code = appCode(api, guarded.secret);
    await signIn(guarded, ` ${code.slice(0, 3)} ${code.slice(3)} `);
  });

  test.for([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const)('accepts a code of %i periods away: %s', async ([away, works], { api, guarded }) => {
    const code = appCode(api, guarded.secret, away);
    if (works) await signIn(guarded, code);
    else expect(await refuseSignIn(guarded, code)).toBe('invalid_code');
  });

  test('accepts no used code, no earlier one, nor the enabling one', async ({ api, admin }) => {
    const { secret } = await enableTwoFactor(api, admin);
    expect(await refuseSignIn(admin, appCode(api, secret))).toBe('invalid_code');
    await signIn(admin, appCode(api, secret, 1));
    expect(await refuseSignIn(admin, appCode(api, secret, 1))).toBe('invalid_code');
    expect(await refuseSignIn(admin, appCode(api, secret, 0))).toBe('invalid_code');
    api.clock.advance({ minutes: 1 });
    await signIn(admin, appCode(api, secret));
  });

  test('succeeds once in five concurrent calls with one code', async ({ api, guarded }) => {
    const body = { email: guarded.email, password: PASSWORD, code: appCode(api, guarded.secret) };
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => api.either(endpoints.adminLogin, { body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('recovery codes', () => {
  test('are accepted once each, in any spelling', async ({ guarded }) => {
    const [first = '', second = ''] = guarded.recovery;
    await signIn(guarded, first);
    expect(await refuseSignIn(guarded, first)).toBe('invalid_code');
    await signIn(guarded, ` ${second.toUpperCase().replaceAll('-', ' ')} `);
    const recovery_codes_left = RECOVERY_CODES - 2;
    expect(await stateOf(guarded)).toEqual({ enabled: true, recovery_codes_left });
  });

  test('belong to one tutor, as the codes of the app do', async ({ api, guarded }) => {
    const other = await makeGuardedAdmin(api);
    expect(await refuseSignIn(other, guarded.recovery[0])).toBe('invalid_code');
    await signIn(other, appCode(api, other.secret));
  });

  test('are stored only as hashes', async ({ api, guarded }) => {
    const rows = await api.database.db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('admin_id', '=', guarded.id)
      .execute();
    const stored = JSON.stringify(rows);
    for (const code of guarded.recovery) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll('-', ''));
    }
  });
});

describe('disabling', () => {
  test('requires a code of the app or a recovery code', async ({ api, guarded }) => {
    const missing = 'Enter a code from your authenticator app, or a recovery code';
    for (const [code, message] of [
      [undefined, missing],
      ['', missing],
      ['x'.repeat(65), 'Code is too long'],
      [appCode(api, guarded.secret, -3), NOT_VALID],
      ['7f3a-91c2-b04e-55d1', NOT_VALID],
    ] as const)
      expect(await refuseToDisable(guarded, code)).toEqual([{ field: 'code', message }]);
    expect((await stateOf(guarded)).enabled).toBe(true);
    await disable(guarded, guarded.recovery[0] ?? '');
    expect((await stateOf(guarded)).enabled).toBe(false);
  });

  test('refuses a code that was used to sign in', async ({ api, guarded }) => {
    const code = appCode(api, guarded.secret);
    await signIn(guarded, code);
    expect(await refuseToDisable(guarded, code)).toMatchObject([{ field: 'code' }]);
  });

  test('ends the need for codes and the recovery codes for good', async ({ api, guarded }) => {
    await disable(guarded, appCode(api, guarded.secret));
    expect(await stateOf(guarded)).toEqual(OFF);
    await signIn(guarded);
    await enableTwoFactor(api, guarded);
    expect(await refuseSignIn(guarded, guarded.recovery[0])).toBe('invalid_code');
  });
});
