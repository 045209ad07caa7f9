// The tutor's payments: refunds from the record and the list, search, states, export and paper.
import { readFile } from 'node:fs/promises';

import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { familyPath, paths } from '../../domain/paths.ts';
import type { AdminPayment, MonthOfMoney } from '../../domain/payments/tutor-payment.ts';
import { adminPayment, refundOf } from '../../domain/testing/payment.ts';
import { ukDate } from '../../domain/time.ts';
import { DEMO_ADMIN } from '../../sandbox/seed.ts';
import { mend, refuse, urlOf } from '../api.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { expectFaults, expectTexts, visit } from '../journey.ts';
import { tabAndPress, tabAndPressButton } from '../keyboard.ts';
import { buy } from '../pages/checkout.ts';
import { openPage, search } from '../pages/tutor-dashboard.ts';
import { test } from '../test.ts';

const list = (page: Page) => page.getByRole('list', { name: 'Payments' });
const rows = (page: Page) => list(page).getByRole('listitem');
const refundButton = (page: Page) => list(page).getByRole('button', { name: /^Pay back up to/ });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Pay back unused credits' });
const months = (page: Page) => page.getByRole('table', { name: 'Months' });

/** On a phone they are folded. */
async function openMonths(page: Page): Promise<void> {
  const fold = page.getByText('Sums by month');
  await expect(months(page).or(fold)).toBeVisible();
  if (await fold.isVisible()) await fold.click();
}

const FEES = { fees: 2305, net: 132_095 };

/** Serves these payments to the page, and a month with their sums. */
async function servePayments(
  page: Page,
  payments: AdminPayment[],
  fees: Pick<MonthOfMoney, 'fees' | 'net'> = FEES,
): Promise<void> {
  const rest = { ...fees, asked: 0 };
  const made = [{ month: '2026-12', paid: 140_000, returned: 5600, kept: 134_400, ...rest }];
  await page.route(`${urlOf(endpoints.listAdminPayments)}*`, (route) =>
    route.fulfill({ json: { success: true, payments, months: made } }),
  );
}

