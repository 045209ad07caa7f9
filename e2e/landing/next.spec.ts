// The next lessons on the landing page, and the page as a signed-in family sees it.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { holdBack, refuse, urlOf } from '../api.ts';
import { expectReadable, whenReady } from '../checks.ts';
import { expectLink, logOut } from '../journey.ts';
import { drawing, openLanding } from '../pages/landing.ts';
import { test } from '../test.ts';

const rhythm = (page: Page) => page.getByRole('region', { name: 'Every weekend' });
const next = (page: Page) =>
  page.getByRole('region', { name: /^(This weekend|The next lessons)$/ });

const heightOf = async (page: Page) =>
  (await page.locator('#next-heading').locator('xpath=ancestor::section').boundingBox())?.height;

test('loads the next lessons late without moving anything @both', async ({ page }) => {
  // Delayed until the page has been checked.
  const letCome = await holdBack(page, endpoints.listNextLessons);
  await openLanding(page);
  await expect(rhythm(page).getByRole('listitem')).toHaveText([
    /^Saturdays, 9:00am/,
    /^Saturdays, 10:00am/,
    /^Sundays, 9:00am/,
    /^Sundays, 10:00am/,
  ]);
  const before = await heightOf(page);
  letCome();
  await expect(next(page).getByRole('listitem')).toHaveCount(4);
  expect(await heightOf(page)).toBe(before);
  await next(page).scrollIntoViewIfNeeded();
  await expectReadable(page, 'next');
  const first = next(page).getByRole('listitem').first();
  await expect(first).toContainText(/\d spots? left|Full, waiting list/);
  const link = first.getByRole('link');
  const name = (await link.textContent()) ?? '';
  await link.click();
  await expect(page).toHaveURL(new RegExp(`${paths.signUp}\\?week=.+&lesson=.+`));
  await expect(page.getByRole('region', { name: 'The lesson you have chosen' })).toContainText(
    name,
  );
});

test('shows beneath the headline who teaches and when @both', async ({ page }) => {
  const letCome = await holdBack(page, endpoints.listNextLessons);
  let calls = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === endpoints.listNextLessons.path) calls += 1;
  });
  await openLanding(page);
  const main = page.getByRole('main');
  for (const words of ['Dr Ada Sample', '4000+ hours', 'Top-10% progress', 'Enhanced DBS check'])
    await expect(main.getByText(words, { exact: true })).toBeVisible();
  // The list's heading says the same as the strip.
  await expect(main.getByText('Every weekend', { exact: true })).toHaveCount(2);
  const before = await drawing(page).boundingBox();
  letCome();
  await expect(main.getByText(/next lesson, \d+:\d\d[ap]m$/)).toBeVisible();
  await expect(next(page).getByRole('listitem')).toHaveCount(4);
  expect(await drawing(page).boundingBox()).toEqual(before);
  expect(calls).toBe(1);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('shows the weekly rhythm in the strip and the list @phone', async ({ page }) => {
    await page.goto(paths.home);
    await expect(page.getByText('Every weekend', { exact: true })).toHaveCount(2);
    const strip = page.getByRole('paragraph').filter({ hasText: 'Every weekend' });
    await expect(strip).toContainText('9:00am or 10:00am');
    await expect(rhythm(page).getByRole('listitem')).toHaveCount(4);
  });
});

test('leads a signed-in family to the lesson itself @phone', async ({ page, family }) => {
  await family.signIn();
  await openLanding(page);
  const link = next(page).getByRole('listitem').first().getByRole('link');
  const name = (await link.textContent()) ?? '';
  await link.click();
  await expect(page).toHaveURL(new RegExp(`${paths.familyHome}\\?week=.+&lesson=.+`));
  await expect(page.getByRole('dialog', { name })).toBeVisible();
});

test('keeps the rhythm when the lessons fail to load', async ({ page }) => {
  await refuse(page, endpoints.listNextLessons, 503);
  const answered = page.waitForResponse(urlOf(endpoints.listNextLessons));
  await openLanding(page);
  await answered;
  await expect(rhythm(page).getByRole('listitem')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('status')).toHaveCount(0);
});

test('leads a family to its lessons, a stranger to sign in @phone', async ({ page, family }) => {
  await family.signIn();
  await page.goto(paths.home);
  const places = [page.getByRole('banner'), page.getByRole('main')];
  for (const place of places) {
    await expectLink(place, 'My lessons', paths.familyHome);
    await expect(place.getByRole('link', { name: 'Sign In' })).toBeHidden();
  }
  await whenReady(page);
  await expectReadable(page);
  await page.getByRole('banner').getByRole('link', { name: 'My lessons' }).click();
  await expect(page.getByText('Credits Remaining')).toBeVisible();
  await logOut(page);
  // The header is right even when Back restores the page from the browser's cache.
  await page.goBack();
  await page.goto(paths.home);
  for (const place of places) {
    await expect(place.getByRole('link', { name: 'Sign In' })).toBeVisible();
    await expect(place.getByRole('link', { name: 'My lessons' })).toBeHidden();
  }
});

test('is settled before the first paint', async ({ page, family }) => {
  await family.signIn();
  // Without the scripts that load later.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(paths.home, { waitUntil: 'commit' });
  const link = page.getByRole('banner').getByRole('link', { name: 'My lessons' });
  await expect(link).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/api/health');
  await other.evaluate(() => localStorage.clear());
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await family.signIn(other, Math.floor(Date.now() / 1000));
  await expect(link).toBeHidden();
  await family.signIn(other);
  await expect(link).toBeVisible();
});

for (const stored of ['not JSON', '{"session":null}', '7', '{"session":{"expires_at":"soon"}}'])
  test(`treats a stored session of ${stored} as a stranger's @phone`, async ({ page }) => {
    await page.goto('/api/health');
    await page.evaluate((text) => localStorage.setItem('student-session', text), stored);
    await page.goto(paths.home);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  });
