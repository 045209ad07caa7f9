// HTTP of the admin's own account: password and two-factor authentication.
import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue, Refusal } from '../../domain/errors.ts';
import { confirmPassword } from '../http/confirm-password.ts';
import { setPassword } from '../accounts/password-store.ts';
import { codesOf, EVERYWHERE } from '../http/limits.ts';
import { type Api, mount } from '../http/mount.ts';
import { secretUri } from './otp.ts';
import { disable, enable, prepareSecret, readState } from './store.ts';

export function adminAccountRoutes(api: Api): void {
  const { db, clock, limits } = api;

  mount(api, endpoints.changeAdminPassword, async ({ actor, body, request }) => {
    const proven = await confirmPassword(api, actor, request.ip, body.current_password);
    await setPassword(db, clock(), proven, actor.chain, body.password);
    return {};
  });

  mount(api, endpoints.getTwoFactor, async ({ actor }) => ({ two_factor: await readState(db, actor.id) }));

  mount(api, endpoints.setUpTwoFactor, async ({ actor, body, request }) => {
    const { email } = await confirmPassword(api, actor, request.ip, body.current_password);
    const secret = await prepareSecret(db, actor.id);
    if (secret === null) throw refuse('Two-factor authentication is already switched on', 'current_password');
    return { setup: { secret, uri: secretUri(secret, email) } };
  });

  mount(api, endpoints.enableTwoFactor, async ({ actor, body, request }) => {
    await limits.countLogin(codesOf(actor.id), request.ip);
    const recovery_codes = await enable(db, clock(), actor, body.code);
    if (recovery_codes === null) throw refuse(WRONG_CODE, 'code');
    return { recovery_codes };
  });

  mount(api, endpoints.disableTwoFactor, async ({ actor, body, request }) => {
    const proven = await confirmPassword(api, actor, request.ip, body.current_password);
    // The same guesses as at signing in.
    await limits.countLogin(codesOf(actor.id), EVERYWHERE);
    if (!(await disable(db, clock(), proven, body.code))) throw refuse(WRONG_CODE, 'code');
    await limits.forgetLogins(codesOf(actor.id), EVERYWHERE);
    return {};
  });
}

const WRONG_CODE = errorCatalogue.invalid_code.text;

function refuse(message: string, field: string): Refusal {
  return new Refusal('validation_failed', { message, details: [{ field, message }] });
}
