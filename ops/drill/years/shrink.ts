// Finds a shorter sequence of acts that still shows a difference: first without whole families,
// then without halves, quarters and so on, and at last without single acts.
import type { Act } from './acts.ts';

const FAMILY = /\bf\d+/g;

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

  const byFamily = Map.groupBy(acts, familyOf);
  byFamily.delete('');
  const others = [...byFamily].filter(([family]) => !mentioned.has(family));
  await drop([new Set(others.flatMap(([, group]) => group))]);
  await drop([...byFamily.values()].map((group) => new Set(group)));
  const rounds = 2;
  for (let round = 0; round < rounds; round += 1) await drop(left.map((act) => new Set([act])));
  return left;
}

/** The one family that an act names; '' for none or several. */
function familyOf(act: Act): string {
  const families = new Set(JSON.stringify(act).match(FAMILY));
  const [only] = families;
  return families.size === 1 && only !== undefined ? only : '';
}
