// Numbers and units as siunitx writes them (https://ctan.org/pkg/siunitx, version 3), in plain TeX.
import { bySymbol } from '../../domain/marking/unit-symbols.ts';
import { PREFIX_NAMES, UNIT_NAMES } from './tex-unit-names.ts';

/** What cannot be read, with what to write instead. */
export class UnreadableTex extends Error {
  /** The character of the formula, counted from 0. */
  readonly position: number;
  constructor(message: string, position = 0) {
    super(message);
    this.position = position;
  }
}

/** The tokens of an argument, such as '\\kilo', 'm' or ' '. */
type Tokens = readonly string[];

/** The maximum number of characters that a fault repeats. */
const MAX_QUOTED = 20;
/** The maximum number of values in a list: each is written with the whole unit. */
const MAX_VALUES = 20;

const NUMBER = new RegExp(
  '^(?<sign>[+−-]|\\\\pm)?(?<whole>\\d*)(?<part>\\.\\d*)?' +
    '(?:(?<brackets>\\(\\d+\\))|(?:\\\\pm|±|\\+-)(?<deviation>\\d+(?:\\.\\d+)?))?' +
    '(?:[eEdD](?<power>[+−-]?\\d+))?$',
);

/** `\num{1.6e-19}`. Programs write `\num{1.6\times 10^{-19}}`, too. */
export function numberInTex(tokens: Tokens): string {
  const typed = tokens
    .join('')
    .replaceAll(/[\s~]/g, '')
    .replace(/(?<=\d)\\times10\^(?:\{([+−-]?\d+)\}|(\d))$/, 'e$1$2');
  const parts = NUMBER.exec(typed)?.groups ?? {};
  const { sign = '', whole = '', part = '', brackets = '', deviation, power } = parts;
  const hasDigits = /\d/.test(whole + part);
  if (!hasDigits && power === undefined)
    throw new UnreadableTex(
      `"${typed.slice(0, MAX_QUOTED)}" is no number here. Write it as 1.6e-19, without commas.`,
    );
  const value = sign + (hasDigits ? (whole || '0') + part + brackets : '');
  const uncertain = deviation === undefined ? value : `${value}\\pm ${deviation}`;
  if (power === undefined) return uncertain;
  const exponent = `10^{${power.replace('+', '')}}`;
  if (!hasDigits) return sign + exponent;
  return `${deviation === undefined ? value : `(${uncertain})`}\\times ${exponent}`;
}

/** `\ang{30}`, or degrees, minutes and seconds of arc: `\ang{10;5;2}`. */
export const angleInTex = (tokens: Tokens): string =>
  splitAt(tokens, ';')
    .map((part, index) => (part.length === 0 ? '' : numberInTex(part) + (ARC[index] ?? '')))
    .join('');
const ARC = ['°', "'", "''"];

/** The values of `\numlist{1;2;3}`. */
export function valuesIn(list: Tokens): readonly Tokens[] {
  const values = splitAt(list, ';');
  if (values.length > MAX_VALUES)
    throw new UnreadableTex(`Write ${MAX_VALUES} numbers in a list at most.`);
  return values;
}

/** A number and its unit. A degree stands right after its number. */
export function quantityInTex(number: Tokens, unit: Tokens): string {
  const symbol = unitInTex(unit);
  return numberInTex(number) + (symbol === '\\mathrm{°}' ? '' : '\\,') + symbol;
}

