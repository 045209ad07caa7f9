// Around the pages: privacy, 404, error fallbacks, last-resort messages, a new deployment.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { DEMO_STUDENT } from '../../sandbox/seed.ts';
import { mend, urlOf } from '../api.ts';
import { breakPage, mendPage } from '../broken-page.ts';
import { expectAccessible, expectQuiet, expectReadable, watch } from '../checks.ts';
import { visit } from '../journey.ts';
import { openLanding } from '../pages/landing.ts';
import { newLessonButton } from '../pages/planner.ts';
import { signIn, signInAsTutor, signInButton } from '../pages/sign-in.ts';
import { test } from '../test.ts';

const adminPages = [
  paths.adminDashboard,
  paths.adminPlanner,
  paths.bookedLessons,
  paths.adminFamilies,
  paths.adminPayments,
  paths.adminFigures,
  paths.adminActivity,
  paths.adminAccountSignIn,
];
const familyPages = [paths.familyHome, paths.paymentSuccess, paths.paymentCancelled, paths.account];

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
    const expected = new Set(loaded);
    await page.route(SCRIPTS, (route) =>
      expected.has(route.request().url()) ? route.continue() : route.abort(),
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

test('falls back when a link leads to a missing script', async ({ page, tutor }) => {
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

test('logs out on the device when the server does not answer', async ({ page, tutor }) => {
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

const broken = (page: Page) => page.getByRole('heading', { name: 'Something went wrong' });

for (const colorScheme of ['light', 'dark'] as const)
  test(`keeps the pages of words and the 404 page accessible, ${colorScheme}`, async ({ page }) => {
    watch(page);
    await page.emulateMedia({ colorScheme });
    for (const path of [paths.privacy, paths.terms]) {
      await page.goto(path);
      await expectAccessible(page);
    }
    expectQuiet(page);
    await page.goto('/no-such-page');
    await expectAccessible(page);
  });

test('says on the privacy page what is stored', async ({ page }) => {
  await page.goto(paths.home);
  const form = page.getByRole('form', { name: 'Register interest' });
  await form.getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(paths.privacy);
  for (const name of [
    'What is stored, and why',
    'No cookies, no trackers',
    'Children',
    'What deleting does',
    'Your rights',
  ])
    await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: /^Why$/ }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Your rights' }).click();
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeInViewport();
  await expect(page.getByText('UK GDPR')).toBeVisible();
  await expect(page.getByText('Children’s Code')).toBeVisible();
  // From a page of the app.
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

test('shows signed-in people their own navigation on a 404 @phone', async ({
  page,
  site,
  tutor,
}) => {
  const family = await site.newFamily();
  await family.open('/no-such-page');
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Practice' }).click();
  await expect(page).toHaveURL(paths.practice);
  await page.evaluate(() => localStorage.clear());
  await tutor.open('/no-such-page');
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Planner' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(new RegExp(paths.adminPlanner));
});

test("offers to reload or go home when a family's page breaks @phone", async ({ page }) => {
  await visit(page, paths.signIn);
  await signIn(page, DEMO_STUDENT.email, DEMO_STUDENT.password);
  await page.waitForURL(`**${paths.familyHome}`);
  await breakPage(page, 'family-home');
  await page.goto(paths.familyHome);
  await expect(broken(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go Home' })).toBeVisible();
  await expectAccessible(page);
  await mendPage(page, 'family-home');
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(page.getByText('Credits Remaining')).toBeVisible();
  await breakPage(page, 'family-home');
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
