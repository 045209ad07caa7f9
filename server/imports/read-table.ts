// Reads a CSV file in whatever encoding and with whatever separators other products write it.
import chardet from 'chardet';
import Papa from 'papaparse';

import { fieldRefusal, Refusal } from '../../domain/errors.ts';
import { recogniseColumns } from '../../domain/imports/columns.ts';
import { IMPORT } from '../../domain/imports/import.ts';
import { doubleStrayQuotes } from './stray-quotes.ts';

interface TableRow {
  /** The row of the file, as spreadsheets count: 1 is the header, empty rows count too. */
  readonly line: number;
  readonly cells: readonly string[];
}

interface Row extends TableRow {
  /**
   * The cells beyond the header, and beyond the shortest row: a comma in a cell was taken for its
   * end. Empty ones are Excel's, which separates the cells of 16 rows alike.
   */
  readonly excess: readonly string[];
}

export interface Table {
  readonly headers: readonly string[];
  /** Without empty rows. */
  readonly rows: readonly Row[];
}

/** Detection looks at parts of the file only, because it is slow. */
const SAMPLE_BYTES = 16 * 1024;

const SAMPLE_CHARACTERS = 8 * 1024;

const BEFORE_SAMPLE_BYTES = 1024;

/** Zip archives, which spreadsheets are, begin with this. */
const ZIP = 'PK\u0003\u0004';

// Control characters other than tabs and line breaks.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000e-\u001f]/g;

/** A text with more than this share of control characters is no text. */
const MAX_CONTROL_SHARE = 0.01;

/** More than this, empty rows included, is not even read: it would hold up everybody else. */
const MAX_LINES = 4 * IMPORT.rows;

const fileRefusal = (message: string): Refusal =>
  fieldRefusal('file', 'validation_failed', message);

const rowsRefusal = (): Refusal =>
  new Refusal('too_many_rows', {
    message: `The file has more than ${IMPORT.rows.toLocaleString('en-GB')} rows. Please split it.`,
  });

/** The table in the file. Throws validation_failed on `file`, or too_many_rows. */
export function readTable(bytes: Buffer): Table {
  if (bytes.length === 0) throw fileRefusal('The file is empty.');
  // A last line break would count as a row when the separator is detected.
  const rows = parse(withoutLastBreaks(decode(bytes)));
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [first] = filled;
  if (first === undefined) throw fileRefusal('The file is empty.');
  // A loop: as arguments, this many would be too much for Math.max.
  const width = filled.reduce((max, { cells }) => Math.max(max, cells.length), 0);
  if (width > IMPORT.columns)
    throw fileRefusal(`The file has more than ${IMPORT.columns} columns.`);
  const header = headerAt(filled);
  const rest = filled.slice(header === null ? 0 : header + 1);
  if (rest.length > IMPORT.rows) throw rowsRefusal();
  const names = header === null ? [] : (filled[header]?.cells ?? []);
  const shortest = rest.reduce((min, { cells }) => Math.min(min, cells.length), width);
  const maxCells = header === null ? width : Math.max(names.length, shortest);
  return {
    // Columns without a name can be assigned by hand, too.
    headers: Array.from({ length: width }, (_, index) =>
      (names[index] ?? '').trim().slice(0, IMPORT.shownLength),
    ),
    rows: rest.map((row) => ({ ...row, excess: row.cells.slice(maxCells) })),
  };
}

/** Titles and dates of an export stand in fewer rows. */
const MAX_TITLES = 20;

/**
 * The row of the header, after the titles that some products write above it; null for a file whose
 * rows begin at once.
 */
function headerAt(rows: TableRow[]): number | null {
  const top = rows.slice(0, MAX_TITLES);
  const recognised = top.findIndex(({ cells }) => isHeader(cells));
  if (recognised !== -1) return recognised;
  const wide = top.findIndex(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1);
  const likely = Math.max(0, wide);
  return hasAddress(top[likely]?.cells ?? []) ? null : likely;
}

const hasAddress = (cells: readonly string[]): boolean => cells.some((cell) => ADDRESS.test(cell));

const ADDRESS = /[^\s@]@[^\s@]+\.[^\s@]/;

const recognisedIn = (cells: readonly string[]): number =>
  Object.keys(recogniseColumns(cells.map((cell) => cell.slice(0, IMPORT.shownLength)))).length;

