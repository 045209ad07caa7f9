// <RouteFailure>: replaces a page that broke or whose script could not be loaded. One reload fixes
// a missing script if a new version of the site has replaced it. Nothing here is loaded lazily,
// because the fallback is needed exactly when scripts fail.
import { useState } from 'react';
import { useLocation, useRouteError } from 'react-router';

import { audienceOf } from '../pages.ts';
import { AdminCrashPage } from './admin-crash-page.tsx';
import { isChunkLoadError, reloadOnce } from './chunk-errors.ts';
import { GeneralCrashPage } from './crash-page.tsx';
import { Shell } from './shell.tsx';

export function RouteFailure() {
  const error = useRouteError();
  // The requested page, wherever in its routes the failure was caught.
  const { pathname } = useLocation();
  const isScriptMissing = isChunkLoadError(error);
  // Decided during the first render: nothing more should appear while the page reloads.
  const [isReloading] = useState(() => isScriptMissing && reloadOnce());
  if (isReloading) return <Shell />;
  const cause = isScriptMissing ? 'missing' : 'broken';
  return audienceOf(pathname) === 'admin' ? (
    <AdminCrashPage cause={cause} />
  ) : (
    <GeneralCrashPage cause={cause} />
  );
}
