// Changes an account's email through a confirmation link.
import { expect, type Page } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { expectReadable, uniqueWord, watch } from './checks.ts';
import { createFamily, emailedLink, PASSWORD, toast, visit } from './journey.ts';
import { test } from './test.ts';

async function signIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test(
  'uses another email once its link has been followed',
  { tag: '@phone' },
  async ({ page, request, demo }, info) => {
    test.slow();
    const { form: account } = await createFamily(request);
    const { complaints, strangers } = watch(page);
    const email = `moved-${uniqueWord()}@example.com`;
    await visit(page, paths.account);
    await signIn(page, account.Parent_Email);
    const form = page.getByRole('form', { name: 'Contact details' });
    await form.getByLabel("Parent's email").fill(email);
    await form.getByLabel('Current password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Save details' }).click();
    await expect(toast(page, 'Details Saved')).toContainText(email);
    await expect(form.getByText(`We have sent a link to ${email}.`)).toBeVisible();
    await expect(form.getByLabel("Parent's email")).toHaveValue(account.Parent_Email);
    await expect(form.getByLabel('Current password')).toHaveCount(0);
    await expectReadable(page);
    await form.screenshot({ path: info.outputPath('pending.png') });

    const link = await emailedLink(demo, email, paths.confirmEmail);
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
    expect({ complaints, strangers }).toEqual({ complaints: [], strangers: [] });

    // A used link does not work again, nor does half a link.
    for (const dead of [link, paths.confirmEmail]) {
      await visit(page, dead);
      if (dead === link) await page.getByRole('button', { name: 'Confirm my email' }).click();
      await expect(page.getByRole('main').getByText('This link is no longer valid.')).toBeVisible();
      await expectReadable(page);
    }
  },
);
