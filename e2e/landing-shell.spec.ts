// Around the pages: the privacy page, the 404 page, the error fallbacks, the last-resort messages
// and a new deployment.
import { expect, type Page } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { DEMO_STUDENT } from '../sandbox/seed.ts';
import { breakPage, mendPage } from './broken-page.ts';
import { expectAccessible, expectQuiet, watch } from './checks.ts';
import { visit } from './journey.ts';
import { openLanding } from './pages/landing.ts';
import { signIn } from './pages/sign-in.ts';
import { test } from './test.ts';

const broken = (page: Page) => page.getByRole('heading', { name: 'Something went wrong' });

for (const colorScheme of ['light', 'dark'] as const)
  test(`keeps the privacy page and the 404 page accessible, ${colorScheme}`, async ({ page }) => {
    watch(page);
    await page.emulateMedia({ colorScheme });
    await page.goto(paths.privacy);
    await expectAccessible(page);
    expectQuiet(page);
    await page.goto('/no-such-page');
    await expectAccessible(page);
  });

test('says on the privacy page what is stored @desktop', async ({ page }) => {
  await page.goto(paths.home);
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(paths.privacy);
  for (const name of [
    'What is stored, and why',
    'No cookies, no trackers',
    'Children',
    'What deleting does',
    'Your rights',
  ])
    await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByText('UK GDPR')).toBeVisible();
  await expect(page.getByText('Children’s Code')).toBeVisible();
  // From a page of the app, without a new document.
  await visit(page, paths.signIn);
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { name: 'Privacy', exact: true })).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
});

test('answers an unknown path with a 404 and a way home @phone', async ({ page }) => {
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(paths.home);
});

test("offers to reload or go home when a family's page breaks @phone", async ({ page }) => {
  await visit(page, paths.signIn);
  await signIn(page, DEMO_STUDENT.email, DEMO_STUDENT.password);
  await page.waitForURL(`**${paths.userHome}`);
  await breakPage(page, 'user-home');
  await page.goto(paths.userHome);
  await expect(broken(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go Home' })).toBeVisible();
  await expectAccessible(page);
  await mendPage(page, 'user-home');
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(page.getByText('Credits Remaining')).toBeVisible();
  await breakPage(page, 'user-home');
  await page.reload();
  await page.getByRole('button', { name: 'Go Home' }).click();
  await expect(page).toHaveURL(paths.home);
});

test('reports errors that nothing else has caught @phone', async ({ page }) => {
  await openLanding(page);
  const alert = (title: string) => page.getByRole('alert').filter({ hasText: title });
  await page.evaluate(() => {
    void Promise.reject(new Error('nobody waits for this'));
  });
  await expect(alert('Unexpected Error')).toContainText(
    'An unexpected error occurred. Please refresh the page if problems persist.',
  );
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('nobody catches this');
    });
  });
  await expect(alert('Application Error')).toContainText(
    'An error occurred in the application. Please refresh the page.',
  );
});

test('reloads once when a new deployment has replaced a script @phone', async ({ page }) => {
  await visit(page, paths.signIn);
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
});
