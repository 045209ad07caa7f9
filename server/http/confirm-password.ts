// Asks for the password again before actions that a stolen session must not perform.
import {
  type Credentials,
  type Owner,
  type ProvenOwner,
  readCredentials,
  wrongPasswordRefusal,
} from '../sessions/credentials.ts';
import { checkPassword } from '../sessions/hashing.ts';
import type { Api } from './mount.ts';

/** Wrong passwords are counted under this name, for the client address. */
const CHECKS = 'current password';

/**
 * The account, proven for a write that locks it. Throws validation_failed at `current_password`;
 * wrong passwords count like failed logins. All checks from one address count together: accounts
 * are free, and a flood of waiting hashes would keep everybody else from signing in.
 */
export async function confirmPassword(
  { database, limits }: Pick<Api, 'database' | 'limits'>,
  { audience, id }: Owner,
  address: string,
  password: string | undefined,
): Promise<Credentials & ProvenOwner> {
  await limits.countCall(CHECKS, address);
  const account = `password of ${id}`;
  await limits.countLogin(account, address);
  if (password === undefined) throw wrongPasswordRefusal('Enter your current password');
  const credentials = await readCredentials(database.db, { audience, id });
  if (!(await checkPassword(password, credentials.password_hash, id))) throw wrongPasswordRefusal();
  await limits.deleteLogins(account, address);
  return { audience, ...credentials };
}
