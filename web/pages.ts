// Every page but the landing page: its title, audience, script, and position in the tutor's
// navigation. Routes, guards, links, titles and the build read this table. A new page is a path in
// domain/paths.ts, an entry here and a file named after the path (pageFile), which the build relies
// on.
import type { Audience } from '../domain/endpoint.ts';
import { type findablePages, type PagePath, paths } from '../domain/paths.ts';
import type { FindablePage, Guard, Page } from './navigation/page.ts';

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
    load: () => import('./visitor/sign-up/page.tsx'),
    description: (siteName) =>
      `Create an account with ${siteName}: buy lesson credits and book weekly live group lessons in physics.`,
  },
  [paths.signIn]: {
    title: 'Sign In',
    guard: 'no-family',
    load: () => import('./visitor/sign-in/page.tsx'),
    description: (siteName) =>
      `Sign in to ${siteName}: book lessons, see your credits and find your meeting links.`,
  },
  [paths.adminLogin]: {
    title: 'Admin Login',
    guard: 'no-admin',
    load: () => import('./admin/login/page.tsx'),
  },
  [paths.setup]: {
    title: 'First account',
    guard: 'no-admin',
    load: () => import('./admin/setup/page.tsx'),
  },
  [paths.forgotPassword]: {
    title: 'Forgotten password',
    guard: 'anybody',
    load: () => import('./visitor/forgot-password/page.tsx'),
  },
  [paths.resetPassword]: {
    title: 'New password',
    guard: 'anybody',
    load: () => import('./visitor/reset-password/page.tsx'),
  },
  [paths.confirmEmail]: {
    title: 'Confirm email',
    guard: 'anybody',
    load: () => import('./visitor/confirm-email/page.tsx'),
  },
  [paths.invitation]: {
    title: 'Invitation',
    guard: 'anybody',
    load: () => import('./visitor/invitation/page.tsx'),
  },
  [paths.familyHome]: {
    title: 'Dashboard',
    guard: 'family',
    load: () => import('./family/home/page.tsx'),
  },
  [paths.paymentSuccess]: {
    title: 'Payment',
    guard: 'parent',
    load: () => import('./family/payment/success/page.tsx'),
  },
  [paths.paymentCancelled]: {
    title: 'Payment cancelled',
    guard: 'parent',
    load: () => import('./family/payment/cancelled/page.tsx'),
  },
  [paths.account]: {
    title: 'Account',
    guard: 'family',
    load: () => import('./family/account/page.tsx'),
  },
  [paths.accountFamily]: {
    title: 'Family',
    guard: 'parent',
    load: () => import('./family/account/family/page.tsx'),
  },
  [paths.accountPayments]: {
    title: 'Payments and invoices',
    guard: 'parent',
    load: () => import('./family/account/payments/page.tsx'),
  },
  [paths.accountCalendar]: {
    title: 'Calendar and reminders',
    guard: 'family',
    load: () => import('./family/account/calendar/page.tsx'),
  },
  [paths.accountSignIn]: {
    title: 'Sign-in',
    guard: 'family',
    load: () => import('./family/account/sign-in/page.tsx'),
  },
  [paths.accountData]: {
    title: 'Data and leaving',
    guard: 'family',
    load: () => import('./family/account/data/page.tsx'),
  },
  [paths.lessonRoom]: {
    title: 'Lesson',
    guard: 'family',
    load: () => import('./family/room/page.tsx'),
  },
  [paths.practice]: {
    title: 'Practice',
    guard: 'family',
    load: () => import('./family/practice/page.tsx'),
  },
  [paths.invoice]: {
    title: 'Invoice',
    guard: 'parent-or-admin',
    load: () => import('./family/invoice/page.tsx'),
  },
  [paths.adminLive]: {
    title: 'Live',
    guard: 'admin',
    load: () => import('./admin/live/page.tsx'),
    nav: 'Live',
  },
  [paths.adminDashboard]: {
    title: 'Dashboard',
    guard: 'admin',
    load: () => import('./admin/dashboard/page.tsx'),
    nav: 'Dashboard',
  },
  [paths.adminPlanner]: {
    title: 'Planner',
    guard: 'admin',
    load: () => import('./admin/planner/page.tsx'),
    nav: 'Planner',
  },
  [paths.bookedLessons]: {
    title: 'Booked Lessons',
    guard: 'admin',
    load: () => import('./admin/booked-lessons/page.tsx'),
    nav: 'Booked Lessons',
  },
  [paths.adminFamilies]: {
    title: 'Students',
    guard: 'admin',
    load: () => import('./admin/families/page.tsx'),
    nav: 'Students',
  },
  [paths.adminImport]: {
    title: 'Move in',
    guard: 'admin',
    load: () => import('./admin/import/page.tsx'),
  },
  [paths.adminPayments]: {
    title: 'Payments',
    guard: 'admin',
    load: () => import('./admin/payments/page.tsx'),
    nav: 'Payments',
  },
  [paths.adminTopics]: {
    title: 'Topics',
    guard: 'admin',
    load: () => import('./admin/topics/page.tsx'),
    nav: 'Topics',
  },
  [paths.adminRoom]: {
    title: 'Lesson room',
    guard: 'admin',
    load: () => import('./admin/room/page.tsx'),
  },
  [paths.adminFigures]: {
    title: 'Figures',
    guard: 'admin',
    load: () => import('./admin/figures/page.tsx'),
    nav: 'Figures',
  },
  [paths.adminActivity]: {
    title: 'Activity',
    guard: 'admin',
    load: () => import('./admin/activity/page.tsx'),
    nav: 'Activity',
  },
  [paths.adminSite]: {
    title: 'Site',
    guard: 'admin',
    load: () => import('./admin/site/page.tsx'),
    nav: 'Site',
  },
  [paths.adminAccount]: {
    title: 'Account',
    guard: 'admin',
    load: () => import('./admin/account/page.tsx'),
    nav: 'Account',
  },
  [paths.adminAccountBusiness]: {
    title: 'Business',
    guard: 'admin',
    load: () => import('./admin/account/business/page.tsx'),
  },
  [paths.adminAccountEnquiries]: {
    title: 'Free lesson and enquiries',
    guard: 'admin',
    load: () => import('./admin/account/enquiries/page.tsx'),
  },
  [paths.adminAccountEmails]: {
    title: 'Emails',
    guard: 'admin',
    load: () => import('./admin/account/emails/page.tsx'),
  },
  [paths.adminAccountChats]: {
    title: 'Group chats',
    guard: 'admin',
    load: () => import('./admin/account/chats/page.tsx'),
  },
  [paths.adminAccountCalendar]: {
    title: 'Calendar',
    guard: 'admin',
    load: () => import('./admin/account/calendar/page.tsx'),
  },
  [paths.adminAccountSignIn]: {
    title: 'Sign-in',
    guard: 'admin',
    load: () => import('./admin/account/sign-in/page.tsx'),
  },
  [paths.join]: {
    title: 'Join the lesson',
    guard: 'anybody',
    load: () => import('./visitor/join/page.tsx'),
  },
  [paths.excuse]: {
    title: "Can't come",
    guard: 'anybody',
    load: () => import('./visitor/excuse/page.tsx'),
  },
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

/** Screens whose addresses keep the words of the first site, where the glossary has others. */
const renamed: Readonly<Record<string, string>> = {
  [paths.familyHome]: 'home',
  [paths.lessonRoom]: 'room',
  [paths.adminFamilies]: 'families',
  [paths.bookedLessons]: 'booked-lessons',
};

/**
 * The page's file: '/admin-account/emails' is in web/admin/account/emails/page.tsx. Parameters of
 * the path are left out.
 */
export function pageFile(path: AppPath): string {
  const name =
    renamed[path] ??
    path
      .slice(1)
      .replaceAll(/\/:\w+/g, '')
      .replace(/^admin-/, '');
  return `web/${areas[pages[path].guard]}/${name}/page.tsx`;
}

/** The folder of a page, by who may see it. */
const areas: Readonly<Record<Guard, string>> = {
  anybody: 'visitor',
  'no-family': 'visitor',
  family: 'family',
  parent: 'family',
  'parent-or-admin': 'family',
  admin: 'admin',
  'no-admin': 'admin',
};

/** The full title: the page's title before the site's name. */
export function fullTitle(title: string, siteName: string): string {
  return `${title} · ${siteName}`;
}
