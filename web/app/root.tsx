// What all pages of the app stand in: the query layer, links, messages, the sign of a page that is
// being loaded, and focus and scrolling on a page change.
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
import { queryClient } from '../api/transport/query-client.ts';
import { SiteLinkContext, type SiteLinkProps } from '../ui/site-link.tsx';
import { dismissToasts, turnPage } from '../ui/toast.ts';
import { Spinner } from '../ui/spinner.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { AppLink } from './app-link.tsx';
import { ReadyMark } from './ready.tsx';

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

/**
 * A student's record is a page of its own to whoever opens it; another week or a dialog is the same
 * page.
 */
function pageAt({ pathname, search }: Location): string {
  return pathname === paths.adminStudents ? pathname + search : pathname;
}

/**
 * After a link: to the top (or to the address's anchor), with the focus on the new page's content.
 */
function usePageChange(): void {
  const location = useLocation();
  const { hash } = location;
  const page = pageAt(location);
  const type = useNavigationType();
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    // What the HTML said of itself to search engines was about the page before.
    for (const one of document.head.querySelectorAll('[data-shell]')) one.remove();
    const anchor = hash === '' ? null : document.getElementById(hash.slice(1));
    if (anchor !== null) anchor.scrollIntoView();
    else if (type !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' });
    const main = document.querySelector<HTMLElement>('main');
    // A page may have put it where it begins.
    if (main?.contains(document.activeElement) !== true) main?.focus({ preventScroll: true });
  }, [page, hash, type]);
}

/** A message goes with its page; a link that is followed takes it away by itself (app-link.tsx). */
function useMessagesOfPages(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const before = useRef(pathname);
  // In the layout phase, before the effects of the new page, which may have a message of their own.
  useLayoutEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (type === NavigationType.Pop) dismissToasts();
    else turnPage();
  }, [pathname, type]);
}

/** Says that the next page is being loaded, once that takes long enough to be noticed. */
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
