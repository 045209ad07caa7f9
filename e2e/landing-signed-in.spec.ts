// The landing page as a signed-in family sees it.
import { expect } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { expectReadable, whenReady } from './checks.ts';
import { expectLink } from './journey.ts';
import { test } from './test.ts';

test('leads a family to its lessons, a stranger to sign in @phone', async ({ page, family }) => {
  await family.signIn();
  await page.goto(paths.home);
  const places = [page.getByRole('banner'), page.getByRole('main')];
  for (const place of places) {
    await expectLink(place, 'My lessons', paths.userHome);
    await expect(place.getByRole('link', { name: 'Sign In' })).toBeHidden();
  }
  await whenReady(page);
  await expectReadable(page);
  await page.getByRole('banner').getByRole('link', { name: 'My lessons' }).click();
  await expect(page.getByText('Credits Remaining')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(paths.signIn);
  // Also when Back restores the page from the browser's cache.
  await page.goBack();
  await page.goto(paths.home);
  for (const place of places) {
    await expect(place.getByRole('link', { name: 'Sign In' })).toBeVisible();
    await expect(place.getByRole('link', { name: 'My lessons' })).toBeHidden();
  }
});

test('is settled before the first paint @desktop', async ({ page, family }) => {
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
