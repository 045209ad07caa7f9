// A visitor registers interest offline, before the script has loaded, without it, and without
// JavaScript.
import { expect } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { whenReady } from './checks.ts';
import { expectKept, expectThanks, fill, makeVisitor, submit } from './interest-form.ts';
import { test } from './test.ts';

const SCRIPTS = '**/assets/*.js';

test(
  'says so without a connection, keeps everything, and sends it afterwards',
  { tag: '@phone' },
  async ({ page, context }) => {
    const visitor = makeVisitor();
    await page.goto(paths.home);
    await whenReady(page);
    await fill(page, visitor);
    await context.setOffline(true);
    await submit(page).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Connection Error' });
    await expect(toast).toContainText(
      'Unable to connect to the server. Please check your internet connection.',
    );
    await expectKept(page, visitor);
    await context.setOffline(false);
    await submit(page).click();
    await expectThanks(page);
  },
);

test(
  'queues a form submitted before the script has loaded, and sends it then',
  { tag: '@phone' },
  async ({ page }) => {
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
  },
);

test(
  'reports and retries a script that fails to load, and loses nothing typed',
  { tag: '@phone' },
  async ({ page }) => {
    const visitor = makeVisitor();
    let isAway = true;
    await page.route(SCRIPTS, (route) => (isAway ? route.abort() : route.continue()));
    await page.goto(paths.home);
    await fill(page, visitor);
    await submit(page).click();
    await expect(
      page.getByText('What you typed is kept and sent as soon as it can be.'),
    ).toBeVisible();
    await expectKept(page, visitor);
    isAway = false;
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expectThanks(page);
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('reads well and says how to get in touch', async ({ page }) => {
    await page.goto(paths.home);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Playwright's text locators ignore the contents of this element.
    const words = page.locator('noscript');
    await expect(words).toBeVisible();
    expect(await words.innerHTML()).toMatch(
      /Write to .*hello@example\.com.* or call.*07700 900123/,
    );
    await expect(submit(page)).toBeHidden();
    await expect(page.getByRole('link', { name: 'hello@example.com' }).first()).toBeVisible();
    const question = page.getByText('Which year groups do you teach?');
    await question.click();
    await expect(
      page.getByText('GCSE and A-level, Years 10 to 13, for the AQA exam board only.'),
    ).toBeVisible();
    await page.goto(paths.privacy);
    await expect(page.getByRole('heading', { name: 'Privacy', exact: true })).toBeVisible();
  });
});
