// Choosing credits: packages and prices, and a checkout that fails, redirects or is unavailable.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths } from '../domain/paths.ts';
import { mend, refuse, urlOf } from './api.ts';
import { toast, visit } from './journey.ts';
import { purchase } from './pages/family-home.ts';
import { test } from './test.ts';

test('shows prices and savings of any number @desktop', async ({ page, family }) => {
  await family.open(paths.userHome);
  await page.getByRole('button', { name: 'Buy Credits' }).click();
  const dialog = purchase(page);
  await expect(dialog.getByRole('list', { name: 'Packages' }).getByRole('button')).toHaveText([
    /1 credit.*£30\.00.*£30\.00 per lesson/,
    /5 credits.*£140\.00.*Save £10\.00 \(7%\).*Most Popular/,
    /10 credits.*£270\.00.*Save £30\.00 \(10%\)/,
  ]);
  const popular = dialog.getByRole('button', { name: 'Most Popular' });
  await expect(popular).toHaveAttribute('aria-pressed', 'true');
  const number = dialog.getByLabel('Number of credits');
  await number.fill('7');
  await expect(dialog).toContainText('7 credits: £196.00');
  await expect(dialog).toContainText('Save £14.00 (7%)');
  await expect(dialog.getByRole('button', { name: 'Pay £196.00 by card' })).toBeVisible();
  await dialog.getByRole('button', { name: '£270.00' }).click();
  await expect(number).toHaveValue('10');
  for (const [typed, message] of [
    ['0', 'Must purchase at least 1 credit'],
    ['101', 'Cannot purchase more than 100 credits at once'],
    ['1.5', 'Credits must be a whole number'],
    ['', 'Credits must be a whole number'],
  ] as const) {
    await number.fill(typed);
    await dialog.getByRole('button', { name: 'Go to payment' }).click();
    await expect(number).toHaveAccessibleDescription(new RegExp(`^${message}`));
    // Only the field says so.
    await expect(dialog.getByRole('status')).toHaveText('');
  }
  await number.fill('100');
  await expect(dialog).toContainText('100 credits: £2,700.00');
});

test('reports packages that fail to load @desktop', async ({ page, family }) => {
  await family.signIn();
  await page.clock.install();
  await refuse(page, endpoints.listProducts, 500);
  await visit(page, paths.userHome);
  await page.getByRole('button', { name: 'Buy Credits' }).click();
  const words = 'Failed to load credit packages. Please refresh the page.';
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(toast(page, 'Error')).toContainText(words, { timeout: 100 });
  }).toPass();
  await mend(page, endpoints.listProducts);
  await purchase(page).getByRole('button', { name: 'Try again' }).click();
  await expect(purchase(page).getByText('Most Popular')).toBeVisible();
});

test('stays busy after a redirect, not after a failure @phone', async ({ page, family }) => {
  const checkout = urlOf(endpoints.createCheckout);
  let asked = 0;
  await family.open(`${paths.userHome}?buy=credits`);
  const pay = purchase(page).getByRole('button', { name: /^Pay|^Opening/ });
  const held = Promise.withResolvers<void>();
  await page.route(checkout, async (route) => {
    await held.promise;
    const json = { success: false, code: 'payment_provider_error' };
    await route.fulfill({ status: 502, json });
  });
  await page.clock.install();
  await pay.click();
  await expect(pay).toHaveText('Opening checkout...');
  held.resolve();
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(toast(page, 'Payment Error')).toBeVisible({ timeout: 100 });
  }).toPass();
  await page.unroute(checkout);

  // A 204 response leaves the browser where it is, like a slow payment page.
  await page.route('**/leaving', (route) => route.fulfill({ status: 204 }));
  await page.route(checkout, (route) => {
    asked += 1;
    const json = { success: true, checkout_url: '/leaving', session_id: 'cs_leaving' };
    return route.fulfill({ json });
  });
  await pay.dblclick();
  await expect(pay).toHaveText('Opening checkout...');
  await pay.dispatchEvent('click');
  expect(asked).toBe(1);
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await expect(pay).toHaveText('Pay £140.00 by card');
});
