// The app around its pages: error boundary, messages, links, and focus and scrolling on a page change.
import { Suspense, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

import { ErrorBoundary, GeneralCrashPage } from './error-boundary.tsx';
import { useFollowedLinks } from './follow-links.ts';
import { ReadyMark } from './ready.tsx';
import { AppRoutes } from './routes.tsx';
import { Shell } from './shell.tsx';
import { Going } from './ui/going.tsx';
import { Toasts } from './ui/toasts.tsx';

export function Root() {
  const { pathname } = useLocation();
  useFollowedLinks();
  usePageChange();
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
    const anchor = hash === '' ? null : document.getElementById(hash.slice(1));
    if (anchor !== null) anchor.scrollIntoView();
    else if (type !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' });
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, [pathname, hash, type]);
}
