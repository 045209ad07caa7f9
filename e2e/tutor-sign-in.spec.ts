// The tutor signs in and out: texts, redirects, refusals, and what happens when a session or a page
// breaks.
import { expect } from '@playwright/test';

import { errorCatalogue } from '../domain/errors.ts';
import * as endpoints from '../domain/endpoints.ts';
import { paths, weekPath } from '../domain/paths.ts';
import { DEMO_ADMIN } from '../sandbox/seed.ts';
import { breakPage } from './broken-page.ts';
import { expectReadable, watch } from './checks.ts';
import { createFamily, signInAs, signInTutor, toast, visit } from './journey.ts';
import { test } from './test.ts';

const asAdmin = { audience: 'admin' } as const;

test(
  'signs in: rules, a wrong password, the welcome, and Back to Home',
  { tag: '@phone' },
  async ({ page }, info) => {
    const { complaints, strangers } = watch(page);
    await visit(page, paths.adminLogin);
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute(
      'href',
      paths.home,
    );
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('login.png') });

    await page.getByLabel('Email').fill(DEMO_ADMIN.email);
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await expect(page.getByText('Invalid email address')).toBeHidden();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(toast(page, 'Login Failed')).toContainText(
      'Invalid credentials. Please try again.',
    );
    await expect(page.getByRole('form', { name: 'Admin login' })).toContainText(
      'Invalid credentials. Please try again.',
    );

    await page.getByLabel('Password', { exact: true }).fill(DEMO_ADMIN.password);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expect(page).toHaveURL(paths.adminDashboard);
    await expect(toast(page, 'Login Successful!')).toContainText(
      `Welcome back, ${DEMO_ADMIN.name}!`,
    );
    // The browser itself logs the refusal of the wrong password.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
    expect(strangers).toEqual([]);
  },
);

test(
  'returns to the same page after a redirect, and skips the form with an active session',
  { tag: '@desktop' },
  async ({ page }) => {
    const wanted = weekPath(paths.adminPlanner, '2027-03-01');
    await visit(page, wanted);
    await expect(page).toHaveURL(paths.adminLogin);
    await page.getByLabel('Email').fill(DEMO_ADMIN.email);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_ADMIN.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(wanted);
    await visit(page, paths.adminLogin);
    await expect(page).toHaveURL(paths.adminDashboard);

    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(toast(page, 'Logged Out')).toContainText('You have been successfully logged out.');
    await expect(page).toHaveURL(paths.adminLogin);
  },
);

test(
  'denies a student access and keeps them signed in as a student',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await createFamily(request);
    await signInAs(page, family);
    await visit(page, paths.adminDashboard);
    await expect(page).toHaveURL(paths.adminLogin);
    await expect(toast(page, 'Access Denied')).toBeVisible();
    // A tutor who signs out beside a student's session gets no message about it.
    const tutor = await signInTutor(request);
    await signInAs(page, tutor, asAdmin);
    await visit(page, paths.adminPlanner);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(toast(page, 'Logged Out')).toBeVisible();
    await expect(toast(page, 'Access Denied')).toBeHidden();
    await visit(page, paths.userHome);
    await expect(page).toHaveURL(paths.userHome);

    // The server itself refuses their token in place of the tutor's.
    await signInAs(page, { session: family.session, user: tutor.user }, asAdmin);
    await visit(page, paths.bookedLessons);
    await expect(toast(page, 'Access Denied')).toBeVisible();
  },
);

const pages = [
  [paths.adminDashboard, endpoints.listEnquiries],
  [paths.adminPlanner, endpoints.listAdminLessons],
  [paths.bookedLessons, endpoints.listAdminBookings],
  [paths.adminStudents, endpoints.listFamilies],
  [paths.adminActivity, endpoints.listActivities],
  [paths.adminAccount, endpoints.getTwoFactor],
] as const;

test(
  'leads to /admin-login after an authentication failure on any page of the tutor',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const tutor = await signInTutor(request);
    for (const [path, endpoint] of pages) {
      await signInAs(page, tutor, asAdmin);
      const { status, text } = errorCatalogue.unauthenticated;
      await page.route(`**${endpoint.path}*`, (route) =>
        route.fulfill({ status, json: { success: false, error: text, code: 'unauthenticated' } }),
      );
      await visit(page, path);
      await expect(page).toHaveURL(paths.adminLogin);
      await expect(toast(page, 'Authentication Required')).toContainText(text);
    }
  },
);

test(
  'leads to /admin-login after the session has expired',
  { tag: '@phone' },
  async ({ page, request }) => {
    const tutor = await signInTutor(request);
    await signInAs(page, tutor, { ...asAdmin, expires_at: Math.floor(Date.now() / 1000) });
    for (const [path] of pages) {
      await visit(page, path);
      await expect(page).toHaveURL(paths.adminLogin);
    }
  },
);

test(
  'offers three ways out of a page that breaks',
  { tag: '@desktop' },
  async ({ page, request }, info) => {
    await signInAs(page, await signInTutor(request), asAdmin);
    await breakPage(page, 'admin-dashboard');
    await visit(page, paths.adminDashboard);
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Go Home' })).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('crash.png') });
    await page.getByRole('button', { name: 'Logout & Login Again' }).click();
    await expect(page).toHaveURL(paths.adminLogin);
    // The page is reloaded, which removes its script once.
    await expect(async () => {
      expect(await page.evaluate(() => localStorage.getItem('admin-session'))).toBeNull();
    }).toPass();
  },
);
