// A family's own account: details, password, data export and deletion.
import { readFile } from 'node:fs/promises';

import { expect } from '@playwright/test';

import type { FamilyData } from '../../domain/accounts/family-data.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { paths, weekPath } from '../../domain/paths.ts';
import { ukDate } from '../../domain/time.ts';
import { cutOff, expectRefusal, mend, urlOf } from '../api.ts';
import { uniqueWord } from '../checks.ts';
import { expectToast, lessonButton, PASSWORD, visit } from '../journey.ts';
import { contactDetails, group, saveDetails } from '../pages/account.ts';
import { test } from '../test.ts';

test('requires the password for another email', async ({ page, family }) => {
  await family.open(paths.accountFamily);
  const form = contactDetails(page);
  const parent = form.getByLabel("Parent's name");
  const password = form.getByLabel('Current password');
  await parent.fill('R');
  await saveDetails(page);
  await expect(parent).toHaveAccessibleDescription('Parent name must be at least 2 characters');
  await parent.fill('Robyn Changed');
  await saveDetails(page);
  await expectToast(page, 'Details saved');
  await expect(group(page, 'Parents')).toContainText('Robyn Changed');

  const email = `moved-${uniqueWord()}@example.com`;
  await expect(password).toHaveCount(0);
  await form.getByLabel("Parent's email").fill(email);
  await password.fill('not-the-password');
  await saveDetails(page);
  await expect(password).toHaveAccessibleDescription(/^The current password is not correct/);
  await expectToast(page, 'Validation Error', 'Please check the form fields and try again.');
  await password.fill(PASSWORD);
  await saveDetails(page);
  await expect(form.getByText(`We have sent a link to ${email}.`)).toBeVisible();
  await expect(group(page, 'Parents').getByText(family.email)).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Hello, Robyn' })).toBeVisible();
});

test('keeps what is typed while the profile reloads', async ({ page, family }) => {
  await family.open(paths.accountFamily);
  const form = contactDetails(page);
  await expect(form).toBeVisible();
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(urlOf(endpoints.getProfile), async (route) => {
    if (route.request().method() === 'GET') await isAnswered;
    await route.continue();
  });
  await form.getByLabel("Parent's name").fill('Robyn Changed');
  await saveDetails(page);
  await expectToast(page, 'Details saved');
  await form.getByLabel("Parent's email").fill('typed-meanwhile@example.com');
  const loaded = page.waitForResponse(
    (response) =>
      response.url().endsWith(endpoints.getProfile.path) && response.request().method() === 'GET',
  );
  answer();
  await loaded;
  await expect(form.getByLabel("Parent's email")).toHaveValue('typed-meanwhile@example.com');
});

test('signs out other devices with a new password', async ({ page, browser, family, site }) => {
  test.slow();
  const elsewhere = await browser.newContext({ baseURL: site.origin });
  const phone = await elsewhere.newPage();
  await (await family.signInAgain()).signIn(phone);
  await family.open(paths.accountSignIn);
  const form = page.getByRole('form', { name: 'Password' });
  await form.getByLabel('Current password').fill(PASSWORD);
  await form.getByLabel('New password').fill('another-leap-8');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expectToast(page, 'Password changed');
  await expect(form.getByLabel('New password')).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign-in' })).toBeVisible();
  await visit(phone, paths.familyHome);
  await expect(phone).toHaveURL(paths.signIn);
  await elsewhere.close();
});

test('exports everything that is stored as one file @phone', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 2 });
  await family.open(paths.accountData);
  const arrives = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await arrives;
  expect(download.suggestedFilename()).toBe(`my-data-${ukDate(Date.now())}.json`);
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as FamilyData;
  expect(data.account).toMatchObject({ id: family.user.id, Parent_Email: family.email });
  expect(data.credits).toMatchObject([{ kind: 'adjustment', amount: 2, balance: 2 }]);
});

test('deletes the account with its bookings @phone', async ({ page, request, site }) => {
  const family = await site.newFamily({ credits: 2 });
  const other = await site.newFamily();
  const lesson = await site.newLesson({ Max_Students: 1 });
  await family.book(lesson);
  await family.open(paths.accountData);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete this account?' });
  await expect(dialog).toContainText('You still have 1 credit, which would be lost.');
  const password = dialog.getByLabel('Current password');
  await password.fill('not-the-password');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(password).toHaveAccessibleDescription('The current password is not correct');
  await password.fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expectToast(page, 'Account deleted');
  await expect(page).toHaveURL(paths.signIn);
  const body = { email: family.email, password: PASSWORD };
  await expectRefusal(request, 'invalid_credentials', endpoints.login, { body });
  await other.open(weekPath(paths.familyHome, lesson.Date));
  await expect(lessonButton(page, lesson)).toContainText('1 spot left');
});

test('retries the history, and explains an empty one', async ({ page, family }) => {
  await family.signIn();
  await page.clock.install();
  await cutOff(page, endpoints.listCredits);
  await visit(page, paths.accountPayments);
  await expect(async () => {
    await page.clock.runFor(2000);
    await expect(page.getByText('Error loading credits')).toBeVisible({ timeout: 100 });
  }).toPass();
  await mend(page, endpoints.listCredits);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('What you buy and book will be listed here.')).toBeVisible();
});
