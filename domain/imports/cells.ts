// Reads the cells of an imported file: what other products and spreadsheets make of a phone number,
// an email, a year and a number of credits. What is certain is mended. Anything else is a problem
// of its row, or a note in the preview: nothing that is in a cell is dropped without a word.
import * as z from 'zod/mini';

import { LENGTHS } from '../limits.ts';
import { shortenPhone } from '../text.ts';
import type { YearClass } from '../year-class.ts';
import { IMPORT } from './import.ts';

/** A cell as it is read. `problem` keeps the row out; `note` says what is left out of the cell. */
export interface ReadCell<Value> {
  readonly value: Value;
  readonly problem?: string;
  readonly note?: string;
}

/** An apostrophe that spreadsheets and our own CSV files put before a text that is no number. */
const GUARDED = /^['’](?=[=+\-@＝＋－＠(\d\t])/;
/** Spreadsheets write a text that looks like a number as the formula ="07700900123". */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;

/**
 * What phpMyAdmin 5.2 and MySQL's own exports write where nothing is stored, and what programs in
 * JavaScript do.
 */
const NO_VALUE = /^(?:NULL|\\N|null|undefined)$/;

/** Csvjson 5.1 writes a tab for the comma of 'Lee, Ann'. Other tabs may stand for anything. */
const TABS = / *\t +/g;

const list = z.array(z.union([z.string(), z.number()]));

/** The texts of a cell that is a list in JSON: 'Ada; Ben' of ["Ada","Ben"]. */
function joinList(text: string): string {
  if (!/^\[.*\]$/.test(text)) return text;
  try {
    return list.safeParse(JSON.parse(text)).data?.join('; ') ?? text;
  } catch {
    // Brackets may begin and end a text of another kind.
    return text;
  }
}

/** The text that was in the cell before a spreadsheet guarded it. */
export function plainCell(cell: string): string {
  const text = cell.trim().slice(0, IMPORT.cellLength).replace(NO_VALUE, '');
  const formula = TEXT_FORMULA.exec(text)?.[1];
  const plain = formula === undefined ? text : formula.replaceAll('""', '"').trim();
  return joinList(plain).replace(GUARDED, '').trim().replaceAll(TABS, ', ');
}

const quoted = (text: string): string => `"${text.slice(0, IMPORT.quotedLength)}"`;
const onlyTaken = (part: string, cell: string): string =>
  `Only ${quoted(part)} of ${quoted(cell)} is taken`;

/** `#N/A`, and the `####` of a column that was too narrow. */
const FAILED_FORMULA = /^(?:#(?:n\/a|ref!|value!|name\?|div\/0!|num!|null!)|#+)$/i;
/** Names and their short forms alone: 'Maya 11' and 'Mark 2' are students. */
const MONTHS =
  'jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? july? aug(?:ust)? ' +
  'sept?(?:ember)? oct(?:ober)? nov(?:ember)? dec(?:ember)?';
const MONTH = `(?:${MONTHS.replaceAll(' ', '|')})`;
const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[., ]+)?';
/** A time may follow a date: 'June 020 7946 0000' is the phone number of a person. */
const CLOCK = '(?:,? (?:[01]?\\d|2[0-3])[:.][0-5]\\d.*)?';
/** Numbers that a date may have: '44-20-7946 0958' and '06.20.1234 567' are phone numbers. */
const [DD, MM] = ['(?:0?[1-9]|[12]\\d|3[01])', '(?:0?[1-9]|1[0-2])'];
const YYYY = '(?:19|20)\\d{2}';
const GAP = '[-/.] ?';
const DATES = [
  `\\d{1,2}[-/ .]${MONTH}(?:[-/ .,]+\\d{2,4})?${CLOCK}`,
  `${MONTH}[-/ .]\\d{1,4}(?:, ?\\d{4})?${CLOCK}`,
  `${YYYY}${GAP}${MM}${GAP}${DD}\\.?(?:t.*)?${CLOCK}`,
  `(?:${DD}${GAP}${MM}|${MM}${GAP}${DD})${GAP}(?:${YYYY}|\\d{2})${CLOCK}`,
];
const DATE = new RegExp(`^${WEEKDAY}(?:${DATES.join('|')})$`, 'i');
const SCIENTIFIC = /^([+-]?)(\d+)(?:[.,](\d+))?e([+-]?\d{1,2})$/i;

/** What a program in JavaScript writes of a record, as text or as JSON. */
const RECORD = /^(?:\[(?:object \w+|Object|Array)\]|\[?\{\s*"|\[\s*["[{])/;

const madeDate = (text: string): string =>
  `The spreadsheet has made a date of this: ${quoted(text)}`;

/**
 * What a spreadsheet, or a program's export, has done to a cell so that nobody can tell what was in
 * it. Null for nothing.
 */
export function explainSpoiled(text: string): string | null {
  if (RECORD.test(text)) return `This is data of another program and no text: ${quoted(text)}`;
  if (FAILED_FORMULA.test(text)) return `A formula of the spreadsheet has failed: ${quoted(text)}`;
  if (DATE.test(text)) return madeDate(text);
  if (SCIENTIFIC.test(text) && exactDigits(text) === null)
    return `The spreadsheet has rounded this number: ${quoted(text)}. Type it in full`;
  return null;
}

/** But not '1,000', which may be a thousand. */
const WITH_ZERO_DECIMALS = /^(?!\d{1,3}[.,]000$)(\d+)[.,]0+$/;
const GROUPED = /^\d{1,3}(?:[,'’\u00A0\u202F]\d{3}){2,}$/;

/**
 * The whole number of '4.47700900123E+11', '7700900123.0' or '7,700,900,123'; null when digits are
 * lost.
 */
function exactDigits(text: string): string | null {
  const plain = WITH_ZERO_DECIMALS.exec(text)?.[1];
  if (plain !== undefined) return plain;
  if (GROUPED.test(text)) return text.replaceAll(/\D/g, '');
  const [, sign, whole = '', decimals = '', power = ''] = SCIENTIFIC.exec(text) ?? [];
  const zeros = Number(power) - decimals.length;
  // Zeros at the end may be digits that were rounded away, but a short number has none to lose.
  const isExact = sign !== undefined && sign !== '-' && (zeros === 0 || (zeros > 0 && zeros <= 3));
  const isShort = whole.length + Number(power) <= MAX_SHORT;
  return isExact && (zeros === 0 || isShort) ? whole + decimals + '0'.repeat(zeros) : null;
}
const MAX_SHORT = 4;

const NUMBER = /[+(]?[\d０-９][\d０-９ \u00A0().\-‐-―/]*[\d０-９]/g;
/** A digit fewer than a British number, without its first 0. With a 7 it is a mobile. */
const LOST_ZERO = /^[1237]\d{9}$/;
const MIN_DIGITS = 7;

/** The first phone number of the cell, with the 0 that a spreadsheet took away. */
export function readPhone(cell: string): ReadCell<string> {
  const spoiled = explainSpoiled(cell);
  if (spoiled !== null) return { value: cell, problem: spoiled };
  const text = exactDigits(cell) ?? cell;
  if (LOST_ZERO.test(text))
    return {
      value: `0${text}`,
      // Numbers of other countries look the same.
      ...(text.startsWith('7') ? {} : { note: `A 0 is put before ${quoted(text)}` }),
    };
  const [first = ''] = text.split(SEVERAL);
  const hasWords = /\p{L}/u.test(text);
  // A short beginning is an area code: '020/7946 0000'.
  const candidate = (hasWords ? firstNumber(text) : isNumber(first) ? first.trim() : null) ?? text;
  const whole = LOST_ZERO.test(candidate) ? `0${candidate}` : candidate;
  const value = shortenPhone(whole, LENGTHS.phone.max);
  return candidate === text ? { value } : { value, note: onlyTaken(candidate, cell) };
}

const isNumber = (text: string): boolean => text.replaceAll(/\D/g, '').length >= MIN_DIGITS;

/** Between values that share a cell. */
const SEVERAL = /\s*(?::::|[;,|/\n]|\bor\b)\s*/i;

const firstNumber = (text: string): string | undefined =>
  text
    .split(SEVERAL)
    .flatMap((part) => part.match(NUMBER) ?? [])
    .find(isNumber);

const ADDRESS = /[^\s<>()[\],;:"|]+@[^\s<>()[\],;:"|]+/g;

/** The first address of the cell: 'Sarah Khan <sarah@example.com>', 'a@example.com; b@...'. */
export function readEmail(cell: string, parentName: string): ReadCell<string> {
  const [first, ...others] = cell.includes('@') ? (cell.match(ADDRESS) ?? []) : [];
  if (first === undefined) return { value: cell };
  const value = first.replace(/^['’]+|['’.]+$/g, '');
  const rest = cell
    .replace(first, '')
    .replace(parentName === '' ? /^$/ : parentName, '')
    .replaceAll(/mailto:|[<>()[\]"'’,;:|\s]/g, '');
  return others.length === 0 && rest === '' ? { value } : { value, note: onlyTaken(value, cell) };
}

const years: Readonly<Record<string, YearClass>> = {
  '10': 'year-10',
  '11': 'year-11',
  '12': 'year-12',
  '13': 'year-13',
  ten: 'year-10',
  eleven: 'year-11',
  twelve: 'year-12',
  thirteen: 'year-13',
};
const SIXTH_FORM = /^(l(?:ower)?|u(?:pper)?)[\s.-]*(?:6|vi|six|6th|sixth)(?:[\s-]*form)?$/;
/** 'Year 12', 'Yr12', '12.0', '12A', 'Y12 physics': one year, and what has no other digits. */
const YEAR =
  /^(?:year|yr|y)?[\s.:-]*(1[0-3]|ten|eleven|twelve|thirteen)(?:[.,]0+)?(?:th)?(?:[\s(-]*[a-z][^\d/&]*\d?)?$/;
/** What stands for nothing. */
const NOTHING = /^(?:|-|–|—|n\/?a|none|nil|null|unknown)$/i;

function yearIn(text: string): YearClass | undefined {
  const form = SIXTH_FORM.exec(text)?.[1];
  if (form !== undefined) return form.startsWith('l') ? 'year-12' : 'year-13';
  return years[YEAR.exec(text)?.[1] ?? ''];
}

/** A date as spreadsheets store it, in days since 1900: from 1954 to 2064. */
const DAY_NUMBER = /^[2-5]\d{4}(?:[.,]\d+)?$/;

/** Three classes, '10-11-12': a spreadsheet's dates with such years are of 2013 and before. */
const THREE_CLASSES = /^(?:[7-9]|1[0-3])(?:[-/.](?:[7-9]|1[0-3])){2}$/;

const explainSpoiledYear = (cell: string): string | null => {
  if (THREE_CLASSES.test(cell)) return null;
  return DAY_NUMBER.test(cell) ? madeDate(cell) : explainSpoiled(cell);
};

/** Years other than 10 to 13 are named, and not stored. */
export function readYear(cell: string): ReadCell<YearClass | null> {
  if (NOTHING.test(cell)) return { value: null };
  const spoiled = explainSpoiledYear(cell);
  if (spoiled !== null) return { value: null, problem: `${spoiled}. Type the year` };
  const text = (exactDigits(cell) ?? cell).normalize('NFKC').toLowerCase();
  // 'Lower Sixth (Year 12)' says it twice, '12/13' names two.
  const namedYears = text
    .split(/[()/&]|\b(?:or|and|to)\b/)
    .flatMap((part) => yearIn(part.trim()) ?? []);
  const [value] = namedYears;
  if (value !== undefined && namedYears.every((other) => other === value)) return { value };
  return {
    value: null,
    note: `${quoted(cell)} is not Year 10, 11, 12 or 13, so no year is stored`,
  };
}

/** '3', '3.00' as spreadsheets write it, '3 credits'. */
const WHOLE_NUMBER =
  /^\+?(\d{1,6})(?:[.,]0{1,2})?(?: ?(?:credits?|lessons?|sessions?|classes)(?: left| remaining)?)?$/i;
const CREDITS_MESSAGE = `Credits must be a whole number from 0 to ${IMPORT.creditsOfRow}`;

export function readCredits(cell: string): ReadCell<number> {
  if (NOTHING.test(cell)) return { value: 0 };
  const spoiled = explainSpoiled(cell);
  if (spoiled !== null) return { value: 0, problem: `${spoiled}. ${CREDITS_MESSAGE}` };
  const digits = WHOLE_NUMBER.exec(exactDigits(cell) ?? cell)?.[1];
  return digits === undefined || Number(digits) > IMPORT.creditsOfRow
    ? { value: 0, problem: CREDITS_MESSAGE }
    : { value: Number(digits) };
}
