// From the landing page to a booked and paid lesson, in as few taps as possible.
import { expect, type Locator, type Page } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { signUpForm, visit } from './journey.ts';
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

test('books and pays for a lesson from the landing page', async ({ page }, info) => {
  const form = signUpForm({ Student_Name: 'Maya Journey' });
  const { tap, type, taps } = finger(page);
  await visit(page, paths.home);
  await tap(page.getByRole('link', { name: 'Sign Up Now' }).first());
  await type("Parent's name", form.Parent_Name);
  await type("Parent's email", form.Parent_Email);
  await type("Parent's phone number", form.Parent_Phone_Number);
  await type("Student's name", form.Student_Name);
  await type('Password', form.password);
  await tap(page.getByRole('button', { name: 'Sign Up' }));
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await type('Password', form.password);
  await tap(page.getByRole('button', { name: 'Sign In' }));
  await tap(page.getByRole('button', { name: 'Next with a spot' }));
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Buy 1 credit and book' }));
  await tap(page.getByRole('button', { name: /^Pay £/ }));
  await expect(page.getByRole('heading', { name: 'Maya is in' })).toBeVisible();
  await page.screenshot({ path: info.outputPath('booked.png') });
  expect(taps()).toBeLessThanOrEqual(MAX_TAPS);
});
