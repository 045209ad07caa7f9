// A forgotten password: the emailed link, the new password, and a dead link.
import { expect } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { expectReadable, watch } from './checks.ts';
import { createFamily, emailedLink, visit } from './journey.ts';
import { confirmFamily } from './people.ts';
import { test } from './test.ts';

test(
  'replaces a forgotten password through the emailed link, once',
  { tag: '@phone' },
  async ({ page, request, demo }) => {
    const family = await createFamily(request);
    const { Parent_Email: email } = family.form;
    await confirmFamily(request, demo, family);
    const { complaints, strangers } = watch(page);
    await visit(page, paths.signIn);
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible();
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await expectReadable(page);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText('a link is on its way')).toBeVisible();

    const link = await emailedLink(demo, email, paths.resetPassword);
    await visit(page, link);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
    await expectReadable(page);
    await page.getByRole('textbox', { name: 'New password' }).fill('a new one, remembered');
    await page.getByRole('button', { name: 'Change password' }).click();

    await expect(page).toHaveURL(paths.signIn);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('a new one, remembered');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(paths.userHome);
    expect({ complaints, strangers }).toEqual({ complaints: [], strangers: [] });

    // A used link does not work again.
    await visit(page, link);
    await page.getByRole('textbox', { name: 'New password' }).fill('somebody else was here');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByRole('main').getByText('This link is no longer valid.')).toBeVisible();
    await expectReadable(page);
  },
);
