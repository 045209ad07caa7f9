// The business settings in words. Pages load this without the schema of the settings.
import type { Business, UsualTime } from './business.ts';
import { LESSON_MINUTES } from './limits.ts';

export const CURRENCY = 'gbp';

export const MIN_CREDITS_PER_PAYMENT = 1;
export const MAX_CREDITS_PER_PAYMENT = 100;
/** The assumed price of one credit when no single-credit package is on offer. */
export const FALLBACK_CREDIT_PRICE_PENCE = 2500;

/** The price of one lesson, in pence. */
export const lessonPricePence = ({ packages }: Pick<Business, 'packages'>): number =>
  packages.find(({ credits }) => credits === 1)?.price_pence ?? FALLBACK_CREDIT_PRICE_PENCE;

/** The usual times in the order of the week. */
export const inWeekOrder = (times: readonly UsualTime[]): UsualTime[] =>
  times.toSorted((one, other) => one.weekday - other.weekday || (one.time < other.time ? -1 : 1));

const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
const SATURDAY = 6;
const MINUTES_PER_HOUR = 60;

/** 'Saturday' for the ISO weekday 6. */
export const weekdayName = (weekday: number): string => WEEKDAYS[weekday - 1] ?? '';

/** '9:00am' for '09:00:00' or '09:00'. */
export function spokenTime(time: string): string {
  const [hour = '', minute = ''] = time.split(':');
  const hours = Number(hour);
  return `${hours % 12 || 12}:${minute}${hours < 12 ? 'am' : 'pm'}`;
}

/** '£30', or '£27.50' with pence. */
export function spokenPrice(pence: number): string {
  return `£${(pence / 100).toFixed(pence % 100 === 0 ? 0 : 2)}`;
}

/** '1 hour', '24 hours'. */
export const spokenHours = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`);

const spokenMinutes = (minutes: number): string =>
  minutes % MINUTES_PER_HOUR === 0 ? spokenHours(minutes / MINUTES_PER_HOUR) : `${minutes} minutes`;

/** How long a lesson lasts: '1 hour'. */
export const lessonDuration = (): string => spokenMinutes(LESSON_MINUTES);

/** ['Saturday', 'Sunday'], in the order of the week. */
export const lessonDays = ({ usual_times }: Pick<Business, 'usual_times'>): string[] => [
  ...new Set(inWeekOrder(usual_times).map(({ weekday }) => weekdayName(weekday))),
];

/** ['9:00am', '10:00am'], earliest first, whatever their days. */
const lessonTimes = ({ usual_times }: Pick<Business, 'usual_times'>): string[] =>
  [...new Set(usual_times.map(({ time }) => time))].toSorted().map(spokenTime);

/** How often there are lessons: 'Every weekend' if they are on no other day. */
export const lessonRhythm = ({ usual_times }: Pick<Business, 'usual_times'>): string =>
  usual_times.every(({ weekday }) => weekday >= SATURDAY) ? 'Every weekend' : 'Every week';

interface LessonPrice {
  readonly credits: number;
  /** '£28' for a lesson; parts of a penny are rounded up. */
  readonly each: string;
  /** '£140' for the package. */
  readonly total: string;
}

/** What each package costs. */
export const lessonPrices = ({ packages }: Pick<Business, 'packages'>): LessonPrice[] =>
  packages.map(({ credits, price_pence }) => ({
    credits,
    each: spokenPrice(Math.ceil(price_pence / credits)),
    total: spokenPrice(price_pence),
  }));

/** 'a', 'a or b', 'a, b or c'. */
export function joinWords(words: readonly string[], last: 'and' | 'or'): string {
  const [end = '', ...others] = words.toReversed();
  return others.length === 0 ? end : `${others.toReversed().join(', ')} ${last} ${end}`;
}

export const spokenTimes = (business: Pick<Business, 'usual_times'>): string =>
  joinWords(lessonTimes(business), 'or');
