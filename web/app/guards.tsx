// Route guards. <RequireSession> shows a page to people with an active session and redirects
// everyone else to the matching sign-in page, which remembers where they came from. <RequireParent>
// is nested in it. <RequireEither> admits a parent or the tutor. <RequireNobody> redirects anyone
// who is signed in. Each reacts as soon as a session starts or ends.
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { type Location, Navigate, Outlet, useLocation, useNavigate } from 'react-router';

import type { Audience } from '../../domain/endpoint.ts';
import { inviteOf, type PagePath, paths } from '../../domain/paths.ts';
import {
  useMarkedAudience,
  withChosenLesson,
  type ReturnState,
  useReturnPath,
} from '../navigation/return-path.ts';
import { preloadPage } from '../pages.ts';
import { personOf, readSession, useSession } from '../transport/session.ts';
import { Shell } from './shell.tsx';

interface GuardProps {
  audience: Audience;
}

const others: Record<Audience, Audience> = { family: 'admin', admin: 'family' };
const firstPages: Record<Audience, PagePath> = {
  family: paths.familyHome,
  admin: paths.adminDashboard,
};

/** The sign-in page for visitors without the required session, and the state it receives. */
export function signInRedirectOf(
  audience: Audience,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
) {
  const state: ReturnState = {
    from: pathname + search + hash,
    isDenied: readSession(others[audience]) !== null,
  };
  const to = audience === 'family' ? withChosenLesson(paths.signIn, search) : paths.adminLogin;
  return { to, state };
}

export function RequireSession({ audience }: GuardProps) {
  const session = useSession(audience);
  const location = useLocation();
  // Someone who signs out here was not refused by the guard.
  const [wasSignedIn] = useState(session !== null);
  // Another person's page is another page: it shows nothing of the one before.
  if (session !== null) return <Outlet key={personOf(audience)} />;
  const { to, state } = signInRedirectOf(audience, location);
  return (
    <>
      <Shell />
      <Navigate to={to} replace state={wasSignedIn ? { ...state, isDenied: false } : state} />
    </>
  );
}

/** Redirects a student, who is shown no money, from the pages about it to the home page. */
export function RequireParent() {
  const session = useSession('family');
  if (session?.user.role !== 'student') return <Outlet />;
  return (
    <>
      <Shell />
      <Navigate to={paths.familyHome} replace />
    </>
  );
}

/** Admits a parent and the tutor. */
export function RequireEither() {
  const family = useSession('family');
  const audience = useMarkedAudience({ family, admin: useSession('admin') });
  if (audience === 'family' && family?.user.role === 'student') return <RequireParent />;
  return <RequireSession key={audience} audience={audience} />;
}

/** Redeems the invitation of a link, once the person who is signed in has agreed to it. */
const FollowInvitation = lazy(() => import('./follow-invitation.tsx'));

/** The form stays visible and busy until the next page can be shown. */
export function RequireNobody({ audience }: GuardProps) {
  const isSignedIn = useSession(audience) !== null;
  const [wasSignedIn] = useState(isSignedIn);
  const returnPath = useReturnPath(firstPages[audience]);
  const navigate = useNavigate();
  const { hash } = useLocation();
  const invite = inviteOf(hash);
  const goOn = useCallback(() => navigate(returnPath, { replace: true }), [navigate, returnPath]);
  useEffect(() => {
    if (isSignedIn && invite === null) void goOn();
  }, [isSignedIn, invite, goOn]);
  // Start both at once, so that the page is ready when the response arrives.
  useEffect(() => {
    const preload = () => preloadPage(returnPath);
    document.addEventListener('submit', preload);
    return () => document.removeEventListener('submit', preload);
  }, [returnPath]);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {!(isSignedIn && isAsking) && (isSignedIn && wasSignedIn ? <Shell /> : <Outlet />)}
      {isSignedIn && invite !== null && (
        <Suspense>
          <FollowInvitation invite={invite} goOn={goOn} onAsk={setAsking} />
        </Suspense>
      )}
    </>
  );
}
