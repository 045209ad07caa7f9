// The app around its pages: error boundary, messages, links, and focus and scrolling on a page change.
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

import { ErrorBoundary, GeneralCrashPage } from './error-boundary.tsx';
import { useFollowedLinks } from './follow-links.ts';
import { ReadyMark } from './ready.tsx';
import { AppRoutes } from './routes.tsx';
import { Shell } from './shell.tsx';
import { Going } from '../navigation/going.tsx';
import { dismissToasts, turnPage } from '../ui/toast.ts';
import { Toasts } from '../ui/toasts.tsx';

export function Root() {
  const { pathname } = useLocation();
  useFollowedLinks();
  usePageChange();
  useMessagesOfPages();
  return (
    <>
      <ErrorBoundary resetKey={pathname} fallback={<GeneralCrashPage />}>
        <Suspense fallback={<Shell />}>
          <AppRoutes />
          <ReadyMark />
        </Suspense>
      </ErrorBoundary>
      <Going />
      <Toasts />
    </>
  );
}

/** After a link: to the top (or to the address's anchor), with the focus on the new page's content. */
function usePageChange(): void {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // What the HTML said of itself to search engines was about the page before.
    for (const one of document.head.querySelectorAll('[data-shell]')) one.remove();
    const anchor = hash === '' ? null : document.getElementById(hash.slice(1));
    if (anchor !== null) anchor.scrollIntoView();
    else if (type !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' });
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, [pathname, hash, type]);
}

/** A message goes with its page; a link that is followed takes it away by itself (follow-links.ts). */
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
