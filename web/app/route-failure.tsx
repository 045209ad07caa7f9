// <RouteFailure>: takes the place of a page that broke, or whose script could not be loaded. One reload cures the latter where a
// new version of the site has replaced the script.
import { useState, type ReactNode } from 'react';
import { useRouteError } from 'react-router';

import { isChunkLoadError, reloadOnce } from './chunk-errors.ts';
import { Shell } from './shell.tsx';

export function RouteFailure({ fallback }: { readonly fallback: ReactNode }) {
  const error = useRouteError();
  // At once: while the page reloads, nothing more is to be shown.
  const [isReloading] = useState(() => isChunkLoadError(error) && reloadOnce());
  return isReloading ? <Shell /> : fallback;
}
