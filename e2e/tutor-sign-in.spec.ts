// The tutor signs in and out and gets around: redirects, refusals, and a page that breaks.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { errorCatalogue } from '../domain/errors.ts';
import { paths, weekPath } from '../domain/paths.ts';
import { DEMO_ADMIN } from '../sandbox/seed.ts';
import { breakPage } from './broken-page.ts';
import { expectReadable, watch } from './checks.ts';
import { expectLink, expectProblem, expectToast, storeSession, toast, visit } from './journey.ts';
import { passwordField, signInAsTutor, signInButton } from './pages/sign-in.ts';
import { test } from './test.ts';

test('signs in, after a wrong password @phone', async ({ page }) => {
  // The browser itself logs the refusal of the wrong password.
  watch(page, { allowed: /401/ });
  await visit(page, paths.adminLogin);
  await expectLink(page, 'Back to Home', paths.home);
  await signInButton(page).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await expectReadable(page, 'login');

  await page.getByLabel('Email').fill(DEMO_ADMIN.email);
  await passwordField(page).fill('not this one');
  await expect(page.getByText('Invalid email address')).toBeHidden();
  await signInButton(page).click();
  const refused = 'Invalid credentials. Please try again.';
  await expectProblem(page, 'Login Failed', refused);

  await passwordField(page).fill(DEMO_ADMIN.password);
  await passwordField(page).press('Enter');
  await expect(page).toHaveURL(paths.adminDashboard);
  await expectToast(page, 'Login Successful!', `Welcome back, ${DEMO_ADMIN.name}!`);
});

test('returns to the same page after a redirect @desktop', async ({ page }) => {
  const wanted = weekPath(paths.adminPlanner, '2027-03-01');
  await visit(page, wanted);
  await expect(page).toHaveURL(paths.adminLogin);
  await signInAsTutor(page);
  await expect(page).toHaveURL(wanted);
  await visit(page, paths.adminLogin);
  await expect(page).toHaveURL(paths.adminDashboard);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expectToast(page, 'Logged Out', 'You have been successfully logged out.');
  await expect(page).toHaveURL(paths.adminLogin);
});

test('keeps a student out, and signed in @phone', async ({ page, family, tutor }) => {
  await family.open(paths.adminDashboard);
  await expect(page).toHaveURL(paths.adminLogin);
  await expectToast(page, 'Access Denied');
  // A tutor who signs out beside a student's session gets no message about it.
  await tutor.open(paths.adminPlanner);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectToast(page, 'Logged Out');
  await expect(toast(page, 'Access Denied')).toBeHidden();
  await visit(page, paths.userHome);
  await expect(page).toHaveURL(paths.userHome);

  // The server itself refuses their token in place of the tutor's.
  const { user } = await tutor.startSession();
  await storeSession(page, 'admin-session', { session: family.session, user });
  await visit(page, paths.bookedLessons);
  await expectToast(page, 'Access Denied');
});

const pages = [
  [paths.adminDashboard, endpoints.listEnquiries],
  [paths.adminPlanner, endpoints.listAdminLessons],
  [paths.bookedLessons, endpoints.listAdminBookings],
  [paths.adminStudents, endpoints.listFamilies],
  [paths.adminActivity, endpoints.listActivities],
  [paths.adminAccount, endpoints.getTwoFactor],
] as const;

test('leads to /admin-login when a session is refused @desktop', async ({ page, tutor }) => {
  const { status, text } = errorCatalogue.unauthenticated;
  const json = { success: false, error: text, code: 'unauthenticated' };
  for (const [path, endpoint] of pages) {
    await tutor.signIn();
    await page.route(`**${endpoint.path}*`, (route) => route.fulfill({ status, json }));
    await visit(page, path);
    await expect(page).toHaveURL(paths.adminLogin);
    await expectToast(page, 'Authentication Required', text);
  }
});

test('leads to /admin-login after the session has expired @phone', async ({ page, tutor }) => {
  await tutor.signIn(Math.floor(Date.now() / 1000));
  for (const [path] of pages) {
    await visit(page, path);
    await expect(page).toHaveURL(paths.adminLogin);
  }
});

test('offers three ways out of a page that breaks @desktop', async ({ page, tutor }) => {
  await tutor.signIn();
  await breakPage(page, 'admin-dashboard');
  await visit(page, paths.adminDashboard);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go Home' })).toBeVisible();
  await expectReadable(page, 'crash');
  await page.getByRole('button', { name: 'Logout & Login Again' }).click();
  await expect(page).toHaveURL(paths.adminLogin);
  // The page is reloaded, which removes its script once.
  await expect(async () => {
    expect(await page.evaluate(() => localStorage.getItem('admin-session'))).toBeNull();
  }).toPass();
});

const places = ['Dashboard', 'Planner', 'Booked Lessons', 'Students', 'Activity', 'Account'];

test("shows all of the tutor's pages from 320 px", async ({ page, tutor }) => {
  const own = page.viewportSize() ?? { width: 1280, height: 800 };
  await tutor.open(paths.adminPlanner);
  const nav = page.getByRole('navigation', { name: "Tutor's area" });
  await expect(nav.getByRole('link', { name: 'Account' })).toBeVisible();
  const names = await nav.getByRole('link').allTextContents();
  expect(names).toEqual(expect.arrayContaining(places));
  for (const width of [320, 360, 640, 768, own.width]) {
    await page.setViewportSize({ ...own, width });
    for (const name of names) {
      const link = nav.getByRole('link', { name });
      await expect(link, `${name} at ${width} px`).toBeInViewport({ ratio: 1 });
      const box = await link.boundingBox();
      expect(box?.height, `${name} at ${width} px`).toBeGreaterThanOrEqual(44);
    }
  }
  await page.setViewportSize(own);
  await expectReadable(page);
  await nav.getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(paths.adminAccount);
  await expect(nav.getByRole('link', { name: 'Account' })).toHaveAttribute('aria-current', 'page');
});
