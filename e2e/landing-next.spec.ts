// The next lessons on the landing page: loaded late, in the space of the weekly rhythm, each with a
// link to its booking.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths } from '../domain/paths.ts';
import { expectReadable, whenReady } from './checks.ts';
import { createFamily, signInAs } from './journey.ts';
import { test } from './test.ts';

const NEXT = endpoints.listNextLessons.path;
const rhythm = (page: Page) => page.getByRole('region', { name: 'Every weekend' });
const next = (page: Page) =>
  page.getByRole('region', { name: /^(This weekend|The next lessons)$/ });

const heightOf = async (page: Page) =>
  (await page.locator('#next-heading').locator('xpath=ancestor::section').boundingBox())?.height;

test('loads the next four lessons late without moving anything, each with a link to sign up for it', async ({
  page,
}, info) => {
  // Delayed until the page has been checked.
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route(`**${NEXT}`, async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.goto(paths.home);
  await whenReady(page);
  await expect(rhythm(page).getByRole('listitem')).toHaveText([
    /^Saturdays, 9:00am/,
    /^Saturdays, 10:00am/,
    /^Sundays, 9:00am/,
    /^Sundays, 10:00am/,
  ]);
  const before = await heightOf(page);
  await rhythm(page).screenshot({ path: info.outputPath('rhythm.png') });
  letCome();
  await expect(next(page).getByRole('listitem')).toHaveCount(4);
  expect(await heightOf(page)).toBe(before);
  await next(page).scrollIntoViewIfNeeded();
  await expectReadable(page);
  await next(page).screenshot({ path: info.outputPath('next.png') });
  const first = next(page).getByRole('listitem').first();
  await expect(first).toContainText(/\d spots? left|Full, with a waiting list/);
  await first.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`${paths.signUp}\\?week=.+&lesson=.+`));
  await expect(page.getByText('After that you can book the lesson you have chosen.')).toBeVisible();
});

test('shows beneath the headline who teaches, for how long, with which results, and the next lesson', async ({
  page,
}, info) => {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(`**${NEXT}`, async (route) => {
    calls += 1;
    await mayCome;
    await route.continue();
  });
  await page.goto(paths.home);
  await whenReady(page);
  const main = page.getByRole('main');
  for (const words of ['Dr Ada Sample', '4000+ hours', 'Top-10% progress', 'Enhanced DBS check'])
    await expect(main.getByText(words, { exact: true })).toBeVisible();
  // The list's heading says the same as the strip.
  await expect(main.getByText('Every weekend', { exact: true })).toHaveCount(2);
  const figure = page.getByRole('img', { name: /Young's two-slit experiment/ });
  const before = await figure.boundingBox();
  letCome();
  await expect(main.getByText(/next lesson, \d+:\d\d[ap]m$/)).toBeVisible();
  await expect(next(page).getByRole('listitem')).toHaveCount(4);
  expect(await figure.boundingBox()).toEqual(before);
  expect(calls).toBe(1);
  await page.screenshot({ path: info.outputPath('strip.png') });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('shows the weekly rhythm in the strip and the list', async ({ page }) => {
    await page.goto(paths.home);
    await expect(page.getByText('Every weekend', { exact: true })).toHaveCount(2);
    const strip = page.getByRole('paragraph').filter({ hasText: 'Every weekend' });
    await expect(strip).toContainText('9:00am or 10:00am');
    await expect(rhythm(page).getByRole('listitem')).toHaveCount(4);
  });
});

test(
  'leads a signed-in family to the lesson itself',
  { tag: '@phone' },
  async ({ page, request }) => {
    await signInAs(page, await createFamily(request));
    await page.goto(paths.home);
    await whenReady(page);
    const link = next(page).getByRole('listitem').first().getByRole('link');
    const name = (await link.textContent()) ?? '';
    await link.click();
    await expect(page).toHaveURL(new RegExp(`${paths.userHome}\\?week=.+&lesson=.+`));
    await expect(page.getByRole('dialog', { name })).toBeVisible();
  },
);

test(
  'keeps the weekly rhythm silently when the lessons fail to load',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.route(`**${NEXT}`, (route) =>
      route.fulfill({ status: 503, json: { success: false } }),
    );
    const answered = page.waitForResponse(`**${NEXT}`);
    await page.goto(paths.home);
    await whenReady(page);
    await answered;
    await expect(rhythm(page).getByRole('listitem')).toHaveCount(4);
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('status')).toHaveCount(0);
  },
);
