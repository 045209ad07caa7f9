// Sign-in, sign-out and verification, for families and the tutor alike.
import { describe, expect } from 'vitest';

import { SESSION_SECONDS } from '../../domain/auth/session.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { audiences, makeAccount, otherCalls, passwords } from '../testing/accounts/accounts.ts';
import { START } from '../testing/app.ts';
import { makeFamily, PASSWORD } from '../testing/factories.ts';
import { sharedTest } from '../testing/test.ts';

/** The median times of each, measured in turns, so that a busy moment of the machine meets all. */
async function medianMs(...works: (() => Promise<unknown>)[]): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let n = 0; n < 7; n += 1)
    for (const [index, work] of works.entries()) {
      const start = performance.now();
      await work();
      times[index]?.push(performance.now() - start);
    }
  return times.map((own) => own.toSorted((one, other) => one - other)[3] ?? 0);
}

describe.for(audiences)('sign-in as $audience', ({ audience, change, login, logout, verify }) => {
  const other = otherCalls(audience);
  const test = sharedTest
    .extend('email', async ({ api }) => (await makeAccount(api, audience)).email)
    .extend('signIn', ({ api, email }) => async () => {
      const { body } = await api.call(login, { body: { email, password: PASSWORD } });
      return { token: body.session.access_token, ...body };
    });
  test.beforeEach(({ api }) => api.clock.set(START));

  test('accepts the email in any case, for the duration of a session', async ({ api, email }) => {
    const typed = ` ${email.toUpperCase()} `;
    const { body } = await api.call(login, { body: { email: typed, password: PASSWORD } });
    expect(body.session.expires_at).toBe(api.clock.now / 1000 + SESSION_SECONDS[audience]);
    expect(body.session.access_token).not.toBe(body.session.refresh_token);
    // 256 bits as URL-safe text.
    expect(body.session.access_token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(body.user)).toContain(email);
  });

  test('answers a wrong password and an unknown email alike', async ({ api, email }) => {
    const attempts = await Promise.all([
      api.refused(login, { body: { email, password: `${PASSWORD}!` } }),
      api.refused(login, { body: { email: 'nobody@example.com', password: PASSWORD } }),
      api.refused(other.login, { body: { email, password: PASSWORD } }),
    ]);
    const error = 'Invalid credentials. Please try again.';
    for (const { status, body } of attempts)
      expect([status, body]).toEqual([401, { success: false, code: 'invalid_credentials', error }]);
  });

  test('does not reveal by timing whether an account exists', async ({ api }) => {
    const { email, token } = await makeAccount(api, audience);
    // One that the product has hashed, unlike those of the tests' accounts.
    await api.call(change, { token, body: passwords });
    const attempt = (typed: string) => () =>
      api.refused(login, { body: { email: typed, password: 'wrong-password' } });
    const [known = 0, unknown = 0] = await medianMs(attempt(email), attempt('nobody@example.com'));
    expect(known / unknown).toBeGreaterThan(1 / 3);
    expect(known / unknown).toBeLessThan(3);
  });

  test('names the invalid fields', async ({ api }) => {
    const { status, body } = await api.refused(login, { body: {} });
    expect(status).toBe(400);
    expect(body.details).toEqual([
      { field: 'email', message: 'Invalid email address' },
      { field: 'password', message: 'Password must be at least 6 characters' },
    ]);
  });

  test('is verified until the session signs out', async ({ api, signIn }) => {
    const { token, user } = await signIn();
    expect((await api.call(verify, { token })).body.user).toEqual(user);
    await api.call(logout, { token });
    const { status, body } = await api.refused(verify, { token });
    const error = 'Authentication required';
    expect([status, body]).toEqual([401, { success: false, code: 'unauthenticated', error }]);
  });

  test('ends only the current session when it signs out', async ({ api, signIn }) => {
    const [here, there] = [await signIn(), await signIn()];
    await api.call(logout, { token: here.token });
    await api.call(verify, { token: there.token });
  });

  test('signs out with an ended token, but not without one', async ({ api, signIn }) => {
    const { token } = await signIn();
    for (const ended of ['garbage', token, token]) await api.call(logout, { token: ended });
    expect((await api.refused(logout)).status).toBe(401);
    const basic = await api.refused(logout, { headers: { authorization: 'Basic YTpi' } });
    expect(basic.status).toBe(401);
  });

  test('refuses the token of the other audience, and keeps it valid', async ({ api }) => {
    const { token } = await makeAccount(api, other.audience);
    expect((await api.refused(logout, { token })).body.code).toBe('forbidden');
    await api.call(other.verify, { token });
    const error = errorCatalogue.forbidden.text;
    expect((await api.refused(verify, { token })).body).toEqual({
      success: false,
      code: 'forbidden',
      error,
    });
  });

  test('ends a session in the exact second that it names', async ({ api, signIn }) => {
    // Sessions end on whole seconds, wherever within one they began.
    api.clock.advance({ ms: 789 });
    const { token, session } = await signIn();
    api.clock.now = session.expires_at * 1000 - 1;
    await api.call(verify, { token });
    api.clock.now = session.expires_at * 1000;
    expect((await api.refused(verify, { token })).body.code).toBe('unauthenticated');
  });
});

sharedTest('the profile has the same numbers as the user', async ({ api }) => {
  const { stats, user } = await (await makeFamily(api, 3)).readProfile();
  expect(stats).toEqual({ lessonsAttended: 0, upcomingBookings: 0, creditsRemaining: 3 });
  expect(user).toMatchObject({ Credits: 3, Lessons_Attended: 0, Lessons_Booked: 0 });
});