test('refunds from the record and shows it among all payments', async ({ page, site, tutor }) => {
  test.slow();
  // The last refund is refused.
  watch(page, { leaving: true, allowed: /409 \(Conflict\)/ });
  const name = `Sarah ${uniqueWord()}`;
  const family = await site.newFamily({ Parent_Name: name });
  await buy(page, family, 5);

  await tutor.open(familyPath(family.user.id));
  await expect(rows(page)).toContainText(`Paid £140.00 by ${name}, 5 credits.`);
  await refundButton(page).click();
  await expectTexts(dialog(page), '5 of 5 credits can be paid back.', 'The parents get an email.');
  await dialog(page).getByLabel('Credits to pay back').fill('6');
  await dialog(page).getByRole('button', { name: 'Pay back' }).click();
  await expectFaults(dialog(page), { 'Credits to pay back': '5 of 5 credits can be paid back' });
  await dialog(page).getByLabel('Credits to pay back').fill('2');
  await expect(dialog(page)).toContainText("2 credits leave the family's balance now.");
  await expectReadable(page, 'refund');
  await dialog(page).getByRole('button', { name: 'Pay back £56.00' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(rows(page)).toContainText('£56.00 paid back on');
  await expect(rows(page)).toContainText('Part paid back');
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('3 credits');
  expect(await family.readCredits()).toBe(3);

  await openPage(page, 'Payments');
  await expect(page.getByRole('heading', { name: 'Money', level: 1 })).toBeVisible();
  await expect(months(page)).toContainText(/Paid back.*£[1-9]/);
  await search(page).fill(name.toUpperCase());
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('£56.00 paid back on');
  await expectReadable(page, 'payments');

  // A parent returns two credits while the tutor looks at three.
  await refundButton(page).click();
  await expect(dialog(page)).toContainText('3 of 5 credits can be paid back.');
  const { payments } = await family.call(endpoints.listPayments);
  const params = { id: payments[0]?.id ?? '' };
  await family.call(endpoints.returnPayment, { params, body: { credits: 2 } });
  await dialog(page).getByRole('button', { name: 'Pay back £84.00' }).click();
  await expectFaults(dialog(page), { 'Credits to pay back': '1 of 5 credits can be refunded' });
  await expect(dialog(page)).toContainText("at the family's request");
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(rows(page)).toContainText("at the family's request");
  expect(await family.readCredits()).toBe(1);
});

test('refunds by keys alone', async ({ page, site, tutor }) => {
  const name = `Sarah ${uniqueWord()}`;
  await buy(page, await site.newFamily({ Parent_Name: name }), 5);
  await tutor.open(paths.adminPayments);
  await search(page).fill(name);
  await expect(rows(page)).toHaveCount(1);
  await tabAndPress(refundButton(page));
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(refundButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await tabAndPressButton(page, 'One credit less');
  await tabAndPressButton(page, 'Pay back £112.00');
  await expect(rows(page)).toContainText('£112.00 paid back on');
  await expect(rows(page).locator(':focus')).toBeVisible();
});

const LONG = 'Wilhelmina-Josephine Featherstonehaugh-Cholmondeley-Throckmorton';
const samples = [
  adminPayment({
    id: 'asked',
    returned: 5600,
    returned_credits: 2,
    refundable: { credits: 3, amount: 8400 },
    refunds: [refundOf({ state: 'asked' })],
  }),
  adminPayment({
    id: 'failed',
    family: { id: 'f2', Parent_Name: LONG },
    refunds: [refundOf({ state: 'failed' })],
  }),
  adminPayment({ id: 'disputed', dispute: 'open', refundable: { credits: 0, amount: 0 } }),
];

test('says what became of each payment', async ({ page, tutor }) => {
  await servePayments(page, samples);
  await tutor.open(paths.adminPayments);
  await expectTexts(rows(page).nth(0), 'Paying back', 'Stripe has not answered yet');
  await expectTexts(
    rows(page).nth(1),
    LONG,
    'Not paid back',
    'Stripe refused; the credits are back',
  );
  await expectTexts(rows(page).nth(2), 'Disputed', 'The bank disputes £140.00.');
  await expect(refundButton(page)).toHaveCount(2);
  await expectReadable(page, 'states');

  await search(page).fill('nobody');
  await expect(page.getByText('No payments found')).toBeVisible();
  await page.getByLabel('From').fill('2026-12-02');
  await page.getByLabel('To', { exact: true }).fill('2026-12-01');
  await expect(page.getByLabel('From')).toHaveAccessibleDescription('From must not be after to');
  await page.getByLabel('To', { exact: true }).fill('2026-12-03');
  await expect(page).toHaveURL(`${paths.adminPayments}?from=2026-12-02&to=2026-12-03`);
  await page.unroute(`${urlOf(endpoints.listAdminPayments)}*`);
  await servePayments(page, []);
  await visit(page, paths.adminPayments);
  await expect(page.getByText('No payments in this time')).toBeVisible();
  await expectReadable(page, 'empty');
});

test('says which sums of a month are not known yet, and why @both', async ({ page, tutor }) => {
  const why = page.getByText('Fees and net are known after the next check against Stripe.');
  await servePayments(page, samples);
  await tutor.open(paths.adminPayments);
  await openMonths(page);
  await expect(months(page)).toContainText('£1,320.95');
  await expect(why).toBeHidden();
  await page.unroute(`${urlOf(endpoints.listAdminPayments)}*`);
  await servePayments(page, samples, { fees: null, net: null });
  await visit(page, paths.adminPayments);
  await openMonths(page);
  await expect(months(page).getByText('Not known yet')).toHaveCount(2);
  await expect(why).toBeVisible();
});

test('links the pages about money, at one height @both', async ({ page, tutor }) => {
  const links = page.getByRole('navigation', { name: 'Payments and figures' });
  const link = (name: string) => links.getByRole('link', { name, exact: true });
  const topOf = async (name: string) => (await link(name).boundingBox())?.y;
  await tutor.open(paths.adminPayments);
  await expect(link('Payments')).toHaveAttribute('aria-current', 'page');
  const top = await topOf('Figures');
  expect(top).toBeGreaterThan(0);
  await link('Figures').click();
  await expect(page).toHaveURL(paths.adminFigures);
  await expect(link('Figures')).toHaveAttribute('aria-current', 'page');
  await expect(link('Payments')).not.toHaveAttribute('aria-current');
  expect(await topOf('Figures')).toBe(top);
  await link('Payments').click();
  await expect(page).toHaveURL(paths.adminPayments);
});

test('says in the dialog why nothing is refunded', async ({ page, tutor }) => {
  await servePayments(page, [adminPayment()]);
  const { status, text: error } = errorCatalogue.payment_not_found;
  await refuse(page, endpoints.refundPayment, status, { code: 'payment_not_found', error });
  await tutor.open(paths.adminPayments);
  await refundButton(page).click();
  await dialog(page).getByRole('button', { name: 'Pay back £140.00' }).click();
  const problem = dialog(page).getByRole('alert');
  await expectTexts(problem, 'Not paid back', error);
  await expect(
    page.getByRole('region', { name: 'Messages' }).getByText('Not paid back'),
  ).toHaveCount(0);
  await visit(page, `${paths.adminPayments}?refund=p1`);
  await expect(dialog(page)).toContainText('5 of 5 credits can be paid back.');
});

test('advises a full refund while a bank asks about a payment', async ({ page, tutor }) => {
  const asked = { inquiry: 'open', inquiry_due_at: '2026-12-10T23:59:59.000Z' } as const;
  await servePayments(page, [adminPayment({ ...asked, refundable: { credits: 3, amount: 8400 } })]);
  await tutor.open(paths.adminPayments);
  await expect(rows(page)).toContainText('Inquiry');
  await expect(rows(page)).toContainText('The bank asks about £140.00 and wants an answer by');
  await refundButton(page).click();
  await expectTexts(
    dialog(page),
    "Paying it all back ends the bank's inquiry without a fee.",
    '£56.00 of it cannot be paid back here',
  );
  await expectReadable(page, 'inquiry');
});

test('offers to try again when the list fails', async ({ page, tutor }) => {
  await refuse(page, endpoints.listAdminPayments, 500);
  await tutor.open(paths.adminPayments);
  await expect(page.getByText('Failed to load the payments').first()).toBeVisible();
  await mend(page, endpoints.listAdminPayments);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page).first()).toBeVisible();
});

test('exports the payments found, without formulas; prints them', async ({ page, site, tutor }) => {
  const word = uniqueWord();
  await buy(page, await site.newFamily({ Parent_Name: `=SUM(A1:A9) ${word}` }), 5);
  await tutor.open(paths.adminPayments);
  await search(page).fill(word);
  await expect(rows(page)).toHaveCount(1);
  const arrives = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await arrives;
  expect(download.suggestedFilename()).toBe(`payments-${ukDate(Date.now())}.csv`);
  const file = await readFile(await download.path(), 'utf8');
  const [header, row, end] = file.split('\r\n');
  expect(header).toMatch(/^\uFEFFDate,Family,Credits,Price,Paid,Returned,Kept,Currency,State,/);
  expect(row).toContain(`,'=SUM(A1:A9) ${word},5,140.00,140.00,0.00,140.00,GBP,Paid,0,,`);
  expect(end).toBe('');

  await page.emulateMedia({ media: 'print' });
  await expect(rows(page)).toBeVisible();
  for (const name of ['Export CSV', 'Compare now', DEMO_ADMIN.name])
    await expect(page.getByRole('button', { name })).toBeHidden();
  await expect(refundButton(page)).toBeHidden();
  await expect(search(page)).toBeHidden();
});