/** The parts between the signs that separate them. */
function splitAt(tokens: Tokens, separator: string): readonly Tokens[] {
  const parts: string[][] = [[]];
  for (const token of tokens) {
    if (token === separator) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

const PRODUCT = /^(?:[\s.~⋅*]|\\[ ,]|\\cdot|\\times)$/;

/** A unit of letters (`kg m/s^2`, `kg.m`) or of names (`\kilo\gram\per\metre\cubed`). */
export function unitInTex(tokens: Tokens): string {
  const rest = [...tokens];
  const written: string[] = [];
  while (rest.length > 0) {
    while (PRODUCT.test(rest[0] ?? '')) rest.shift();
    const next = rest[0] ?? '';
    if (/^[/()]$/.test(next)) written.push(rest.shift() ?? '');
    else if (next !== '') {
      if (/^\\mathrm|^\)/.test(written.at(-1) ?? '')) written.push('\\,');
      written.push(takeFactor(rest));
    }
  }
  return written.join('');
}

const POWERS_BEFORE: Readonly<Record<string, string>> = { '\\square': '2', '\\cubic': '3' };
const POWERS_AFTER: Readonly<Record<string, string>> = { '\\squared': '2', '\\cubed': '3' };

/** One symbol with its power, from the front of the tokens. */
function takeFactor(rest: string[]): string {
  const isDivisor = takeIf(rest, /^\\per$/) !== undefined;
  const before = takeIf(rest, /^\\(?:square|cubic)$/);
  const raised = takeIf(rest, /^\\raiseto$/) === undefined ? undefined : takeGroup(rest);
  const symbol = takeSymbol(rest);
  const power = POWERS_BEFORE[before ?? ''] ?? raised ?? takePower(rest);
  const exponent = isDivisor ? `-${power ?? '1'}` : power;
  return `\\mathrm{${symbol}}${exponent === undefined ? '' : `^{${exponent}}`}`;
}

/** Letters of symbols, as TeX has them. */
const LETTERS: Readonly<Record<string, string>> = { '\\mu': 'μ', '\\Omega': 'Ω', '\\degree': '°' };
const LETTER = /^[A-Za-z°ΩμÅ]$/;

/** Prefixes, and then the name of a unit or letters: `\kilo\gram`, `kg`, `\kilo g`. */
function takeSymbol(rest: string[]): string {
  const prefixes = takeWhile(rest, (token) => PREFIX_NAMES[token]);
  const name = UNIT_NAMES[rest[0] ?? ''] ?? abbreviated(rest[0] ?? '');
  if (name !== undefined) rest.shift();
  const letters = name ?? takeWhile(rest, (token) => LETTERS[token] ?? LETTER.exec(token)?.[0]);
  if (letters === '') throw new UnreadableTex(explainUnknown(prefixes, rest[0]));
  return prefixes + letters;
}

/** siunitx has `\km`, `\ms` and others for the symbols of the same letters. */
const abbreviated = (name: string): string | undefined =>
  name.startsWith('\\') && bySymbol.has(name.slice(1)) ? name.slice(1) : undefined;

const explainUnknown = (before: string, token: string | undefined): string =>
  token === undefined || before !== ''
    ? 'A unit is missing. Write it as \\qty{5}{kg} or \\qty{5}{\\kilo\\gram}.'
    : `${token} is no unit here. Write symbols, as in \\qty{5}{kg m/s^2}.`;

/** `^2`, `^{-2}`, `\squared`, `\tothe{4}`, or digits right after the symbol: `s-1`. */
function takePower(rest: string[]): string | undefined {
  const after = takeIf(rest, /^\\(?:squared|cubed)$/);
  if (after !== undefined) return POWERS_AFTER[after];
  if (takeIf(rest, /^(?:\^|\\tothe)$/) !== undefined) return takeGroup(rest);
  const isPower = /^[−-]?\d/.test(rest.slice(0, 2).join(''));
  const digits = isPower ? takeWhile(rest, (token) => /^[\d−-]$/.exec(token)?.[0]) : '';
  return digits === '' ? undefined : digits;
}

/** What the next braces hold, or the next token. */
function takeGroup(rest: string[]): string {
  if (takeIf(rest, /^\{$/) === undefined) return rest.shift() ?? '';
  const group = takeWhile(rest, (token) => (token === '}' ? undefined : token));
  rest.shift();
  return group;
}

function takeIf(rest: string[], pattern: RegExp): string | undefined {
  return pattern.test(rest[0] ?? '') ? rest.shift() : undefined;
}

/** What the tokens at the front are written as, up to the first that has no writing. */
function takeWhile(rest: string[], write: (token: string) => string | undefined): string {
  let written = '';
  for (
    let part = write(rest[0] ?? '');
    part !== undefined && rest.length > 0;
    part = write(rest[0] ?? '')
  ) {
    written += part;
    rest.shift();
  }
  return written;
}
