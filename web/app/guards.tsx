// Who may see a page. <RequireSession> shows it to the holder of a live session and sends anybody
// else to the matching sign-in page, which remembers where they came from. <RequireParent> stands
// within it. <RequireEither> asks for a parent or the tutor. <RequireNobody> leads on whoever is
// signed in. They act the moment a session starts or ends.
import { useEffect, useState } from 'react';
import { type Location, Navigate, Outlet, useLocation, useNavigate } from 'react-router';

import type { Audience } from '../../domain/account.ts';
import { inviteOf, paths, type PagePath } from '../../domain/paths.ts';
import { useMarkedAudience } from '../navigation/marked-audience.ts';
import { readSession, useSession } from '../api/transport/session.ts';
import { withChosenLesson } from '../navigation/chosen-lesson.ts';
import { useReturnPath, type ReturnState } from '../navigation/return-path.ts';
import { showToast } from '../ui/toast.ts';
import { preloadPage } from '../pages/pages.ts';
import { Shell } from './shell.tsx';

interface GuardProps {
  readonly audience: Audience;
}

const others: Record<Audience, Audience> = { family: 'admin', admin: 'family' };
const firstPages: Record<Audience, PagePath> = {
  family: paths.userHome,
  admin: paths.adminDashboard,
};

/**
 * Where a page sends whoever has no session for it, and the state that the sign-in page receives.
 */
export function turnAway(
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
  // Whoever signs out here was not turned away.
  const [wasSignedIn] = useState(session !== null);
  if (session !== null) return <Outlet />;
  const { to, state } = turnAway(audience, location);
  return (
    <>
      <Shell />
      <Navigate to={to} replace state={wasSignedIn ? { ...state, isDenied: false } : state} />
    </>
  );
}

/** A student, who is shown no money, is led home from the pages about it. */
export function RequireParent() {
  const session = useSession('family');
  if (session?.user.role !== 'student') return <Outlet />;
  return (
    <>
      <Shell />
      <Navigate to={paths.userHome} replace />
    </>
  );
}

/** A page that a parent and the tutor are both shown. */
export function RequireEither() {
  const family = useSession('family');
  const audience = useMarkedAudience({ family, admin: useSession('admin') });
  if (audience === 'family' && family?.user.role === 'student') return <RequireParent />;
  return <RequireSession key={audience} audience={audience} />;
}

/**
 * To a student who follows an invitation while they are signed in: the free lesson is a parent's to
 * take.
 */
function explainAccount(): void {
  showToast({
    kind: 'info',
    title: 'You Have an Account',
    description: 'The link was for a parent, and you are signed in.',
  });
}

/** Takes the free lesson that the tutor's link is for. Returns what tells of it. */
async function follow(invite: string): Promise<() => void> {
  if (readSession('family')?.user.role === 'student') return explainAccount;
  const { takeInvitation } = await import('../api/take-invitation.ts');
  return takeInvitation(invite);
}

/** The form stays, and stays busy, until the page that it leads to can be shown. */
export function RequireNobody({ audience }: GuardProps) {
  const isSignedIn = useSession(audience) !== null;
  const [wasSignedIn] = useState(isSignedIn);
  const returnPath = useReturnPath(firstPages[audience]);
  const navigate = useNavigate();
  const { hash } = useLocation();
  const invite = inviteOf(hash);
  useEffect(() => {
    if (!isSignedIn) return;
    const leadOn = async () => {
      // Before the next page asks how things stand.
      const tell = invite === null ? null : await follow(invite);
      await navigate(returnPath, { replace: true });
      // A message goes with its page.
      tell?.();
    };
    void leadOn();
  }, [isSignedIn, invite, navigate, returnPath]);
  // Both at once: the page is there when the answer is.
  useEffect(() => {
    const preload = () => preloadPage(returnPath);
    document.addEventListener('submit', preload);
    return () => document.removeEventListener('submit', preload);
  }, [returnPath]);
  return isSignedIn && wasSignedIn ? <Shell /> : <Outlet />;
}
