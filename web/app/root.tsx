// The layout route of the whole app: the query layer, links, messages, the loading indicator, and
// focus and scrolling on a page change.
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import {
  type Location,
  NavigationType,
  Outlet,
  useLocation,
  useNavigation,
  useNavigationType,
} from 'react-router';

import { paths } from '../../domain/paths.ts';
import { findPage } from '../pages.ts';
import { queryClient } from '../transport/query-client.ts';
import { Spinner } from '../ui/button.tsx';
import { SiteLinkContext, type SiteLinkProps } from '../ui/link-button.tsx';
import { dismissToasts, turnPage } from '../ui/toast.ts';
import { Toasts } from '../ui/toasts.tsx';
import { AppLink } from './app-link.tsx';
import { ReadyMark } from './crash-page.tsx';

const renderAppLink = (props: SiteLinkProps) => <AppLink {...props} />;

export function Root() {
  usePageChange();
  useMessagesOfPages();
  return (
    <QueryClientProvider client={queryClient}>
      <SiteLinkContext value={renderAppLink}>
        <Outlet />
        <ReadyMark />
        <Pending />
        <Toasts />
      </SiteLinkContext>
    </QueryClientProvider>
  );
}

/** Where each query is a page of its own: another student's, family's or topic's. */
const ONE_PER_QUERY: readonly (string | null)[] = [
  paths.adminFamilies,
  paths.adminTopics,
  paths.lessonRoom,
  paths.practice,
];

/** Identifies the page at an address. Another week or an open dialog is the same page. */
function pageAt({ pathname, search }: Location): string {
  return ONE_PER_QUERY.includes(findPage(pathname)) ? pathname + search : pathname;
}

/**
 * After a link: scrolls to the top (or to the anchor, even on the same page) and moves the focus to
 * the new page's content.
 */
function usePageChange(): void {
  const location = useLocation();
  const type = useNavigationType();
  const before = useRef(pageAt(location));
  // `location` is a new object each time that a link is followed, even to the same anchor.
  useEffect(() => {
    const page = pageAt(location);
    const isNew = before.current !== page;
    const anchor = location.hash === '' ? null : document.getElementById(location.hash.slice(1));
    if (anchor !== null && (isNew || type !== NavigationType.Pop)) anchor.scrollIntoView();
    if (!isNew) return;
    before.current = page;
    // The metadata for search engines in the HTML describes the previous page.
    for (const one of document.head.querySelectorAll('[data-shell]')) one.remove();
    if (anchor === null && type !== NavigationType.Pop)
      window.scrollTo({ top: 0, behavior: 'instant' });
    const main = document.querySelector<HTMLElement>('main');
    // A page may already have moved the focus to its own start.
    if (main?.contains(document.activeElement) !== true) main?.focus({ preventScroll: true });
  }, [location, type]);
}

/**
 * Dismisses a message together with its page. A followed link dismisses it by itself
 * (app-link.tsx).
 */
function useMessagesOfPages(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const before = useRef(pathname);
  // Runs in the layout phase, before the new page's effects, which may show a message of their own.
  useLayoutEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (type === NavigationType.Pop) dismissToasts();
    else turnPage();
  }, [pathname, type]);
}

/** Shows that the next page is loading, once that takes noticeably long. */
function Pending() {
  const { state } = useNavigation();
  return (
    <output className="pointer-events-none fixed inset-x-0 top-19 z-50 flex justify-center sm:top-3">
      {state !== 'idle' && (
        <span className="flex animate-[sheet-in_300ms_400ms_both] items-center gap-3 rounded-md border border-line bg-sheet px-4 py-2.5 font-bold sheet-shadow">
          <Spinner /> Loading…
        </span>
      )}
    </output>
  );
}
