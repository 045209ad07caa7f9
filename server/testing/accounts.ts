// Accounts of both audiences, and the calls that both have.
import type { Audience } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { TestApp } from './app.ts';
import { type Caller, makeFamilyCaller, type TestFamily } from './caller.ts';
import { tokenTo } from './emails.ts';
import { makeAdmin, makeFamily, PASSWORD, signUpForm } from './factories.ts';

export const NEW_PASSWORD = 'entanglement';
export const confirmed = { current_password: PASSWORD };
/** The body of a password change. */
export const passwords = { current_password: PASSWORD, password: NEW_PASSWORD };

export const audiences = [
  {
    audience: 'family',
    login: endpoints.login,
    logout: endpoints.logout,
    verify: endpoints.verify,
    refresh: endpoints.refresh,
    forgot: endpoints.forgotPassword,
    reset: endpoints.resetPassword,
    change: endpoints.changePassword,
  },
  {
    audience: 'admin',
    login: endpoints.adminLogin,
    logout: endpoints.adminLogout,
    verify: endpoints.adminVerify,
    refresh: endpoints.adminRefresh,
    forgot: endpoints.adminForgotPassword,
    reset: endpoints.adminResetPassword,
    change: endpoints.changeAdminPassword,
  },
] as const;
export type AudienceCalls = (typeof audiences)[number];

export const callsOf = (audience: Audience): AudienceCalls =>
  audiences[audience === 'family' ? 0 : 1];
export const otherCalls = (audience: Audience): AudienceCalls =>
  audiences[audience === 'family' ? 1 : 0];

/** Someone who can sign in with PASSWORD; `id` is the person's. */
export async function makeAccount(api: TestApp, audience: Audience): Promise<Caller> {
  if (audience === 'admin') return makeAdmin(api);
  const { personId, ...family } = await makeFamily(api);
  return { ...family, id: personId };
}

/** A family that has filled in the sign-up form, with these changes, and not followed its link. */
export async function signUp(api: TestApp, changes: object = {}): Promise<TestFamily> {
  const form = { ...signUpForm(), ...changes };
  const email = form.Parent_Email;
  await api.call(endpoints.register, { body: form });
  const { body } = await api.call(endpoints.login, { body: { email, password: PASSWORD } });
  const studentId = body.user.students[0]?.id ?? '';
  const { id: personId } = await api.database.db
    .selectFrom('people')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return makeFamilyCaller(api, {
    id: body.user.id,
    personId,
    studentId,
    email,
    session: body.session,
  });
}

/** Requests a password link; returns its token. */
export async function linkFor(api: TestApp, audience: Audience, email: string): Promise<string> {
  await api.call(callsOf(audience).forgot, { body: { email } });
  return tokenTo(api, email);
}

/** Requests an email change of a parent; returns the token of its link. */
export async function changeEmail(
  api: TestApp,
  account: Pick<Caller, 'token'>,
  email: string,
): Promise<string> {
  const body = { Parent_Email: email, ...confirmed };
  await api.call(endpoints.updateProfile, { token: account.token, body });
  return tokenTo(api, email);
}

export const deleteAccount = ({ either }: Pick<Caller, 'either'>) =>
  either(endpoints.deleteAccount, { body: confirmed });
