// Guessing codes of two-factor authentication: ten failures, whatever they were typed for and
// wherever from.
import { Secret, TOTP } from 'otpauth';
import { expect, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { RATE_LIMITS } from '../../domain/limits.ts';
import { START, startTestApp } from '../testing/app.ts';
import { makeAdmin, PASSWORD } from '../testing/factories.ts';

test('guessing codes ends after ten failures, at signing in and at switching on', async () => {
  // The counters keep real time; only the date is moved, timers run on.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(START) });
  const strict = await startTestApp({ rateLimitScale: 1 });
  try {
    const admin = await makeAdmin(strict);
    const { token } = admin;
    const { body } = await strict.call(endpoints.setUpTwoFactor, {
      token,
      body: { current_password: PASSWORD },
    });
    const totp = new TOTP({ secret: Secret.fromBase32(body.setup.secret) });
    const code = totp.generate({ timestamp: strict.clock.now });
    await strict.call(endpoints.enableTwoFactor, { token, body: { code } });
    for (let n = 2; n <= RATE_LIMITS.loginFailures.points; n += 1)
      await strict.refused(endpoints.enableTwoFactor, { token, body: { code: '000000' } });
    expect(
      (await strict.refused(endpoints.enableTwoFactor, { token, body: { code } })).status,
    ).toBe(429);

    const attempt = async (typed: string) => {
      const form = { email: admin.email, password: PASSWORD, code: typed };
      return (await strict.either(endpoints.adminLogin, { body: form, address: '198.51.100.7' }))
        .status;
    };
    for (let n = 0; n < RATE_LIMITS.loginFailures.points; n += 1)
      expect(await attempt('0000')).toBe(401);
    // Past the limit of calls a minute, so that what refuses now is the count of failures.
    vi.setSystemTime(Date.parse(START) + 120_000);
    strict.clock.advance({ minutes: 2 });
    expect(await attempt(totp.generate({ timestamp: strict.clock.now }))).toBe(429);
    // Nor does another address get more guesses than that, now that the password is known.
    const elsewhere = {
      email: admin.email,
      password: PASSWORD,
      code: totp.generate({ timestamp: strict.clock.now }),
    };
    const refused = await strict.refused(endpoints.adminLogin, {
      body: elsewhere,
      address: '203.0.113.9',
    });
    expect(refused.status).toBe(429);
  } finally {
    vi.useRealTimers();
    await strict.close();
  }
});
