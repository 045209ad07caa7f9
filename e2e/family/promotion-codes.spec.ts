// A promotion code: the tutor switches them on, a family pays with one, and the pages name it.
import { expect, type Page } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { expectReadable, watch } from '../checks.ts';
import { expectToast, visit } from '../journey.ts';
import { openCheckout, paidHeading } from '../pages/checkout.ts';
import { testAlone } from '../test.ts';

const test = testAlone();

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Promotion code').fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
}

test('pays less with a code, and nothing with another', async ({ page, family, tutor, site }) => {
  test.slow();
  watch(page, { leaving: true });
  await tutor.open(paths.adminAccountBusiness);
  const codes = page.getByRole('switch', { name: 'Promotion codes' });
  await expect(codes).not.toBeChecked();
  await codes.click();
  await expectToast(page, 'Settings saved', 'accept promotion codes');
  await expect(codes).toBeChecked();
  await expectReadable(page, 'settings');

  await family.signIn();
  await visit(page, paths.familyHome);
  await openCheckout(page);
  await enterCode(page, 'nonsense');
  await expect(page.getByRole('alert')).toHaveText('This code is invalid.');
  await enterCode(page, 'tenoff');
  await page.getByRole('button', { name: 'Pay £126.00' }).click();
  await expect(paidHeading(page)).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    'Paid £126.00 by card, £14.00 less with your promotion code.',
  );
  await page.getByRole('link', { name: /^Invoice / }).click();
  for (const name of ['Promotion code −£14.00', 'Total paid £126.00'])
    await expect(page.getByRole('row', { name })).toBeVisible();
  await expectReadable(page, 'invoice with a code');
  const receipt = async () => (await site.emails(family.email)).join('\n');
  // The signs of money are encoded.
  await expect.poll(receipt).toMatch(/Promotion code: .*14\.00/);

  await visit(page, paths.familyHome);
  await openCheckout(page);
  await enterCode(page, 'free');
  await page.getByRole('button', { name: 'Pay £0.00' }).click();
  await expect(paidHeading(page)).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Your promotion code paid for everything.');
  await visit(page, paths.accountPayments);
  const payments = page.getByRole('region', { name: 'Payments' }).getByRole('listitem');
  await expect(payments).toHaveCount(2);
  await expect(payments.first()).toContainText('£0.00 for 5 credits');
  await expect(page.getByRole('main')).toContainText('Free with a promotion code');
});
