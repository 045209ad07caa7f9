// Credits: paying at the stand-in for Stripe's checkout, the payment pages, and the credit history.
import { expect, type Page } from '@playwright/test';

import { paths, paymentPath, weekPath } from '../domain/paths.ts';
import { addDays, ukDate } from '../domain/time.ts';
import { watch } from './checks.ts';
import { card } from './dashboard.ts';
import {
  closeDialog,
  createFamily,
  createLesson,
  signInAs,
  signUpForm,
  toast,
  visit,
} from './journey.ts';
import { signUp } from './sign-up.ts';
import { test } from './test.ts';

const soon = addDays(ukDate(Date.now()), 9);
const fact = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).locator('dd');
const purchase = (page: Page) => page.getByRole('dialog', { name: 'Buy credits' });
/** The `session_id` in the address that Stripe redirected to. */
const sessionOf = (page: Page) => new URL(page.url()).searchParams.get('session_id') ?? '';

async function openCheckout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Buy Credits' }).click();
  await purchase(page).getByRole('button', { name: 'Pay £140.00 by card' }).click();
  await expect(page.getByRole('button', { name: 'Pay £140.00' })).toBeVisible();
}

test('refunds the credit of a lesson that was bought, booked and cancelled after signing up', async ({
  page,
  request,
}, info) => {
  test.slow();
  const lesson = await createLesson(request, { Date: soon });
  const form = signUpForm();
  await visit(page, paths.signUp);
  await signUp(page, form);
  await expect(page).toHaveURL(paths.signIn);
  // The previous page's form stays until this one's script has loaded.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill(form.Parent_Email);
  await page.getByLabel('Password', { exact: true }).fill(form.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(paths.userHome);
  await expect(card(page, 'Credits Remaining')).toHaveText('0');

  await openCheckout(page);
  await page.screenshot({ path: info.outputPath('1-checkout.png') });
  await page.getByRole('button', { name: 'Pay £140.00' }).click();
  await expect(page).toHaveURL(/\/payment\/success\?session_id=/);
  await expect(page.getByText('Processing your payment…')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(fact(page, 'Transaction ID')).toHaveText(`${sessionOf(page).slice(0, 20)}…`);
  await expect(fact(page, 'Status')).toHaveText('Completed');
  await expect(fact(page, 'Credits added')).toHaveText('5 credits');
  await expect(fact(page, 'Total credits')).toHaveText('5');
  await expect(fact(page, 'Available credits')).toHaveText('5');
  await page.screenshot({ path: info.outputPath('2-paid.png'), fullPage: true });

  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(card(page, 'Credits Remaining')).toHaveText('5');
  await visit(page, weekPath(paths.userHome, soon));
  await page.getByRole('button', { name: lesson.Lesson_Name }).click();
  const dialog = page.getByRole('dialog', { name: lesson.Lesson_Name });
  await dialog.getByRole('button', { name: 'Book for 1 credit' }).click();
  await expect(toast(page, 'Lesson Booked!')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Join the lesson' })).toHaveAttribute(
    'href',
    /^\/join\/[\w-]{43}$/,
  );
  await page.screenshot({ path: info.outputPath('3-booked.png') });
  await dialog.getByRole('button', { name: 'Cancel booking' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel booking' }).click();
  await expect(toast(page, 'Booking Canceled')).toBeVisible();
  await closeDialog(page, dialog);
  await expect(card(page, 'Credits Remaining')).toHaveText('5');
  await page.screenshot({ path: info.outputPath('4-refunded.png'), fullPage: true });

  await page.getByRole('link', { name: 'Where credits went' }).click();
  const rows = page
    .getByRole('table', { name: 'Changes of your credits, newest first' })
    .locator('tbody tr');
  await expect(rows).toHaveText([
    /^Booking cancelled, credit refunded.*\+15$/,
    /^Booked a lesson.*−14$/,
    /^Bought 5 creditsFor £140\.00.*\+55$/,
  ]);
  await page.screenshot({ path: info.outputPath('5-history.png'), fullPage: true });
});

test(
  'says that nothing was charged when the payment page is left',
  { tag: '@desktop' },
  async ({ page, request }, info) => {
    await signInAs(page, await createFamily(request));
    await visit(page, paths.userHome);
    await openCheckout(page);
    await page
      .getByRole('link', { name: /back|cancel/i })
      .first()
      .click();
    await expect(page).toHaveURL(paths.paymentCancelled);
    await expect(toast(page, 'Payment Cancelled')).toContainText('No charges were made.');
    await expect(page.getByRole('heading', { name: 'Payment Cancelled' })).toBeVisible();
    await expect(fact(page, 'Amount charged')).toHaveText('£0.00');
    await expect(fact(page, 'Session ID')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
      'href',
      /^mailto:.+@.+/,
    );
    await expect(page.getByRole('link', { name: 'Try Payment Again' })).toHaveAttribute(
      'href',
      paths.userHome,
    );
    await page.screenshot({ path: info.outputPath('cancelled.png'), fullPage: true });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Payment Cancelled' })).toBeVisible();
    await expect(toast(page, 'Payment Cancelled')).toHaveCount(0);
    await visit(
      page,
      `${paths.userHome}?payment=cancelled&session_id=cs_test_abcdefghijklmnopqrst`,
    );
    await expect(page).toHaveURL(
      paymentPath(paths.paymentCancelled, 'cs_test_abcdefghijklmnopqrst'),
    );
    await expect(fact(page, 'Session ID')).toHaveText('cs_test_abcdefghijkl…');
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await expect(page).toHaveURL(paths.userHome);
  },
);

test(
  'calls a payment completed only once the bank has confirmed it',
  { tag: '@phone' },
  async ({ page, request }, info) => {
    test.slow();
    await signInAs(page, await createFamily(request));
    await visit(page, paths.userHome);
    await openCheckout(page);
    // The stand-in's bank is quick; its response is delayed until the page has been checked.
    let isHeldBack = true;
    await page.route('**/api/payments/cs_*', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { payment?: { status: string } };
      if (isHeldBack && answer.payment !== undefined) answer.payment.status = 'pending';
      await route.fulfill({ response, json: answer });
    });
    await page.getByRole('button', { name: 'Pay later (bank debit), succeeds' }).click();
    await expect(page).toHaveURL(/\/payment\/success/);
    await expect(page.getByRole('heading', { name: 'Payment Processed' })).toBeVisible();
    await expect(toast(page, 'Payment Processed')).toContainText(
      'Credits may take a few minutes to appear.',
    );
    await expect(fact(page, 'Status')).toHaveText('Waiting for confirmation');
    await expect(fact(page, 'Credits added')).toHaveText('0 credits');
    await page.screenshot({ path: info.outputPath('pending.png'), fullPage: true });
    isHeldBack = false;
    await expect(fact(page, 'Status')).toHaveText('Completed', { timeout: 20_000 });
    await expect(toast(page, 'Payment Successful!')).toBeVisible();
    await expect(fact(page, 'Available credits')).toHaveText('5');

    await page.reload();
    await expect(fact(page, 'Status')).toHaveText('Completed');
    await expect(fact(page, 'Credits added')).toHaveText('5 credits');
    await expect(fact(page, 'Available credits')).toHaveText('5');
    await expect(toast(page, 'Payment Successful!')).toHaveCount(0);

    // Nobody else can see it.
    const address = page.url();
    await signInAs(page, await createFamily(request));
    await visit(page, address);
    await expect(page.getByRole('heading', { name: 'No payment found' })).toBeVisible();
    await expect(fact(page, 'Available credits')).toHaveText('0');
  },
);

test(
  'says so when the success page is opened without a payment',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const watched = watch(page);
    await signInAs(page, await createFamily(request, { credits: 2 }));
    await visit(page, `${paths.userHome}?payment=success`);
    await expect(page).toHaveURL(paths.paymentSuccess);
    await expect(page.getByRole('heading', { name: 'No payment found' })).toBeVisible();
    await expect(fact(page, 'Available credits')).toHaveText('2');
    await expect(page.getByText('Completed', { exact: true })).toHaveCount(0);
    expect(watched).toEqual({ complaints: [], strangers: [] });
  },
);
