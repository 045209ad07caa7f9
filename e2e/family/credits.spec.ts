// Credits: packages, the stand-in for Stripe's checkout, the payment pages, and the history.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths, paymentPath } from '../../domain/paths.ts';
import { mend, refuse, urlOf } from '../api.ts';
import { watch } from '../checks.ts';
import { closeDialog, expectLink, expectTexts, signUpForm, toast, visit } from '../journey.ts';
import {
  changePayment,
  expectFacts,
  fact,
  leaveCheckout,
  openCheckout,
  paidHeading,
  payButton,
  payLater,
} from '../pages/checkout.ts';
import { credits, buyCreditsDialog } from '../pages/family-home.ts';
import {
  bookButton,
  cancelBooking,
  expectJoinLink,
  expectMoment,
  openLesson,
} from '../pages/lesson-dialog.ts';
import { finishSignIn } from '../pages/sign-in.ts';
import { signUp } from '../pages/sign-up.ts';
import { test } from '../test.ts';

test('shows prices and savings of any number', async ({ page, family }) => {
  await family.open(paths.familyHome);
  await page.getByRole('button', { name: 'Buy Credits' }).click();
  const dialog = buyCreditsDialog(page);
  await expect(dialog.getByRole('list', { name: 'Packages' }).getByRole('button')).toHaveText([
    /1 credit.*£30\.00.*£30\.00 per lesson/,
    /5 credits.*£140\.00.*Save £10\.00 \(7%\).*Most Popular/,
    /10 credits.*£270\.00.*Save £30\.00 \(10%\)/,
  ]);
  await expect(dialog.getByRole('link', { name: 'terms' })).toHaveAttribute('href', paths.terms);
  const popular = dialog.getByRole('button', { name: 'Most Popular' });
  await expect(popular).toHaveAttribute('aria-pressed', 'true');
  const number = dialog.getByLabel('Number of credits');
  await number.fill('7');
  await expectTexts(dialog, '7 credits: £196.00', 'Save £14.00 (7%)');
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

test('reports packages that fail to load', async ({ page, family }) => {
  await family.signIn();
  await page.clock.install();
  await refuse(page, endpoints.listProducts, 500);
  await visit(page, paths.familyHome);
  await page.getByRole('button', { name: 'Buy Credits' }).click();
  const words = 'Failed to load credit packages. Please refresh the page.';
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(toast(page, 'Error')).toContainText(words, { timeout: 100 });
  }).toPass();
  await mend(page, endpoints.listProducts);
  await buyCreditsDialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(buyCreditsDialog(page).getByText('Most Popular')).toBeVisible();
});

test('stays busy after a redirect, not after a failure @phone', async ({ page, family }) => {
  const checkout = urlOf(endpoints.createCheckout);
  let calls = 0;
  await family.open(`${paths.familyHome}?buy=credits`);
  const pay = buyCreditsDialog(page).getByRole('button', { name: /^Pay|^Opening/ });
  const answer = Promise.withResolvers<void>();
  await page.route(checkout, async (route) => {
    await answer.promise;
    const json = { success: false, code: 'payment_provider_error' };
    await route.fulfill({ status: 502, json });
  });
  await page.clock.install();
  await pay.click();
  await expect(pay).toHaveText('Opening checkout...');
  answer.resolve();
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(toast(page, 'Payment Error')).toBeVisible({ timeout: 100 });
  }).toPass();
  await page.unroute(checkout);

  // A 204 response leaves the browser where it is, like a slow payment page.
  await page.route('**/leaving', (route) => route.fulfill({ status: 204 }));
  await page.route(checkout, (route) => {
    calls += 1;
    const json = { success: true, checkout_url: '/leaving', session_id: 'cs_leaving' };
    return route.fulfill({ json });
  });
  await pay.dblclick();
  await expect(pay).toHaveText('Opening checkout...');
  await pay.dispatchEvent('click');
  expect(calls).toBe(1);
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await expect(pay).toHaveText('Pay £140.00 by card');
});

/** The `session_id` in the address that Stripe redirected to. */
const sessionOf = (page: Page) => new URL(page.url()).searchParams.get('session_id') ?? '';

