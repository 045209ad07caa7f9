// HTTP of sign-in for families and the tutor: sessions, renewal, passwords, sign-out and setup.
import type { SignInForm } from '../../domain/auth/sign-in.ts';
import type { Audience } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import { recordActivity } from '../activity/activities.ts';
import { readAdmin } from '../auth/admins.ts';
import { findResetLink, requestReset } from '../auth/passwords.ts';
import { findSetupAddress, setUp } from '../auth/setup.ts';
import { isEnabled, requireSecondFactor } from '../auth/two-factor.ts';
import type { Context } from '../engine/context.ts';
import { confirmPassword } from '../http/confirm-password.ts';
import { codesOf, EVERYWHERE, triesOf } from '../http/limits.ts';
import { type Api, mount } from '../http/mount.ts';
import { networkOf } from '../http/networks.ts';
import { findCredentials, type ProvenOwner, readMember } from '../sessions/credentials.ts';
import { checkPassword } from '../sessions/hashing.ts';
import { findRenewal, renewSession } from '../sessions/renewal.ts';
import { endChain, signIn } from '../sessions/sessions.ts';
import { readAccount } from './accounts.ts';
import type { AccountListeners } from './listeners.ts';
import { changePassword, resetAccount } from './people/new-passwords.ts';

export function mountSignInRoutes(api: Api, listeners: AccountListeners): void {
  mountSessionRoutes(api);
  mountPasswordRoutes(api, listeners);
}

function mountSessionRoutes(api: Api): void {
  const { database, limits } = api;
  const { db } = database;

  mount(api, endpoints.login, async ({ context, body, request }) => {
    const proven = await provePassword(api, 'family', body, request.ip);
    const session = await signIn(context, proven);
    await deleteFailures(api, 'family', body, request.ip);
    return { session, user: await readAccount(db, await readMember(db, proven.id), context.now) };
  });
  mount(api, endpoints.adminLogin, async ({ context, body, request }) => {
    const proven = await provePassword(api, 'admin', body, request.ip);
    const { id } = proven;
    // Somebody who knows the password could guess codes from many client addresses at once.
    const codes = codesOf(id);
    if (await isEnabled(db, id)) {
      if (body.code === undefined || body.code === '') throw new Refusal('two_factor_required');
      await limits.countLogin(codes, EVERYWHERE);
    }
    const session = await signIn(context, proven, async (work, account) => {
      await requireSecondFactor(work, account, body.code ?? '');
      await recordActivity(work, { adminId: id, kind: 'signed_in', detail: `From ${request.ip}` });
    });
    await limits.deleteLogins(codes, EVERYWHERE);
    await deleteFailures(api, 'admin', body, request.ip);
    return { session, user: await readAdmin(db, id) };
  });

  mount(api, endpoints.refresh, async ({ context, body }) => {
    const { session, actor } = await renew(api, context, { audience: 'family', ...body });
    return { session, user: await readAccount(db, actor, context.now) };
  });
  mount(api, endpoints.adminRefresh, async ({ context, body }) => {
    const { session, actor } = await renew(api, context, { audience: 'admin', ...body });
    return { session, user: await readAdmin(db, actor.id) };
  });

  mount(api, endpoints.setUp, async ({ context, body, request }) => {
    const tokenHash = await findSetupAddress(context, body.token);
    // Only one of several simultaneous uses succeeds, but each of them has a password hashed.
    await limits.countLogin(triesOf(tokenHash), EVERYWHERE);
    const { id, session } = await setUp(context, { tokenHash, admin: body, from: request.ip });
    return { session, user: await readAdmin(db, id) };
  });

  for (const endpoint of [endpoints.logout, endpoints.adminLogout]) {
    mount(api, endpoint, async ({ context }) => {
      await endChain(context);
      return {};
    });
  }

  mount(api, endpoints.verify, async ({ context: { actor, now } }) => ({
    user: await readAccount(db, actor, now),
  }));
  mount(api, endpoints.adminVerify, async ({ context }) => ({
    user: await readAdmin(db, context.actor.id),
  }));
}

function mountPasswordRoutes(api: Api, listeners: AccountListeners): void {
  for (const [audience, forgot] of [
    ['family', endpoints.forgotPassword],
    ['admin', endpoints.adminForgotPassword],
  ] as const)
    mount(api, forgot, ({ context, body, afterAnswer }) => {
      // Otherwise the response time would differ between known and unknown addresses.
      afterAnswer(() => requestReset(context, { audience, email: body.email }));
      return {};
    });
  const findLink = async (context: Context, audience: Audience, token: string) => {
    const link = await findResetLink(context, { audience, token });
    // Only one of several simultaneous uses succeeds, but each of them has a password hashed.
    await api.limits.countLogin(triesOf(link.tokenHash), EVERYWHERE);
    return link;
  };
  mount(api, endpoints.resetPassword, async ({ context, body }) => {
    const link = await findLink(context, 'family', body.token);
    return { removed: await resetAccount(context, link, body.password, listeners) };
  });
  mount(api, endpoints.adminResetPassword, async ({ context, body }) => {
    const link = await findLink(context, 'admin', body.token);
    await resetAccount(context, link, body.password, listeners);
    return {};
  });

  for (const endpoint of [endpoints.changePassword, endpoints.changeAdminPassword]) {
    mount(api, endpoint, async ({ context, body, request }) => {
      const proven = await confirmPassword(api, context.actor, request.ip, body.current_password);
      await changePassword(context, proven, body.password);
      return {};
    });
  }
}

const accountOf = (audience: Audience, { email }: SignInForm) => `${audience} ${email}`;

/** Throws invalid_credentials, in the same way and time whether or not the account exists. */
async function provePassword(
  { database, limits }: Api,
  audience: Audience,
  form: SignInForm,
  address: string,
): Promise<ProvenOwner> {
  await limits.countLogin(accountOf(audience, form), address);
  const credentials = await findCredentials(database.db, audience, form.email);
  const matches = await checkPassword(
    form.password,
    credentials?.password_hash ?? null,
    networkOf(address),
  );
  if (credentials === undefined || !matches) throw new Refusal('invalid_credentials');
  return { audience, id: credentials.id, password_hash: credentials.password_hash };
}

/** Runs once the password and the second factor were right. */
function deleteFailures({ limits }: Api, audience: Audience, form: SignInForm, address: string) {
  return limits.deleteLogins(accountOf(audience, form), address);
}

/**
 * Throws unauthenticated, and rate_limited if the account renews too often; its session stays
 * active then.
 */
async function renew<A extends Audience>(
  { limits }: Api,
  context: Context,
  { audience, refresh_token }: { audience: A; refresh_token: string },
) {
  const renewal = await findRenewal(context, { audience, refreshToken: refresh_token });
  if (renewal === null) throw new Refusal('unauthenticated');
  const { actor } = renewal;
  // A second use ends the chain, regardless of the rate limit.
  if (renewal.isLatest) await limits.countAction('renewal', actor.id);
  const session = await renewSession(context, renewal);
  if (session === null) throw new Refusal('unauthenticated');
  return { session, actor };
}
