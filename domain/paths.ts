// The path of every page, with parameters after a colon. Used by the router, links, the build, the
// server's 404s and the end-to-end tests.
export const paths = {
  home: '/',
  signUp: '/sign-up',
  signIn: '/sign-in',
  adminLogin: '/admin-login',
  setup: '/setup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  invitation: '/invitation',
  familyHome: '/user-home',
  paymentSuccess: '/payment/success',
  paymentCancelled: '/payment/cancelled',
  account: '/account',
  accountFamily: '/account/family',
  accountPayments: '/account/payments',
  accountCalendar: '/account/calendar',
  accountSignIn: '/account/sign-in',
  accountData: '/account/data',
  lessonRoom: '/lessons/:id',
  practice: '/practice',
  invoice: '/invoice/:id',
  adminLive: '/admin-live',
  adminDashboard: '/admin-dashboard',
  adminPlanner: '/admin-planner',
  bookedLessons: '/booked-lessons',
  adminFamilies: '/admin-students',
  adminImport: '/admin-import',
  adminPayments: '/admin-payments',
  adminTopics: '/admin-topics',
  adminRoom: '/admin-room/:id',
  adminFigures: '/admin-figures',
  adminActivity: '/admin-activity',
  adminAccount: '/admin-account',
  adminAccountBusiness: '/admin-account/business',
  adminAccountEnquiries: '/admin-account/enquiries',
  adminAccountEmails: '/admin-account/emails',
  adminAccountChats: '/admin-account/chats',
  adminAccountCalendar: '/admin-account/calendar',
  adminAccountSignIn: '/admin-account/sign-in',
  adminSite: '/admin-site',
  join: '/join/:token',
  excuse: '/excuse/:token',
  privacy: '/privacy',
  terms: '/terms',
} as const;

export type PagePath = (typeof paths)[keyof typeof paths];

/** Pages that search engines may index; the others show nothing without a session. */
export const findablePages = [
  paths.home,
  paths.signUp,
  paths.signIn,
  paths.privacy,
  paths.terms,
] as const;

/** The id of the landing page's registration section, the target of 'Claim your free lesson!'. */
export const contactAnchor = 'contact';

/** The web app's manifest: the site's name and icons on a phone's home screen. */
export const manifestPath = '/site.webmanifest';

/** A page for one week of its calendar; `monday` is a YYYY-MM-DD date. */
export function weekPath(
  page: typeof paths.familyHome | typeof paths.adminPlanner,
  monday: string,
): string {
  return `${page}?week=${monday}`;
}

/**
 * The dialog of a lesson, in the week of a family's calendar that starts on `monday` (YYYY-MM-DD).
 */
export function lessonPath(monday: string, id: string): string {
  return `${weekPath(paths.familyHome, monday)}&lesson=${encodeURIComponent(id)}`;
}

/** The dialog of a lesson, opened at moving the booking to another lesson. */
export function movePath(monday: string, id: string): string {
  return `${lessonPath(monday, id)}&do=move`;
}

/** The dialog of a lesson, opened at booking its time every week. */
export function weeklyPath(monday: string, id: string): string {
  return `${lessonPath(monday, id)}&do=weekly`;
}

/** The room of a booked lesson; `studentId` where a family has several students. */
export function roomPath(lessonId: string, studentId: string | null = null): string {
  const path = paths.lessonRoom.replace(':id', encodeURIComponent(lessonId));
  return studentId === null ? path : `${path}?student=${encodeURIComponent(studentId)}`;
}

/** Practice; `studentId` where a family has several students. */
export function practicePath(studentId: string | null = null): string {
  return studentId === null
    ? paths.practice
    : `${paths.practice}?student=${encodeURIComponent(studentId)}`;
}

/** Practice of a student, opened at one question. */
export function practiceItemPath(studentId: string, itemId: string): string {
  return `${practicePath(studentId)}&item=${encodeURIComponent(itemId)}`;
}

/** The tutor's room of a lesson; `screen` is the view to share with the class. */
export function tutorRoomPath(lessonId: string, view: 'tutor' | 'screen' = 'tutor'): string {
  const path = paths.adminRoom.replace(':id', encodeURIComponent(lessonId));
  return view === 'screen' ? `${path}?view=screen` : path;
}

const ENQUIRY_KEY = 'enquiry';

/** An enquiry on the dashboard, opened at its invitation. */
export function enquiryPath(id: string): string {
  return `${paths.adminDashboard}?${ENQUIRY_KEY}=${encodeURIComponent(id)}`;
}

/** The id of the enquiry that the dashboard's address opens; null without one. */
export function enquiryIn(search: URLSearchParams): string | null {
  return search.get(ENQUIRY_KEY);
}

