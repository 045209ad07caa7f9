// Runs on the landing page before the first paint. The build turns it into a small script in the
// page.
import { hasStoredSession, sessionKey } from '../transport/storage.ts';
import { addMissing } from '../ui/older-browsers.ts';
import { startLate } from './late-start.ts';

/**
 * The addresses of built files are passed as attributes, so that the script's text (and hash) is
 * the same in every build.
 */
function addressesIn(name: 'start' | 'app'): string[] {
  return document.currentScript?.dataset[name]?.split(' ') ?? [];
}

/**
 * Tells the styles whether a family is signed in on this device, by data-family on <html>: also
 * when another tab signs in or out and when Back restores the page. The HTML is the same for
 * everybody.
 */
function markFamily(): void {
  const isSignedIn = hasStoredSession(sessionKey('family'));
  document.documentElement.toggleAttribute('data-family', isSignedIn);
}

addMissing();
markFamily();
window.addEventListener('storage', markFamily);
window.addEventListener('pageshow', markFamily);
startLate(addressesIn('start'), addressesIn('app'));
