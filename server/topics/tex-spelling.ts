// Signs that keyboards and word processors offer in formulas, written as TeX knows them: µ, ½, ′, √.

/** Each stands for one that looks the same. */
const TWINS: ReadonlyMap<string, string> = new Map(
  [
    ['\u00B5', 'μ'],
    ['\u00B7\u2022\u2027\u2219\u30FB', '⋅'],
    ['\u2010\u2011\u2012\u2013\u2014\u2015', '-'],
    ['\u2032\u2019\u02B9\u00B4', "'"],
    ['\u2033', "''"],
    ['\u2206', 'Δ'],
    ['\u0127', 'ℏ'],
    ['\u00BA\u02DA\u2218', '°'],
    ['\u2103', '°C'],
    ['\u2715\u2716\u2A2F', '×'],
    ['\u2215\uFF0F', '/'],
    ['\u2217', '*'],
    ['\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000', ' '],
    ['\u00AD\u200B\u200C\u200D\u2060\uFEFF', ''],
    ['½', '\\frac12 '],
    ['⅓', '\\frac13 '],
    ['⅔', '\\frac23 '],
    ['¼', '\\frac14 '],
    ['¾', '\\frac34 '],
    ['\u00C5\u212B', '\\text{Å}'],
    // It would begin a comment, which is not shown.
    ['%', '\\%'],
  ].flatMap(([signs = '', plain = '']) => signs.split('').map((sign) => [sign, plain])),
);

/**
 * Text within a formula and what is escaped stay as they are. A root is above the next number or
 * letter.
 */
const PARTS = new RegExp(
  '\\\\(?:text[a-z]*|mbox|ce|pu)\\s*\\{[^{}]*\\}|\\\\[^]|√(\\d[\\d.]*|[a-zA-Z])|√(?=[\\\\{])' +
    `|[${[...TWINS.keys()].join('')}]`,
  'g',
);

interface SpeltTex {
  readonly tex: string;
  /** Where in the typed formula this character of `tex` comes from. */
  readonly placeOf: (at: number) => number;
}

export function spellTex(typed: string): SpeltTex {
  const changes: { readonly end: number; readonly added: number }[] = [];
  let added = 0;
  const tex = typed.replace(PARTS, (part: string, radicand: string | undefined, start: number) => {
    const plain = radicand === undefined ? plainOf(part) : `\\sqrt{${radicand}}`;
    changes.push({ end: start + added + plain.length, added: plain.length - part.length });
    added += plain.length - part.length;
    return plain;
  });
  const placeOf = (at: number) =>
    changes.reduce((place, change) => (change.end <= at ? place - change.added : place), at);
  return { tex, placeOf };
}

function plainOf(part: string): string {
  if (part === '√') return '\\sqrt';
  // Text within a formula may hold every sign but a comment.
  return TWINS.get(part) ?? (part.length > 2 ? part.replace(/(?<!\\)%/g, '\\%') : part);
}