const isHeader = (cells: readonly string[]): boolean =>
  !hasAddress(cells) && recognisedIn(cells) > 1;

/** A pattern would try again from each line break. */
function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1;
  return text.slice(0, end);
}

function decode(bytes: Buffer): string {
  if (bytes.subarray(0, ZIP.length).toString('latin1') === ZIP)
    throw fileRefusal('This is a spreadsheet. Save it there as CSV, and choose that file.');
  const text = decodeAs('utf-8', bytes) ?? decodeAs(guessEncoding(bytes), bytes);
  const controls = text?.match(CONTROL)?.length ?? 0;
  if (text === null || text.includes('\u0000') || controls > text.length * MAX_CONTROL_SHARE)
    throw fileRefusal('This file is not a table of text. Save the table as CSV, and choose that.');
  return text;
}

/** Null if the bytes are not text in this encoding, or nobody knows it. */
function decodeAs(encoding: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Guesses from the surroundings of the first character that is not ASCII. */
function guessEncoding(bytes: Buffer): string {
  const start = Math.max(0, bytes.findIndex((byte) => byte > 127) - BEFORE_SAMPLE_BYTES);
  // An even start, so that the two bytes of a character stay together.
  const sample = bytes.subarray(start - (start % 2), start + SAMPLE_BYTES);
  return chardet.detect(sample) ?? 'windows-1252';
}

/** Excel's own first line, which names the separator and is no row. */
const SEPARATOR_LINE = /^"?sep=(.)"?[;,\t|]*\r?\n?/i;

/** Every row, empty ones included. Throws as readTable does. */
function parse(text: string): TableRow[] {
  const line = SEPARATOR_LINE.exec(text);
  const table = line === null ? text : text.slice(line[0].length);
  const delimiter = line?.[1] ?? findDelimiter(table.slice(0, SAMPLE_CHARACTERS));
  const strict = parseCells(table, delimiter);
  const loose =
    strict.fault === undefined
      ? strict
      : parseCells(doubleStrayQuotes(table, delimiter), delimiter);
  const { data } = loose.fault === undefined ? loose : strict;
  if (data.length > MAX_LINES) throw rowsRefusal();
  if (loose.fault !== undefined)
    throw fileRefusal(
      `The quotation marks in row ${(strict.fault?.row ?? 0) + 1} do not match. Correct that row, or save the table as CSV again.`,
    );
  return data.map((cells, index) => ({ line: index + 1, cells }));
}

/** The cells, and the first of the quotation marks that do not match. */
function parseCells(table: string, delimiter: string) {
  const { data, errors } = Papa.parse<string[]>(tidyQuotes(table, delimiter), {
    delimiter,
    preview: MAX_LINES + 1,
  });
  return { data, fault: errors.find(({ type }) => type === 'Quotes') };
}

/** The separator by which a header is recognised; otherwise the one that is used most evenly. */
function findDelimiter(sample: string): string {
  const [best] = [',', ';', '\t', '|']
    .map((delimiter) => {
      const { data } = Papa.parse<string[]>(sample, { delimiter, preview: MAX_TITLES });
      return { delimiter, columns: Math.max(0, ...data.map(recognisedIn)) };
    })
    .toSorted((one, other) => other.columns - one.columns);
  if (best !== undefined && best.columns > 1) return best.delimiter;
  return Papa.parse<string[]>(sample, { preview: MAX_TITLES, skipEmptyLines: 'greedy' }).meta
    .delimiter;
}

const AROUND_QUOTES = /" |[ =]"/;

/** Writes the quoted cells of a table without spaces around them and without the formula's sign. */
function tidyQuotes(text: string, delimiter: string): string {
  if (!AROUND_QUOTES.test(text)) return text;
  // The start of a cell, what stands before its quotation mark, and the cell to its end.
  const sign = RegExp.escape(delimiter);
  const cell = new RegExp(
    `(^|${sign}|\\r\\n|\\r|\\n)(?: *=?"((?:[^"]|"")*)" *(?=${sign}|\\r|\\n|$)|(?=[^]))`,
    'g',
  );
  return text.replace(cell, (all: string, start: string, quoted: string | undefined) =>
    quoted === undefined ? all : `${start}"${quoted}"`,
  );
}
