// The limits on guessing two-factor codes, and on hashes and emails caused by password links.
import { createHook } from 'node:async_hooks';

import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { RATE_LIMITS } from '../../domain/limits.ts';
import { audiences, linkFor, makeAccount, NEW_PASSWORD } from '../testing/accounts/accounts.ts';
import { appCode, enableTwoFactor } from '../testing/accounts/two-factor.ts';
import { tokensTo } from '../testing/emails.ts';
import { PASSWORD } from '../testing/factories.ts';
import { limitedTest as base, passTime } from '../testing/limited.ts';
import { MAX_RESET_LINKS } from './passwords.ts';

const { points } = RATE_LIMITS.loginFailures;

/** How many passwords Node hashes during `work`. */
async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({
    init(_, type) {
      if (type === 'ARGON2REQUEST') hashes += 1;
    },
  }).enable();
  await work();
  hook.disable();
  return hashes;
}

/** Calls from a different address each time. */
const manyTimes = (calls: number, call: (address: string) => Promise<unknown>) =>
  Promise.all(Array.from({ length: calls }, (_, n) => call(`198.51.100.${n}`)));

describe.for(audiences)('the password link of a $audience', ({ audience, forgot, reset }) => {
  const test = base
    .extend('link', async ({ api }) => {
      const { email } = await makeAccount(api, audience);
      return linkFor(api, audience, email);
    })
    .extend('follow', ({ api, link: token }) => (times: number) => {
      const body = { token, password: NEW_PASSWORD };
      return hashesOf(() => manyTimes(times, (address) => api.either(reset, { body, address })));
    });

  test('costs no hash once it is used', async ({ api, link, follow }) => {
    await api.call(reset, { body: { token: link, password: PASSWORD } });
    expect(await follow(3)).toBe(0);
  });

  test('costs no hash once it has expired', async ({ api, follow }) => {
    api.clock.advance({ hours: 1 });
    expect(await follow(3)).toBe(0);
  });

  test('costs only a few hashes when it is used many times at once', async ({ follow }) => {
    expect(await follow(3 * points)).toBe(points);
  });

  test('is emailed only a few times when many strangers ask at once', async ({ api, link }) => {
    const { email } = await makeAccount(api, audience);
    const ask = async () => {
      const body = { email };
      await manyTimes(3 * MAX_RESET_LINKS, (address) => api.call(forgot, { body, address }));
      return tokensTo(api, email);
    };
    const links = await ask();
    expect(links).toHaveLength(MAX_RESET_LINKS);
    expect(await ask()).toEqual(links);
    // Links of another account do not count; using one of its own makes room for another.
    await api.call(reset, { body: { token: link, password: NEW_PASSWORD } });
    await api.call(reset, { body: { token: links.at(-1) ?? '', password: NEW_PASSWORD } });
    expect(await ask()).toHaveLength(2 * MAX_RESET_LINKS);
    api.clock.advance({ hours: 1 });
    expect(await ask()).toHaveLength(3 * MAX_RESET_LINKS);
  });
});

base('stops guesses of codes after ten failures in all', async ({ api, tutor }) => {
  const { secret } = await enableTwoFactor(api, tutor);
  const enable = (code: string) => tutor.refused(endpoints.enableTwoFactor, { body: { code } });
  for (let n = 2; n <= points; n += 1) await enable('000000');
  expect((await enable(appCode(api, secret))).status).toBe(429);

  const attempt = async (code: string, address = '198.51.100.7') => {
    const body = { email: tutor.email, password: PASSWORD, code };
    return (await api.either(endpoints.adminLogin, { body, address })).status;
  };
  for (let n = 0; n < points; n += 1) expect(await attempt('0000')).toBe(401);
  // Beyond the limit of calls a minute, so that now the count of failures refuses.
  passTime(120_000);
  api.clock.advance({ minutes: 2 });
  expect(await attempt(appCode(api, secret))).toBe(429);
  // Another address gets no further guesses either, now that the password is known.
  expect(await attempt(appCode(api, secret), '203.0.113.9')).toBe(429);
});
