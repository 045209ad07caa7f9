// Every page of the app behind its guard, with a fallback for when it breaks. The router loads the
// script of the next page before it leaves the current one.
import type { ReactNode } from 'react';
import {
  redirectDocument,
  type RouteObject,
  createBrowserRouter,
  NavigationType,
  type RouterState,
} from 'react-router';

import type { Guard, PageModule } from '../navigation/page.ts';
import {
  appPaths,
  documentPaths,
  pages,
  type AppPath,
  audienceOf,
  findPage,
  preloadPage,
} from '../pages.ts';
import { OFFLINE } from '../transport/failures.ts';
import { readSession } from '../transport/session.ts';
import { hasUnsavedInput } from '../ui/forms/unsaved-input.ts';
import { showToast } from '../ui/toast.ts';
import { wasFollowed } from './app-link.tsx';
import {
  RequireEither,
  RequireNobody,
  RequireParent,
  RequireSession,
  signInRedirectOf,
} from './guards.tsx';
import { Root } from './root.tsx';
import { RouteFailure } from './route-failure.tsx';
import { Shell } from './shell.tsx';

/** What the router knows about the page of a route. */
interface PageHandle {
  readonly path: AppPath;
  readonly start: PageModule['start'] | undefined;
}

/**
 * Calls `onMissing` with a page whose script could not be loaded, before the router shows the
 * failure.
 */
export function createRoutes(onMissing: (path: AppPath) => void): RouteObject[] {
  const pagesFor = (guard: Guard) =>
    appPaths.filter((path) => pages[path].guard === guard).map((path) => routeOf(path, onMissing));
  const failure = <RouteFailure />;
  const behind = (element: ReactNode, children: RouteObject[]): RouteObject => ({
    element,
    children: [{ errorElement: failure, children }],
  });
  // Each page has a guard of its own, so that someone who signs in and then opens the other page is
  // redirected from there too.
  const withoutSession = (guard: 'no-family' | 'no-admin'): RouteObject[] =>
    pagesFor(guard).map((page) => ({
      element: (
        <RequireNobody key={page.path} audience={guard === 'no-family' ? 'family' : 'admin'} />
      ),
      children: [page],
    }));
  return [
    {
      element: <Root />,
      errorElement: failure,
      // The prerendered HTML contains the same.
      hydrateFallbackElement: <Shell />,
      children: [
        {
          errorElement: failure,
          children: [
            // Separate documents, which the browser has to load.
            ...documentPaths.map((path) => ({ path, loader: () => redirectDocument(path) })),
            ...withoutSession('no-family'),
            ...withoutSession('no-admin'),
            ...pagesFor('anybody'),
            behind(<RequireSession audience="family" />, [
              ...pagesFor('family'),
              { element: <RequireParent />, children: pagesFor('parent') },
            ]),
            behind(<RequireEither />, pagesFor('parent-or-admin')),
            behind(<RequireSession audience="admin" />, pagesFor('admin')),
            {
              path: '*',
              lazy: async () => ({
                Component: (await import('../visitor/not-found/page.tsx')).default,
              }),
            },
          ],
        },
      ],
    },
  ];
}

const routeOf = (path: AppPath, onMissing: (path: AppPath) => void): RouteObject => ({
  path,
  lazy: async () => {
    try {
      const { default: Component, loader, start } = await pages[path].load();
      return { Component, ...(loader && { loader }), handle: { path, start } satisfies PageHandle };
    } catch (error) {
      onMissing(path);
      throw error;
    }
  },
});

type AppRouter = ReturnType<typeof createBrowserRouter>;

/** The router at the browser's address. It starts to load the page there, or its replacement. */
export function createRouter(): AppRouter {
  // Without a session, only the sign-in page is awaited; the page behind it loads in the meantime.
  const away = awayFrom(window.location);
  if (away !== null) preloadPage(away.to);
  const router = createBrowserRouter(createRoutes(stayHere));
  router.subscribe(startQueries());
  if (away !== null) void router.navigate(away.to, { replace: true, state: away.state });
  const missed = new Set<AppPath>();
  return router;

  /**
   * A link to a page that cannot be loaded must not discard what was typed on this one. Nor may it
   * replace this page while the browser is offline and could only show an error.
   */
  function stayHere(missing: AppPath): void {
    const { navigation, location } = router.state;
    const to = navigation.location;
    if (to === undefined || findPage(to.pathname) !== missing) return;
    if (navigation.historyAction === NavigationType.Pop) return;
    const isTyping = hasUnsavedInput();
    if (!wasFollowed(to) || (!isTyping && navigator.onLine)) return;
    const say = () =>
      showToast({
        kind: 'info',
        title: 'Page not loaded',
        description: isTyping
          ? 'What you have typed is still here. Finish it first, or try again in a moment.'
          : OFFLINE,
      });
    // Some versions of Chromium never load a script again whose first import has failed.
    if (missed.has(missing)) void openDocument(to.pathname + to.search + to.hash, say);
    else say();
    missed.add(missing);
    // Navigating to the current location aborts the pending navigation, whose address is not in the
    // history yet.
    void router.navigate(location, { replace: true, state: location.state });
  }
}

/** Follows a link without the router, unless the server cannot be reached. */
async function openDocument(href: string, onFailure: () => void): Promise<void> {
  const { ok } = await fetch(href, { method: 'HEAD' }).catch(() => ({ ok: false }));
  if (ok) window.location.assign(href);
  else onFailure();
}

/**
 * Starts the queries of each page before React renders it. A loader would also do that, but it
 * delays Back, and the browser then restores the scroll position before the page is long enough.
 */
function startQueries(): (state: RouterState) => void {
  let opened: RouterState['location'] | null = null;
  return ({ initialized, location, matches }) => {
    if (!initialized || location === opened) return;
    opened = location;
    for (const { route, params } of matches) {
      // Has the shape that routes.tsx gives it.
      const { path, start } = (route.handle ?? {}) as Partial<PageHandle>;
      const audience = path === undefined ? null : audienceOf(path);
      if (audience === null || readSession(audience) !== null)
        start?.({ params, search: new URLSearchParams(location.search) });
    }
  };
}

/** The sign-in page for a visitor who lacks the session of the requested page; otherwise null. */
function awayFrom(target: Pick<Location, 'pathname' | 'search' | 'hash'>) {
  const audience = audienceOf(target.pathname);
  return audience === null || readSession(audience) !== null
    ? null
    : signInRedirectOf(audience, target);
}
