// The abuse limits: calls per client address, calls per account, and failed logins per account and
// address.
import { isIP, isIPv6 } from 'node:net';

import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import type { Endpoint } from '../../domain/endpoint.ts';
import { Refusal } from '../../domain/errors.ts';
import { ACCOUNT_LIMITS, type AccountLimit, RATE_LIMITS } from '../../domain/limits.ts';
import { hashOf } from '../base/ids.ts';
import type { Database } from '../engine/database.ts';

/** Replaces an address, so that attempts from all addresses count together. */
export const EVERYWHERE = 'everywhere';

/** The name under which guesses at an admin's codes are counted. */
export const codesOf = (adminId: string) => `code of ${adminId}`;

/** The name under which attempts to use an emailed link are counted, by the hash of its token. */
export const triesOf = (tokenHash: string) => `link ${tokenHash}`;

/** Calls limited by link are counted by their route, as 'often' or as 'acts'. */
type AddressLimit = Exclude<NonNullable<Endpoint['addressLimit']>, 'link' | 'linkAct'> | 'acts';

/** The account limits of one call; none for calls without sign-in. */
export function limitsOf({ method, auth, accountLimit: own }: Endpoint): readonly AccountLimit[] {
  if (auth === 'none' || own === 'none') return [];
  // Quick answers in a lesson, and previews while somebody types, would use up the writes.
  if (own === 'answer' || own === 'preview') return [own];
  const all = method === 'GET' ? 'read' : 'write';
  return own === undefined ? [all] : [all, own];
}

