// Writes signs that look the same as one sign, before a number or a unit is read: phones, word
// processors and copied formulas each have their own degree, minus, dot and space.
import { INVISIBLE } from '../text.ts';

/** Presentation forms: `℃`, `㎏`, the signs of East Asian keyboards, letters of copied formulas. */
const COMPATIBLE =
  /[\u2024\u2100-\u214F\u3300-\u33FF\uFE50-\uFE6F\uFF01-\uFFEE\u{1D400}-\u{1D7FF}]/gu;

/** Letters of other alphabets that look like Latin ones, in the order of their twins. */
const FOREIGN_LETTERS = 'АВЕКМНОРСТХаеорсхуѕіΑΒΕΖΗΙΚΜΝΟΡΤΥΧνο';
const LATIN_LETTERS = 'ABEKMHOPCTXaeopcxysiABEZHIKMNOPTYXvo';

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const RAISED = `(?=[${SUPERSCRIPTS}])`;

/** In this order: later lines read what earlier ones have written. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [INVISIBLE, ''],
  [/\\(?:text|mathrm) ?\{((?:[^{}]|\{[^{}]*\})*)\}/g, '$1'],
  [/\\[,;:! ]/g, ' '],
  [/\\times(?![a-z])/g, '×'],
  [/\\cdot(?![a-z])/g, '·'],
  [/\\Omega(?![a-z])/g, 'Ω'],
  [/\\mu(?![a-z]) ?/g, 'µ'],
  [/\\(?:circ|degree)(?![a-z])/g, '°'],
  [/\\%/g, '%'],
  [/[\s\u00A0\u2000-\u200A\u202F\u205F\u3000]+/g, ' '],
  [/[\u02D7\u2010-\u2015\u2043\u2212\u2796]/g, '-'],
  [/[\u2044\u2215\u29F8÷]/g, '/'],
  [/[\u2715\u2716\u2A09\u2A2F]/g, '×'],
  [/[\u2022\u2027\u2219\u22C5\u2E31\u30FB]/g, '·'],
  [/[\u204E\u2217\u2731]/g, '*'],
  // The exponent sign of pocket calculators.
  [/[\u1D07\u23E8]/g, 'E'],
  [/\u03BC/g, 'µ'],
  [/[\u00BA\u02DA\u1D52\u2218\u25CB\u25E6\u309C]/g, '°'],
  [/\^ ?(?:°|\{ ?° ?\})/g, '°'],
  [new RegExp(`[-\u00AF\u02C9\u203E]${RAISED}`, 'g'), '⁻'],
  [new RegExp(`\\+${RAISED}`, 'g'), '⁺'],
  [new RegExp(`\\^ ?(?=[⁺⁻]?[${SUPERSCRIPTS}])`, 'g'), ''],
  // A raised 0 is a degree before C, and after a number other than 10.
  [/⁰ ?(?=[CFK](?![A-Za-z]))/g, '°'],
  [/(?<=\d)(?<!(?<!\d)10)⁰(?![⁰¹²³⁴-⁹])/g, '°'],
];

const twinOf = (letter: string): string => LATIN_LETTERS.charAt(FOREIGN_LETTERS.indexOf(letter));

/** The typed text with one sign for all that look the same, and single spaces. */
export function plainSpelling(typed: string): string {
  const text = typed
    .normalize('NFC')
    .replace(COMPATIBLE, (sign) => sign.normalize('NFKC'))
    .replace(new RegExp(`[${FOREIGN_LETTERS}]`, 'g'), twinOf);
  return spell(text, SPELLINGS).trim();
}

/** Applies each replacement in turn. */
export const spell = (text: string, spellings: readonly (readonly [RegExp, string])[]): string =>
  spellings.reduce((spelt, [sign, plain]) => spelt.replace(sign, plain), text);

/** Raised digits with their sign, as in a regular expression. */
export const RAISED_INTEGER = `[⁺⁻]?[${SUPERSCRIPTS}]+`;

/** Reads '⁻¹²' as -12. */
export const readSuperscript = (text: string): number =>
  Number(
    text
      .split('')
      .map((sign) => (sign === '⁻' ? '-' : sign === '⁺' ? '+' : SUPERSCRIPTS.indexOf(sign)))
      .join(''),
  );
