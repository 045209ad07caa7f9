// A payment's invoice: from the payment page, the receipt and the lists to the printed page.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { familyPath, invoicePath, paths } from '../../domain/paths.ts';
import { expectReadable, watch } from '../checks.ts';
import { logOut, visit } from '../journey.ts';
import { openCheckout, paidHeading, payButton } from '../pages/checkout.ts';
import { test } from '../test.ts';

const NUMBER = /^Invoice \d{4}-\d{4,}$/;
const numberOn = (page: Page) => page.getByRole('heading', { level: 1, name: NUMBER });
const printing = (page: Page) => page.getByRole('button', { name: 'Print or save as PDF' });

/** Pays for five credits at the stand-in for Stripe's page, and waits until they are confirmed. */
async function buyFive(page: Page): Promise<void> {
  await visit(page, paths.familyHome);
  await openCheckout(page);
  await payButton(page).click();
  await expect(paidHeading(page)).toBeVisible();
}

/** The printed page has no masthead, footer or buttons, and is black on white. */
async function expectPlainOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(numberOn(page)).toBeVisible();
  await expect(printing(page)).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
  const colours = await numberOn(page).evaluate((heading) => [
    getComputedStyle(heading).color,
    getComputedStyle(heading.closest('.bg-sheet') ?? heading).backgroundColor,
  ]);
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  // A4 in points.
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  await page.emulateMedia({ media: null, colorScheme: 'light' });
}

test('pays, follows the receipt to the invoice, and prints it', async ({ page, family, site }) => {
  test.slow();
  watch(page, { leaving: true });
  await family.signIn();
  await buyFive(page);
  const link = page.getByRole('link', { name: NUMBER });
  const invoice = (await link.textContent()) ?? '';
  const path = (await link.getAttribute('href')) ?? '';

  const receipt = async () =>
    (await site.emails(family.email)).find((text) => text.includes('Subject: Receipt')) ?? '';
  await expect.poll(receipt).toContain(`View the invoice: ${site.origin}${path}`);
  expect(await receipt()).toContain(invoice.replace(' ', ': '));
  expect(await receipt()).toContain('1 Sample Street');

  await visit(page, path);
  await expect(numberOn(page)).toHaveText(invoice);
  await expect(page).toHaveTitle(`${invoice} · Sample Physics`);
  for (const words of [
    '1 Sample Street',
    'Not VAT registered',
    family.form.Parent_Name,
    family.email,
    '5 lesson credits',
    'Package of 5 credits, £28.00 each',
  ])
    await expect(page.getByRole('main').getByText(words, { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Total paid £140.00' })).toBeVisible();
  await expectReadable(page, 'invoice');
  await expectPlainOnPaper(page);

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await printing(page).click();
  await expect(page.locator('body[data-printed]')).toBeAttached();

  await page.getByRole('link', { name: 'All payments' }).click();
  const payments = page.getByRole('region', { name: 'Payments' });
  const row = new RegExp(`^£140.00 for 5 credits.*${invoice}You can return 5 credits`);
  await expect(payments.getByRole('listitem')).toHaveText([row]);
  await expectReadable(page);
  await payments.getByRole('link', { name: invoice }).click();
  await expect(numberOn(page)).toHaveText(invoice);
});

test('shows the tutor the same invoice, no one else', async ({ page, family, tutor, site }) => {
  await family.signIn();
  await buyFive(page);
  const path = (await page.getByRole('link', { name: NUMBER }).getAttribute('href')) ?? '';
  await logOut(page);

  await visit(page, path);
  await expect(page).toHaveURL(paths.signIn);
  await (await site.newFamily()).signIn();
  for (const unknown of [path, invoicePath('nonsense')]) {
    await visit(page, unknown);
    await expect(page.getByText('No such invoice')).toBeVisible();
    await expect(printing(page)).toHaveCount(0);
  }

  // The address is marked for the tutor, whoever else is signed in on this device.
  await tutor.open(familyPath(family.user.id));
  await page.getByRole('link', { name: NUMBER }).click();
  await expect(numberOn(page)).toBeVisible();
  await expect(page.getByRole('main').getByText(family.email)).toBeVisible();
  await expect(page.getByRole('navigation', { name: "Tutor's area" })).toBeVisible();
  await expectPlainOnPaper(page);
});

test('says that an unpaid payment has no invoice @phone', async ({ page, family }) => {
  await family.signIn();
  const body = { credits_quantity: 1 };
  const { session_id } = await family.call(endpoints.createCheckout, { body });
  const { payment } = await family.call(endpoints.getPayment, { params: { session_id } });
  await visit(page, invoicePath(payment.id));
  await expect(page.getByText('No invoice yet')).toBeVisible();
  await expect(page.getByText('The payment has not been confirmed yet.')).toBeVisible();
  await expectReadable(page);
});
