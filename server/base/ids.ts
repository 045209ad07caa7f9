// New ids and secrets.
import { hash, randomBytes, randomUUIDv7 } from 'node:crypto';

/** The length up to the 12 bits after the timestamp. */
const HEAD_LENGTH = 18;
let last = '';

/**
 * A UUID version 7: sorted by time, so that new rows are close together in the index. Ids of one
 * process are sorted by creation, even within a millisecond.
 */
export function newId(): string {
  const id = randomUUIDv7();
  const head = id.slice(0, HEAD_LENGTH);
  last = head > last ? head : after(last);
  return last + id.slice(HEAD_LENGTH);
}

/** Increments the 12 bits and carries into the next millisecond, as RFC 9562 allows. */
function after(head: string): string {
  const count = BigInt(`0x${head.slice(0, 8)}${head.slice(9, 13)}${head.slice(15)}`) + 1n;
  const digits = count.toString(16).padStart(15, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-7${digits.slice(12)}`;
}

/** 256 random bits as URL-safe text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash stored in place of a token or key. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
