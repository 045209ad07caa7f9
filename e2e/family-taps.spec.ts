// From the landing page to a booked and paid lesson, in as few taps as possible.
import { expect, type Locator, type Page } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { signUpForm, visit } from './journey.ts';
import { payButton } from './pages/checkout.ts';
import { buyButton } from './pages/lesson-dialog.ts';
import { passwordField, signInButton, signInHeading } from './pages/sign-in.ts';
import { labels } from './pages/sign-up.ts';
import { test } from './test.ts';

const MAX_TAPS = 11;

/** Counts every tap, including those into fields; a focused field is typed into without one. */
function finger(page: Page) {
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  return {
    tap,
    taps: () => taps,
    type: async (label: string, text: string) => {
      const field = page.getByLabel(label, { exact: true });
      await expect(field).toBeVisible();
      if (!(await field.evaluate((element) => element === document.activeElement)))
        await tap(field);
      await page.keyboard.type(text);
    },
  };
}

test('books and pays for a lesson from the landing page', async ({ page }) => {
  const form = signUpForm();
  const { tap, type, taps } = finger(page);
  await visit(page, paths.home);
  await tap(page.getByRole('link', { name: 'Sign Up Now' }).first());
  for (const [name, label] of Object.entries(labels))
    await type(label, form[name as keyof typeof labels]);
  await tap(page.getByRole('button', { name: 'Sign Up' }));
  await expect(signInHeading(page)).toBeVisible();
  await expect(passwordField(page)).toBeFocused();
  await type('Password', form.password);
  await tap(signInButton(page));
  await tap(page.getByRole('button', { name: 'Next with a spot' }));
  await tap(buyButton(page.getByRole('dialog')));
  await tap(payButton(page));
  await expect(page.getByRole('heading', { name: 'Kim is in' })).toBeVisible();
  expect(taps()).toBeLessThanOrEqual(MAX_TAPS);
});
