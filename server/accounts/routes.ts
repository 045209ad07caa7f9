// HTTP of accounts: sign-up, sign-in, renewal, sign-out and the profile, for parents and for the tutor.
import type { Audience, SignInForm } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Db } from '../db/index.ts';
import { recordActivity } from '../activity/store.ts';
import { codesOf, EVERYWHERE } from '../http/limits.ts';
import { type Api, mount } from '../http/mount.ts';
import { isEnabled, requireSecondFactor } from '../two-factor/store.ts';
import { checkPassword } from '../passwords.ts';
import { findCredentials, type Proven } from './credentials-store.ts';
import { requestReset, resetPassword } from './password-store.ts';
import { endChain, renewSession, signIn } from './session-store.ts';
import { createStudent, readAdmin, readStudent, statsOf } from './store.ts';

export function accountRoutes(api: Api): void {
  const { db, clock, limits } = api;

  mount(api, endpoints.register, async ({ body }) => ({
    user: await createStudent(db, clock(), body),
  }));

  mount(api, endpoints.login, async ({ body, request }) => {
    const proven = await provePassword(api, 'student', body, request.ip);
    const session = await signIn(db, clock(), proven);
    await forgetFailures(api, 'student', body, request.ip);
    return { session, user: await readStudent(db, clock(), proven.id) };
  });
  mount(api, endpoints.adminLogin, async ({ body, request }) => {
    const proven = await provePassword(api, 'admin', body, request.ip);
    const { id } = proven;
    // Whoever knows the password could guess codes from many addresses at once.
    const codes = codesOf(id);
    if (await isEnabled(db, id)) {
      if (body.code === undefined || body.code === '') throw new Refusal('two_factor_required');
      await limits.countLogin(codes, EVERYWHERE);
    }
    const session = await signIn(db, clock(), proven, async (tx) => {
      await requireSecondFactor(tx, clock(), id, body.code ?? '');
      await recordActivity(tx, clock(), id, 'signed_in', { detail: `Signed in from ${request.ip}` });
    });
    await limits.forgetLogins(codes, EVERYWHERE);
    await forgetFailures(api, 'admin', body, request.ip);
    return { session, user: await readAdmin(db, id) };
  });

  mount(api, endpoints.refresh, async ({ body }) => {
    const { session, ownerId } = await renew(db, clock(), 'student', body.refresh_token);
    return { session, user: await readStudent(db, clock(), ownerId) };
  });
  mount(api, endpoints.adminRefresh, async ({ body }) => {
    const { session, ownerId } = await renew(db, clock(), 'admin', body.refresh_token);
    return { session, user: await readAdmin(db, ownerId) };
  });

  for (const [audience, forgot, reset] of [
    ['student', endpoints.forgotPassword, endpoints.resetPassword],
    ['admin', endpoints.adminForgotPassword, endpoints.adminResetPassword],
  ] as const) {
    mount(api, forgot, ({ body, afterAnswer }) => {
      // Known and unknown addresses would differ in their time.
      afterAnswer(() => requestReset(db, clock(), audience, body.email));
      return {};
    });
    mount(api, reset, async ({ body }) => {
      await resetPassword(db, clock(), audience, body.token, body.password);
      return {};
    });
  }

  for (const endpoint of [endpoints.logout, endpoints.adminLogout]) {
    mount(api, endpoint, async ({ actor }) => {
      await endChain(db, actor.chain, clock());
      return {};
    });
  }

  mount(api, endpoints.verify, async ({ actor }) => ({ user: await readStudent(db, clock(), actor.id) }));
  mount(api, endpoints.adminVerify, async ({ actor }) => ({ user: await readAdmin(db, actor.id) }));
  mount(api, endpoints.getProfile, async ({ actor }) => {
    const user = await readStudent(db, clock(), actor.id);
    return { user, stats: statsOf(user) };
  });
}

const accountOf = (audience: Audience, { email }: SignInForm) => `${audience} ${email}`;

/** Throws invalid_credentials, the same way and as slowly whether or not the account exists. */
async function provePassword(
  { db, limits }: Api,
  audience: Audience,
  form: SignInForm,
  address: string,
): Promise<Proven> {
  await limits.countLogin(accountOf(audience, form), address);
  const found = await findCredentials(db, audience, form.email);
  const matches = await checkPassword(form.password, found?.password_hash ?? null);
  if (found === undefined || !matches) throw new Refusal('invalid_credentials');
  return { audience, id: found.id, password_hash: found.password_hash };
}

/** Everything that a sign-in asks for was right, the second factor too. */
function forgetFailures(
  { limits }: Api,
  audience: Audience,
  form: SignInForm,
  address: string,
): Promise<void> {
  return limits.forgetLogins(accountOf(audience, form), address);
}

async function renew(db: Db, now: number, audience: Audience, refreshToken: string) {
  const renewed = await renewSession(db, now, audience, refreshToken);
  if (renewed === null) throw new Refusal('unauthenticated');
  return renewed;
}
