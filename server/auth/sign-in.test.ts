// Sign-in, sign-out and verification, for families and the tutor alike.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { LENGTHS, SESSION_SECONDS } from '../../domain/limits.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeAdmin, makeFamily, PASSWORD, signUpForm } from '../testing/factories.ts';

const audiences = [
  {
    audience: 'family',
    login: endpoints.login,
    logout: endpoints.logout,
    verify: endpoints.verify,
    other: endpoints.adminVerify,
    otherLogin: endpoints.adminLogin,
  },
  {
    audience: 'admin',
    login: endpoints.adminLogin,
    logout: endpoints.adminLogout,
    verify: endpoints.adminVerify,
    other: endpoints.verify,
    otherLogin: endpoints.login,
  },
] as const;

let api: TestApp;
/** An account of each audience, which can sign in with PASSWORD. */
const emails = { family: '', admin: '' };
beforeAll(async () => {
  api = await startTestApp();
  const form = signUpForm();
  await api.call(endpoints.register, { body: form });
  emails.family = form.Parent_Email;
  emails.admin = (await makeAdmin(api)).email;
});
afterAll(() => api.close());

test.each(audiences)(
  'signs a $audience in with the email in any case, for the duration of a session',
  async ({ audience, login }) => {
    const email = ` ${emails[audience].toUpperCase()} `;
    const { body } = await api.call(login, { body: { email, password: PASSWORD } });
    expect(body.session.expires_at).toBe(api.clock.now / 1000 + SESSION_SECONDS[audience]);
    expect(body.session.access_token).not.toBe(body.session.refresh_token);
    // 256 bits as URL-safe text.
    expect(body.session.access_token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(body.user)).toContain(emails[audience]);
  },
);

test.each(audiences)(
  'gives the same answer to a wrong password and an unknown email of a $audience',
  async ({ audience, login, otherLogin }) => {
    const wrong = await api.refused(login, {
      body: { email: emails[audience], password: `${PASSWORD}!` },
    });
    const unknown = await api.refused(login, {
      body: { email: 'nobody@example.com', password: PASSWORD },
    });
    const elsewhere = await api.refused(otherLogin, {
      body: { email: emails[audience], password: PASSWORD },
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({
      success: false,
      code: 'invalid_credentials',
      error: 'Invalid credentials. Please try again.',
    });
    expect(unknown.body).toEqual(wrong.body);
    expect(elsewhere.body).toEqual(wrong.body);
  },
);

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[3] ?? 0;
}

test.each(audiences)(
  'does not reveal by timing whether a $audience account exists',
  async ({ audience, login }) => {
    const attempt = (email: string) => () =>
      api.refused(login, { body: { email, password: 'wrong-password' } });
    const known = await medianMs(attempt(emails[audience]));
    const unknown = await medianMs(attempt('nobody@example.com'));
    expect(known / unknown).toBeGreaterThan(1 / 3);
    expect(known / unknown).toBeLessThan(3);
  },
);

const EMAIL = 'Invalid email address';
const SHORT = 'Password must be at least 6 characters';

test.each([
  {
    form: {},
    faults: [
      ['email', EMAIL],
      ['password', SHORT],
    ],
  },
  { form: { email: 'nobody', password: PASSWORD }, faults: [['email', EMAIL]] },
  { form: { email: ['a@example.com'], password: PASSWORD }, faults: [['email', EMAIL]] },
  {
    form: { email: `${'a'.repeat(LENGTHS.email.max)}@example.com`, password: PASSWORD },
    faults: [['email', 'Email must be less than 255 characters']],
  },
  { form: { email: 'a@example.com', password: 'short' }, faults: [['password', SHORT]] },
  { form: { email: 'a@example.com', password: null }, faults: [['password', SHORT]] },
  {
    form: { email: 'a@example.com', password: 'a'.repeat(LENGTHS.password.max + 1) },
    faults: [['password', 'Password must be less than 128 characters']],
  },
])('names the invalid fields of $form', async ({ form, faults }) => {
  for (const { login } of audiences) {
    const { status, body } = await api.refused(login, { body: form });
    expect(status).toBe(400);
    expect(body.details).toEqual(faults.map(([field, message]) => ({ field, message })));
  }
});

test.each(audiences)(
  'verifies a $audience while signed in, and not after signing out',
  async ({ audience, login, logout, verify }) => {
    const { body } = await api.call(login, {
      body: { email: emails[audience], password: PASSWORD },
    });
    const token = body.session.access_token;
    expect((await api.call(verify, { token })).body.user).toEqual(body.user);
    await api.call(logout, { token });
    const { status, body: refusal } = await api.refused(verify, { token });
    expect(status).toBe(401);
    expect(refusal).toEqual({
      success: false,
      code: 'unauthenticated',
      error: 'Authentication required',
    });
  },
);

test.each(audiences)(
  'ends only the current session when a $audience signs out',
  async ({ audience, login, logout, verify }) => {
    const signIn = async () =>
      (await api.call(login, { body: { email: emails[audience], password: PASSWORD } })).body
        .session.access_token;
    const [here, there] = [await signIn(), await signIn()];
    await api.call(logout, { token: here });
    await api.call(verify, { token: there });
  },
);

test.each(audiences)(
  'signs a $audience out with an expired token, but not without one or for the other audience',
  async ({ audience, login, logout, verify }) => {
    const { body } = await api.call(login, {
      body: { email: emails[audience], password: PASSWORD },
    });
    const token = body.session.access_token;
    await api.call(logout, { token: 'garbage' });
    await api.call(logout, { token });
    await api.call(logout, { token });
    expect((await api.refused(logout)).status).toBe(401);
    expect((await api.refused(logout, { headers: { authorization: 'Basic YTpi' } })).status).toBe(
      401,
    );

    const other = audience === 'family' ? await makeAdmin(api) : await makeFamily(api);
    const refusal = await api.refused(logout, { token: other.token });
    expect(refusal.body.code).toBe('forbidden');
    const { other: otherVerify } =
      audiences.find((one) => one.audience === audience) ?? audiences[0];
    await api.call(otherVerify, { token: other.token });
    expect((await api.refused(verify, { token: other.token })).body).toEqual({
      success: false,
      code: 'forbidden',
      error: errorCatalogue.forbidden.text,
    });
  },
);

test.each(audiences)(
  'ends a $audience session in the exact second that it names',
  async ({ audience, login, verify }) => {
    const start = api.clock.now;
    try {
      // Sessions end on whole seconds, wherever within one they began.
      api.clock.advance({ ms: 789 });
      const { body } = await api.call(login, {
        body: { email: emails[audience], password: PASSWORD },
      });
      const token = body.session.access_token;
      api.clock.now = body.session.expires_at * 1000 - 1;
      await api.call(verify, { token });
      api.clock.now = body.session.expires_at * 1000;
      expect((await api.refused(verify, { token })).body.code).toBe('unauthenticated');
    } finally {
      api.clock.now = start;
    }
  },
);

test('returns the same numbers in the profile as in the user', async () => {
  const { token } = await makeFamily(api, 3);
  const { body } = await api.call(endpoints.getProfile, { token });
  expect(body.stats).toEqual({ lessonsAttended: 0, upcomingBookings: 0, creditsRemaining: 3 });
  expect(body.user).toMatchObject({ Credits: 3, Lessons_Attended: 0, Lessons_Booked: 0 });
});
