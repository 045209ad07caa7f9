// Scripts that can no longer be loaded, mostly because a new version of the site has replaced them:
// one reload cures that.

const RELOADED_AT = 'reloaded-at';
const ENOUGH_APART_MS = 30_000;

const MESSAGES =
  /dynamically imported module|importing a module script failed|error loading dynamically|unable to preload css/i;

export function isChunkLoadError(error: unknown): boolean {
  return (
    error instanceof Error && (error.name === 'ChunkLoadError' || MESSAGES.test(error.message))
  );
}

/**
 * Reloads the page unless it was reloaded for the same reason just now; returns whether it does.
 * For a page that is being left or is broken: a form on it would be gone.
 */
export function reloadOnce(): boolean {
  // The browser would show a page of its own instead.
  if (!navigator.onLine) return false;
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - last < ENOUGH_APART_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  } catch {
    // Without storage nothing could stop a second reload, and a third.
    return false;
  }
  window.location.reload();
  return true;
}
