// The abuse limits: calls per client address, calls per account, and failed logins per account and
// address.
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import type { Endpoint } from '../../domain/endpoint.ts';
import { Refusal } from '../../domain/errors.ts';
import {
  ACCOUNT_LIMITS,
  type AccountLimit,
  FAMILY_LIMITS,
  type FamilyLimit,
  RATE_LIMITS,
} from '../../domain/limits.ts';
import { hashOf } from '../base/ids.ts';
import type { Database } from '../engine/database.ts';
import { networkOf, siteOf } from './networks.ts';

/** Replaces an address, so that attempts from all addresses count together. */
export const EVERYWHERE = 'everywhere';

/** The name under which guesses at an admin's codes are counted. */
export const codesOf = (adminId: string) => `code of ${adminId}`;

/** The name under which attempts to use an emailed link are counted, by the hash of its token. */
export const triesOf = (tokenHash: string) => `link ${tokenHash}`;

/**
 * Calls limited by link are counted by their route, as 'often' or as 'acts'. 'ofDay' is the part of
 * 'daily' that counts only calls which are not refused at once.
 */
type AddressLimit =
  | Exclude<NonNullable<Endpoint['addressLimit']>, 'link' | 'linkAct'>
  | 'acts'
  | 'ofDay';

/** The account limits of one call; none for calls without sign-in. */
export function limitsOf({ method, auth, accountLimit: own }: Endpoint): readonly AccountLimit[] {
  if (auth === 'none' || own === 'none') return [];
  // Quick answers in a lesson, and previews while somebody types, would use up the writes.
  if (own === 'answer' || own === 'preview') return [own];
  const all = method === 'GET' ? 'read' : 'write';
  return own === undefined ? [all] : [all, own];
}

/** The limit that all people of a family share for this call; null if there is none. */
export const familyLimitOf = ({ auth, accountLimit }: Endpoint): FamilyLimit | null =>
  auth === 'family' && accountLimit === 'booking' ? accountLimit : null;

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
  /**
   * Counts a checkout from this address by a family that has neither paid nor confirmed its email;
   * throws rate_limited.
   */
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
  /** Counts one call of this kind by anybody of a family; throws rate_limited. */
  countFamilyAction(kind: FamilyLimit, familyId: string): Promise<void>;
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
  countFamilyAction: async () => {},
  countLogin: async () => {},
  deleteLogins: async () => {},
};

/** The calls that one network may make within a time, and all networks of one site together. */
interface NetworkLimit {
  readonly ofAddress: RateLimiterAbstract;
  readonly ofSite: RateLimiterAbstract;
}

/** Makes the limiters of a database; `scale` multiplies every limit. */
function createLimiters(database: Pick<Database, 'limiter'>, scale: number) {
  const scaled = (points: number) => Math.max(1, Math.round(points * scale));
  const limiter = (keyPrefix: string, points: number, durationSeconds: number) =>
    database.limiter({ keyPrefix, points: scaled(points), durationSeconds });
  const within = (
    durationSeconds: number,
    prefix: string,
    ofAddress: number,
    ofSite: number,
  ): NetworkLimit => ({
    ofAddress: limiter(`${prefix}call`, ofAddress, durationSeconds),
    ofSite: limiter(`${prefix}site`, ofSite, durationSeconds),
  });
  return {
    limiter,
    /** Kept in this process alone: persisting each read would cost more than most reads. */
    inMemory: (keyPrefix: string, points: number, duration: number) =>
      new RateLimiterMemory({ keyPrefix, points: scaled(points), duration }),
    perMinute: (prefix: string, limit: { perMinute: number; perMinuteOfSite: number }) =>
      within(MINUTE_SECONDS, prefix, limit.perMinute, limit.perMinuteOfSite),
    perHour: (prefix: string, limit: { perHour: number; perHourOfSite: number }) =>
      within(HOUR_SECONDS, prefix, limit.perHour, limit.perHourOfSite),
    perDay: (prefix: string, limit: { perDay: number; perDayOfSite: number }) =>
      within(DAY_SECONDS, prefix, limit.perDay, limit.perDayOfSite),
  };
}

type Limiters = ReturnType<typeof createLimiters>;

/** `scale` multiplies every limit; null disables them. */
export function createLimits(
  database: Pick<Database, 'limiter'>,
  scale: number | null,
): AbuseLimits {
  if (scale === null) return noLimits;
  const limiters = createLimiters(database, scale);
  return { ...callLimits(limiters), ...loginLimits(limiters), ...unpaidLimits(limiters) };
}

