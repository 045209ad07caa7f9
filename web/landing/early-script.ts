// Runs on the landing page before the first paint. The build turns it into a small script in the
// page.
import { sessionKey } from '../api/transport/session-key.ts';
import { startLate } from './late-start.ts';
import { markFamily } from './signed-in.ts';

/**
 * The addresses of built files are passed as attributes, so that the script's text (and hash) is
 * the same in every build.
 */
function addressesIn(name: 'start' | 'app'): string[] {
  return document.currentScript?.dataset[name]?.split(' ') ?? [];
}

markFamily(sessionKey('family'));
startLate(addressesIn('start'), addressesIn('app'));
