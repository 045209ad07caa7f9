// Around the pages: the privacy page, the 404 page, the error fallbacks, the last-resort messages
// and a new deployment.
import { expect, type Page } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { DEMO_ADMIN, DEMO_STUDENT } from '../sandbox/seed.ts';
import { breakPage, mendPage } from './broken-page.ts';
import { expectAccessible, watch, whenReady } from './checks.ts';
import { test } from './test.ts';

async function signIn(
  page: Page,
  path: string,
  who: { email: string; password: string },
): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: /sign in|log ?in/i }).click();
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`keeps the privacy page and the 404 page accessible, ${colorScheme}`, async ({ page }, {
    project,
  }) => {
    const { complaints, strangers } = watch(page);
    await page.emulateMedia({ colorScheme });
    await page.goto(paths.privacy);
    await expectAccessible(page);
    await page.screenshot({
      path: `test-results/privacy-${project.name}-${colorScheme}.png`,
      fullPage: true,
    });
    expect(complaints).toEqual([]);
    expect(strangers).toEqual([]);
    await page.goto('/no-such-page');
    await expectAccessible(page);
    await page.screenshot({ path: `test-results/not-found-${project.name}-${colorScheme}.png` });
  });

test(
  'links every page to the privacy page, which says what is stored',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto(paths.home);
    await page.getByRole('link', { name: 'Privacy' }).click();
    await expect(page).toHaveURL(paths.privacy);
    for (const heading of [
      'What is stored, and why',
      'No cookies, no trackers',
      'Children',
      'What deleting does',
      'Your rights',
    ])
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.getByText('UK GDPR')).toBeVisible();
    await expect(page.getByText('Children’s Code')).toBeVisible();
    // From a page of the app, without a new document.
    await page.goto(paths.signIn);
    await whenReady(page);
    await page.getByRole('link', { name: 'Privacy' }).click();
    await expect(page.getByRole('heading', { name: 'Privacy', exact: true })).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
  },
);

test('answers an unknown path with a 404 and a way home', { tag: '@phone' }, async ({ page }) => {
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(paths.home);
});

test(
  "offers to reload or go home when a family's page breaks",
  { tag: '@phone' },
  async ({ page }) => {
    await signIn(page, paths.signIn, DEMO_STUDENT);
    await page.waitForURL(`**${paths.userHome}`);
    await breakPage(page, 'user-home');
    await page.goto(paths.userHome);
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Go Home' })).toBeVisible();
    await page.screenshot({
      path: `test-results/fallback-general-${test.info().project.name}.png`,
    });
    await expectAccessible(page);
    await mendPage(page, 'user-home');
    await page.getByRole('button', { name: 'Reload Page' }).click();
    await expect(page.getByText('Credits Remaining')).toBeVisible();
    await breakPage(page, 'user-home');
    await page.reload();
    await page.getByRole('button', { name: 'Go Home' }).click();
    await expect(page).toHaveURL(paths.home);
  },
);

test(
  'also offers a fresh login when a page of the tutor breaks',
  { tag: '@desktop' },
  async ({ page }) => {
    await signIn(page, paths.adminLogin, DEMO_ADMIN);
    await page.waitForURL(`**${paths.adminDashboard}`);
    await breakPage(page, 'admin-dashboard');
    await page.goto(paths.adminDashboard);
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Go Home' })).toBeVisible();
    await page.screenshot({ path: `test-results/fallback-admin-${test.info().project.name}.png` });
    await page.getByRole('button', { name: 'Logout & Login Again' }).click();
    await expect(page).toHaveURL(paths.adminLogin);
    await expect(page.getByLabel('Email')).toBeVisible();
  },
);

test('reports errors that nothing else has caught', { tag: '@phone' }, async ({ page }) => {
  await page.goto(paths.home);
  await whenReady(page);
  await page.evaluate(() => {
    void Promise.reject(new Error('nobody waits for this'));
  });
  const rejected = page.getByRole('alert').filter({ hasText: 'Unexpected Error' });
  await expect(rejected).toContainText(
    'An unexpected error occurred. Please refresh the page if problems persist.',
  );
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('nobody catches this');
    });
  });
  const thrown = page.getByRole('alert').filter({ hasText: 'Application Error' });
  await expect(thrown).toContainText(
    'An error occurred in the application. Please refresh the page.',
  );
});

test(
  'reloads once when a new deployment has replaced a script',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto(paths.signIn);
    await whenReady(page);
    // However often it is requested while the link is hovered and followed, only the new document
    // gets it.
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await page.route('**/assets/sign-up-*.js', (route) =>
      documents === 0 ? route.fulfill({ status: 404, body: 'gone' }) : route.continue(),
    );
    await page.locator(`a[href="${paths.signUp}"]`).first().click();
    await expect(page.getByLabel("Student's name")).toBeVisible();
    await expect(page).toHaveURL(paths.signUp);
    expect(documents).toBe(1);
    await expect(page.getByRole('alert')).toBeHidden();
  },
);
