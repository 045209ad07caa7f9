// Doubles the quotation marks within quoted cells, for files of programs that leave them as they
// are, "Tom "TJ" Lee", or put a backslash before them, "Tom \"TJ\" Lee". RFC 4180 has neither.

/**
 * The text with the marks of each quoted cell as RFC 4180 writes them. Such a cell ends at the
 * first mark before a separator or the end of its line; one that does not end there stays as it is.
 */
export function doubleStrayQuotes(text: string, delimiter: string): string {
  const mark = text.includes('\\"') ? String.raw`(?<!\\)"` : '"';
  const end = new RegExp(`${mark}(?=${RegExp.escape(delimiter)}|$)`, 'g');
  return text.replaceAll(/[^\r\n]+/g, (line) =>
    line.includes('"') ? rewriteLine(line, delimiter, end) : line,
  );
}

function rewriteLine(line: string, delimiter: string, end: RegExp): string {
  const cells: string[] = [];
  for (let start = 0; start <= line.length;) {
    end.lastIndex = start + 1;
    const closing = line[start] === '"' ? end.exec(line)?.index : start;
    if (closing === undefined) return [...cells, line.slice(start)].join(delimiter);
    const next = line.indexOf(delimiter, closing);
    const after = next === -1 ? line.length : next;
    cells.push(
      closing === start ? line.slice(start, after) : quote(line.slice(start + 1, closing)),
    );
    start = after + delimiter.length;
  }
  return cells.join(delimiter);
}

function quote(text: string): string {
  const plain = text.replaceAll(/\\(["\\])/g, '$1').replaceAll('""', '"');
  return `"${plain.replaceAll('"', '""')}"`;
}
