// Scripts that can no longer be loaded, usually because a new version of the site has replaced
// them. Reloading the page once fixes that.

const RELOADED_AT = 'reloaded-at';
const ENOUGH_APART_MS = 30_000;

const MESSAGES =
  /dynamically imported module|importing a module script failed|mime type|error loading dynamically|unable to preload css/i;

export function isChunkLoadError(error: unknown): boolean {
  return (
    error instanceof Error && (error.name === 'ChunkLoadError' || MESSAGES.test(error.message))
  );
}

/**
 * Reloads the page unless it was just reloaded for the same reason, and returns whether it does.
 * Call it only for a page that is broken or being left: a reload loses the contents of a form.
 */
export function reloadOnce(): boolean {
  // Offline, a reload would show the browser's own error page.
  if (!navigator.onLine) return false;
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - last < ENOUGH_APART_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  } catch {
    // Without storage, nothing could prevent an endless series of reloads.
    return false;
  }
  // WebKit keeps a failed answer in memory, whatever its headers say, and gives it to the reloaded
  // page too.
  const fetched = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js'))
    .map(({ name }) => fetch(name, { cache: 'reload' }));
  void Promise.allSettled(fetched).then(() => location.reload());
  return true;
}
