// Paths that contain a key: anybody who knows one gets access, so keys must not reach logs, caches
// or referrers.
import { calendarPath, excusePath, joinPath } from '../../domain/paths.ts';

const HIDDEN = '…';
/**
 * The path before a key, in any form that a request may use: the page of a join link or of a
 * reminder's link, their calls, and a calendar feed.
 */
const LEADING = [joinPath, excusePath, calendarPath].map(
  (pathOf) => pathOf(HIDDEN).split(HIDDEN, 1)[0] ?? '',
);
const BEFORE_KEY = new RegExp(`(${LEADING.join('|')})(?=.)`, 'is');

/** One byte, percent-encoded once or repeatedly. */
const ENCODED = /%(?:25)*([\da-f]{2})/gi;

/**
 * Decodes the path as far as possible; unlike a router, it does not give up at a malformed part.
 */
const decoded = (path: string) =>
  path.replace(ENCODED, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));

const pathOf = (url: string) => decoded(url.split('?', 1)[0] ?? '');

/** Whether the path of this URL contains a key. */
export function containsKey(url: string): boolean {
  return BEFORE_KEY.test(pathOf(url));
}

/** The path of a URL without its key. */
export function hideKey(url: string): string {
  const path = pathOf(url);
  const match = BEFORE_KEY.exec(path);
  if (match === null) return url.split('?', 1)[0] ?? '';
  return path.slice(0, match.index) + match[0].toLowerCase() + HIDDEN;
}
