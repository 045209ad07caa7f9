// Quoted cells as some products write them: with spaces around the quotation marks, or as the
// formula ="07700900123". RFC 4180 knows neither, and the parser would cut such a cell at its comma.

const AROUND_QUOTES = /" |[ =]"/;

/** Writes the quoted cells of a table without spaces around them and without the formula's sign. */
export function tidyQuotes(text: string, delimiter: string): string {
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
