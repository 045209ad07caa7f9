// New ids and secrets.
import { hash, randomBytes, randomUUIDv7 } from 'node:crypto';

/** A UUID version 7: sorted by time, so that new rows land together in the index. */
export function newId(): string {
  return randomUUIDv7();
}

/** 256 random bits as URL-safe text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token or key instead of itself. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
