// A parent returns credits within 14 days: fewer by the steps, all in two taps.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import type { FamilyPayment } from '../../domain/payments/refund.ts';
import { refuse, urlOf } from '../api.ts';
import { expectReadable, watch } from '../checks.ts';
import { expectProblem, visit } from '../journey.ts';
import { buy } from '../pages/checkout.ts';
import { test } from '../test.ts';

const row = (page: Page) =>
  page.getByRole('region', { name: 'Payments' }).getByRole('listitem').first();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Return credits' });
const returnButton = (page: Page) => row(page).getByRole('button', { name: 'Return credits' });

test('returns two of five credits, three in two taps @phone', async ({ page, family, site }) => {
  test.slow();
  watch(page, { leaving: true });
  await buy(page, family, 5);
  await expect(page.getByText('can be returned within 14 days')).toBeVisible();
  await visit(page, paths.accountPayments);
  await expect(row(page)).toContainText(/You can return 5 credits for £140.00 until \w{3} \d/);
  await expectReadable(page, 'returnable');

  await returnButton(page).click();
  await expect(dialog(page)).toContainText('5 of 5 credits can be returned until');
  for (let taps = 0; taps < 3; taps += 1)
    await dialog(page).getByRole('button', { name: 'One credit less' }).click();
  await expect(dialog(page)).toContainText('2 credits leave your balance now.');
  await expectReadable(page, 'return');
  await dialog(page).getByRole('button', { name: 'Return £56.00' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(row(page)).toContainText('£56.00 is on its way back to your card.');
  await expect(row(page)).toContainText('You can return 3 credits for £84.00');
  await expect(page.locator('[id^="payment-"]:focus')).toBeVisible();
  await expect.poll(family.readCredits).toBe(3);
  const emails = async () => (await site.emails(family.email)).join('\n');
  await expect.poll(emails).toContain('56.00 is on its way back to your card');

  await returnButton(page).click();
  await dialog(page).getByRole('button', { name: 'Return £84.00' }).click();
  await expect(row(page)).toContainText('£84.00 is on its way back to your card.');
  await expect(returnButton(page)).toHaveCount(0);
  await expect.poll(family.readCredits).toBe(0);
  await expectReadable(page, 'returned');
});

async function changePayments(page: Page, changes: Partial<FamilyPayment>): Promise<void> {
  await page.route(urlOf(endpoints.listPayments), async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { payments: FamilyPayment[] };
    const payments = json.payments.map((payment) => ({ ...payment, ...changes }));
    await route.fulfill({ response, json: { ...json, payments } });
  });
}

test('offers no return after the period or with nothing left @phone', async ({ page, family }) => {
  await buy(page, family, 1);
  await changePayments(page, { returnable_until: '2026-11-10T00:00:00.000Z' });
  await visit(page, paths.accountPayments);
  await expect(row(page)).toContainText('Credits could be returned until Mon 9 Nov 2026.');
  await expect(returnButton(page)).toHaveCount(0);
  await page.unroute(urlOf(endpoints.listPayments));
  await changePayments(page, { refundable: { credits: 0, amount: 0 } });
  await visit(page, paths.accountPayments);
  await expect(row(page)).toContainText('No credits of it are left to return.');
  await expect(returnButton(page)).toHaveCount(0);
});

test('says why nothing returns, and goes back with the phone @phone', async ({ page, family }) => {
  await buy(page, family, 1);
  await visit(page, paths.accountPayments);
  const { status, text: error } = errorCatalogue.payments_unavailable;
  await refuse(page, endpoints.returnPayment, status, { code: 'payments_unavailable', error });
  await returnButton(page).click();
  await dialog(page).getByRole('button', { name: 'Return £30.00' }).click();
  await expectProblem(page, 'Not returned', error);
  await expectReadable(page);
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(paths.accountPayments);
  await expect.poll(family.readCredits).toBe(1);
});
