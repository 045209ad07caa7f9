// Tables as CSV files: RFC 4180, opened by spreadsheets as text and never as formulas.

/**
 * A spreadsheet takes a cell that begins like this for a formula. Some read the full-width '＝' as
 * '=', so the first character is compared in its plain form.
 */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;
/** Without it spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\uFEFF';

function toCell(text: string): string {
  const harmless = FORMULA.test(text.slice(0, 1).normalize('NFKC')) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Rows of equal length, the first one the header, as the text of a file. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}
