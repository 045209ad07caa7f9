// Accounts of both audiences, and the calls that both have.
import type { Audience } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import type { TestApp } from '../app.ts';
import type { Caller } from '../caller.ts';
import { tokenTo } from '../emails.ts';
import { makeAdmin, makeFamily, PASSWORD } from '../factories.ts';

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

/** Requests a password link; returns its token. */
export async function linkFor(api: TestApp, audience: Audience, email: string): Promise<string> {
  await api.call(callsOf(audience).forgot, { body: { email } });
  return tokenTo(api, email);
}
