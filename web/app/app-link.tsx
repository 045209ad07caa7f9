// <AppLink>: the router's link for pages of the app, and a plain browser link for everything else.
// ui/link-button.tsx renders every link with it.
import { Link, type Location } from 'react-router';

import { documentPaths, findPage, preloadPage } from '../pages.ts';
import { OFFLINE } from '../transport/failures.ts';
import type { SiteLinkProps } from '../ui/link-button.tsx';
import { dismissToasts, showToast } from '../ui/toast.ts';

interface FollowedState {
  readonly isFollowed: true;
}

/** Whether a link led to this location, rather than a redirect by the app itself. */
export function wasFollowed({ state }: Location): boolean {
  return (state as Partial<FollowedState> | null)?.isFollowed === true;
}

const isDocument = (pathname: string) => documentPaths.some((path) => path === pathname);

export function AppLink({ href, children, ...rest }: SiteLinkProps) {
  const { origin, pathname, search, hash } = new URL(href, window.location.href);
  if (
    origin !== window.location.origin ||
    findPage(pathname) === null ||
    rest.target !== undefined
  ) {
    return (
      <a
        href={href}
        {...rest}
        onClick={(event) => {
          rest.onClick?.(event);
          // Offline, the browser could only show an error instead of this page.
          if (navigator.onLine || !isDocument(pathname) || event.defaultPrevented) return;
          event.preventDefault();
          showToast({ kind: 'info', title: 'Page not loaded', description: OFFLINE });
        }}
      >
        {children}
      </a>
    );
  }
  const preload = () => preloadPage(pathname);
  return (
    <Link
      {...rest}
      to={pathname + search + hash}
      state={{ isFollowed: true } satisfies FollowedState}
      onPointerEnter={(event) => {
        rest.onPointerEnter?.(event);
        preload();
      }}
      onFocus={(event) => {
        rest.onFocus?.(event);
        preload();
      }}
      onClick={(event) => {
        rest.onClick?.(event);
        if (!event.defaultPrevented && pathname !== window.location.pathname) dismissToasts();
      }}
    >
      {children}
    </Link>
  );
}
