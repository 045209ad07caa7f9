// Addresses that hold a key in their path: whoever knows one gets in, so it goes no further than it has to.
import { doorPath } from '../../domain/paths.ts';

/** The page of a door and its calls, in whichever form a request names them. */
const BEFORE_KEY = new RegExp(`${doorPath('')}(?=.)`, 's');

/** The path as the router reads it, which understands it encoded as well. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const pathOf = (url: string) => decoded(url.split('?', 1)[0] ?? '');

/** Whether there is a key in the path of this address. */
export function holdsKey(url: string): boolean {
  return BEFORE_KEY.test(pathOf(url));
}

/** The path of an address without the key in it. */
export function hideKey(url: string): string {
  const path = pathOf(url);
  const { index } = BEFORE_KEY.exec(path) ?? {};
  return index === undefined ? (url.split('?', 1)[0] ?? '') : `${path.slice(0, index)}${doorPath('…')}`;
}
