// The app's router: loads a page's script before it leaves the page that one is on.
import { createBrowserRouter, NavigationType, type RouterState } from 'react-router';

import { OFFLINE } from '../api/transport/failures.ts';
import { readSession } from '../api/transport/session.ts';
import { showToast } from '../ui/toast.ts';
import { hasUnsavedInput } from '../ui/unsaved-input.ts';
import { wasFollowed } from './app-link.tsx';
import { turnAway } from './guards.tsx';
import { type AppPath, audienceOf, preloadPage } from '../pages/pages.ts';
import { createRoutes, type PageHandle } from './routes.tsx';

type AppRouter = ReturnType<typeof createBrowserRouter>;

/**
 * Resolves once the page at the browser's address, or what is shown in its place, can be rendered.
 */
export async function startRouter(): Promise<AppRouter> {
  // Without a session one waits for the sign-in page alone; the page that it leads to arrives
  // meanwhile.
  const away = awayFrom(window.location);
  if (away !== null) preloadPage(away.to);
  const router = createBrowserRouter(createRoutes(stayHere));
  router.subscribe(startQueries());
  if (away !== null) void router.navigate(away.to, { replace: true, state: away.state });
  if (!router.state.initialized) {
    await new Promise<void>((resolve) => {
      const stop = router.subscribe(({ initialized }) => {
        if (!initialized) return;
        stop();
        resolve();
      });
    });
  }
  return router;

  /**
   * A link whose page cannot be loaded must not throw away what has been typed on this one; nor
   * must it take this page away from somebody who is offline, and could only be shown that another
   * is missing.
   */
  function stayHere(missing: AppPath): void {
    const { navigation, location } = router.state;
    if (
      navigation.location?.pathname !== missing ||
      navigation.historyAction === NavigationType.Pop
    )
      return;
    const isTyping = hasUnsavedInput();
    if (!wasFollowed(navigation.location) || (!isTyping && navigator.onLine)) return;
    showToast({
      kind: 'info',
      title: 'Page Not Loaded',
      description: isTyping
        ? 'What you have typed is still here. Finish it first, or try again in a moment.'
        : OFFLINE,
    });
    // Going to where one is gives up the navigation that is under way, whose address is not in the
    // history yet.
    void router.navigate(location, { replace: true, state: location.state });
  }
}

/**
 * Starts the queries of each page that is opened, before React renders it. A loader would do so as
 * well, but Back then takes a moment, and the browser scrolls to where one was before the page is
 * long enough.
 */
function startQueries(): (state: RouterState) => void {
  let opened: RouterState['location'] | null = null;
  return ({ initialized, location, matches }) => {
    if (!initialized || location === opened) return;
    opened = location;
    for (const { route, params } of matches) {
      // As routes.tsx makes them.
      const { path, start } = (route.handle ?? {}) as Partial<PageHandle>;
      const audience = path === undefined ? null : audienceOf(path);
      if (audience === null || readSession(audience) !== null)
        start?.({ params, search: new URLSearchParams(location.search) });
    }
  };
}

/** Where whoever has no session for a page is sent instead; null for all others. */
function awayFrom(place: Pick<Location, 'pathname' | 'search' | 'hash'>) {
  const audience = audienceOf(place.pathname);
  return audience === null || readSession(audience) !== null ? null : turnAway(audience, place);
}
