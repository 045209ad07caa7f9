// Every page but the landing page: its title, audience, script, and position in the tutor's
// navigation. Routes, guards, links, titles and the build read this table. A new page is a path in
// domain/paths.ts, an entry here and a file named after the path (pageFile), which the build relies
// on.
import type { Audience } from '../../domain/auth/session.ts';
import { type findablePages, type PagePath, paths } from '../../domain/paths.ts';
import type { FindablePage, Page } from '../navigation/page.ts';

/** Pages of the tutor's words, complete as HTML. */
const wordPaths = [paths.terms, paths.privacy] as const;
export type WordPagePath = (typeof wordPaths)[number];

/** Separate documents, with the tutor's own words as their titles; they do not load the app. */
export const documentPaths = [paths.home, ...wordPaths] as const;
type DocumentPath = (typeof documentPaths)[number];

export type AppPath = Exclude<PagePath, DocumentPath>;

type Findable = Exclude<(typeof findablePages)[number], DocumentPath>;

const table: { readonly [Path in AppPath]: Path extends Findable ? FindablePage : Page } = {
  [paths.signUp]: {
    title: 'Sign Up',
    guard: 'no-family',
    load: () => import('./sign-up.tsx'),
    description: (siteName) =>
      `Create an account with ${siteName}: buy lesson credits and book weekly live group lessons in physics.`,
  },
  [paths.signIn]: {
    title: 'Sign In',
    guard: 'no-family',
    load: () => import('./sign-in.tsx'),
    description: (siteName) =>
      `Sign in to ${siteName}: book lessons, see your credits and find your meeting links.`,
  },
  [paths.adminLogin]: {
    title: 'Admin Login',
    guard: 'no-admin',
    load: () => import('./admin/login.tsx'),
  },
  [paths.setup]: { title: 'First account', guard: 'no-admin', load: () => import('./setup.tsx') },
  [paths.forgotPassword]: {
    title: 'Forgotten password',
    guard: 'anybody',
    load: () => import('./forgot-password.tsx'),
  },
  [paths.resetPassword]: {
    title: 'New password',
    guard: 'anybody',
    load: () => import('./reset-password.tsx'),
  },
  [paths.confirmEmail]: {
    title: 'Confirm email',
    guard: 'anybody',
    load: () => import('./confirm-email.tsx'),
  },
  [paths.invitation]: {
    title: 'Invitation',
    guard: 'anybody',
    load: () => import('./invitation.tsx'),
  },
  [paths.familyHome]: {
    title: 'Dashboard',
    guard: 'family',
    load: () => import('./family-home.tsx'),
  },
  [paths.paymentSuccess]: {
    title: 'Payment',
    guard: 'parent',
    load: () => import('./payment/success.tsx'),
  },
  [paths.paymentCancelled]: {
    title: 'Payment cancelled',
    guard: 'parent',
    load: () => import('./payment/cancelled.tsx'),
  },
  [paths.account]: { title: 'Account', guard: 'family', load: () => import('./account.tsx') },
  [paths.accountFamily]: {
    title: 'Family',
    guard: 'parent',
    load: () => import('./account/family.tsx'),
  },
  [paths.accountPayments]: {
    title: 'Payments and invoices',
    guard: 'parent',
    load: () => import('./account/payments.tsx'),
  },
  [paths.accountCalendar]: {
    title: 'Calendar and reminders',
    guard: 'family',
    load: () => import('./account/calendar.tsx'),
  },
  [paths.accountSignIn]: {
    title: 'Sign-in',
    guard: 'family',
    load: () => import('./account/sign-in.tsx'),
  },
  [paths.accountData]: {
    title: 'Data and leaving',
    guard: 'family',
    load: () => import('./account/data.tsx'),
  },
  [paths.lessonRoom]: {
    title: 'Lesson',
    guard: 'family',
    load: () => import('./room.tsx'),
  },
  [paths.practice]: { title: 'Practice', guard: 'family', load: () => import('./practice.tsx') },
  [paths.invoice]: {
    title: 'Invoice',
    guard: 'parent-or-admin',
    load: () => import('./invoice.tsx'),
  },
  [paths.adminLive]: {
    title: 'Live',
    guard: 'admin',
    load: () => import('./admin/live.tsx'),
    nav: 'Live',
  },
  [paths.adminDashboard]: {
    title: 'Dashboard',
    guard: 'admin',
    load: () => import('./admin/dashboard.tsx'),
    nav: 'Dashboard',
  },
  [paths.adminPlanner]: {
    title: 'Planner',
    guard: 'admin',
    load: () => import('./admin/planner.tsx'),
    nav: 'Planner',
  },
  [paths.bookedLessons]: {
    title: 'Booked Lessons',
    guard: 'admin',
    load: () => import('./admin/booked-lessons.tsx'),
    nav: 'Booked Lessons',
  },
  [paths.adminFamilies]: {
    title: 'Students',
    guard: 'admin',
    load: () => import('./admin/families.tsx'),
    nav: 'Students',
  },
  [paths.adminImport]: {
    title: 'Move in',
    guard: 'admin',
    load: () => import('./admin/import.tsx'),
  },
  [paths.adminPayments]: {
    title: 'Payments',
    guard: 'admin',
    load: () => import('./admin/payments.tsx'),
    nav: 'Payments',
  },
  [paths.adminTopics]: {
    title: 'Topics',
    guard: 'admin',
    load: () => import('./admin/topics.tsx'),
    nav: 'Topics',
  },
  [paths.adminRoom]: {
    title: 'Lesson room',
    guard: 'admin',
    load: () => import('./admin/room.tsx'),
  },
  [paths.adminFigures]: {
    title: 'Figures',
    guard: 'admin',
    load: () => import('./admin/figures.tsx'),
    nav: 'Figures',
  },
  [paths.adminActivity]: {
    title: 'Activity',
    guard: 'admin',
    load: () => import('./admin/activity.tsx'),
    nav: 'Activity',
  },
  [paths.adminSite]: {
    title: 'Site',
    guard: 'admin',
    load: () => import('./admin/site.tsx'),
    nav: 'Site',
  },
  [paths.adminAccount]: {
    title: 'Account',
    guard: 'admin',
    load: () => import('./admin/account.tsx'),
    nav: 'Account',
  },
  [paths.adminAccountBusiness]: {
    title: 'Business',
    guard: 'admin',
    load: () => import('./admin/account/business.tsx'),
  },
  [paths.adminAccountEnquiries]: {
    title: 'Free lesson and enquiries',
    guard: 'admin',
    load: () => import('./admin/account/enquiries.tsx'),
  },
  [paths.adminAccountEmails]: {
    title: 'Emails',
    guard: 'admin',
    load: () => import('./admin/account/emails.tsx'),
  },
  [paths.adminAccountChats]: {
    title: 'Group chats',
    guard: 'admin',
    load: () => import('./admin/account/chats.tsx'),
  },
  [paths.adminAccountCalendar]: {
    title: 'Calendar',
    guard: 'admin',
    load: () => import('./admin/account/calendar.tsx'),
  },
  [paths.adminAccountSignIn]: {
    title: 'Sign-in',
    guard: 'admin',
    load: () => import('./admin/account/sign-in.tsx'),
  },
  [paths.join]: { title: 'Join the lesson', guard: 'anybody', load: () => import('./join.tsx') },
  [paths.excuse]: { title: "Can't come", guard: 'anybody', load: () => import('./excuse.tsx') },
};