export interface AbuseLimits {
  /**
   * Counts one call of `path` from this address; throws rate_limited if there were too many for
   * this kind of limit.
   */
  countCall(path: string, address: string, limit?: AddressLimit): Promise<void>;
  /**
   * Counts spots reserved from this address by a family that has never paid; throws rate_limited.
   */
  countReservations(address: string, spots: number): Promise<void>;
  /** Counts a checkout from this address by a family that has never paid; throws rate_limited. */
  countUnpaidCheckout(address: string): Promise<void>;
  /**
   * Counts a free first lesson booked from this address by a family that has not confirmed its
   * email; throws rate_limited.
   */
  countUnconfirmed(address: string): Promise<void>;
  /**
   * Counts one call of this kind by a signed-in account; throws rate_limited if there were too
   * many.
   */
  countAction(kind: AccountLimit, accountId: string): Promise<void>;
  /** Counts one attempt on an account; throws rate_limited if too many have failed. */
  countLogin(account: string, address: string): Promise<void>;
  /** Deletes the counted attempts after a successful one. */
  deleteLogins(account: string, address: string): Promise<void>;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

const accountLimits = Object.keys(ACCOUNT_LIMITS) as AccountLimit[];

const noLimits: AbuseLimits = {
  countCall: async () => {},
  countReservations: async () => {},
  countUnpaidCheckout: async () => {},
  countUnconfirmed: async () => {},
  countAction: async () => {},
  countLogin: async () => {},
  deleteLogins: async () => {},
};

/** `scale` multiplies every limit; null disables them. */
export function createLimits(
  database: Pick<Database, 'limiter'>,
  scale: number | null,
): AbuseLimits {
  if (scale === null) return noLimits;
  const scaled = (points: number) => Math.max(1, Math.round(points * scale));
  const { loginFailures, often, excuses } = RATE_LIMITS;
  const { unpaidReservations: unpaid, unpaidCheckouts, unconfirmedLessons } = RATE_LIMITS;
  const within = (durationSeconds: number, prefix: string, ofAddress: number, ofSite: number) => ({
    ofAddress: database.limiter({
      keyPrefix: `${prefix}call`,
      points: scaled(ofAddress),
      durationSeconds,
    }),
    ofSite: database.limiter({
      keyPrefix: `${prefix}site`,
      points: scaled(ofSite),
      durationSeconds,
    }),
  });
  const seldom = within(MINUTE_SECONDS, '', RATE_LIMITS.perMinute, RATE_LIMITS.perMinuteOfSite);
  const daily = (prefix: string, limit: { perDay: number; perDayOfSite: number }) =>
    within(DAY_SECONDS, prefix, limit.perDay, limit.perDayOfSite);
  /** A call that one limit refuses does not count against the next. */
  const callers = {
    seldom: [seldom],
    often: [within(MINUTE_SECONDS, 'often ', often.perMinute, often.perMinuteOfSite)],
    acts: [within(MINUTE_SECONDS, 'acts ', excuses.perMinute, excuses.perMinuteOfSite)],
    daily: [seldom, daily('daily ', RATE_LIMITS)],
  };
  const reservations = [
    within(HOUR_SECONDS, 'reserve ', unpaid.perHour, unpaid.perHourOfSite),
    within(DAY_SECONDS, 'reserve daily ', unpaid.perDay, unpaid.perDayOfSite),
  ];
  const checkouts = daily('checkout ', unpaidCheckouts);
  const unconfirmed = daily('unconfirmed ', unconfirmedLessons);
  const logins = database.limiter({
    keyPrefix: 'login',
    points: scaled(loginFailures.points),
    durationSeconds: loginFailures.minutes * 60,
  });
  const byKind = accountLimits.map((kind) => {
    const { calls: points, minutes } = ACCOUNT_LIMITS[kind];
    const options = { keyPrefix: `account ${kind}`, points: scaled(points) };
    const durationSeconds = minutes * 60;
    // Persisting each read would cost more than most reads.
    return kind === 'read'
      ? ([kind, new RateLimiterMemory({ ...options, duration: durationSeconds })] as const)
      : ([kind, database.limiter({ ...options, durationSeconds })] as const);
  });
  const actions = Object.fromEntries(byKind) as Record<AccountLimit, RateLimiterAbstract>;
  const countFrom = async (
    address: string,
    { ofAddress, ofSite }: ReturnType<typeof within>,
    message: string,
    points = 1,
  ) => {
    const network = networkOf(address);
    const site = siteOf(network);
    await count(ofAddress, network, { points, message });
    if (site !== null) await count(ofSite, site, { points, message });
  };
  const loginKey = (account: string, address: string) => hashOf(`${account} ${networkOf(address)}`);
  return {
    async countCall(path, address, limit = 'seldom') {
      const network = networkOf(address);
      const site = siteOf(network);
      for (const { ofAddress, ofSite } of callers[limit]) {
        await count(ofAddress, `${path} ${network}`);
        if (site !== null) await count(ofSite, `${path} ${site}`);
      }
    },
    async countReservations(address, spots) {
      for (const limit of reservations) await countFrom(address, limit, TOO_MANY_RESERVED, spots);
    },
    countUnpaidCheckout: (address) => countFrom(address, checkouts, TOO_MANY_CHECKOUTS),
    countUnconfirmed: (address) => countFrom(address, unconfirmed, TOO_MANY_UNCONFIRMED),
    countAction: (kind, accountId) => count(actions[kind], accountId),
    countLogin: (account, address) => count(logins, loginKey(account, address)),
    async deleteLogins(account, address) {
      await logins.delete(loginKey(account, address));
    },
  };
}

const TOO_MANY_RESERVED =
  'Too many spots are being reserved from your network. Please buy credits first, then book.';

const TOO_MANY_CHECKOUTS =
  'Too many payments were begun from your network today. Please try again tomorrow, or from another network.';

const TOO_MANY_UNCONFIRMED =
  'Many free first lessons were booked from your network today. Please confirm your email address first, by the link that we sent to it, then book.';

/** `message` replaces the catalogue's text. */
async function count(
  limiter: RateLimiterAbstract,
  key: string,
  { points = 1, message }: { points?: number; message?: string } = {},
): Promise<void> {
  try {
    await limiter.consume(key, points);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    const headers = { 'retry-after': String(seconds) };
    throw new Refusal('rate_limited', message === undefined ? { headers } : { headers, message });
  }
}

/** Anything that is not an address counts together: a trusted proxy may pass on invented text. */
const NO_ADDRESS = 'no address';

/**
 * An IPv4 address, or the /64 of an IPv6 one: a household has a whole /64, and so does an attacker.
 * Drops the port that some proxies add, because a client chooses it.
 */
export function networkOf(address: string): string {
  const [, ipv6, ipv4] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  const bare = ipv6 ?? ipv4 ?? address;
  if (isIP(bare) === 4) return bare;
  if (!isIPv6(bare)) return NO_ADDRESS;
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/**
 * The /48 of a /64; null for IPv4. Providers give that much, 65,536 networks, to anybody who asks,
 * and each network would have its own limits.
 */
export function siteOf(network: string): string | null {
  return network.endsWith('/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : null;
}

/** The eight groups of a valid IPv6 address in any notation. */
function groupsOf(ipv6: string): number[] {
  const [text = ''] = ipv6.split('%');
  const inGroups = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = [], tail] = inGroups
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  if (tail === undefined) return head.map((group) => Number.parseInt(group, 16));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}
