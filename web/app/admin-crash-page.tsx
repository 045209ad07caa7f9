// <AdminCrashPage>: replaces a broken page of the tutor's area and offers a fresh login.
import { useState } from 'react';

import { adminLogout } from '../../domain/endpoints/sign-in.ts';
import { paths } from '../../domain/paths.ts';
import { call } from '../transport/client.ts';
import { reportFailure } from '../transport/query-client.ts';
import { clearSession } from '../transport/session.ts';
import { Button } from '../ui/button.tsx';
import { CrashPage, type CrashPageProps } from './crash-page.tsx';

/**
 * Limits the wait for the logout, so that a server that does not answer traps nobody on a broken
 * page.
 */
const LOGOUT_WAIT_MS = 5000;

export function AdminCrashPage({ cause }: Pick<CrashPageProps, 'cause'>) {
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
