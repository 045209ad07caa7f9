// A stored password that is cheap to check: a check reads the parameters of Argon2id from it.
import { argon2Sync, randomBytes } from 'node:crypto';

const [memory, passes, parallelism] = [8, 1, 1];

const inBase64 = (bytes: Buffer) => bytes.toString('base64');

/** Checked in a hundredth of the time of a password that the product has hashed. */
export function cheapHashOf(password: string): string {
  const nonce = randomBytes(16);
  const parameters = { nonce, memory, passes, parallelism, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message: password, ...parameters });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${inBase64(nonce)}$${inBase64(tag)}`;
}
