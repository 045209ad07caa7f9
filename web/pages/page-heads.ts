// What each page is called in the browser's tab and, where a search engine may list it, what is said beneath. The build puts
// it into the page's HTML, for whoever reads that without running a script; the page itself says the same.
import { paths, type findablePages, type PagePath } from '../../domain/paths.ts';

/** The landing page's title and description are the tutor's own words. */
export type AppPath = Exclude<PagePath, typeof paths.home>;

export const pageTitles = {
  [paths.signUp]: 'Sign Up',
  [paths.signIn]: 'Sign In',
  [paths.adminLogin]: 'Admin Login',
  [paths.forgotPassword]: 'Forgotten Password',
  [paths.resetPassword]: 'New Password',
  [paths.confirmEmail]: 'Confirm Email',
  [paths.invitation]: 'Invitation',
  [paths.userHome]: 'Dashboard',
  [paths.paymentSuccess]: 'Payment',
  [paths.paymentCancelled]: 'Payment Cancelled',
  [paths.account]: 'Account',
  [paths.invoice]: 'Invoice',
  [paths.adminDashboard]: 'Dashboard',
  [paths.adminPlanner]: 'Planner',
  [paths.bookedLessons]: 'Booked Lessons',
  [paths.adminStudents]: 'Students',
  [paths.adminActivity]: 'Activity',
  [paths.adminAccount]: 'Account',
  [paths.join]: 'Join the Lesson',
  [paths.privacy]: 'Privacy',
} as const satisfies Record<AppPath, string>;

type FindablePath = Exclude<(typeof findablePages)[number], typeof paths.home>;

const descriptions: Readonly<Partial<Record<AppPath, (siteName: string) => string>>> = {
  [paths.signUp]: (siteName) =>
    `Create an account with ${siteName}: buy lesson credits and book weekly live group lessons in physics.`,
  [paths.signIn]: (siteName) =>
    `Sign in to ${siteName}: book lessons, see your credits and find your meeting links.`,
  [paths.privacy]: (siteName) =>
    `What ${siteName} stores about families, why, for how long, and how to have it removed.`,
} satisfies Record<FindablePath, (siteName: string) => string>;

/** What a tab says: the page's title before the site's name. */
export function fullTitle(title: string, siteName: string): string {
  return `${title} · ${siteName}`;
}

/** The description of a page that may be listed, or null. */
export function descriptionOf(path: AppPath, siteName: string): string | null {
  return descriptions[path]?.(siteName) ?? null;
}
