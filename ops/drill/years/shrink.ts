// Finds a shorter sequence of acts that still shows a difference: first without whole families,
// then without halves, quarters and so on, and at last without single acts.
import type { Act } from './acts.ts';

const FAMILY = /\bf\d+/g;
const LESSON = /\d{4}-\d\d-\d\dT\d\d:\d\d\/[^"]*/g;

interface ShrinkOptions {
  /** Whether these acts still show it. */
  readonly shows: (acts: readonly Act[]) => Promise<boolean>;
  /** The description of the difference: families that it does not mention are dropped first. */
  readonly text: string;
  /** No try begins after so many milliseconds. */
  readonly patienceMs: number;
}

export async function shrink(
  acts: readonly Act[],
  { shows, text, patienceMs }: ShrinkOptions,
): Promise<readonly Act[]> {
  const end = performance.now() + patienceMs;
  const mentioned = new Set(text.match(FAMILY));
  let left = acts;

  /** Tries to do without groups of acts, in ever smaller numbers of groups at once. */
  async function drop(groups: readonly ReadonlySet<Act>[]): Promise<void> {
    let remaining = [...groups];
    for (let size = Math.ceil(remaining.length / 2); size >= 1; size = Math.floor(size / 2))
      for (let index = 0; index < remaining.length && performance.now() < end;) {
        const dropped = remaining.slice(index, index + size);
        const fewer = left.filter((act) => !dropped.some((group) => group.has(act)));
        if (await shows(fewer)) {
          left = fewer;
          remaining = remaining.toSpliced(index, size);
        } else index += size;
      }
  }

  const byFamily = groupsBy(acts, familiesOf(acts));
  const others = [...byFamily].filter(([family]) => !mentioned.has(family));
  await drop([new Set(others.flatMap(([, group]) => [...group]))]);
  await drop([...byFamily.values()]);
  await drop([...groupsBy(left, onlyLessonOf).values()]);
  const rounds = 2;
  for (let round = 0; round < rounds; round += 1) await drop(left.map((act) => new Set([act])));
  return left;
}

/** The acts with the same key; those whose key is empty belong to none. */
function groupsBy(acts: readonly Act[], keyOf: (act: Act) => string): Map<string, Set<Act>> {
  const groups = Map.groupBy(acts, keyOf);
  groups.delete('');
  return new Map([...groups].map(([key, group]) => [key, new Set(group)]));
}

/** Tells the one family that an act names, or whose payment it names; '' for none or several. */
function familiesOf(acts: readonly Act[]): (act: Act) => string {
  const payers = new Map<string, string>();
  for (const act of acts)
    if (act.do === 'start checkout') payers.set(act.payment, act.by.split('.')[0] ?? '');
  return (act) => onlyOne(act, FAMILY) || ('payment' in act ? (payers.get(act.payment) ?? '') : '');
}

const onlyLessonOf = (act: Act): string => onlyOne(act, LESSON);

function onlyOne(act: Act, pattern: RegExp): string {
  const [only = '', ...others] = new Set(JSON.stringify(act).match(pattern));
  return others.length === 0 ? only : '';
}
