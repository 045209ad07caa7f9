// A visitor registers interest without a connection, before the script is there or without it, and
// without JavaScript.
import { expect } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { whenReady } from './checks.ts';
import { expectKept, expectThanks, fill, makeVisitor, submit } from './interest-form.ts';
import { test } from './test.ts';

const SCRIPTS = '**/assets/*.js';

test(
  'without a connection the form says so, keeps everything, and sends it afterwards',
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
  'a form that is filled and sent before the script has loaded is kept and sent then',
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
  'a script that cannot be loaded is reported, tried again, and nothing typed is lost',
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

  test('the page reads well and says how to get in touch', async ({ page }) => {
    await page.goto(paths.home);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Playwright's texts pass over what stands in here.
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
