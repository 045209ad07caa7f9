// Tables as CSV files (RFC 4180) that spreadsheets read as text, never as formulas, and give back
// without a changed digit.

/**
 * A spreadsheet treats a cell that starts with one of these as a formula. Some treat the full-width
 * '＝' as '=', so the first character is compared in its plain form.
 */
const FORMULA = /^[=+\-@\t\r]/;
/** Spreadsheets take the first 0 from these, or round them. With a space in it, each is a text. */
const PHONE = /^(?:0\d{9,14}|\d{12,15})$/;
/**
 * Other texts of which a spreadsheet makes another number, or a date: 007, 1e5, 10/11, 10-Nov,
 * 1 1/2. Whole dates such as 2026-12-01 may become dates.
 */
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const REWRITTEN = new RegExp(
  '^(?:0\\d+|\\d{16,}|\\d[\\d.,]*e[+-]?\\d+|(?:\\d+ )?\\d+/\\d+(?:/\\d+)?|\\d{4}-\\d{1,2}|' +
    `\\d{1,2}[- .]${MONTH}(?:[- .]\\d{1,4})?|${MONTH}[- .]\\d{1,4})$`,
  'i',
);
const NEEDS_QUOTES = /[",\r\n]/;
/** Without it, spreadsheets do not recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A text, or an amount that spreadsheets can add up. */
export type CsvCell = string | { readonly pence: number };

function toCell(cell: CsvCell): string {
  if (typeof cell !== 'string') return (cell.pence / 100).toFixed(2);
  const harmless = keepText(cell);
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function keepText(text: string): string {
  if (PHONE.test(text)) return `${text.slice(0, 5)} ${text.slice(5)}`;
  const isFormula = FORMULA.test(text.slice(0, 1).normalize('NFKC'));
  return isFormula || REWRITTEN.test(text) ? `'${text}` : text;
}

/** A row as a line of a file that begins with BYTE_ORDER_MARK. */
export const csvLine = (row: readonly CsvCell[]): string => `${row.map(toCell).join(',')}\r\n`;

/** A table as the text of a file: the rows, all of the same length and the header first. */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  BYTE_ORDER_MARK + rows.map(csvLine).join('');
