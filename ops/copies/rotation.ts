// Which dated copies stay: the newest of each of some days, weeks and months. Days are those of the
// UK, and weeks begin on Monday.
import { mondayOf, ukDate } from '../../domain/time.ts';
import { StartupError } from '../../server/base/startup-error.ts';

/** For how many days, weeks and months the newest copy stays. */
export interface Keep {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

const UNITS = { d: 'days', w: 'weeks', m: 'months' } as const;
/** Longer than anybody keeps copies of personal data. */
const MAX = 999;
const EXAMPLE = 'Write it like 7d4w12m: 7 days, 4 weeks and 12 months.';

/** Reads '7d4w12m', or a part of it such as '7d'. Throws a StartupError that says what is wrong. */
export function readKeep(text: string): Keep {
  const keep = { days: 0, weeks: 0, months: 0 };
  const parts = text.match(/\d+\D*/g) ?? [];
  if (parts.join('') !== text || text === '')
    throw new StartupError(`--keep: '${text}' does not say how long to keep copies. ${EXAMPLE}`);
  for (const part of parts) {
    const [, digits = '', unit = ''] = /^(\d+)(\D*)$/.exec(part) ?? [];
    const name = Object.entries(UNITS).find(([letter]) => letter === unit)?.[1];
    if (name === undefined)
      throw new StartupError(`--keep: '${part}' has to end with d, w or m. ${EXAMPLE}`);
    if (keep[name] !== 0)
      throw new StartupError(`--keep: '${text}' gives the ${name} twice. ${EXAMPLE}`);
    const count = Number(digits);
    if (count < 1 || count > MAX)
      throw new StartupError(`--keep: the ${name} must be a number from 1 to ${MAX}. ${EXAMPLE}`);
    keep[name] = count;
  }
  return keep;
}

const NAME = /^lessons-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.(db|dump)$/;

/** `db` is a copy of the embedded database, `dump` one of a PostgreSQL database. */
export type Ending = 'db' | 'dump';

/** The name of a copy made at this instant, in whole seconds. */
export function nameOf(now: number, ending: Ending): string {
  return `lessons-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z.${ending}`;
}

/** The instant in the name of a copy with this ending; null for every other name. */
export function instantIn(name: string, ending: Ending): number | null {
  const [, date = '', hours = '', minutes = '', seconds = ''] = NAME.exec(name) ?? [];
  const instant = Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
  return !Number.isNaN(instant) && nameOf(instant, ending) === name ? instant : null;
}

const periods: readonly (readonly [keyof Keep, (instant: number) => string])[] = [
  ['days', ukDate],
  ['weeks', (instant) => mondayOf(ukDate(instant))],
  ['months', (instant) => ukDate(instant).slice(0, 7)],
];

/**
 * The copies that stay, newest first: of the last days, weeks and months that have copies, the
 * newest copy of each, and always the newest of all. Because periods without a copy do not count, a
 * pause in the backups removes nothing.
 */
export function chooseKept<Copy extends { readonly at: number }>(
  copies: readonly Copy[],
  keep: Keep,
): Copy[] {
  const newestFirst = copies.toSorted((one, other) => other.at - one.at);
  const toKeep = new Set(newestFirst.slice(0, 1));
  for (const [unit, periodOf] of periods) {
    const seen = new Set<string>();
    for (const copy of newestFirst) {
      const period = periodOf(copy.at);
      if (seen.has(period)) continue;
      if (seen.size === keep[unit]) break;
      seen.add(period);
      toKeep.add(copy);
    }
  }
  return newestFirst.filter((copy) => toKeep.has(copy));
}