export const pages: Readonly<Record<AppPath, Page & Partial<FindablePage>>> = table;

// The type guarantees that its keys are the paths.
export const appPaths = Object.keys(pages) as AppPath[];

/**
 * The pages with parameters in their paths, and which addresses they serve. A join link and the
 * link of a reminder stay documents of their own, whose headers keep their tokens out of referrers.
 */
const patterns = appPaths
  .filter((path) => path.includes('/:') && path !== paths.join && path !== paths.excuse)
  .map((path) => [path, new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)] as const);

/** The page that a link to this address opens without a new document; null for none. */
export function findPage(pathname: string): AppPath | null {
  // The type of the table guarantees that its keys are the paths.
  if (Object.hasOwn(pages, pathname)) return pathname as AppPath;
  return patterns.find(([, pattern]) => pattern.test(pathname))?.[0] ?? null;
}

/** The session that the page at this path requires; null if it requires none, or either. */
export function audienceOf(pathname: string): Audience | null {
  const page = findPage(pathname);
  const guard = page === null ? 'anybody' : pages[page].guard;
  if (guard === 'parent') return 'family';
  return guard === 'family' || guard === 'admin' ? guard : null;
}

/**
 * Loads the script of the page at `href`. A failure is reported only when the page is to be shown.
 */
export function preloadPage(href: string): void {
  const page = findPage(new URL(href, window.location.href).pathname);
  if (page !== null) pages[page].load().catch(() => {});
}

/** Pages whose addresses keep the words of the first site, where the glossary has others. */
const renamed: Readonly<Record<string, string>> = {
  [paths.familyHome]: 'family-home',
  [paths.lessonRoom]: 'room',
  [paths.adminFamilies]: 'admin/families',
  [paths.bookedLessons]: 'admin/booked-lessons',
};

/**
 * The page's file: '/admin-account/emails' is in web/pages/admin/account/emails.tsx. Parameters of
 * the path are left out.
 */
export function pageFile(path: AppPath): string {
  const name =
    renamed[path] ??
    path
      .slice(1)
      .replaceAll(/\/:\w+/g, '')
      .replace(/^admin-/, 'admin/');
  return `web/pages/${name}.tsx`;
}

/** The full title: the page's title before the site's name. */
export function fullTitle(title: string, siteName: string): string {
  return `${title} · ${siteName}`;
}
