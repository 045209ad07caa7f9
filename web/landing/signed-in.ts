// Lets the landing page's styles know whether a family is signed in on this device. The page is the same for everybody; what it
// shows of the way in is not.

/**
 * `key` is where the session is stored. Sets data-family on <html> while a session is live, also when another tab signs in or
 * out, and when Back brings the page up.
 */
export function markFamily(key: string): void {
  const mark = () => {
    let endsAt = 0;
    try {
      const held = JSON.parse(localStorage.getItem(key) ?? 'null') as {
        readonly session?: { readonly expires_at?: number };
      } | null;
      endsAt = (held?.session?.expires_at ?? 0) * 1000;
    } catch {
      // Storage that may not be read, or that holds something else: the page is a stranger's.
    }
    document.documentElement.toggleAttribute('data-family', endsAt > Date.now());
  };
  mark();
  window.addEventListener('storage', mark);
  window.addEventListener('pageshow', mark);
}
