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
  const match = await Match.open(options);
  const { acts } = match;
  try {
    return { difference: await match.play(actsOf(match.oracle)), acts };
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const kind = `an error: ${message.split('\n', 1)[0]}`;
    return { difference: { date: match.date, kind, text: message }, acts };
  } finally {
    await match.world.close();
  }
}

/** The oracle and the world, side by side. Each step returns the difference that it finds. */
class Match {
  readonly oracle = new Oracle();
  readonly world: World;
  /** All acts until now. */
  readonly acts: Act[] = [];
  date: string;
  readonly #options: PlayOptions;
  readonly #observer: Observer;

  private constructor(options: PlayOptions, start: number, world: World) {
    this.oracle.advance(start);
    this.world = world;
    this.date = options.from;
    this.#options = options;
    this.#observer = new Observer(world);
  }

  static async open(options: PlayOptions): Promise<Match> {
    const start = startsAt(options.from, '00:00:00');
    const world = await World.open({ start, postgresUrl: options.postgresUrl });
    return new Match(options, start, world);
  }

  async play(acts: Iterable<Act>): Promise<Difference | null> {
    for (const act of acts) {
      while (act.at >= this.#night) {
        const difference = await this.#endDay();
        if (difference !== null) return difference;
      }
      this.acts.push(act);
      const difference = (await this.#advance(act.at)) ?? (await this.#perform(act));
      if (difference !== null) return difference;
    }
    while (this.date <= this.#options.to) {
      const difference = await this.#endDay();
      if (difference !== null) return difference;
    }
    return null;
  }

  get #night(): number {
    return startsAt(addDays(this.date, 1), COMPARED_AT);
  }

  /** The jobs run also when the oracle expects something, so that both do it at one instant. */
  async #advance(to: number): Promise<Difference | null> {
    const { oracle, world } = this;
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

  async #perform(act: Act): Promise<Difference | null> {
    const [predicted, observed] = [this.oracle.perform(act), await perform(this.world, act)];
    if (predicted === observed) return null;
    const kind = `the outcome of '${act.do}': '${observed}' instead of '${predicted}'`;
    return { date: ukDate(act.at), kind, text: `${kind}\n${describe(act)}` };
  }

  /** Which accounts the server closes depends on who is signed in. */
  async #closeUnused(): Promise<Difference | null> {
    for (const name of await listClosed(this.world)) {
      const outcome = this.oracle.closeUnused(name);
      const kind = `an account closed by itself: ${outcome}`;
      if (outcome !== 'ok') return { date: this.date, kind, text: `${kind}: ${name}` };
    }
    return null;
  }

  async #endDay(): Promise<Difference | null> {
    const { date, oracle, world } = this;
    const { from, to, onNight } = this.#options;
    world.hasNews = true;
    const isWhole = date < addDays(from, WHOLE_DAYS) || weekday(date) === 7 || date === to;
    const difference =
      (await this.#advance(this.#night)) ??
      (await this.#closeUnused()) ??
      (await compare(oracle.observe(), this.#observer, world, { date, isWhole }));
    if (difference === null) await onNight?.(date, world);
    this.date = addDays(date, 1);
    return difference;
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
