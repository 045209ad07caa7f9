// Addresses that hold a key in their path: whoever knows one gets in, so it goes no further than it
// has to.
import { calendarPath, joinPath } from '../../domain/paths.ts';

const HIDDEN = '…';
/**
 * What stands before a key: the page of a door and its calls, and a calendar, in whichever form a
 * request names them.
 */
const LEADING = [joinPath, calendarPath].map((pathOf) => pathOf(HIDDEN).split(HIDDEN, 1)[0] ?? '');
const BEFORE_KEY = new RegExp(`(${LEADING.join('|')})(?=.)`, 'is');

/** One byte, encoded once or over and over. */
const ENCODED = /%(?:25)*([\da-f]{2})/gi;

/**
 * The path with all that is encoded in it decoded, so far as it can be: a router gives up where a
 * part of it cannot.
 */
const decoded = (path: string) =>
  path.replace(ENCODED, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));

const pathOf = (url: string) => decoded(url.split('?', 1)[0] ?? '');

/** Whether there is a key in the path of this address. */
export function holdsKey(url: string): boolean {
  return BEFORE_KEY.test(pathOf(url));
}

/** The path of an address without the key in it. */
export function hideKey(url: string): string {
  const path = pathOf(url);
  const found = BEFORE_KEY.exec(path);
  if (found === null) return url.split('?', 1)[0] ?? '';
  return path.slice(0, found.index) + found[0].toLowerCase() + HIDDEN;
}
