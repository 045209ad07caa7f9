// Scripts that cannot be loaded: the page says so, and nothing typed is lost.
import { expect, type Page } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { expectReadable, whenReady } from '../checks.ts';
import { dismiss, expectToast, toast, visit } from '../journey.ts';
import { signInHeading } from '../pages/sign-in.ts';
import { test } from '../test.ts';

const SCRIPTS = '**/assets/*.js';
const LATE_MS = 6000;
const FIRST_SCRIPT = '**/assets/entry-client-*.js';

const late = (page: Page) => page.getByText('This is taking longer than it should.');

/**
 * Skips the seconds until the page reports a delay: its styles count them with `animation-delay`.
 */
async function passTheSeconds(page: Page): Promise<void> {
  await page.waitForFunction((ms) => {
    const waiting = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().delay === ms);
    for (const animation of waiting) animation.finish();
    return waiting.length > 0;
  }, LATE_MS);
}

/** Rejects a promise that nobody awaits, as when the page fetches a chunk that is gone. */
async function missPart(page: Page, name: string, message: string): Promise<void> {
  await page.evaluate(
    ([errorName, text]) => {
      // Not before this call has returned: it may reload the page.
      setTimeout(() => void Promise.reject(Object.assign(new Error(text), { name: errorName })));
    },
    [name, message] as const,
  );
}

function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

test('offers to try again when the first script fails @phone', async ({ page }) => {
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto(paths.familyHome);
  await expect(page.getByText('Loading…')).toBeVisible();
  await expect(late(page)).toBeHidden();
  // Nothing can take the focus before it is visible.
  await expect(page.getByRole('link')).toHaveCount(0);
  await expect(late(page)).toBeVisible();
  await expectReadable(page, 'late');
  await page.unroute(SCRIPTS);
  await page.getByRole('link', { name: 'Reload the page' }).click();
  await expect(signInHeading(page)).toBeVisible();
  await expect(late(page)).toBeHidden();
});

test('reports a script that never arrives @phone', async ({ page, family }) => {
  await family.signIn();
  for (const script of [FIRST_SCRIPT, '**/assets/family-home-*.js']) {
    let isHanging = true;
    await page.route(script, async (route) => {
      if (!isHanging) await route.continue();
    });
    await page.goto(paths.familyHome, { waitUntil: 'commit' });
    // As soon as there are styles.
    await expect(late(page)).toBeHidden();
    await passTheSeconds(page);
    await expect(late(page)).toBeVisible();
    isHanging = false;
    await page.getByRole('link', { name: 'Reload the page' }).click();
    await expect(page.getByText('Credits Remaining')).toBeVisible();
  }
});

test('leads from a page without its scripts to the start page', async ({ page }) => {
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto(paths.familyHome);
  await passTheSeconds(page);
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL(paths.home);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('says at once what a page of the app needs', async ({ page }) => {
    await page.goto(paths.familyHome);
    const words = await page.locator('noscript').innerHTML();
    expect(words).toContain('JavaScript, which your browser does not run.');
    await expect(page.locator('noscript')).toBeVisible();
    await expect(page.getByText('Loading…')).toBeHidden();
  });
});

const partsGone = [
  ['TypeError', 'Failed to fetch dynamically imported module: /assets/part.js'],
  ['ChunkLoadError', 'Loading chunk 7 failed.'],
] as const;

test('reloads once for a chunk that has been replaced', async ({ page }) => {
  for (const [name, message] of partsGone) {
    await visit(page, paths.signUp);
    await page.evaluate(() => sessionStorage.clear());
    const documents = countDocuments(page);
    const reloaded = page.waitForEvent('load');
    await missPart(page, name, message);
    await reloaded;
    expect(documents()).toBe(1);
    await whenReady(page);
    await expect(page.getByRole('alert')).toBeHidden();
  }
});

test('never reloads a half-filled form', async ({ page }) => {
  await visit(page, paths.signUp);
  const documents = countDocuments(page);
  await page.getByLabel("Student's name").fill('Kim Journey');
  for (const [name, message] of partsGone) await missPart(page, name, message);
  await expectToast(page, 'Reload needed', 'then reload the page');
  await expect(page.getByLabel("Student's name")).toHaveValue('Kim Journey');

  await visit(page, paths.home);
  const before = documents();
  await page.getByLabel('Year level').selectOption('year-12');
  await missPart(page, ...partsGone[0]);
  await expectToast(page, 'Reload needed');
  await expect(page.getByLabel('Year level')).toHaveValue('year-12');
  expect(documents()).toBe(before);
});

test('keeps a form whose link cannot be loaded', async ({ page }) => {
  await visit(page, paths.signUp);
  const documents = countDocuments(page);
  await page.route('**/assets/sign-in-*.js', (route) => route.abort());
  await page.getByLabel("Parent's name").fill('Robin Journey');
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await expectToast(page, 'Page not loaded', 'What you have typed is still here.');
  await dismiss(page, 'Page not loaded');
  await expectReadable(page, 'stayed');
  expect(new URL(page.url()).pathname).toBe(paths.signUp);
  await expect(page.getByLabel("Parent's name")).toHaveValue('Robin Journey');
  expect(documents()).toBe(0);
  await page.unroute('**/assets/sign-in-*.js');
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await expect(signInHeading(page)).toBeVisible();
});

test('keeps the page when a link is followed offline @phone', async ({ page, context }) => {
  await visit(page, paths.signIn);
  const documents = countDocuments(page);
  await context.setOffline(true);
  // The second page is within the query layer, whose script is missing too.
  for (const name of ['Create an account', 'Forgotten your password?']) {
    await page.getByRole('link', { name }).click();
    await expectToast(page, 'Page not loaded', 'Please check your internet connection.');
    await dismiss(page, 'Page not loaded');
    await expect(toast(page, 'Page not loaded')).toBeHidden();
  }
  await page.getByRole('link', { name: 'Privacy', exact: true }).click();
  await expectToast(page, 'Page not loaded');
  await expectReadable(page, 'offline');
  await expect(signInHeading(page)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(paths.signIn);
  expect(documents()).toBe(0);
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByLabel("Student's name")).toBeVisible();
  // Versions of Chromium that never load a failed script again need a new document.
  expect(documents()).toBeLessThanOrEqual(1);
});

test('stays in the app when Back leads offline', async ({ page, context }) => {
  await visit(page, paths.signIn);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByLabel("Student's name")).toBeVisible();
  // The new document has not loaded the page before, and the browser no longer has its script.
  await page.route('**/assets/sign-in-*.js', (route) => route.abort());
  await page.reload();
  await whenReady(page);
  const documents = countDocuments(page);
  await context.setOffline(true);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Reload Page' })).toBeVisible();
  expect(documents()).toBe(0);
  await context.setOffline(false);
  await page.unroute('**/assets/sign-in-*.js');
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(signInHeading(page)).toBeVisible();
});

test('reports early errors of the landing page', async ({ page }) => {
  await page.addInitScript(() => {
    if (window.location.pathname !== '/') return;
    document.addEventListener('DOMContentLoaded', () => {
      void Promise.reject(new Error('nobody waits for this'));
      setTimeout(() => {
        throw new Error('nobody catches this');
      });
    });
  });
  const loaded = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto(paths.home);
  await expect.poll(() => page.evaluate(() => window.earlyErrors?.length)).toBe(2);
  await expect(page.getByRole('alert')).toBeHidden();
  loaded.resolve();
  await whenReady(page);
  const alert = page.getByRole('alert').filter({ hasText: /Unexpected Error|Application Error/ });
  await expect(alert.first()).toBeVisible();
});
