// The tutor signs in and out and gets around: redirects, refusals, and a page that breaks.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { paths, weekPath } from '../../domain/paths.ts';
import { DEMO_ADMIN } from '../../sandbox/seed.ts';
import { breakPage } from '../broken-page.ts';
import { expectReadable, watch } from '../checks.ts';
import { expectLink, expectProblem, expectToast, storeSession, toast, visit } from '../journey.ts';
import { passwordField, signInAsTutor, signInButton } from '../pages/sign-in.ts';
import {
  logTutorOut,
  nameButton,
  openMenuOf,
  openPage,
  sendButton,
} from '../pages/tutor-dashboard.ts';
import { test } from '../test.ts';

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

test('returns to the same page after a redirect', async ({ page }) => {
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
  await logTutorOut(page);
  await expectToast(page, 'Logged Out');
  await expect(toast(page, 'Access Denied')).toBeHidden();
  await visit(page, paths.familyHome);
  await expect(page).toHaveURL(paths.familyHome);

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
  [paths.adminFamilies, endpoints.listFamilies],
  [paths.adminPayments, endpoints.listAdminPayments],
  [paths.adminFigures, endpoints.getFigures],
  [paths.adminActivity, endpoints.listActivities],
  [paths.adminAccountSignIn, endpoints.getTwoFactor],
] as const;

test('leads to /admin-login when a session is refused', async ({ page, tutor }) => {
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

test('offers three ways out of a page that breaks', async ({ page, tutor }) => {
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

/** In one order at every width: in a row as far as there is room, then in the menus. */
const inRow = ['Live', 'Dashboard', 'Planner', 'Booked Lessons'];
const further = ['Students', 'Topics', 'Payments', 'Figures', 'Site'];
const ofName = ['Account', 'Activity'];

test("shows all of the tutor's pages from 320 px", async ({ page, tutor }) => {
  const own = page.viewportSize() ?? { width: 1280, height: 800 };
  await tutor.open(paths.adminPlanner);
  const reach = async (name: string, width: number) => {
    const link = page.getByRole('link', { name, exact: true });
    await expect(link, `${name} at ${width} px`).toBeInViewport({ ratio: 1 });
    const box = await link.boundingBox();
    expect(box?.height, `${name} at ${width} px`).toBeGreaterThanOrEqual(44);
  };
  for (const width of [320, 360, 640, 768, 1024, own.width]) {
    await page.setViewportSize({ ...own, width });
    for (const name of inRow) await reach(name, width);
    const rows = page.getByRole('navigation', { name: /^Tutor's/ }).filter({ visible: true });
    await expect(rows.getByRole('link').filter({ visible: true })).toHaveText([
      ...inRow,
      ...(width < 768 ? [] : ['Students']),
      ...(width < 1024 ? [] : ['Topics', 'Site']),
    ]);
    const masthead = await page.getByRole('banner').boundingBox();
    expect(masthead?.height, `the masthead at ${width} px`).toBeLessThanOrEqual(66);
    for (const name of [...further, ...ofName]) {
      const link = page.getByRole('link', { name, exact: true });
      if (!(await link.isVisible())) await openMenuOf(page, name);
      await reach(name, width);
    }
    await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(nameButton(page)).toBeFocused();
  }
  await page.setViewportSize(own);
  await expectReadable(page);
  await openPage(page, 'Account');
  await expect(page).toHaveURL(new RegExp(`${paths.adminAccount}(/business)?$`));
  await expect(page.locator('a[aria-current="page"]', { hasText: 'Account' })).toHaveCount(1);
});

test('opens a menu of pages by the keyboard alone', async ({ page, tutor }) => {
  await tutor.open(paths.adminPlanner);
  const money = page.getByRole('button', { name: 'Money' });
  await money.focus();
  const menu = page.getByRole('navigation', { name: 'Money' });
  await expect(menu).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: 'Payments' })).toBeFocused();
  await expectReadable(page, 'money');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.adminFigures);
  await expect(menu).toBeHidden();
});

test("keeps a phone's bar clear of content, focus and messages @phone", async ({ page, tutor }) => {
  await tutor.open(paths.adminDashboard);
  const bar = page.getByRole('navigation', { name: "Tutor's pages" });
  const top = async () => (await bar.boundingBox())?.y ?? 0;
  const footer = page.getByRole('contentinfo');
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const box = await footer.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(await top());
  }).toPass();
  // What the keyboard reaches is scrolled above it.
  await page.evaluate(() => window.scrollTo(0, 0));
  const focused = page.locator(':focus');
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const isInBar = await bar.evaluate((element) => element.contains(document.activeElement));
    if (isInBar) break;
    await expect(async () => {
      const { y = 0, height = 0 } = (await focused.boundingBox()) ?? {};
      expect(y + Math.min(height, 44)).toBeLessThanOrEqual((await top()) + 1);
    }).toPass();
  }
  // A dialog covers it.
  await page
    .getByRole('button', { name: /^Invite/ })
    .first()
    .click();
  const send = sendButton(page);
  await send.click({ trial: true });
  await expect(send).toBeInViewport({ ratio: 1 });
});
