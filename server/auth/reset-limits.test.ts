// The limits on hashes and emails caused by password links, whoever requests or follows them.
import { createHook } from 'node:async_hooks';

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { MAX_RESET_LINKS, RATE_LIMITS } from '../../domain/limits.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import { makeAdmin, makeFamily, PASSWORD } from '../testing/factories.ts';
import { tokensTo, tokenTo } from '../testing/emails.ts';

// The counters use real time; only the date is moved, timers keep running.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(START) });
});
afterEach(() => {
  vi.useRealTimers();
});

const kinds = [
  {
    audience: 'family',
    make: makeFamily,
    forgot: endpoints.forgotPassword,
    reset: endpoints.resetPassword,
  },
  {
    audience: 'admin',
    make: makeAdmin,
    forgot: endpoints.adminForgotPassword,
    reset: endpoints.adminResetPassword,
  },
] as const;
type Kind = (typeof kinds)[number];

const NEW_PASSWORD = 'entanglement';

async function startWithLink({ make, forgot }: Kind): Promise<{ api: TestApp; token: string }> {
  const api = await startTestApp({ rateLimitScale: 1 });
  onTestFinished(() => api.close());
  const { email } = await make(api);
  await api.call(forgot, { body: { email } });
  return { api, token: await tokenTo(api, email) };
}

/**
 * How many passwords Node hashes while the link is followed, from a different address each time.
 */
async function hashesOf(
  api: TestApp,
  { reset }: Kind,
  token: string,
  calls: number,
): Promise<number> {
  let hashes = 0;
  const hook = createHook({
    init(_, type) {
      if (type === 'ARGON2REQUEST') hashes += 1;
    },
  }).enable();
  await Promise.all(
    Array.from({ length: calls }, (_, n) =>
      api.either(reset, { body: { token, password: NEW_PASSWORD }, address: `198.51.100.${n}` }),
    ),
  );
  hook.disable();
  return hashes;
}

test.each(kinds)('hashes nothing for a used $audience link', async (kind) => {
  const { api, token } = await startWithLink(kind);
  await api.call(kind.reset, { body: { token, password: PASSWORD } });
  expect(await hashesOf(api, kind, token, 3)).toBe(0);
});

test.each(kinds)('hashes nothing for an expired $audience link', async (kind) => {
  const { api, token } = await startWithLink(kind);
  api.clock.advance({ hours: 1 });
  expect(await hashesOf(api, kind, token, 3)).toBe(0);
});

test.each(kinds)(
  'hashes only a few times when a valid $audience link is used many times at once',
  async (kind) => {
    const { api, token } = await startWithLink(kind);
    const { points } = RATE_LIMITS.loginFailures;
    expect(await hashesOf(api, kind, token, 3 * points)).toBe(points);
  },
);

test.each(kinds)(
  'emails only a few links to a $audience when many strangers ask at once',
  async (kind) => {
    const { api, token } = await startWithLink(kind);
    const { email } = await kind.make(api);
    const ask = () =>
      Promise.all(
        Array.from({ length: 3 * MAX_RESET_LINKS }, (_, n) =>
          api.call(kind.forgot, { body: { email }, address: `198.51.100.${n}` }),
        ),
      );
    await ask();
    const links = await tokensTo(api, email);
    expect(links).toHaveLength(MAX_RESET_LINKS);
    await ask();
    expect(await tokensTo(api, email)).toEqual(links);
    // Links of another account do not count; using one of its own makes room for another.
    await api.call(kind.reset, { body: { token, password: NEW_PASSWORD } });
    await api.call(kind.reset, { body: { token: links.at(-1) ?? '', password: NEW_PASSWORD } });
    await ask();
    expect(await tokensTo(api, email)).toHaveLength(2 * MAX_RESET_LINKS);
    api.clock.advance({ hours: 1 });
    await ask();
    expect(await tokensTo(api, email)).toHaveLength(3 * MAX_RESET_LINKS);
  },
);
