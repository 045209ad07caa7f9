// Ids in Stripe's format: a prefix that names the kind, then unguessable letters and digits.
import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` random letters and digits. */
export function randomText(length: number): string {
  // The slight bias of the modulus does not matter: 58 characters stay far from guessable.
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

export const newStripeId = {
  session: () => `cs_test_a1${randomText(56)}`,
  paymentIntent: () => `pi_3${randomText(23)}`,
  charge: () => `ch_3${randomText(23)}`,
  refund: () => `re_3${randomText(23)}`,
  dispute: () => `du_1${randomText(23)}`,
  balanceTransaction: () => `txn_3${randomText(23)}`,
  event: () => `evt_1${randomText(23)}`,
  request: () => `req_${randomText(14)}`,
} as const;
