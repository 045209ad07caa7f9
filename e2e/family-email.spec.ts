// Changes an account's email through a confirmation link.
import { expect } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { expectQuiet, expectReadable, uniqueWord, watch } from './checks.ts';
import { expectToast, PASSWORD, visit } from './journey.ts';
import { contactDetails, saveDetails } from './pages/account.ts';
import { signIn } from './pages/sign-in.ts';
import { test } from './test.ts';

test('uses another email once its link has been followed @phone', async ({
  page,
  family,
  site,
}) => {
  test.slow();
  watch(page);
  const email = `moved-${uniqueWord()}@example.com`;
  await visit(page, paths.account);
  await signIn(page, family.email);
  const form = contactDetails(page);
  await form.getByLabel("Parent's email").fill(email);
  await form.getByLabel('Current password').fill(PASSWORD);
  await saveDetails(page);
  await expectToast(page, 'Details Saved', email);
  await expect(form.getByText(`We have sent a link to ${email}.`)).toBeVisible();
  await expect(form.getByLabel("Parent's email")).toHaveValue(family.email);
  await expect(form.getByLabel('Current password')).toHaveCount(0);
  await expectReadable(page, 'pending');

  const link = await site.emailedLink(email, paths.confirmEmail);
  await visit(page, link);
  await expectReadable(page);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('main').getByText('Your email has been changed.')).toBeVisible();
  await expectReadable(page);
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByRole('main').getByText(email)).toHaveCount(2);
  await expect(form.getByText('We have sent a link')).toHaveCount(0);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(paths.signIn);
  await signIn(page, email);
  // Back to the page where the sign-out happened.
  await expect(page).toHaveURL(paths.account);
  expectQuiet(page);

  // A used link does not work again, nor does half a link.
  for (const dead of [link, paths.confirmEmail]) {
    await visit(page, dead);
    if (dead === link) await page.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(page.getByRole('main').getByText('This link is no longer valid.')).toBeVisible();
    await expectReadable(page);
  }
});
