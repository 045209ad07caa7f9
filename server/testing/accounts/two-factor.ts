// Two-factor authentication in tests: an authenticator app, and admins who use one.
import { Secret, TOTP } from 'otpauth';

import * as endpoints from '../../../domain/endpoints.ts';
import type { TestApp } from '../app.ts';
import type { Caller } from '../caller.ts';
import { makeAdmin } from '../factories.ts';
import { confirmed } from './accounts.ts';

const PERIOD_MS = 30_000;

/** The code of an authenticator app, `periods` before or after the test's clock. */
export const appCode = ({ clock }: TestApp, secret: string, periods = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: clock.now + periods * PERIOD_MS,
  });

export const setUpTwoFactor = async ({ call }: Caller) =>
  (await call(endpoints.setUpTwoFactor, { body: confirmed })).body.setup;

/** Sets it up and enables it; returns the secret and the recovery codes. */
export async function enableTwoFactor(api: TestApp, admin: Caller) {
  const { secret } = await setUpTwoFactor(admin);
  const { body } = await admin.call(endpoints.enableTwoFactor, {
    body: { code: appCode(api, secret) },
  });
  return { secret, recovery: body.recovery_codes };
}

/** A tutor who enabled it a while ago. */
export async function makeGuardedAdmin(api: TestApp) {
  const admin = await makeAdmin(api);
  const enabled = await enableTwoFactor(api, admin);
  api.clock.advance({ minutes: 5 });
  return { ...admin, ...enabled };
}
