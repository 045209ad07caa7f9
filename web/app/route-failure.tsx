// <RouteFailure>: takes the place of a page that broke, or whose script could not be loaded. One
// reload cures the latter where a new version of the site has replaced the script. Nothing here is
// loaded later: the fallback is needed exactly when scripts fail.
import { useState } from 'react';
import { useLocation, useRouteError } from 'react-router';

import { audienceOf } from '../pages/pages.ts';
import { AdminCrashPage } from './admin-crash-page.tsx';
import { isChunkLoadError, reloadOnce } from './chunk-errors.ts';
import { GeneralCrashPage } from './crash-page.tsx';
import { Shell } from './shell.tsx';

export function RouteFailure() {
  const error = useRouteError();
  // The page that was wanted, wherever in its routes the failure was caught.
  const { pathname } = useLocation();
  const isScriptMissing = isChunkLoadError(error);
  // At once: while the page reloads, nothing more is to be shown.
  const [isReloading] = useState(() => isScriptMissing && reloadOnce());
  if (isReloading) return <Shell />;
  const cause = isScriptMissing ? 'missing' : 'broken';
  return audienceOf(pathname) === 'admin' ? (
    <AdminCrashPage cause={cause} />
  ) : (
    <GeneralCrashPage cause={cause} />
  );
}
