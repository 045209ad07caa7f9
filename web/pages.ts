// Every page of the app: its title, audience and script. Routes, guards, links, titles and the
// build read this table. A new page is a path in domain/paths.ts, an entry here and a file named
// after the path (pageFile), which the build relies on.
import type { Audience } from '../domain/endpoint.ts';
import { type PagePath, paths } from '../domain/paths.ts';
import type { Guard, Page } from './navigation/page.ts';

/** Content pages, fully pre-rendered. */
const wordPaths = [paths.terms, paths.privacy] as const;
export type WordPagePath = (typeof wordPaths)[number];

/** Separate documents, with the tutor's own words as their titles; they do not load the app. */
export const documentPaths = [paths.home, ...wordPaths] as const;
type DocumentPath = (typeof documentPaths)[number];

export type AppPath = Exclude<PagePath, DocumentPath>;

const of =
  (guard: Guard) =>
  (title: string, load: Page['load']): Page => ({ title, guard, load });
const anybody = of('anybody');
const family = of('family');
const parent = of('parent');
const tutor = of('admin');

export const pages: Readonly<Record<AppPath, Page>> = {
  [paths.signUp]: of('no-family')('Sign Up', () => import('./visitor/sign-up/page.tsx')),
  [paths.signIn]: of('no-family')('Sign In', () => import('./visitor/sign-in/page.tsx')),
  [paths.adminLogin]: of('no-admin')('Admin Login', () => import('./admin/login/page.tsx')),
  [paths.setup]: of('no-admin')('First account', () => import('./admin/setup/page.tsx')),
  [paths.forgotPassword]: anybody(
    'Forgotten password',
    () => import('./visitor/forgot-password/page.tsx'),
  ),
  [paths.resetPassword]: anybody('New password', () => import('./visitor/reset-password/page.tsx')),
  [paths.confirmEmail]: anybody('Confirm email', () => import('./visitor/confirm-email/page.tsx')),
  [paths.invitation]: anybody('Invitation', () => import('./visitor/invitation/page.tsx')),
  [paths.familyHome]: family('Dashboard', () => import('./family/home/page.tsx')),
  [paths.paymentSuccess]: parent('Payment', () => import('./family/payment/success/page.tsx')),
  [paths.paymentCancelled]: parent(
    'Payment cancelled',
    () => import('./family/payment/cancelled/page.tsx'),
  ),
  [paths.account]: family('Account', () => import('./family/account/page.tsx')),
  [paths.accountFamily]: parent('Family', () => import('./family/account/family/page.tsx')),
  [paths.accountPayments]: parent(
    'Payments and invoices',
    () => import('./family/account/payments/page.tsx'),
  ),
  [paths.accountCalendar]: family(
    'Calendar and reminders',
    () => import('./family/account/calendar/page.tsx'),
  ),
  [paths.accountSignIn]: family('Sign-in', () => import('./family/account/sign-in/page.tsx')),
  [paths.accountData]: family('Data and leaving', () => import('./family/account/data/page.tsx')),
  [paths.lessonRoom]: family('Lesson room', () => import('./family/room/page.tsx')),
  [paths.practice]: family('Practice', () => import('./family/practice/page.tsx')),
  [paths.invoice]: of('parent-or-admin')('Invoice', () => import('./family/invoice/page.tsx')),
  [paths.adminLive]: tutor('Live', () => import('./admin/live/page.tsx')),
  [paths.adminDashboard]: tutor('Dashboard', () => import('./admin/dashboard/page.tsx')),
  [paths.adminPlanner]: tutor('Planner', () => import('./admin/planner/page.tsx')),
  [paths.bookedLessons]: tutor('Booked Lessons', () => import('./admin/booked-lessons/page.tsx')),
  [paths.adminFamilies]: tutor('Students', () => import('./admin/families/page.tsx')),
  [paths.adminImport]: tutor('Move in', () => import('./admin/import/page.tsx')),
  [paths.adminPayments]: tutor('Payments', () => import('./admin/payments/page.tsx')),
  [paths.adminTopics]: tutor('Topics', () => import('./admin/topics/page.tsx')),
  [paths.adminRoom]: tutor('Lesson room', () => import('./admin/room/page.tsx')),
  [paths.adminFigures]: tutor('Figures', () => import('./admin/figures/page.tsx')),
  [paths.adminActivity]: tutor('Activity', () => import('./admin/activity/page.tsx')),
  [paths.adminSite]: tutor('Site', () => import('./admin/site/page.tsx')),
  [paths.adminAccount]: tutor('Account', () => import('./admin/account/page.tsx')),
  [paths.adminAccountBusiness]: tutor(
    'Business',
    () => import('./admin/account/business/page.tsx'),
  ),
  [paths.adminAccountEnquiries]: tutor(
    'Free lesson and enquiries',
    () => import('./admin/account/enquiries/page.tsx'),
  ),
  [paths.adminAccountEmails]: tutor('Emails', () => import('./admin/account/emails/page.tsx')),
  [paths.adminAccountChats]: tutor('Group chats', () => import('./admin/account/chats/page.tsx')),
  [paths.adminAccountCalendar]: tutor(
    'Calendar',
    () => import('./admin/account/calendar/page.tsx'),
  ),
  [paths.adminAccountSignIn]: tutor('Sign-in', () => import('./admin/account/sign-in/page.tsx')),
  [paths.join]: anybody('Join the meeting', () => import('./visitor/join/page.tsx')),
  [paths.excuse]: anybody("Can't come", () => import('./visitor/excuse/page.tsx')),
};

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
