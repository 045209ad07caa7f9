// Tells the landing page's styles whether a family is signed in on this device. The HTML is the
// same for everybody; only the links to sign-in or dashboard differ.
import { holdsSession } from '../api/transport/session-key.ts';

/**
 * `key` is the storage key of the session. Sets data-family on <html> while a session is active,
 * also when another tab signs in or out and when Back restores the page.
 */
export function markFamily(key: string): void {
  const mark = () => {
    document.documentElement.toggleAttribute('data-family', holdsSession(key));
  };
  mark();
  window.addEventListener('storage', mark);
  window.addEventListener('pageshow', mark);
}
