// Every page of the app behind its guard, with a fallback for when it breaks.
import type { ReactNode } from 'react';
import { redirectDocument, type RouteObject } from 'react-router';

import type { Guard, PageModule } from '../navigation/page.ts';
import { appPaths, documentPaths, pages, type AppPath } from '../pages.ts';
import { RequireEither, RequireNobody, RequireParent, RequireSession } from './guards.tsx';
import { Root } from './root.tsx';
import { RouteFailure } from './route-failure.tsx';
import { Shell } from './shell.tsx';

/** What the router knows about the page of a route. */
export interface PageHandle {
  readonly path: AppPath;
  readonly start: PageModule['start'] | undefined;
}

/**
 * Calls `onMissing` with a page whose script could not be loaded, before the router shows the
 * failure.
 */
export function createRoutes(onMissing: (path: AppPath) => void): RouteObject[] {
  const pageAt = (path: AppPath): RouteObject => ({
    path,
    lazy: async () => {
      try {
        const { default: Component, loader, start } = await pages[path].load();
        return {
          Component,
          ...(loader && { loader }),
          handle: { path, start } satisfies PageHandle,
        };
      } catch (error) {
        onMissing(path);
        throw error;
      }
    },
  });
  const pagesFor = (guard: Guard) =>
    appPaths.filter((path) => pages[path].guard === guard).map(pageAt);
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
