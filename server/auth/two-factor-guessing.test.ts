// Guessing two-factor codes: ten failures in all, for any call and from any address.
import { Secret, TOTP } from 'otpauth';
import { expect, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { RATE_LIMITS } from '../../domain/limits.ts';
import { START, startTestApp } from '../testing/app.ts';
import { makeAdmin, PASSWORD } from '../testing/factories.ts';

test('stops after ten failures, at sign-in and at switching on', async () => {
  // The counters use real time; only the date is moved, timers keep running.
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
    // Beyond the limit of calls a minute, so that now the count of failures refuses.
    vi.setSystemTime(Date.parse(START) + 120_000);
    strict.clock.advance({ minutes: 2 });
    expect(await attempt(totp.generate({ timestamp: strict.clock.now }))).toBe(429);
    // Another address gets no further guesses either, now that the password is known.
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
