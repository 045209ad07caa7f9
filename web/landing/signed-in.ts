// Lets the landing page's styles know whether a family is signed in on this device. The page is the
// same for everybody; what it shows of the way in is not.
import { holdsSession } from '../api/transport/session-key.ts';

/**
 * `key` is where the session is stored. Sets data-family on <html> while a session is live, also
 * when another tab signs in or out, and when Back brings the page up.
 */
export function markFamily(key: string): void {
  const mark = () => {
    document.documentElement.toggleAttribute('data-family', holdsSession(key));
  };
  mark();
  window.addEventListener('storage', mark);
  window.addEventListener('pageshow', mark);
}