test('refunds a bought lesson that is cancelled @phone', async ({ page, lesson }) => {
  test.slow();
  const form = signUpForm();
  await visit(page, paths.signUp);
  await signUp(page, form);
  await expect(page).toHaveURL(paths.signIn);
  await finishSignIn(page, form.Parent_Email);
  await expect(page).toHaveURL(paths.familyHome);
  await expect(credits(page)).toHaveText('0');

  await openCheckout(page);
  await payButton(page).click();
  await expect(page).toHaveURL(/\/payment\/success\?session_id=/);
  await expect(paidHeading(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: '5 credits are yours' })).toBeVisible();
  await expectLink(page, 'Choose a lesson', paths.familyHome);
  await expectFacts(page, {
    'Transaction ID': `${sessionOf(page).slice(0, 20)}…`,
    Status: 'Completed',
    'Credits added': '5 credits',
    'Total credits': '5',
    'Available credits': '5',
  });

  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(credits(page)).toHaveText('5');
  const dialog = await openLesson(page, lesson);
  await bookButton(dialog).click();
  await expectMoment(page, 'Lesson Booked!', 'Kim is booked');
  await expectJoinLink(dialog);
  await cancelBooking(page);
  await expectMoment(page, 'Booking Canceled');
  await closeDialog(page, dialog);
  await expect(credits(page)).toHaveText('5');

  await page.getByRole('link', { name: 'Credit history' }).click();
  const history = page.getByRole('table', { name: 'Changes of your credits, newest first' });
  await expect(history.locator('tbody tr:has(td)')).toHaveText([
    /^\S.*\w{3} \d+ \w{3}, \d\d:\d\dBooking cancelled, credit refunded, .*\+15$/,
    /^\S.*\w{3} \d+ \w{3}, \d\d:\d\dBooked, .*−14$/,
    /^Bought 5 creditsFor £140\.00.*\+55$/,
  ]);
});

test('says that a payment left undone costs nothing', async ({ page, family }) => {
  await family.open(paths.familyHome);
  await openCheckout(page);
  await leaveCheckout(page);
  await expect(page).toHaveURL(paths.paymentCancelled);
  const nothing = page.getByRole('heading', { name: 'Nothing was charged.' });
  await expect(nothing).toBeVisible();
  await expect(page.getByText(/^Payment Cancelled: you left the payment page/)).toBeVisible();
  await expect(fact(page, 'Amount charged')).toHaveText('£0.00');
  await expect(fact(page, 'Session ID')).toHaveCount(0);
  await expectLink(page, 'Contact support', /^mailto:.+@.+/);
  await expectLink(page, 'Try Payment Again', paths.familyHome);
  const session = 'cs_test_abcdefghijklmnopqrst';
  await visit(page, `${paths.familyHome}?payment=cancelled&session_id=${session}`);
  await expect(page).toHaveURL(paymentPath(paths.paymentCancelled, session));
  await expect(fact(page, 'Session ID')).toHaveText('cs_test_abcdefghijkl…');
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL(paths.familyHome);
});

test("completes a payment only with the bank's word @phone", async ({ page, family, site }) => {
  test.slow();
  await family.open(paths.familyHome);
  await openCheckout(page);
  const confirm = await changePayment(page, () => ({ status: 'pending' }));
  await payLater(page);
  await expect(page).toHaveURL(/\/payment\/success/);
  await expect(page.getByText('Processing your payment…')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Payment Processed' })).toBeVisible();
  await expect(page.getByText('Credits may take a few minutes to appear.')).toBeVisible();
  await expectFacts(page, { Status: 'Waiting for confirmation', 'Credits added': '0 credits' });
  confirm();
  await expect(fact(page, 'Status')).toHaveText('Completed');
  await expect(paidHeading(page)).toBeVisible();
  await expect(fact(page, 'Available credits')).toHaveText('5');

  await page.reload();
  await expectFacts(page, {
    Status: 'Completed',
    'Credits added': '5 credits',
    'Available credits': '5',
  });

  // Nobody else can see it.
  const address = page.url();
  await (await site.newFamily()).open(address);
  await expect(page.getByRole('heading', { name: 'No payment found' })).toBeVisible();
  await expect(fact(page, 'Available credits')).toHaveText('0');
});

test('shows no payment on an empty success page', async ({ page, site }) => {
  watch(page);
  await (await site.newFamily({ credits: 2 })).open(`${paths.familyHome}?payment=success`);
  await expect(page).toHaveURL(paths.paymentSuccess);
  await expect(page.getByRole('heading', { name: 'No payment found' })).toBeVisible();
  await expect(fact(page, 'Available credits')).toHaveText('2');
  await expect(page.getByText('Completed', { exact: true })).toHaveCount(0);
});
