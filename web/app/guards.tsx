// Who may see a page. <RequireSession> shows it to the holder of a live session and sends anybody else to the matching sign-in
// page, which remembers where they came from. <RequireParent> stands within it. <RequireEither> asks for a parent or the tutor.
// <RequireNobody> leads on whoever is signed in. They act the moment a session starts or ends.
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
const firstPages: Record<Audience, PagePath> = { family: paths.userHome, admin: paths.adminDashboard };

/** Where a page sends whoever has no session for it, and the state that the sign-in page receives. */
export function turnAway(audience: Audience, { pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  const state: ReturnState = {
    from: pathname + search,
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

/** To whoever follows an invitation to a new account while they are signed in; the free lesson is a parent's to ask for. */
function explainAccount(): void {
  const isStudent = readSession('family')?.user.role === 'student';
  showToast({
    kind: 'info',
    title: 'You Have an Account',
    description: `The link was for a new one, and you are signed in.${isStudent ? '' : ' If your first lesson is still free, you can ask for it here.'}`,
  });
}

/** The form stays, and stays busy, until the page that it leads to can be shown. */
export function RequireNobody({ audience }: GuardProps) {
  const isSignedIn = useSession(audience) !== null;
  const [wasSignedIn] = useState(isSignedIn);
  const returnPath = useReturnPath(firstPages[audience]);
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [isInvitedInVain] = useState(isSignedIn && inviteOf(hash) !== null);
  useEffect(() => {
    if (!isSignedIn) return;
    const leadOn = async () => {
      await navigate(returnPath, { replace: true });
      // A message goes with its page.
      if (isInvitedInVain) explainAccount();
    };
    void leadOn();
  }, [isSignedIn, isInvitedInVain, navigate, returnPath]);
  // Both at once: the page is there when the answer is.
  useEffect(() => {
    const preload = () => preloadPage(returnPath);
    document.addEventListener('submit', preload);
    return () => document.removeEventListener('submit', preload);
  }, [returnPath]);
  return isSignedIn && wasSignedIn ? <Shell /> : <Outlet />;
}
