// HTTP of accounts: sign-up, sign-in, renewal, sign-out and the profile, for parents and for the tutor.
import type { Audience, SignInForm } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Db } from '../db/index.ts';
import { recordActivity } from '../activity/store.ts';
import { EVERYWHERE } from '../http/limits.ts';
import { type Api, mount } from '../http/mount.ts';
import { isEnabled, useCode } from '../two-factor/store.ts';
import { checkPassword } from '../passwords.ts';
import { requestReset, resetPassword } from './reset-store.ts';
import { endChain, renewSession, startSession } from './session-store.ts';
import { createStudent, findAdminLogin, findStudentLogin, readAdmin, readStudent, statsOf } from './store.ts';

const loginFinders = { student: findStudentLogin, admin: findAdminLogin };

export function accountRoutes(api: Api, appUrl: string): void {
  const { db, clock, limits } = api;

  mount(api, endpoints.register, async ({ body }) => ({
    user: await createStudent(db, clock(), appUrl, body),
  }));

  mount(api, endpoints.login, async ({ body, request }) => {
    const id = await signIn(api, 'student', body, request.ip);
    return {
      session: await startSession(db, clock(), { audience: 'student', id }),
      user: await readStudent(db, clock(), id),
    };
  });
  mount(api, endpoints.adminLogin, async ({ body, request }) => {
    const id = await signIn(api, 'admin', body, request.ip, async (adminId) => {
      if (!(await isEnabled(db, adminId))) return;
      if (body.code === undefined || body.code === '') throw new Refusal('two_factor_required');
      // Whoever knows the password could guess codes from many addresses at once.
      const codes = `code of ${adminId}`;
      await limits.countLogin(codes, EVERYWHERE);
      if (!(await useCode(db, clock(), adminId, body.code))) throw new Refusal('invalid_code');
      await limits.forgetLogins(codes, EVERYWHERE);
    });
    const session = await startSession(db, clock(), { audience: 'admin', id });
    await recordActivity(db, clock(), id, 'signed_in', { detail: `Signed in from ${request.ip}` });
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
    mount(api, forgot, async ({ body }) => {
      await requestReset(db, clock(), audience, body.email, appUrl);
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

/**
 * The id of the account; throws invalid_credentials, the same way and as slowly whether or not the account
 * exists. `alsoRequire` throws when the right password is not enough; that counts as a failure too.
 */
async function signIn(
  { db, limits }: Api,
  audience: Audience,
  form: SignInForm,
  address: string,
  alsoRequire: (id: string) => Promise<void> = async () => {},
): Promise<string> {
  const account = `${audience} ${form.email}`;
  await limits.countLogin(account, address);
  const found = await loginFinders[audience](db, form.email);
  const matches = await checkPassword(form.password, found?.password_hash ?? null);
  if (found === undefined || !matches) throw new Refusal('invalid_credentials');
  await alsoRequire(found.id);
  await limits.forgetLogins(account, address);
  return found.id;
}

async function renew(db: Db, now: number, audience: Audience, refreshToken: string) {
  const renewed = await renewSession(db, now, audience, refreshToken);
  if (renewed === null) throw new Refusal('unauthenticated');
  return renewed;
}
