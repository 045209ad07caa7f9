// Every page of the app and its path. Each page's script is a file of its own, loaded when it is wanted or a link to it is pointed at.
import { useEffect } from 'react';
import { Route, Routes } from 'react-router';

import { paths, type PagePath } from '../../domain/paths.ts';
import { RequireAdmin, RequireStudent } from './guards.tsx';
import { lazyPage, type LazyPage } from './lazy-page.tsx';
import { Shell } from './shell.tsx';

/** The landing page is a document of its own (entry-landing.tsx); all others are the app's. */
type AppPath = Exclude<PagePath, typeof paths.home>;

const pages = {
  [paths.signUp]: lazyPage(() => import('../pages/sign-up.tsx')),
  [paths.signIn]: lazyPage(() => import('../pages/sign-in.tsx')),
  [paths.adminLogin]: lazyPage(() => import('../pages/admin-login.tsx')),
  [paths.forgotPassword]: lazyPage(() => import('../pages/forgot-password.tsx')),
  [paths.resetPassword]: lazyPage(() => import('../pages/reset-password.tsx')),
  [paths.confirmEmail]: lazyPage(() => import('../pages/confirm-email.tsx')),
  [paths.userHome]: lazyPage(() => import('../pages/user-home.tsx')),
  [paths.paymentSuccess]: lazyPage(() => import('../pages/payment-success.tsx')),
  [paths.paymentCancelled]: lazyPage(() => import('../pages/payment-cancelled.tsx')),
  [paths.account]: lazyPage(() => import('../pages/account.tsx')),
  [paths.adminDashboard]: lazyPage(() => import('../pages/admin-dashboard.tsx')),
  [paths.adminPlanner]: lazyPage(() => import('../pages/admin-planner.tsx')),
  [paths.bookedLessons]: lazyPage(() => import('../pages/booked-lessons.tsx')),
  [paths.adminStudents]: lazyPage(() => import('../pages/admin-students.tsx')),
  [paths.adminActivity]: lazyPage(() => import('../pages/admin-activity.tsx')),
  [paths.adminAccount]: lazyPage(() => import('../pages/admin-account.tsx')),
  [paths.privacy]: lazyPage(() => import('../pages/privacy.tsx')),
} satisfies Record<AppPath, LazyPage>;

const NotFound = lazyPage(() => import('../pages/not-found.tsx'));
const AppFrame = lazyPage(() => import('./app-frame.tsx'));

/** The pages that anybody may see, inside the app's frame. */
const open = [
  paths.signUp,
  paths.signIn,
  paths.adminLogin,
  paths.forgotPassword,
  paths.resetPassword,
  paths.confirmEmail,
  paths.privacy,
] as const;
const forStudents = [paths.userHome, paths.paymentSuccess, paths.paymentCancelled, paths.account] as const;
const forTheAdmin = [
  paths.adminDashboard,
  paths.adminPlanner,
  paths.bookedLessons,
  paths.adminStudents,
  paths.adminActivity,
  paths.adminAccount,
] as const;

export function AppRoutes() {
  return (
    <Routes>
      <Route path={paths.home} element={<LeaveForLanding />} />
      <Route element={<AppFrame />}>
        {routesOf(open)}
        <Route element={<RequireStudent />}>{routesOf(forStudents)}</Route>
        <Route element={<RequireAdmin />}>{routesOf(forTheAdmin)}</Route>
      </Route>
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

function routesOf(some: readonly AppPath[]) {
  return some.map((path) => {
    const Page = pages[path];
    return <Route key={path} path={path} element={<Page />} />;
  });
}

/** Where a script has led to the landing page, or Back has: the browser has to load that document. */
function LeaveForLanding() {
  useEffect(() => window.location.reload(), []);
  return <Shell />;
}

/** Whether the app has a page at this path, so that a link to it needs no new document. */
export function isAppPath(pathname: string): pathname is AppPath {
  return Object.hasOwn(pages, pathname);
}

/** Loads the scripts that the page at a path needs. */
export async function preloadPage(pathname: string): Promise<void> {
  if (isAppPath(pathname)) await Promise.all([AppFrame.preload(), pages[pathname].preload()]);
  else await NotFound.preload();
}
