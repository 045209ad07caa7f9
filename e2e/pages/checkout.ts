// Buying credits: the dialog, the stand-in for Stripe's page, and the payment pages.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { urlOf } from '../api.ts';
import type { Family } from '../people.ts';
import { buyCreditsDialog } from './family-home.ts';

/** The button of the stand-in's page. */
export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay £/ });
/** The button of the dialog, for the package of five. */
export const payByCardButton = (page: Page) =>
  buyCreditsDialog(page).getByRole('button', { name: 'Pay £140.00 by card' });
/** Pays by a debit that the bank confirms later. */
export const payLater = (page: Page) =>
  page.getByRole('button', { name: 'Pay later (bank debit), succeeds' }).click();
/** Leaves the stand-in's page without paying. */
export const leaveCheckout = (page: Page) =>
  page
    .getByRole('link', { name: /back|cancel/i })
    .first()
    .click();

/** A row of a payment page. */
export const fact = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).locator('dd');

export const paidHeading = (page: Page) =>
  page.getByRole('heading', { name: 'Payment Successful!' });

/** Goes from the home page to the stand-in's page for five credits. */
export async function openCheckout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Buy Credits' }).click();
  await payByCardButton(page).click();
  await expect(page.getByRole('button', { name: 'Pay £140.00' })).toBeVisible();
}

/** Buys this many credits for the family, which is signed in on the page afterwards. */
export async function buy(page: Page, family: Family, credits_quantity: number): Promise<void> {
  const { checkout_url } = await family.call(endpoints.createCheckout, {
    body: { credits_quantity },
  });
  await family.signIn();
  await page.goto(checkout_url);
  await payButton(page).click();
  await expect(paidHeading(page)).toBeVisible();
}

/**
 * Changes payments that the page reads, because the stand-in's bank is quick, until the returned
 * function is called.
 */
export async function changePayment(
  page: Page,
  change: (payment: Payment) => object,
): Promise<() => void> {
  let isChanging = true;
  await page.route(urlOf(endpoints.getPayment), async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { payment?: Payment };
    if (isChanging && json.payment !== undefined) Object.assign(json.payment, change(json.payment));
    await route.fulfill({ response, json });
  });
  return () => {
    isChanging = false;
  };
}

export async function expectFacts(page: Page, facts: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(facts))
    await expect(fact(page, label)).toHaveText(text);
}
