// Folds the lines of calendars (RFC 5545, 3.1).

const MAX_OCTETS = 75;
/**
 * No line is cut beside one: several programs trim the parts, and 'Bring a ruler' lost a space. A
 * backslash and the letter after it are one sign, as the line break '\n'.
 */
const KEPT_TOGETHER = /[\s\\]/;

/** The text with lines of up to 75 octets, cut within words. */
export const foldLines = (text: string): string =>
  text.replaceAll('\r\n ', '').split('\r\n').map(foldLine).join('\r\n');

function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= MAX_OCTETS) return line;
  const signs = Array.from(line);
  const parts: string[] = [];
  for (let start = 0; start < signs.length;) {
    const end = endOfPart(signs, start, parts.length === 0 ? MAX_OCTETS : MAX_OCTETS - 1);
    parts.push(signs.slice(start, end).join(''));
    start = end;
  }
  return parts.join('\r\n ');
}

/** The end of the part of up to `maxOctets` that begins at `start`. */
function endOfPart(signs: readonly string[], start: number, maxOctets: number): number {
  let octets = 0;
  let end = start;
  for (let at = start; at < signs.length; at += 1) {
    const [sign = '', next = ''] = signs.slice(at, at + 2);
    octets += Buffer.byteLength(sign);
    if (octets > maxOctets) return end === start ? at : end;
    if (!KEPT_TOGETHER.test(sign + next)) end = at + 1;
  }
  return signs.length;
}
