// Asks for the password again before something that a stolen session must not do.
import { Refusal } from '../../domain/errors.ts';
import type { AbuseLimits } from './limits.ts';
import { checkPassword } from '../passwords.ts';

/** Throws validation_failed at `current_password`; wrong ones are counted like failed logins. */
export async function confirmPassword(
  limits: AbuseLimits,
  owner: { readonly id: string; readonly password_hash: string; readonly address: string },
  password: string | undefined,
): Promise<void> {
  const account = `password of ${owner.id}`;
  await limits.countLogin(account, owner.address);
  if (password === undefined || !(await checkPassword(password, owner.password_hash))) {
    const message =
      password === undefined ? 'Enter your current password' : 'The current password is not correct';
    throw new Refusal('validation_failed', { message, details: [{ field: 'current_password', message }] });
  }
  await limits.forgetLogins(account, owner.address);
}
