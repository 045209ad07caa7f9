// Going from page to page: the next page's script is loaded first, so that the page one is on stays whole, and its address
// with it, until the other can be shown. useGo() goes there, useIsGoing() tells that it takes a while.
import { useCallback, useSyncExternalStore } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';

type LoadPage = (pathname: string) => Promise<void>;

let loadPage: LoadPage = async () => {};

/** Says how the scripts of the page at a path of this site are loaded. */
export function providePages(load: LoadPage): void {
  loadPage = load;
}

/**
 * Loads what the page at `to` needs and answers whether that worked. A failure is not told here: the page itself tries again
 * and tells of it.
 */
export async function prefetchPage(to: string): Promise<boolean> {
  return loadPage(new URL(to, window.location.href).pathname).then(
    () => true,
    () => false,
  );
}

interface GoOptions extends NavigateOptions {
  /** Asked when the page cannot be loaded: true stays here. */
  readonly staysWithout?: () => boolean;
}

/** Counts up with every page that is wanted; whoever wants another does not get the one before. */
let latest = 0;
let isGoing = false;
const watchers = new Set<() => void>();

function setGoing(next: boolean): void {
  isGoing = next;
  for (const watcher of watchers) watcher();
}

/** The returned function resolves once the other page is on its way into view, or something else was wanted meanwhile. */
export function useGo(): (to: string, options?: GoOptions) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (to, { staysWithout = () => false, ...options } = {}) => {
      latest += 1;
      const mine = latest;
      const { href } = window.location;
      setGoing(true);
      const isLoaded = await prefetchPage(to);
      if (mine !== latest) return;
      setGoing(false);
      // Whoever has gone back meanwhile wants to stay there.
      if (window.location.href !== href || (!isLoaded && staysWithout())) return;
      await navigate(to, options);
    },
    [navigate],
  );
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

export function useIsGoing(): boolean {
  return useSyncExternalStore(
    watch,
    () => isGoing,
    () => false,
  );
}
