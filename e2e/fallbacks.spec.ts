// The error fallbacks when scripts fail: each area shows its own, whose code is loaded before it is
// needed.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths } from '../domain/paths.ts';
import { mend, urlOf } from './api.ts';
import { breakPage } from './broken-page.ts';
import { expectReadable } from './checks.ts';
import { visit } from './journey.ts';
import { newLessonButton } from './pages/planner.ts';
import { signIn, signInAsTutor, signInButton } from './pages/sign-in.ts';
import { test } from './test.ts';

const adminPages = [
  paths.adminDashboard,
  paths.adminPlanner,
  paths.bookedLessons,
  paths.adminStudents,
  paths.adminActivity,
  paths.adminAccount,
];
const familyPages = [paths.userHome, paths.paymentSuccess, paths.paymentCancelled, paths.account];

const SCRIPTS = '**/assets/*.js';
const ADMIN_ACTIONS = ['Logout & Login Again', 'Reload', 'Go Home'];
const GENERAL_ACTIONS = ['Reload Page', 'Go Home'];

/** The names of all buttons of the fallback, in order. */
const actions = (page: Page) => page.getByRole('main').getByRole('button');

/**
 * Records which scripts arrive from now on. The returned function makes all others fail, after a
 * reload too.
 */
function watchScripts(page: Page): () => Promise<void> {
  const loaded = new Set<string>();
  page.on('response', (response) => {
    if (response.ok()) loaded.add(response.url());
  });
  return async () => {
    const known = new Set(loaded);
    await page.route(SCRIPTS, (route) =>
      known.has(route.request().url()) ? route.continue() : route.abort(),
    );
  };
}

test('falls back when the scripts behind /admin-login fail', async ({ page }) => {
  const loseOthers = watchScripts(page);
  await visit(page, paths.adminLogin);
  await loseOthers();
  await signInAsTutor(page);
  await expect(actions(page)).toHaveText(ADMIN_ACTIONS);
  await expect(page).toHaveURL(paths.adminDashboard);
  await expect(page.getByRole('main')).toContainText('could not be loaded');
  await expect(page.getByRole('main')).toBeFocused();
  await expectReadable(page);

  for (const path of adminPages) {
    await page.goto(path);
    await expect(actions(page)).toHaveText(ADMIN_ACTIONS);
  }
  await page.getByRole('button', { name: 'Go Home' }).click();
  await expect(page).toHaveURL(paths.home);

  await page.goto(paths.adminPlanner);
  const loggedOut = page.waitForResponse(`**${endpoints.adminLogout.path}`);
  await page.getByRole('button', { name: 'Logout & Login Again' }).click();
  expect((await loggedOut).ok()).toBe(true);
  await expect(page).toHaveURL(paths.adminLogin);
  await expect(signInButton(page)).toBeVisible();
  await page.unroute(SCRIPTS);
  await signInAsTutor(page);
  await expect(page.getByText('Total Customers')).toBeVisible();
});

test('falls back on each page of a family without scripts @phone', async ({ page, family }) => {
  const loseOthers = watchScripts(page);
  await visit(page, paths.signIn);
  await loseOthers();
  await signIn(page, family.email);
  await expect(actions(page)).toHaveText(GENERAL_ACTIONS);
  await expect(page.getByRole('main')).toBeFocused();
  await expectReadable(page);
  for (const path of familyPages) {
    await page.goto(path);
    await expect(actions(page)).toHaveText(GENERAL_ACTIONS);
  }
  await page.unroute(SCRIPTS);
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account');
});

test('falls back when a link leads to a missing script @desktop', async ({ page, tutor }) => {
  await tutor.open(paths.adminDashboard);
  const script = '**/assets/admin-planner-*.js';
  await page.route(script, (route) => route.abort());
  await page.getByRole('link', { name: 'Planner', exact: true }).click();
  await expect(actions(page)).toHaveText(ADMIN_ACTIONS);
  await expect(page).toHaveURL(paths.adminPlanner);
  await page.unroute(script);
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(newLessonButton(page)).toBeVisible();
});

test('logs out on the device when the server does not answer @desktop', async ({ page, tutor }) => {
  await page.clock.install();
  for (const reply of ['fails', 'hangs']) {
    await tutor.signIn();
    await breakPage(page, 'admin-dashboard');
    await page.route(urlOf(endpoints.adminLogout), async (route) => {
      if (reply === 'fails') await route.abort();
    });
    await visit(page, paths.adminDashboard);
    const button = page.getByRole('button', { name: 'Logout & Login Again' });
    await button.click();
    if (reply === 'hangs') {
      await expect(button).toHaveAttribute('aria-busy', 'true');
      await page.clock.runFor(10_000);
    }
    await expect(page).toHaveURL(paths.adminLogin);
    await expect(page.getByLabel('Email')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('admin-session'))).toBeNull();
    await mend(page, endpoints.adminLogout);
  }
});
