// HTTP of two-factor authentication, which each admin switches on and off.
import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue, fieldRefusal } from '../../domain/errors.ts';
import type { SenderSource } from '../email/sender.ts';
import { confirmPassword } from '../http/confirm-password.ts';
import { codesOf, EVERYWHERE } from '../http/limits.ts';
import { type Api, mount } from '../http/mount.ts';
import { secretUri } from './otp.ts';
import { disableTwoFactor, enableTwoFactor, prepareSecret, readState } from './two-factor.ts';

export function mountTwoFactorRoutes(api: Api, readSender: SenderSource): void {
  const { database, limits } = api;
  const { db } = database;

  mount(api, endpoints.getTwoFactor, async ({ context }) => ({
    two_factor: await readState(db, context.actor.id),
  }));

  mount(api, endpoints.setUpTwoFactor, async ({ context, body, request }) => {
    const { email } = await confirmPassword(api, context.actor, request.ip, body.current_password);
    const secret = await prepareSecret(context);
    if (secret === null)
      throw fieldRefusal(
        'current_password',
        'validation_failed',
        'Two-factor authentication is already switched on',
      );
    const { name: site } = await readSender();
    return { setup: { secret, uri: secretUri(secret, { site, email }) } };
  });

  mount(api, endpoints.enableTwoFactor, async ({ context, body, request }) => {
    await limits.countLogin(codesOf(context.actor.id), request.ip);
    const recovery_codes = await enableTwoFactor(context, body.code);
    if (recovery_codes === null) throw wrongCode();
    return { recovery_codes };
  });

  mount(api, endpoints.disableTwoFactor, async ({ context, body, request }) => {
    const { actor } = context;
    const proven = await confirmPassword(api, actor, request.ip, body.current_password);
    // Counted together with the guesses at sign-in.
    await limits.countLogin(codesOf(actor.id), EVERYWHERE);
    if (!(await disableTwoFactor(context, proven, body.code))) throw wrongCode();
    await limits.deleteLogins(codesOf(actor.id), EVERYWHERE);
    return {};
  });
}

const wrongCode = () => fieldRefusal('code', 'validation_failed', errorCatalogue.invalid_code.text);
