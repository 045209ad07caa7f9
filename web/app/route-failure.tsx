// <RouteFailure>: replaces a page that broke or whose script could not be loaded, and the tutor's
// page that shows it. One reload fixes a missing script if a new version of the site has replaced
// it. Nothing here is loaded lazily, because the fallback is needed exactly when scripts fail.
import { useState } from 'react';
import { useLocation, useRouteError } from 'react-router';

import { adminLogout } from '../../domain/auth/sign-in-endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { audienceOf } from '../pages.ts';
import { call } from '../transport/client.ts';
import { reportFailure } from '../transport/query-client.ts';
import { clearSession } from '../transport/session.ts';
import { Button } from '../ui/button.tsx';
import { isChunkLoadError, reloadOnce } from './chunk-errors.ts';
import { GeneralCrashPage, CrashPage, type CrashPageProps } from './crash-page.tsx';
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

/**
 * Limits the wait for the logout, so that a server that does not answer traps nobody on a broken
 * page.
 */
const LOGOUT_WAIT_MS = 5000;

/** <AdminCrashPage>: replaces a broken page of the tutor's area and offers a fresh login. */
function AdminCrashPage({ cause }: Pick<CrashPageProps, 'cause'>) {
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void logoutAndLoginAgain();
  };
  return (
    <CrashPage
      cause={cause}
      actions={
        <>
          <Button busy={isLeaving} onClick={leave}>
            Logout & Login Again
          </Button>
          <Button variant="secondary" onClick={() => window.location.reload()}>
            Reload
          </Button>
          <Button variant="secondary" onClick={() => window.location.assign(paths.home)}>
            Go Home
          </Button>
        </>
      }
    />
  );
}

async function logoutAndLoginAgain(): Promise<void> {
  try {
    await Promise.race([
      call(adminLogout),
      new Promise((resolve) => setTimeout(resolve, LOGOUT_WAIT_MS)),
    ]);
  } catch (error) {
    reportFailure(error);
  }
  clearSession('admin');
  window.location.assign(paths.adminLogin);
}
