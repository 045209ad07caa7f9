// The error fallbacks when scripts fail: each area shows its own, whose code is loaded before it is
// needed.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths } from '../domain/paths.ts';
import { DEMO_ADMIN } from '../sandbox/seed.ts';
import { breakPage } from './broken-page.ts';
import { expectReadable } from './checks.ts';
import { createFamily, PASSWORD, signInAs, signInTutor, visit } from './journey.ts';
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
const asAdmin = { audience: 'admin' } as const;

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

async function submitSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('shows the admin fallback when the scripts behind /admin-login fail', async ({
  page,
}, info) => {
  const loseOthers = watchScripts(page);
  await visit(page, paths.adminLogin);
  await loseOthers();
  await submitSignIn(page, DEMO_ADMIN.email, DEMO_ADMIN.password);
  await expect(actions(page)).toHaveText(ADMIN_ACTIONS);
  await expect(page).toHaveURL(paths.adminDashboard);
  await expect(page.getByRole('main')).toContainText('could not be loaded');
  await expect(page.getByRole('main')).toBeFocused();
  await page.screenshot({ path: info.outputPath('admin.png') });
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
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await page.unroute(SCRIPTS);
  await submitSignIn(page, DEMO_ADMIN.email, DEMO_ADMIN.password);
  await expect(page.getByText('Total Customers')).toBeVisible();
});

test(
  'shows the general fallback on each page of a family whose scripts fail',
  { tag: '@phone' },
  async ({ page, request }, info) => {
    const { form } = await createFamily(request);
    const loseOthers = watchScripts(page);
    await visit(page, paths.signIn);
    await loseOthers();
    await submitSignIn(page, form.Parent_Email, PASSWORD);
    await expect(actions(page)).toHaveText(GENERAL_ACTIONS);
    await expect(page.getByRole('main')).toBeFocused();
    await page.screenshot({ path: info.outputPath('general.png') });
    await expectReadable(page);
    for (const path of familyPages) {
      await page.goto(path);
      await expect(actions(page)).toHaveText(GENERAL_ACTIONS);
    }
    await page.unroute(SCRIPTS);
    await page.getByRole('button', { name: 'Reload Page' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account');
  },
);

test(
  'shows the admin fallback when a link of the dashboard leads to a page whose script fails',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await signInAs(page, await signInTutor(request), asAdmin);
    await visit(page, paths.adminDashboard);
    await page.route('**/assets/admin-planner-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Planner', exact: true }).click();
    await expect(actions(page)).toHaveText(ADMIN_ACTIONS);
    await expect(page).toHaveURL(paths.adminPlanner);
    await page.unroute('**/assets/admin-planner-*.js');
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Create New Lesson' })).toBeVisible();
  },
);

test(
  'logs out on the device when the server does not answer',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await page.clock.install();
    for (const reply of ['fails', 'hangs']) {
      await signInAs(page, await signInTutor(request), asAdmin);
      await breakPage(page, 'admin-dashboard');
      await page.route(`**${endpoints.adminLogout.path}`, async (route) => {
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
      await page.unroute(`**${endpoints.adminLogout.path}`);
    }
  },
);
