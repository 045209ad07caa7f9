// Tests the paths of the pages, and where a sign-in may return to.
import { expect, test } from 'vitest';

import {
  confirmEmailPath,
  findablePages,
  forgotPath,
  paths,
  givenUpPath,
  inviteOf,
  signInForPath,
  signUpForPath,
  signUpWithInvitePath,
  paymentPath,
  invoicePath,
  markedAudience,
  resetPath,
  safeReturnPath,
  familyPath,
  attendancePath,
  lessonPath,
  weekPath,
} from './paths.ts';

test('pages have the agreed paths', () => {
  expect(paths).toMatchObject({
    home: '/',
    signUp: '/sign-up',
    signIn: '/sign-in',
    adminLogin: '/admin-login',
    forgotPassword: '/forgot-password',
    resetPassword: '/reset-password',
    setup: '/setup',
    confirmEmail: '/confirm-email',
    familyHome: '/user-home',
    paymentSuccess: '/payment/success',
    paymentCancelled: '/payment/cancelled',
    account: '/account',
    accountFamily: '/account/family',
    accountPayments: '/account/payments',
    accountCalendar: '/account/calendar',
    accountSignIn: '/account/sign-in',
    accountData: '/account/data',
    adminDashboard: '/admin-dashboard',
    adminPlanner: '/admin-planner',
    bookedLessons: '/booked-lessons',
    adminFamilies: '/admin-students',
    adminPayments: '/admin-payments',
    adminActivity: '/admin-activity',
    adminAccount: '/admin-account',
    adminAccountBusiness: '/admin-account/business',
    adminAccountEnquiries: '/admin-account/enquiries',
    adminAccountEmails: '/admin-account/emails',
    adminAccountChats: '/admin-account/chats',
    adminAccountCalendar: '/admin-account/calendar',
    adminAccountSignIn: '/admin-account/sign-in',
    privacy: '/privacy',
  });
  expect(new Set(Object.values(paths)).size).toBe(Object.values(paths).length);
});

test('lists no page that needs a session for search engines', () => {
  expect(findablePages).toEqual(['/', '/sign-up', '/sign-in', '/privacy', '/terms']);
});

test('puts the week, the student and the payment in the path', () => {
  expect(attendancePath('7')).toBe('/booked-lessons#attendance-7');
  expect(familyPath('7')).toBe('/admin-students?student=7');
  expect(weekPath(paths.familyHome, '2026-11-16')).toBe('/user-home?week=2026-11-16');
  expect(lessonPath('2026-11-16', '7')).toBe('/user-home?week=2026-11-16&lesson=7');
  expect(signUpForPath('2026-11-16', 'a&b')).toBe('/sign-up?week=2026-11-16&lesson=a%26b');
  expect(signInForPath('2026-11-16', 'a&b')).toBe('/sign-in?week=2026-11-16&lesson=a%26b');
  expect(givenUpPath('2026-11-16', 'a&b')).toBe('/payment/cancelled?week=2026-11-16&lesson=a%26b');
  expect(paymentPath(paths.paymentSuccess, null)).toBe('/payment/success');
  expect(paymentPath(paths.paymentCancelled, 'cs_1&x=2')).toBe(
    '/payment/cancelled?session_id=cs_1%26x%3D2',
  );
});

test.each([
  '/user-home',
  '/user-home?week=2026-11-16',
  '/payment/success?session_id=cs_1#top',
  '/',
])('a sign-in may return to %s', (path) => {
  expect(safeReturnPath(path, paths.familyHome)).toBe(path);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '/\u0000/evil.example',
  ' //evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'user-home',
  '',
  null,
  undefined,
  7,
  { pathname: '//evil.example' },
])('a sign-in never returns to %j', (wanted) => {
  expect(safeReturnPath(wanted, paths.familyHome)).toBe('/user-home');
});

test('puts the token of an emailed link behind the #, where no server sees it', () => {
  expect(resetPath('family', 'abc')).toBe('/reset-password#abc');
  expect(resetPath('admin', 'abc')).toBe('/reset-password?for=admin#abc');
  expect(confirmEmailPath('abc')).toBe('/confirm-email#abc');
  expect(signUpWithInvitePath('a-b_c')).toBe('/sign-up#invite=a-b_c');
  expect([forgotPath('family'), forgotPath('admin')]).toEqual([
    '/forgot-password',
    '/forgot-password?for=admin',
  ]);
  expect(['', '?for=admin', '?for=other'].map(markedAudience)).toEqual([
    'family',
    'admin',
    'family',
  ]);
});

test("an invoice's path names its audience", () => {
  expect([invoicePath('a b'), invoicePath('1', 'admin')]).toEqual([
    '/invoice/a%20b',
    '/invoice/1?for=admin',
  ]);
});

test.each([
  ['#invite=a-b_c', 'a-b_c'],
  ['#invite=', ''],
  ['#invite=a&b=c', 'a'],
  ['#other=a', null],
  ['', null],
])('reads from %j the invitation %j', (hash, invite) => {
  expect(inviteOf(hash)).toBe(invite);
});
