// A forgotten password: the emailed link, the new password, and a dead link.
import { expect } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { expectQuiet, expectReadable, watch } from './checks.ts';
import { visit } from './journey.ts';
import { finishSignIn } from './pages/sign-in.ts';
import { test } from './test.ts';

test('replaces a forgotten password once @phone', async ({ page, family, site }) => {
  const { email } = family;
  await family.confirm();
  watch(page);
  await visit(page, paths.signIn);
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expectReadable(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('a link is on its way')).toBeVisible();

  const link = await site.emailedLink(email, paths.resetPassword);
  await visit(page, link);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await expectReadable(page);
  await page.getByRole('textbox', { name: 'New password' }).fill('a new one, remembered');
  await page.getByRole('button', { name: 'Change password' }).click();

  await expect(page).toHaveURL(paths.signIn);
  await finishSignIn(page, email, 'a new one, remembered');
  await expect(page).toHaveURL(paths.userHome);
  expectQuiet(page);

  // A used link does not work again.
  await visit(page, link);
  await page.getByRole('textbox', { name: 'New password' }).fill('somebody else was here');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('main').getByText('This link is no longer valid.')).toBeVisible();
  await expectReadable(page);
});
