// A visitor registers interest offline, before the script has loaded, without it, and without
// JavaScript.
import { expect } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { expectToast, UNREACHABLE } from './journey.ts';
import {
  expectKept,
  expectThanks,
  fill,
  makeVisitor,
  openLanding,
  submit,
} from './pages/landing.ts';
import { test } from './test.ts';

const SCRIPTS = '**/assets/*.js';

test('keeps everything offline, and sends it afterwards @phone', async ({ page, context }) => {
  const visitor = makeVisitor();
  await openLanding(page);
  await fill(page, visitor);
  await context.setOffline(true);
  await submit(page).click();
  await expectToast(page, 'Connection Error', UNREACHABLE);
  await expectKept(page, visitor);
  await context.setOffline(false);
  await submit(page).click();
  await expectThanks(page);
});

test('sends a form once the script has loaded @phone', async ({ page }) => {
  const visitor = makeVisitor();
  const loaded = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto(paths.home);
  await fill(page, visitor);
  await submit(page).click();
  await expect(page.getByText('Registering...')).toBeVisible();
  await expect(page).toHaveURL(paths.home);
  await expectKept(page, visitor);
  loaded.resolve();
  await expectThanks(page);
  await expect(page.getByLabel('Name')).toHaveValue('');
});

test('loses nothing when the script fails to load @phone', async ({ page }) => {
  const visitor = makeVisitor();
  let isAway = true;
  await page.route(SCRIPTS, (route) => (isAway ? route.abort() : route.continue()));
  await page.goto(paths.home);
  await fill(page, visitor);
  await submit(page).click();
  const kept = page.getByText('What you typed is kept and sent as soon as it can be.');
  await expect(kept).toBeVisible();
  await expectKept(page, visitor);
  isAway = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expectThanks(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('reads well and says how to get in touch', async ({ page }) => {
    await page.goto(paths.home);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Playwright's text locators ignore the contents of this element.
    const words = page.locator('noscript');
    await expect(words).toBeVisible();
    const contact = /Write to .*hello@example\.com.* or call.*07700 900123/;
    expect(await words.innerHTML()).toMatch(contact);
    await expect(submit(page)).toBeHidden();
    await expect(page.getByRole('link', { name: 'hello@example.com' }).first()).toBeVisible();
    await page.getByText('Which year groups do you teach?').click();
    const answer = 'GCSE and A-level, Years 10 to 13, for the AQA exam board only.';
    await expect(page.getByText(answer)).toBeVisible();
    await page.goto(paths.privacy);
    await expect(page.getByRole('heading', { name: 'Privacy', exact: true })).toBeVisible();
  });
});
