// What a check of `npm run doctor` says: a line with a level and the next step.

/** 'look': not set, or worth a look. 'broken': set, and not working. */
export type Level = 'ok' | 'look' | 'broken';

export interface Finding {
  readonly about: string;
  readonly level: Level;
  /** Sentences: what was found, and unless it is ok, what to do next. */
  readonly text: string;
}

type Check = () => Promise<readonly Finding[]> | readonly Finding[];

/** No check takes longer. */
const LIMIT_MS = 10_000;

/** Runs a check to its end, its failure or its time limit. */
export async function run(about: string, check: Check, limitMs = LIMIT_MS): Promise<Finding[]> {
  const { promise: late, resolve } = Promise.withResolvers<readonly Finding[]>();
  const timer = setTimeout(() => {
    const text = `There was no answer within ${limitMs / 1000} seconds. Look whether it hangs, then try again.`;
    resolve([{ about, level: 'broken', text }]);
  }, limitMs);
  try {
    return [...(await Promise.race([Promise.try(check), late]))];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ about, level: 'broken', text: `It could not be checked (${reason}).` }];
  } finally {
    clearTimeout(timer);
  }
}

const CODES: Readonly<Record<Level, number>> = { ok: 0, look: 1, broken: 2 };

/** 0 if all is ok, 1 if something is to be looked at, 2 if something is broken. */
export const exitCodeOf = (findings: readonly Finding[]): number =>
  Math.max(0, ...findings.map(({ level }) => CODES[level]));

/**
 * The lines for the terminal, one for each finding. The secrets are hidden wherever a program that
 * was asked has quoted them.
 */
export function linesOf(findings: readonly Finding[], secrets: readonly string[]): string {
  const width = Math.max(...findings.map(({ about }) => about.length));
  return findings
    .map(({ about, level, text }) => {
      const line = `${level.padEnd(6)}  ${about.padEnd(width)}  ${withoutControls(text)}`;
      return `${hide(line, secrets)}\n`;
    })
    .join('');
}

/** A server's words may contain line breaks and sequences that command a terminal. */
const withoutControls = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');

const hide = (line: string, secrets: readonly string[]) =>
  secrets
    .toSorted((one, other) => other.length - one.length)
    .reduce((hidden, secret) => hidden.replaceAll(secret, '[secret]'), line);
