// One-time codes of authenticator apps (RFC 6238), through the otpauth library.
import { randomBytes } from 'node:crypto';

import { Secret, TOTP } from 'otpauth';

import { inAscii } from '../../domain/phone-numbers.ts';

const PERIOD_SECONDS = 30;
/** Clocks may differ by this many periods. */
const WINDOW = 1;

function totpOf(secret: string, labels: { issuer?: string; label?: string } = {}) {
  return new TOTP({ ...labels, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });
}

/** A new shared secret in base 32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/**
 * The otpauth address that an app reads from a QR code. The app shows `site`, the site's name, and
 * the email of the account.
 */
export function secretUri(
  secret: string,
  { site, email }: { site: string; email: string },
): string {
  // The address may have no colon in a name, not even an encoded one.
  const [issuer, label] = [site.replaceAll(':', ''), email];
  return totpOf(secret, { issuer, label }).toString();
}

/**
 * The time step that the code belongs to, near `now` (epoch milliseconds); null if the code matches
 * no step in range.
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

/** A recovery code such as 7f3a-91c2-b04e-55d1: 64 random bits. */
export function newRecoveryCode(): string {
  return randomBytes(8)
    .toString('hex')
    .replace(/(.{4})(?=.)/g, '$1-');
}

/** The code without the characters that people add or change when typing. */
export function normaliseRecoveryCode(typed: string): string {
  return inAscii(typed)
    .toLowerCase()
    .replaceAll(/[^0-9a-f]/g, '');
}
