// Every sign that is typed into a formula shows, as itself or as one that means the same, or the
// formula is refused: by sign, by command, and in random formulas.
import { readFileSync } from 'node:fs';

import * as fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';

import { renderText } from './render.ts';

// Thousands of formulas.
vi.setConfig({ testTimeout: 90_000 });

/** Temml prints a warning of commands that belong into text. */
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});

/** What shows of a formula: letters without their font, entities as characters; null if refused. */
function shownOf(tex: string): string | null {
  const rendered = renderText(`$${tex}$`);
  if ('fault' in rendered) return null;
  return rendered.html
    .replaceAll(/<mphantom>.*?<\/mphantom>|<mtext class="unseen">.*?<\/mtext>/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .normalize('NFKC');
}

/** Signs that show as another with the same meaning. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  "'": '′',
  '-': '−',
  '*': '∗',
  '`': '‘',
  '´': '′',
  ʹ: '′',
  '’': '′',
  '″': '′',
  '‴': '′',
  '·': '⋅',
  '•': '⋅',
  '‧': '⋅',
  '∙': '⋅',
  '・': '⋅',
  '½': '12',
  '¼': '14',
  '¾': '34',
  '⅓': '13',
  '⅔': '23',
  '⅕': '15',
  '⅛': '18',
  '⅜': '38',
  '⅝': '58',
  '⅞': '78',
  '∛': '3',
  '∜': '4',
  º: '°',
  '˚': '°',
  '∘': '°',
  '‐': '−',
  '‑': '−',
  '‒': '−',
  '–': '−',
  '—': '−',
  '―': '−',
  '∆': 'Δ',
  '∣': '|',
  '∕': '/',
  '∶': ':',
  '✕': '×',
  '✖': '×',
  '⨯': '×',
};
const isShown = (sign: string, shown: string) =>
  [sign, SHOWN_AS[sign] ?? sign]
    .map((meant) => meant.normalize('NFKC'))
    .some((meant) => shown.includes(meant) || shown === '');

/** Letters, digits, punctuation and signs that keyboards offer. */
const SIGNS = Array.from({ length: 0x27_00 - 0x21 }, (_, index) =>
  String.fromCodePoint(0x21 + index),
).filter(
  (sign) =>
    /[\p{Script=Latin}\p{Script=Greek}\p{Script=Common}]/u.test(sign) &&
    /[\p{L}\p{N}\p{P}\p{S}]/u.test(sign) &&
    !/[\\{}$&~_^#√∛∜]/.test(sign),
);

test.for([
  ['alone', (sign: string) => sign],
  ['upright', (sign: string) => `\\mathrm{${sign}}`],
  ['in text', (sign: string) => `\\text{${sign}}`],
  ['as a power', (sign: string) => `x^{${sign}}`],
  ['as a unit', (sign: string) => `\\unit{${sign}}`],
] as const)('every sign shows or is refused, %s', ([, write]) => {
  const lost = SIGNS.filter((sign) => {
    const shown = shownOf(write(sign));
    return shown !== null && (shown === '' || !isShown(sign, shown));
  });
  // A product has nothing to join there; `in text` keeps typewriter quotes of TeX.
  expect(lost.filter((sign) => !"'`*.⋅·•‧∙・∗".includes(sign))).toEqual([]);
});

const TEMML = readFileSync(
  new URL('../../node_modules/temml/dist/temml.mjs', import.meta.url),
  'utf8',
);
const COMMANDS = [
  ...new Set([...TEMML.matchAll(/"\\(\\[a-zA-Z]+)"/g)].map(([, name = '']) => name)),
];
/** By their definition they leave room for what does not show. */
const PHANTOMS = /^\\[hv]?phantom$/;

test('every command of Temml shows its arguments, or is refused by its name', () => {
  expect(COMMANDS.length).toBeGreaterThan(1000);
  const faults = COMMANDS.filter((name) => !PHANTOMS.test(name)).flatMap((name) =>
    ['{q}', '{q}{w}', '{q}{w}{k}', ' q'].flatMap((written) => {
      const rendered = renderText(`$$${name}${written}$$`);
      if ('fault' in rendered)
        return /cannot be drawn/.test(rendered.fault)
          ? [`${name}${written}: ${rendered.fault}`]
          : [];
      const shown = shownOf(`${name}${written}`) ?? written;
      return [...written.matchAll(/[qwk]/g)].every(([letter]) => shown.includes(letter))
        ? []
        : [`${name}${written} shows ${shown}`];
    }),
  );
  expect(faults).toEqual([]);
});

test('random formulas show every letter and digit, or are refused', () => {
  const parts = fc.constantFrom(
    ...'abxyzKmN0123456789+-=()[]/.,'.split(''),
    'µ',
    'Ω',
    '°',
    '–',
    '½',
    '√2',
    'Δ',
    '′',
    '\\frac{a}{2}',
    '\\sqrt{x}',
    '\\vec{F}',
    '\\bar{v}',
    '\\hat{n}',
    '\\overline{AB}',
    '\\ce{^{235}_{92}U}',
    '\\ce{^0_{-1}e}',
    '\\ce{H2SO4}',
    '\\ce{e-}',
    '{}^{14}C',
    '\\qty{9.81}{m/s^2}',
    '\\qty{5}{\\kilo\\gram}',
    '\\unit{J/kg}',
    '\\num{1.6e-19}',
    '\\text{if $y>0$}',
    '\\mathrm{kg}',
    '\\bm{a}',
    '\\pmb{b}',
    '\\cancel{x}',
    '^2',
    '_1',
    '\\,',
    ' ',
    '{',
    '}',
    '\\left(',
    '\\right)',
    '\\begin{array}{c|c}1&2\\\\\\hline3&4\\end{array}',
  );
  const formulas = fc
    .array(parts, { minLength: 1, maxLength: 12 })
    .map((list) => list.join('').trim());
  const signsIn = (text: string) =>
    text
      .match(/[a-zA-Z0-9Δ]/g)
      ?.toSorted()
      .join('') ?? '';
  fc.assert(
    fc.property(formulas, (tex) => {
      const shown = shownOf(tex);
      fc.pre(tex !== '' && shown !== null);
      const typed = tex
        .replaceAll('\\kilo\\gram', 'kg')
        .replaceAll('½', '12')
        .replaceAll(/\\num\{1.6e-19\}/g, '1.61019')
        .replaceAll(/\\begin\{array\}\{c\|c\}|\\end\{array\}|\\[a-zA-Z]+/g, ' ');
      expect(signsIn((shown ?? '').replaceAll('ℎ', 'h'))).toBe(signsIn(typed));
    }),
    { numRuns: 400 },
  );
});
