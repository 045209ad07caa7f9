// Says which unit was probably meant by letters that are none.
import { bySymbol, PREFIXES, SYMBOLS, splitRun } from './unit-symbols.ts';

/** Spellings whose nearest symbol by letters is another unit than the one meant. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ['o', '°'],
  ['gm', 'g'],
  ['gms', 'g'],
  ['kilo', 'kg'],
  ['kilos', 'kg'],
  ['kmh', 'km/h'],
  ['mph', 'm/s or km/h'],
  ['mps', 'm/s'],
  ['wh', 'W h'],
  ['kwh', 'kW h'],
  ['mah', 'mA h'],
  ['mcg', 'µg'],
  ['ft', 'm'],
  ['cc', 'cm^3'],
  ['ccm', 'cm^3'],
  ['å', 'nm or m'],
  ['angstrom', 'nm or m'],
  ['angstroms', 'nm or m'],
  ['rpm', 's^-1'],
  ['counts', 's^-1'],
  ['cycles', 's^-1'],
  ['decays', 's^-1'],
  ['sqm', 'm^2'],
  ['rev', 'rad'],
  ['revs', 'rad'],
  ['bar', 'Pa'],
  ['bars', 'Pa'],
  ['atm', 'Pa'],
  ['cal', 'J'],
  ['kcal', 'J'],
]);

/** Names the nearest unit. */
export function explainUnit(letters: string): string {
  const suggestion = MEANT.get(letters.toLowerCase()) ?? nearestTo(letters);
  const question = suggestion === undefined ? 'Use a symbol such as m, kg or N.' : `${suggestion}?`;
  return `"${letters}" is not a unit here. ${question}`;
}

function nearestTo(letters: string): string | undefined {
  const symbol = singularOf(letters) ?? sameLetters(letters) ?? sameLetters(withoutPlural(letters));
  const run = spacedOut(letters);
  // Capitals begin products: 'Nm' may be nm or N m, but 'mpc' is no m pc.
  if (symbol !== undefined && run !== undefined && /^[A-Z]/.test(letters))
    return `${symbol} or ${run}`;
  const near = symbol ?? withoutPrefix(letters) ?? run;
  if (near !== undefined) return near;
  const words = Object.entries(SYMBOLS).flatMap(([short, unit]) => [short, ...unit.names]);
  const begun = words.find(
    (name) => name.length > letters.length && name.startsWith(letters.toLowerCase()),
  );
  return (letters.length >= MIN_BEGINNING ? begun : undefined) ?? nearestName(letters, words);
}
const MIN_BEGINNING = 3;

/** Among symbols that differ in case alone, the one with the largest prefix. */
const sameLetters = (letters: string): string | undefined =>
  [...bySymbol.keys()]
    .filter((symbol) => symbol.toLowerCase() === letters.toLowerCase())
    .toSorted((one, other) => prefixPower(one) - prefixPower(other))
    .at(-1);

const prefixPower = (symbol: string): number =>
  PREFIXES.find(([prefix]) => symbol.startsWith(prefix) && !isSymbol(symbol))?.[1] ?? 0;

const isSymbol = (letters: string): boolean => Object.hasOwn(SYMBOLS, letters);

const withoutPlural = (letters: string): string => letters.replace(/s$/i, '');

const singularOf = (letters: string): string | undefined =>
  letters.endsWith('s') && bySymbol.has(withoutPlural(letters))
    ? withoutPlural(letters)
    : undefined;

/** A symbol with a prefix that it does not take: 'kAU'. */
const withoutPrefix = (letters: string): string | undefined =>
  PREFIXES.map(([prefix]) => letters.slice(prefix.length)).find(
    (symbol, index) => isSymbol(symbol) && letters === `${PREFIXES[index]?.[0] ?? ''}${symbol}`,
  );

/** 'Nm' as N m: symbols run together that do not fit the answer. */
function spacedOut(letters: string): string | undefined {
  const isPlain = (symbol: string) => isSymbol(symbol) || symbol.startsWith('k');
  return splitRun(letters)
    .find((run) => run.every(({ text }) => isPlain(text)))
    ?.map(({ text }) => text)
    .join(' ');
}

/** The name with the minimum of changed letters: one, or two in a long word. */
function nearestName(word: string, names: string[]): string | undefined {
  let nearest: string | undefined;
  let min = word.length < 3 ? 1 : word.length < 6 ? 2 : 3;
  for (const name of names) {
    const changes = changesBetween(word, name);
    if (changes < min && changes < name.length) [nearest, min] = [name, changes];
  }
  return nearest;
}

/** The Levenshtein distance. */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of one.split('').entries()) {
    const next = [i + 1];
    for (const [j, against] of other.split('').entries())
      next.push(
        Math.min(
          (next[j] ?? 0) + 1,
          (row[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + (letter === against ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
