// Doubles the quotation marks within quoted cells, for files of programs that leave them as they
// are, "Tom "TJ" Lee", or put a backslash before them, "Tom \"TJ\" Lee". RFC 4180 has neither.

/**
 * The text with the marks of each quoted cell as RFC 4180 writes them. A cell that is right stays
 * as it is, and so does one without an end. Any other ends at the first mark before a separator or
 * the end of its line; in files with backslashes, an odd number of these before a mark keeps it
 * open.
 */
export function doubleStrayQuotes(text: string, delimiter: string): string {
  const mark = text.includes('\\"') ? String.raw`(?<!(?<!\\)(?:\\\\)*\\)"` : '"';
  const before = `(?=${RegExp.escape(delimiter)}|$)`;
  const ends = {
    right: new RegExp(`"(?:[^"\\\\]|"")*"${before}`, 'y'),
    other: new RegExp(mark + before, 'g'),
  };
  return text.replaceAll(/[^\r\n]+/g, (line) =>
    line.includes('"') ? rewriteLine(line, delimiter, ends) : line,
  );
}

function rewriteLine(
  line: string,
  delimiter: string,
  { right, other }: Readonly<Record<'right' | 'other', RegExp>>,
): string {
  const cells: string[] = [];
  for (let start = 0; start <= line.length;) {
    right.lastIndex = start;
    other.lastIndex = start + 1;
    const isRight = line[start] !== '"' || right.test(line);
    const closing = isRight ? Math.max(start, right.lastIndex) : other.exec(line)?.index;
    if (closing === undefined) return [...cells, line.slice(start)].join(delimiter);
    const next = line.indexOf(delimiter, closing);
    const after = next === -1 ? line.length : next;
    cells.push(isRight ? line.slice(start, after) : quote(line.slice(start + 1, closing)));
    start = after + delimiter.length;
  }
  return cells.join(delimiter);
}

function quote(text: string): string {
  const plain = text.replaceAll(/\\(["\\])/g, '$1').replaceAll('""', '"');
  return `"${plain.replaceAll('"', '""')}"`;
}