/** A family's record in the tutor's area. */
export function familyPath(id: string): string {
  return `${paths.adminFamilies}?student=${encodeURIComponent(id)}`;
}

/** The anchor of a lesson's attendance list on its page. */
export const attendanceAnchor = (lessonId: string): string => `attendance-${lessonId}`;

/** The attendance list of one booked lesson, opened. */
export function attendancePath(lessonId: string): string {
  return `${paths.bookedLessons}#${attendanceAnchor(lessonId)}`;
}

/** One of the two payment pages, with the checkout session's id if known. */
export function paymentPath(
  page: typeof paths.paymentSuccess | typeof paths.paymentCancelled,
  sessionId: string | null,
): string {
  return sessionId === null ? page : `${page}?session_id=${encodeURIComponent(sessionId)}`;
}

const withLesson = (page: PagePath, monday: string, lessonId: string): string =>
  `${page}?week=${encodeURIComponent(monday)}&lesson=${encodeURIComponent(lessonId)}`;

/**
 * The sign-up for visitors who have chosen a lesson first, in the calendar week that starts on
 * `monday`.
 */
export function signUpForPath(monday: string, lessonId: string): string {
  return withLesson(paths.signUp, monday, lessonId);
}

/** The sign-in that returns to a chosen lesson, in the calendar week that starts on `monday`. */
export function signInForPath(monday: string, lessonId: string): string {
  return withLesson(paths.signIn, monday, lessonId);
}

/** The page of an abandoned payment, with its lesson and the calendar week. */
export function givenUpPath(monday: string, lessonId: string): string {
  return withLesson(paths.paymentCancelled, monday, lessonId);
}

const ADMIN_QUERY = '?for=admin';

/**
 * The page to request a password reset link; the admin's is the same page with a query parameter.
 */
export function forgotPath(audience: 'family' | 'admin'): string {
  return paths.forgotPassword + (audience === 'admin' ? ADMIN_QUERY : '');
}

/**
 * The password reset link. The token follows the '#', which is never sent to a server or logged.
 */
export function resetPath(audience: 'family' | 'admin', token: string): string {
  return `${paths.resetPassword}${audience === 'admin' ? ADMIN_QUERY : ''}#${token}`;
}

/** The one-time address of the first admin's account; its token follows the '#' too. */
export function setupPath(token: string): string {
  return `${paths.setup}#${token}`;
}

/** The link that confirms a changed email; its token follows the '#' too. */
export function confirmEmailPath(token: string): string {
  return `${paths.confirmEmail}#${token}`;
}

/** The link of an invitation into a family; its token follows the '#' too. */
export function invitationPath(token: string): string {
  return `${paths.invitation}#${token}`;
}

const INVITE_MARK = '#invite=';

/** The sign-up of an enquirer whom the tutor has invited; its token follows the '#' too. */
export function signUpWithInvitePath(token: string): string {
  return `${paths.signUp}${INVITE_MARK}${encodeURIComponent(token)}`;
}

/** The invitation token in the hash of a sign-up URL; null without one. */
export function inviteOf(hash: string): string | null {
  return hash.startsWith(INVITE_MARK) ? new URLSearchParams(hash.slice(1)).get('invite') : null;
}

/** The join link of a booking. */
export function joinPath(token: string): string {
  return paths.join.replace(':token', token);
}

/** The link "Can't come?" in the reminders of a booking. */
export function excusePath(token: string): string {
  return paths.excuse.replace(':token', token);
}

/** The path of a calendar feed, which is not a page. */
export function calendarPath(token: string): string {
  return `/calendar/${token}.ics`;
}

/** The invoice of a payment. The tutor's is the same page with a query parameter. */
export function invoicePath(id: string, audience: 'family' | 'admin' = 'family'): string {
  return (
    paths.invoice.replace(':id', encodeURIComponent(id)) + (audience === 'admin' ? ADMIN_QUERY : '')
  );
}

/** Which audience a shared page is for, read from its query. */
export function markedAudience(search: string): 'family' | 'admin' {
  return search === ADMIN_QUERY ? 'admin' : 'family';
}

// Browsers read a backslash as a slash and drop tabs and line breaks, so '/\t/host' would lead to
// another site.
// oxlint-disable-next-line no-control-regex
const LEADS_ELSEWHERE = /^\/\/|[\\\u0000-\u001f]/;

/**
 * The page to return to after signing in. Only a path of this site is accepted, so that a crafted
 * link cannot send anyone elsewhere.
 */
export function safeReturnPath(path: unknown, fallback: PagePath): string {
  if (typeof path !== 'string' || !path.startsWith('/') || LEADS_ELSEWHERE.test(path))
    return fallback;
  return path;
}
