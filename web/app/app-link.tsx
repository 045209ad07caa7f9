// <AppLink>: the router's link for pages of the app, and a plain browser link for everything else.
// ui/site-link.tsx renders every link with it.
import { Link, type Location } from 'react-router';

import type { SiteLinkProps } from '../ui/site-link.tsx';
import { dismissToasts } from '../ui/toast.ts';
import { findPage, preloadPage } from '../pages/pages.ts';

interface FollowedState {
  readonly isFollowed: true;
}

/** Whether a link led to this location, rather than a redirect by the app itself. */
export function wasFollowed({ state }: Location): boolean {
  return (state as Partial<FollowedState> | null)?.isFollowed === true;
}

export function AppLink({ href, children, ...rest }: SiteLinkProps) {
  const { origin, pathname, search, hash } = new URL(href, window.location.href);
  if (
    origin !== window.location.origin ||
    findPage(pathname) === null ||
    rest.target !== undefined
  ) {
    return (
      <a href={href} {...rest}>
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
