// Runs the real product and the oracle beside each other: the same acts at the same times, compared
// after each act and each night.
import { addDays, ukDate, weekday } from '../../../domain/time.ts';
import { startsAt } from '../../../server/base/windows.ts';
import { brokenInvariants } from '../../../server/testing/database/invariants.ts';
import type { Act, Observation } from './acts.ts';
import { Oracle } from './oracle.ts';
import { listClosed } from './world-accounts.ts';
import { perform } from './world-acts.ts';
import { Observer } from './world-observe.ts';
import { World, type WorldOptions } from './world.ts';

/** The UK time of the comparison: the nightly jobs have run. */
const COMPARED_AT = '04:30:00';
/** Everything is compared each day for so many days, and afterwards on Sundays. */
const WHOLE_DAYS = 35;

export interface Difference {
  /** The UK date that has ended with it. */
  readonly date: string;
  /** What differs, without names, so that a shorter sequence can be seen to show it too. */
  readonly kind: string;
  readonly text: string;
}

export interface PlayOptions extends Omit<WorldOptions, 'start'> {
  /** UK dates; the last night is compared too. */
  readonly from: string;
  readonly to: string;
  /** Called after each night that was compared. */
  readonly onNight?: (date: string, world: World) => Promise<void>;
}

interface PlayResult {
  readonly difference: Difference | null;
  /** All acts until then. */
  readonly acts: Act[];
}

/** Plays the acts, which may be chosen by the oracle's state, until the first difference. */
export async function play(
  options: PlayOptions,
  actsOf: (oracle: Oracle) => Iterable<Act>,
): Promise<PlayResult> {
  const start = startsAt(options.from, '00:00:00');
  const oracle = new Oracle();
  oracle.advance(start);
  const world = await World.open({ start, postgresUrl: options.postgresUrl });
  const observer = new Observer(world);
  const acts: Act[] = [];
  let date = options.from;
  const wholeUntil = addDays(options.from, WHOLE_DAYS);
  const night = () => startsAt(addDays(date, 1), COMPARED_AT);

  /** The jobs run also when the oracle expects something, so that both do it at one instant. */
  async function advance(to: number): Promise<Difference | null> {
    for (let next = 0; next < to;) {
      const { nextDue } = oracle.business;
      next = Math.min(to, nextDue);
      world.hasNews ||= next < to;
      for (const { payment, at } of await world.advance(next, nextDue <= to)) {
        oracle.advance(at);
        const outcome = oracle.settle(payment);
        const kind = `a payment settled by itself: ${outcome}`;
        if (outcome !== 'ok') return { date: ukDate(at), kind, text: `${kind}: ${payment}` };
      }
      world.hasNews ||= next < to;
      oracle.advance(next);
    }
    return null;
  }

  /** Which accounts the server closes depends on who is signed in. */
  async function closeUnused(): Promise<Difference | null> {
    for (const name of await listClosed(world)) {
      const outcome = oracle.closeUnused(name);
      const kind = `an account closed by itself: ${outcome}`;
      if (outcome !== 'ok') return { date, kind, text: `${kind}: ${name}` };
    }
    return null;
  }

  async function endDay(): Promise<Difference | null> {
    world.hasNews = true;
    const isWhole = date < wholeUntil || weekday(date) === 7 || date === options.to;
    const difference =
      (await advance(night())) ??
      (await closeUnused()) ??
      (await compare(oracle.observe(), observer, world, { date, isWhole }));
    if (difference === null) await options.onNight?.(date, world);
    date = addDays(date, 1);
    return difference;
  }

  try {
    for (const act of actsOf(oracle)) {
      while (act.at >= night()) {
        const difference = await endDay();
        if (difference !== null) return { difference, acts };
      }
      acts.push(act);
      const difference = await advance(act.at);
      if (difference !== null) return { difference, acts };
      const [predicted, observed] = [oracle.perform(act), await perform(world, act)];
      if (predicted !== observed) {
        const kind = `the outcome of '${act.do}': '${observed}' instead of '${predicted}'`;
        const text = `${kind}\n${describe(act)}`;
        return { difference: { date: ukDate(act.at), kind, text }, acts };
      }
    }
    while (date <= options.to) {
      const difference = await endDay();
      if (difference !== null) return { difference, acts };
    }
    return { difference: null, acts };
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const kind = `an error: ${message.split('\n', 1)[0]}`;
    return { difference: { date, kind, text: message }, acts };
  } finally {
    await world.close();
  }
}

/** An act on one line, with its UK time. */
export function describe({ at, ...act }: Act): string {
  const time = new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/London' });
  return `${time} ${JSON.stringify({ at, ...act })}`;
}

async function compare(
  predicted: Observation,
  observer: Observer,
  world: World,
  { date, isWhole }: { date: string; isWhole: boolean },
): Promise<Difference | null> {
  const differences = differencesOf(predicted, await observer.observe(predicted, { isWhole }));
  const [first] = differences;
  if (first !== undefined)
    return { date, kind: first.kind, text: differences.map(({ text }) => text).join('\n') };
  const broken = isWhole ? await brokenInvariants(world.db) : [];
  if (broken.length > 0)
    return { date, kind: `a stored rule: ${broken[0]}`, text: broken.join('\n') };
  const [fault] = world.faults;
  return fault === undefined ? null : { date, kind: 'an error in the log', text: fault };
}

interface FieldDifference {
  readonly kind: string;
  readonly text: string;
}

/** Compares what was predicted with what was seen, field by field. */
export function differencesOf(
  predicted: unknown,
  observed: unknown,
  path: string[] = [],
): FieldDifference[] {
  if (isRecord(predicted) && isRecord(observed)) {
    const keys = [...new Set([...Object.keys(predicted), ...Object.keys(observed)])].toSorted();
    return keys.flatMap((key) => differencesOf(predicted[key], observed[key], [...path, key]));
  }
  if (JSON.stringify(predicted) === JSON.stringify(observed)) return [];
  const [part = '', , field = ''] = path;
  return [
    {
      kind: [part, field, changeOf(predicted, observed)].filter((word) => word !== '').join(' '),
      text: `${path.join(' > ')}\n  predicted ${JSON.stringify(predicted)}\n  seen      ${JSON.stringify(observed)}`,
    },
  ];
}

/** The kinds of entries that only one of two lists has, without names of people and lessons. */
function changeOf(predicted: unknown, observed: unknown): string {
  const [one, other] = [listOf(predicted), listOf(observed)];
  const without = (from: string[], taken: string[]) =>
    taken.reduce((left, entry) => {
      const index = left.indexOf(entry);
      return index < 0 ? left : left.toSpliced(index, 1);
    }, from);
  const missing = without(one, other).map((entry) => `-${wordOf(entry)}`);
  const more = without(other, one).map((entry) => `+${wordOf(entry)}`);
  return [...new Set([...missing, ...more])].toSorted().join(' ');
}

const wordOf = (entry: string) => entry.replace(/[fe]\d+[\w.]*|: .*|\d.*/g, '').trim();
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
