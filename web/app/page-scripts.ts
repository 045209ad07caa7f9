// Where each page of the app comes from: a script of its own, loaded when the page is wanted or a link to it is pointed at.
import type { ComponentType } from 'react';

import { paths, type PagePath } from '../../domain/paths.ts';

/** The landing page is a document of its own; all others are the app's. */
export type AppPath = Exclude<PagePath, typeof paths.home>;

export type PageScript = () => Promise<{ readonly default: ComponentType }>;

export const pageScripts: Readonly<Record<AppPath, PageScript>> = {
  [paths.signUp]: () => import('../pages/sign-up.tsx'),
  [paths.signIn]: () => import('../pages/sign-in.tsx'),
  [paths.adminLogin]: () => import('../pages/admin-login.tsx'),
  [paths.forgotPassword]: () => import('../pages/forgot-password.tsx'),
  [paths.resetPassword]: () => import('../pages/reset-password.tsx'),
  [paths.confirmEmail]: () => import('../pages/confirm-email.tsx'),
  [paths.invitation]: () => import('../pages/invitation.tsx'),
  [paths.userHome]: () => import('../pages/user-home.tsx'),
  [paths.paymentSuccess]: () => import('../pages/payment-success.tsx'),
  [paths.paymentCancelled]: () => import('../pages/payment-cancelled.tsx'),
  [paths.account]: () => import('../pages/account.tsx'),
  [paths.invoice]: () => import('../pages/invoice.tsx'),
  [paths.adminDashboard]: () => import('../pages/admin-dashboard.tsx'),
  [paths.adminPlanner]: () => import('../pages/admin-planner.tsx'),
  [paths.bookedLessons]: () => import('../pages/booked-lessons.tsx'),
  [paths.adminStudents]: () => import('../pages/admin-students.tsx'),
  [paths.adminActivity]: () => import('../pages/admin-activity.tsx'),
  [paths.adminAccount]: () => import('../pages/admin-account.tsx'),
  [paths.join]: () => import('../pages/join.tsx'),
  [paths.privacy]: () => import('../pages/privacy.tsx'),
};

/** Whether the app has a page at this path, so that a link to it needs no new document. */
export function isAppPath(pathname: string): pathname is AppPath {
  return Object.hasOwn(pageScripts, pathname);
}

/** The query layer around the pages of those who are signed in. */
export const loadFrame: PageScript = () => import('./app-frame.tsx');

/** Loads the scripts of the page at `href`. A failure is reported where it matters: when the page is to be shown. */
export function preloadPage(href: string): void {
  const { pathname } = new URL(href, window.location.href);
  if (isAppPath(pathname)) Promise.all([loadFrame(), pageScripts[pathname]()]).catch(() => {});
}