function callLimits({
  limiter,
  inMemory,
  perMinute,
  perDay,
}: Limiters): Pick<AbuseLimits, 'countCall' | 'countAction' | 'countFamilyAction'> {
  const seldom = perMinute('', RATE_LIMITS);
  const ofDay = perDay('daily ', RATE_LIMITS);
  /** A call that one limit refuses does not count against the next. */
  const byAddress = {
    seldom: [seldom],
    often: [perMinute('often ', RATE_LIMITS.often)],
    acts: [perMinute('acts ', RATE_LIMITS.excuses)],
    daily: [seldom, ofDay],
    ofDay: [ofDay],
  };
  const byAccount = Object.fromEntries(
    accountLimits.map((kind) => {
      const { calls, minutes } = ACCOUNT_LIMITS[kind];
      const create = kind === 'read' ? inMemory : limiter;
      return [kind, create(`account ${kind}`, calls, minutes * MINUTE_SECONDS)];
    }),
  ) as Record<AccountLimit, RateLimiterAbstract>;
  const ofBookings = FAMILY_LIMITS.booking;
  const byFamily = {
    booking: limiter('family booking', ofBookings.calls, ofBookings.minutes * MINUTE_SECONDS),
  };
  return {
    async countCall(path, address, limit = 'seldom') {
      for (const each of byAddress[limit]) await countFrom(address, each, { prefix: `${path} ` });
    },
    countAction: (kind, accountId) => count(byAccount[kind], accountId),
    countFamilyAction: (kind, familyId) =>
      count(byFamily[kind], familyId, { message: TOO_MANY_BOOKINGS }),
  };
}

function loginLimits({ limiter }: Limiters): Pick<AbuseLimits, 'countLogin' | 'deleteLogins'> {
  const { points, minutes } = RATE_LIMITS.loginFailures;
  const failures = limiter('login', points, minutes * MINUTE_SECONDS);
  const keyOf = (account: string, address: string) => hashOf(`${account} ${networkOf(address)}`);
  return {
    countLogin: (account, address) => count(failures, keyOf(account, address)),
    async deleteLogins(account, address) {
      await failures.delete(keyOf(account, address));
    },
  };
}

/** Limits of what an account that has shown nothing yet, neither money nor an address, may take. */
function unpaidLimits({
  perHour,
  perDay,
}: Limiters): Pick<AbuseLimits, 'countReservations' | 'countUnpaidCheckout' | 'countUnconfirmed'> {
  const { unpaidReservations, unpaidCheckouts, unconfirmedLessons } = RATE_LIMITS;
  const reservations = [
    perHour('reserve ', unpaidReservations),
    perDay('reserve daily ', unpaidReservations),
  ];
  const checkouts = perDay('checkout ', unpaidCheckouts);
  const lessons = perDay('unconfirmed ', unconfirmedLessons);
  return {
    async countReservations(address, points) {
      for (const limit of reservations)
        await countFrom(address, limit, { points, message: TOO_MANY_RESERVED });
    },
    countUnpaidCheckout: (address) =>
      countFrom(address, checkouts, { message: TOO_MANY_CHECKOUTS }),
    countUnconfirmed: (address) => countFrom(address, lessons, { message: TOO_MANY_UNCONFIRMED }),
  };
}

const TOO_MANY_BOOKINGS =
  'Your family has changed its bookings very often today. Please try again tomorrow, or write to us.';

const TOO_MANY_RESERVED =
  'Too many spots are being reserved from your network. Please buy credits first, then book.';

const TOO_MANY_CHECKOUTS =
  'Too many payments were begun from your network today. Please confirm your email address first, by the link that we sent to it, then buy.';

const TOO_MANY_UNCONFIRMED =
  'Many free first lessons were booked from your network today. Please confirm your email address first, by the link that we sent to it, then book.';

interface CountOptions {
  readonly points?: number;
  /** Replaces the catalogue's text. */
  readonly message?: string;
}

/** Counts for the network of the address and for its site. */
async function countFrom(
  address: string,
  { ofAddress, ofSite }: NetworkLimit,
  { prefix = '', ...options }: CountOptions & { readonly prefix?: string },
): Promise<void> {
  const network = networkOf(address);
  const site = siteOf(network);
  await count(ofAddress, `${prefix}${network}`, options);
  if (site !== null) await count(ofSite, `${prefix}${site}`, options);
}

async function count(
  limiter: RateLimiterAbstract,
  key: string,
  { points = 1, message }: CountOptions = {},
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
