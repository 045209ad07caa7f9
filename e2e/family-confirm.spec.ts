// A new account's address: until it is confirmed, nobody can be invited, and the address's owner
// can take the account over with a new password.
import { expect } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { expectReadable, uniqueWord, watch } from './checks.ts';
import { expectToast, signUpForm, visit } from './journey.ts';
import { inviteParent, person, sendInvitation } from './pages/account.ts';
import { finishSignIn, signIn } from './pages/sign-in.ts';
import { signUp } from './pages/sign-up.ts';
import { test } from './test.ts';

const WAITS = 'Confirm your email address first.';

test('confirms the address with the welcome email @phone', async ({ page, site }) => {
  test.slow();
  watch(page);
  const form = signUpForm();
  await visit(page, paths.signUp);
  await signUp(page, form);
  await expect(page).toHaveURL(paths.signIn);
  await finishSignIn(page);
  const main = page.getByRole('main');
  await expect(
    main.getByText(`Please follow the link that we sent to ${form.Parent_Email}.`),
  ).toBeVisible();
  await expectReadable(page, 'home');
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await expectToast(page, 'Email Sent', form.Parent_Email);

  await page.getByRole('link', { name: 'Account' }).click();
  for (const name of ['Invite a second parent', 'Give a sign-in to Kim Journey', 'Subscribe'])
    await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(WAITS);
  await inviteParent(page).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectReadable(page, 'account');

  const link = await site.emailedLink(form.Parent_Email, paths.confirmEmail);
  // Following the link a second time also succeeds.
  for (const round of [1, 2]) {
    await visit(page, paths.home);
    await visit(page, link);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    const confirmed = page.getByRole('heading', { name: 'Email confirmed' });
    await expect(confirmed, `round ${round}`).toBeVisible();
  }
  await expectReadable(page, 'confirmed');
  await page.getByRole('link', { name: 'Your account' }).click();
  const subscribing = page.getByRole('button', { name: 'Subscribe' });
  await expect(subscribing).not.toHaveAccessibleDescription(WAITS);
  await expect(page.getByRole('button', { name: 'Send the email again' })).toHaveCount(0);
  const email = `alex-${uniqueWord()}@example.com`;
  await sendInvitation(page, email);
  await expect(person(page, email)).toContainText('Invited');
});

test("lets an address's owner take the account over @phone", async ({ page, family, site }) => {
  await visit(page, paths.forgotPassword);
  await page.getByLabel('Email').fill(family.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await visit(page, await site.emailedLink(family.email, paths.resetPassword));
  await page.getByRole('textbox', { name: 'New password' }).fill('mine from now on');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await expect(page.getByText('You are the only one who can sign in.')).toBeVisible();
  await expectReadable(page, 'taken-over');
  await page.getByRole('link', { name: 'See who can sign in' }).click();
  await expect(page).toHaveURL(paths.signIn);
  await signIn(page, family.email, 'mine from now on');
  await expect(page).toHaveURL(`${paths.account}#family`);
  await expect(person(page, family.email)).toContainText('You');
  await expect(page.getByRole('button', { name: 'Send the email again' })).toHaveCount(0);

  // The stranger's session has ended with the old password.
  await family.open(paths.account);
  await expect(page).toHaveURL(paths.signIn);
});
