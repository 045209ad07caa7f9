// A new account's address: until it is confirmed, nobody can be invited, and the address's owner
// can take the account over with a new password.
import { expect, type Page } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { expectReadable, uniqueWord, watch } from './checks.ts';
import { createFamily, emailedLink, signInAs, signUpForm, toast, visit } from './journey.ts';
import { person } from './people.ts';
import { signUp } from './sign-up.ts';
import { test } from './test.ts';

const WAITS = 'Confirm your email address first.';

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test(
  'lets a parent sign up, confirm the address with the welcome email, and invite',
  { tag: '@phone' },
  async ({ page, demo }, info) => {
    test.slow();
    const watched = watch(page);
    const form = signUpForm();
    await visit(page, paths.signUp);
    await signUp(page, form);
    await expect(page).toHaveURL(paths.signIn);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await signIn(page, form.password);
    const main = page.getByRole('main');
    await expect(
      main.getByText(`Please follow the link that we sent to ${form.Parent_Email}.`),
    ).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('home.png'), fullPage: true });
    await page.getByRole('button', { name: 'Send the email again' }).click();
    await expect(toast(page, 'Email Sent')).toContainText(form.Parent_Email);

    await page.getByRole('link', { name: 'Account' }).click();
    for (const name of [
      'Invite a second parent',
      `Give a sign-in to ${form.Student_Name}`,
      'Subscribe',
    ])
      await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(WAITS);
    await page.getByRole('button', { name: 'Invite a second parent' }).press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('account.png'), fullPage: true });

    const link = await emailedLink(demo, form.Parent_Email, paths.confirmEmail);
    // Following the link a second time also succeeds.
    for (const round of [1, 2]) {
      await visit(page, paths.home);
      await visit(page, link);
      await page.getByRole('button', { name: 'Confirm my email' }).click();
      await expect(
        page.getByRole('heading', { name: 'Email confirmed' }),
        `round ${round}`,
      ).toBeVisible();
    }
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('confirmed.png') });
    await page.getByRole('link', { name: 'Your account' }).click();
    await expect(page.getByRole('button', { name: 'Subscribe' })).not.toHaveAccessibleDescription(
      WAITS,
    );
    await expect(page.getByRole('button', { name: 'Send the email again' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Invite a second parent' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a second parent' });
    const email = `alex-${uniqueWord()}@example.com`;
    await dialog.getByLabel('Their email').fill(email);
    await dialog.getByLabel('Your password').fill(form.password);
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(person(page, email)).toContainText('Invited');
    expect(watched).toEqual({ complaints: [], strangers: [] });
  },
);

test(
  'lets the owner of an address take over an account registered by somebody else',
  { tag: '@phone' },
  async ({ page, request, demo }, info) => {
    const family = await createFamily(request);
    const { Parent_Email: email } = family.form;
    await visit(page, paths.forgotPassword);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await visit(page, await emailedLink(demo, email, paths.resetPassword));
    await page.getByRole('textbox', { name: 'New password' }).fill('mine from now on');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
    await expect(page.getByText('You are the only one who can sign in.')).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('taken-over.png') });
    await page.getByRole('link', { name: 'See who can sign in' }).click();
    await expect(page).toHaveURL(paths.signIn);
    await page.getByLabel('Email').fill(email);
    await signIn(page, 'mine from now on');
    await expect(page).toHaveURL(`${paths.account}#family`);
    await expect(person(page, email)).toContainText('You');
    await expect(page.getByRole('button', { name: 'Send the email again' })).toHaveCount(0);

    // The stranger's session has ended with the old password.
    await signInAs(page, family);
    await visit(page, paths.account);
    await expect(page).toHaveURL(paths.signIn);
  },
);
