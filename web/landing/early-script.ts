// What the landing page runs before anything is painted. The build makes one small script of it and
// puts that into the page.
import { sessionKey } from '../api/transport/session-key.ts';
import { startLate } from './late-start.ts';
import { markFamily } from './signed-in.ts';

/**
 * The addresses of built files, in an attribute of the script itself: so the script stays the same
 * whatever is built.
 */
function addressesIn(name: 'start' | 'app'): string[] {
  return document.currentScript?.dataset[name]?.split(' ') ?? [];
}

markFamily(sessionKey('family'));
startLate(addressesIn('start'), addressesIn('app'));
