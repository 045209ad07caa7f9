// The limits against abuse: calls per client address, calls per account, and failed logins per account and address.
import { isIP, isIPv6 } from 'node:net';

import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

import { Refusal } from '../../domain/errors.ts';
import { ACCOUNT_LIMITS, type AccountLimit, RATE_LIMITS } from '../../domain/limits.ts';
import type { Database } from '../db/index.ts';
import { hashOf } from '../ids.ts';

/** In place of an address: attempts from all of them count together. */
export const EVERYWHERE = 'everywhere';

/** What guesses at an admin's codes are counted as. */
export const codesOf = (adminId: string) => `code of ${adminId}`;

export interface AbuseLimits {
  /** Counts one call of `path` from this address; throws rate_limited when there were too many. */
  countCall(path: string, address: string): Promise<void>;
  /** Counts one call of this kind by a signed-in account; throws rate_limited when there were too many. */
  countAction(kind: AccountLimit, accountId: string): Promise<void>;
  /** Counts one attempt on an account; throws rate_limited when too many have failed. */
  countLogin(account: string, address: string): Promise<void>;
  /** Forgets the attempts: the last one succeeded. */
  forgetLogins(account: string, address: string): Promise<void>;
}

const accountLimits = Object.keys(ACCOUNT_LIMITS) as AccountLimit[];

const noLimits: AbuseLimits = {
  countCall: async () => {},
  countAction: async () => {},
  countLogin: async () => {},
  forgetLogins: async () => {},
};

/** `scale` multiplies every limit; null ends them. */
export function createLimits(database: Pick<Database, 'limiter'>, scale: number | null): AbuseLimits {
  if (scale === null) return noLimits;
  const scaled = (points: number) => Math.max(1, Math.round(points * scale));
  const { perMinute, loginFailures } = RATE_LIMITS;
  const calls = database.limiter({ keyPrefix: 'call', points: scaled(perMinute), durationSeconds: 60 });
  const logins = database.limiter({
    keyPrefix: 'login',
    points: scaled(loginFailures.points),
    durationSeconds: loginFailures.minutes * 60,
  });
  const byKind = accountLimits.map((kind) => {
    const { calls: points, minutes } = ACCOUNT_LIMITS[kind];
    const options = { points: scaled(points), durationSeconds: minutes * 60 };
    return [kind, database.limiter({ keyPrefix: `account ${kind}`, ...options })] as const;
  });
  const actions = Object.fromEntries(byKind) as Record<AccountLimit, RateLimiterAbstract>;
  const loginKey = (account: string, address: string) => hashOf(`${account} ${networkOf(address)}`);
  return {
    countCall: (path, address) => count(calls, `${path} ${networkOf(address)}`),
    countAction: (kind, accountId) => count(actions[kind], accountId),
    countLogin: (account, address) => count(logins, loginKey(account, address)),
    async forgetLogins(account, address) {
      await logins.delete(loginKey(account, address));
    },
  };
}

async function count(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new Refusal('rate_limited', { headers: { 'retry-after': String(seconds) } });
  }
}

/** An IPv4 address, or the /64 of an IPv6 one: a household holds a whole /64, and so does an attacker. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  // A trusted proxy may pass on what a client made up, of any length.
  if (isIP(address) === 0) return hashOf(address);
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
