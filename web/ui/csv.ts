// Tables as CSV files (RFC 4180) that spreadsheets read as text, never as formulas.

/**
 * A spreadsheet treats a cell that starts with one of these as a formula. Some treat the full-width
 * '＝' as '=', so the first character is compared in its plain form.
 */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;
/** Without it, spreadsheets do not recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

function toCell(text: string): string {
  const harmless = FORMULA.test(text.slice(0, 1).normalize('NFKC')) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The rows, all of the same length and the header first, as the text of a file. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}
