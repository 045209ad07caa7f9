// Who may see a page: <RequireStudent> and <RequireAdmin> show it to the holder of a live session and send anybody else to
// the matching sign-in page, which remembers where they came from. They act the moment a session ends.
import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';

import type { Audience } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { paths, type PagePath } from '../../domain/paths.ts';
import { call } from '../api/transport/client.ts';
import { reportFailure } from '../api/transport/errors.ts';
import { clearSession, readSession, useSession } from '../api/transport/session.ts';
import { CrashPage, ErrorBoundary, GeneralCrashPage } from './error-boundary.tsx';
import { Button } from '../ui/button.tsx';
import type { ReturnState } from '../navigation/return-path.ts';

const others: Record<Audience, Audience> = { family: 'admin', admin: 'family' };
const signInPages: Record<Audience, PagePath> = { family: paths.signIn, admin: paths.adminLogin };

function useGuard(audience: Audience) {
  const session = useSession(audience);
  const { pathname, search } = useLocation();
  // Whoever signs out here was not turned away.
  const [wasSignedIn] = useState(session !== null);
  if (session !== null) return null;
  const isDenied = !wasSignedIn && readSession(others[audience]) !== null;
  const state: ReturnState = { from: pathname + search, isDenied };
  return <Navigate to={signInPages[audience]} replace state={state} />;
}

export function RequireStudent() {
  const { pathname } = useLocation();
  return (
    useGuard('family') ?? (
      <ErrorBoundary resetKey={pathname} fallback={<GeneralCrashPage />}>
        <Outlet />
      </ErrorBoundary>
    )
  );
}

export function RequireAdmin() {
  const { pathname } = useLocation();
  return (
    useGuard('admin') ?? (
      <ErrorBoundary resetKey={pathname} fallback={<AdminCrashPage />}>
        <Outlet />
      </ErrorBoundary>
    )
  );
}

function AdminCrashPage() {
  return (
    <CrashPage
      actions={
        <>
          <Button onClick={() => void logoutAndLoginAgain()}>Logout & Login Again</Button>
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
    await call(endpoints.adminLogout);
  } catch (error) {
    reportFailure(error);
  }
  clearSession('admin');
  window.location.assign(paths.adminLogin);
}
