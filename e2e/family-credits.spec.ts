// Credits: paying at the stand-in for Stripe's checkout, the payment pages, and the credit history.
import { expect, type Page } from '@playwright/test';

import { paths, paymentPath } from '../domain/paths.ts';
import { watch } from './checks.ts';
import { closeDialog, expectLink, expectToast, signUpForm, toast, visit } from './journey.ts';
import {
  changePayment,
  expectFacts,
  fact,
  leaveCheckout,
  openCheckout,
  paidHeading,
  payButton,
  payLater,
} from './pages/checkout.ts';
import { credits } from './pages/family-home.ts';
import { bookButton, cancelBooking, expectJoinLink, openLesson } from './pages/lesson-dialog.ts';
import { finishSignIn } from './pages/sign-in.ts';
import { signUp } from './pages/sign-up.ts';
import { test } from './test.ts';

/** The `session_id` in the address that Stripe redirected to. */
const sessionOf = (page: Page) => new URL(page.url()).searchParams.get('session_id') ?? '';

test('refunds a bought lesson that is cancelled', async ({ page, lesson }) => {
  test.slow();
  const form = signUpForm();
  await visit(page, paths.signUp);
  await signUp(page, form);
  await expect(page).toHaveURL(paths.signIn);
  await finishSignIn(page, form.Parent_Email);
  await expect(page).toHaveURL(paths.userHome);
  await expect(credits(page)).toHaveText('0');

  await openCheckout(page);
  await payButton(page).click();
  await expect(page).toHaveURL(/\/payment\/success\?session_id=/);
  await expect(page.getByText('Processing your payment…')).toBeVisible();
  await expect(paidHeading(page)).toBeVisible();
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
  await expectToast(page, 'Lesson Booked!');
  await expectJoinLink(dialog);
  await cancelBooking(page);
  await expectToast(page, 'Booking Canceled');
  await closeDialog(page, dialog);
  await expect(credits(page)).toHaveText('5');

  await page.getByRole('link', { name: 'Where credits went' }).click();
  const history = page.getByRole('table', { name: 'Changes of your credits, newest first' });
  await expect(history.locator('tbody tr')).toHaveText([
    /^Booking cancelled, credit refunded.*\+15$/,
    /^Booked a lesson.*−14$/,
    /^Bought 5 creditsFor £140\.00.*\+55$/,
  ]);
});

test('says that a payment left undone costs nothing @desktop', async ({ page, family }) => {
  await family.open(paths.userHome);
  await openCheckout(page);
  await leaveCheckout(page);
  await expect(page).toHaveURL(paths.paymentCancelled);
  await expectToast(page, 'Payment Cancelled', 'No charges were made.');
  await expect(page.getByRole('heading', { name: 'Payment Cancelled' })).toBeVisible();
  await expect(fact(page, 'Amount charged')).toHaveText('£0.00');
  await expect(fact(page, 'Session ID')).toHaveCount(0);
  await expectLink(page, 'Contact Support', /^mailto:.+@.+/);
  await expectLink(page, 'Try Payment Again', paths.userHome);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payment Cancelled' })).toBeVisible();
  await expect(toast(page, 'Payment Cancelled')).toHaveCount(0);
  const session = 'cs_test_abcdefghijklmnopqrst';
  await visit(page, `${paths.userHome}?payment=cancelled&session_id=${session}`);
  await expect(page).toHaveURL(paymentPath(paths.paymentCancelled, session));
  await expect(fact(page, 'Session ID')).toHaveText('cs_test_abcdefghijkl…');
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL(paths.userHome);
});

test("completes a payment only with the bank's word @phone", async ({ page, family, site }) => {
  test.slow();
  await family.open(paths.userHome);
  await openCheckout(page);
  const confirm = await changePayment(page, () => ({ status: 'pending' }));
  await payLater(page);
  await expect(page).toHaveURL(/\/payment\/success/);
  await expect(page.getByRole('heading', { name: 'Payment Processed' })).toBeVisible();
  await expectToast(page, 'Payment Processed', 'Credits may take a few minutes to appear.');
  await expectFacts(page, { Status: 'Waiting for confirmation', 'Credits added': '0 credits' });
  confirm();
  await expect(fact(page, 'Status')).toHaveText('Completed', { timeout: 20_000 });
  await expectToast(page, 'Payment Successful!');
  await expect(fact(page, 'Available credits')).toHaveText('5');

  await page.reload();
  await expectFacts(page, {
    Status: 'Completed',
    'Credits added': '5 credits',
    'Available credits': '5',
  });
  await expect(toast(page, 'Payment Successful!')).toHaveCount(0);

  // Nobody else can see it.
  const address = page.url();
  await (await site.newFamily()).open(address);
  await expect(page.getByRole('heading', { name: 'No payment found' })).toBeVisible();
  await expect(fact(page, 'Available credits')).toHaveText('0');
});

test('shows no payment on an empty success page @desktop', async ({ page, site }) => {
  watch(page);
  await (await site.newFamily({ credits: 2 })).open(`${paths.userHome}?payment=success`);
  await expect(page).toHaveURL(paths.paymentSuccess);
  await expect(page.getByRole('heading', { name: 'No payment found' })).toBeVisible();
  await expect(fact(page, 'Available credits')).toHaveText('2');
  await expect(page.getByText('Completed', { exact: true })).toHaveCount(0);
});
