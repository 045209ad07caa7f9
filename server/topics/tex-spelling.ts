// Signs that keyboards and word processors offer in formulas, written as TeX knows them: µ, ½, ′,
// √.

type Twins = readonly (readonly [string, string])[];

/** Letters that stand for others that look the same. */
const LETTERS: Twins = [
  ['\u00B5', 'μ'],
  ['\u2206', 'Δ'],
  ['\u2126', 'Ω'],
  ['\u212A', 'K'],
  ['\u2103', '°C'],
];
const SIGNS: Twins = [
  ['\u00B7\u2022\u2027\u2219\u30FB', '⋅'],
  ['\u2010\u2011\u2012\u2013\u2014\u2015', '-'],
  ['\u2032\u2019\u02B9\u00B4', "'"],
  ['\u2033', "''"],
  ['\u2034', "'''"],
  ['\u0127', 'ℏ'],
  ['\u00BA\u02DA\u2218', '°'],
  ['\u2715\u2716\u2A2F', '×'],
  ['\u2215\uFF0F', '/'],
  ['\u2217', '*'],
  ['\u2236', ':'],
  ['\u2225', '\\parallel '],
  ['\u2223', '\\mid '],
  ['\u2205', '\\emptyset '],
  ['\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000', ' '],
  ['\u00AD\u200B\u200C\u200D\u2060\uFEFF', ''],
  ['½', '\\frac12 '],
  ['⅓', '\\frac13 '],
  ['⅔', '\\frac23 '],
  ['¼', '\\frac14 '],
  ['¾', '\\frac34 '],
  ['⅕', '\\frac15 '],
  ['⅛', '\\frac18 '],
  ['⅜', '\\frac38 '],
  ['⅝', '\\frac58 '],
  ['⅞', '\\frac78 '],
  ['\u00C5\u212B', '\\text{Å}'],
  // It would begin a comment, which is not shown.
  ['%', '\\%'],
];

const twinsOf = (pairs: Twins): ReadonlyMap<string, string> =>
  new Map(pairs.flatMap(([signs, plain]) => signs.split('').map((sign) => [sign, plain] as const)));
const LETTER_TWINS = twinsOf(LETTERS);
const TWINS = twinsOf([...LETTERS, ...SIGNS]);

/** Braces with what is in them, which may be braces to this depth. */
const bracesOf = (depth: number): string =>
  `\\{(?:[^{}]${depth === 0 ? '' : `|${bracesOf(depth - 1)}`})*\\}`;

/** Text within a formula, which may hold formulas between dollar signs. */
const TEXT = `\\\\(?:text[a-z]*|[mh]box)\\s*${bracesOf(3)}`;
/** What the package mhchem reads in its own way. */
const CHEMISTRY = `\\\\(?:ce|pu)\\s*${bracesOf(3)}`;
/** Where a dollar sign does not end the formula. */
export const DOLLARS_WITHIN = `${TEXT}|${CHEMISTRY}`;

/** Braces after a command belong to it. A root is above the next number or letter. */
const PARTS = new RegExp(
  `(?<text>${TEXT})|(?<chemistry>${CHEMISTRY})|\\\\[^]` +
    `|(?<root>[√∛∜])(?:(?<radicand>\\d[\\d.]*|[a-zA-Z])|(?=[\\\\{]))|[${[...TWINS.keys()].join('')}]`,
  'g',
);
type Part = Partial<Record<'text' | 'chemistry' | 'root' | 'radicand', string>>;

interface SpeltTex {
  readonly tex: string;
  /** Where in the typed formula this character of `tex` comes from. */
  readonly placeOf: (at: number) => number;
}

export function spellTex(typed: string): SpeltTex {
  const changes: { readonly end: number; readonly added: number }[] = [];
  let tex = '';
  let rest = 0;
  for (const match of typed.matchAll(PARTS)) {
    const [part] = match;
    const plain = plainOf(part, match.groups ?? {});
    tex += typed.slice(rest, match.index) + plain;
    rest = match.index + part.length;
    changes.push({ end: tex.length, added: plain.length - part.length });
  }
  const placeOf = (at: number) =>
    changes.reduce((place, change) => (change.end <= at ? place - change.added : place), at);
  return { tex: tex + typed.slice(rest), placeOf };
}

const ROOTS: Readonly<Record<string, string>> = {
  '√': '\\sqrt',
  '∛': '\\sqrt[3]',
  '∜': '\\sqrt[4]',
};
/** Text may hold every sign but a comment. */
const IN_TEXT = /\$([^$]*)\$|(?<!\\)%/g;

function plainOf(part: string, { text, chemistry, root, radicand }: Part): string {
  if (text !== undefined)
    return text.replace(IN_TEXT, (match: string, formula: string | undefined) =>
      formula === undefined ? `\\${match}` : `$${spellTex(formula).tex}$`,
    );
  if (chemistry !== undefined)
    return chemistry.replaceAll(/[^]/g, (sign) => LETTER_TWINS.get(sign) ?? sign);
  if (root !== undefined)
    return `${ROOTS[root] ?? root}${radicand === undefined ? '' : `{${radicand}}`}`;
  return TWINS.get(part) ?? part;
}
