// A family's own account: details, password, data export and deletion.
import { readFile } from 'node:fs/promises';

import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import type { FamilyData } from '../domain/family.ts';
import { paths, weekPath } from '../domain/paths.ts';
import { addDays, ukDate } from '../domain/time.ts';
import { expectRefusal } from './api.ts';
import { uniqueWord } from './checks.ts';
import {
  bookFor,
  createFamily,
  createLesson,
  PASSWORD,
  signInAs,
  signInFamily,
  toast,
  visit,
} from './journey.ts';
import { test } from './test.ts';

test(
  'changes details, and requires the password for another email',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const family = await createFamily(request);
    await signInAs(page, family);
    await visit(page, paths.account);
    const form = page.getByRole('form', { name: 'Contact details' });
    await form.getByLabel("Student's name").fill('K');
    await form.getByRole('button', { name: 'Save details' }).click();
    await expect(form.getByLabel("Student's name")).toHaveAccessibleDescription(
      'Student name must be at least 2 characters',
    );
    await form.getByLabel("Student's name").fill('Kim Changed');
    await form.getByRole('button', { name: 'Save details' }).click();
    await expect(toast(page, 'Details Saved')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Students' })).toContainText('Kim Changed');

    const email = `moved-${uniqueWord()}@example.com`;
    await expect(form.getByLabel('Current password')).toHaveCount(0);
    await form.getByLabel("Parent's email").fill(email);
    await form.getByLabel('Current password').fill('not-the-password');
    await form.getByRole('button', { name: 'Save details' }).click();
    await expect(form.getByLabel('Current password')).toHaveAccessibleDescription(
      /^The current password is not correct/,
    );
    await expect(toast(page, 'Validation Error')).toContainText(
      'Please check the form fields and try again.',
    );
    await form.getByLabel('Current password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Save details' }).click();
    await expect(form.getByText(`We have sent a link to ${email}.`)).toBeVisible();
    await expect(page.getByRole('main').getByText(family.form.Parent_Email).first()).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(
      page.getByRole('heading', { name: `Hello, ${family.form.Parent_Name}` }),
    ).toBeVisible();
  },
);

test(
  'keeps what is typed after saving, however slowly the profile reloads',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await signInAs(page, await createFamily(request));
    await visit(page, paths.account);
    const form = page.getByRole('form', { name: 'Contact details' });
    await expect(form).toBeVisible();
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**${endpoints.getProfile.path}`, async (route) => {
      if (route.request().method() === 'GET') await isAnswered;
      await route.continue();
    });
    await form.getByLabel("Student's name").fill('Kim Changed');
    await form.getByRole('button', { name: 'Save details' }).click();
    await expect(toast(page, 'Details Saved')).toBeVisible();
    await form.getByLabel("Parent's email").fill('typed-meanwhile@example.com');
    const loaded = page.waitForResponse(
      (response) =>
        response.url().endsWith(endpoints.getProfile.path) && response.request().method() === 'GET',
    );
    answer();
    await loaded;
    await expect(form.getByLabel("Parent's email")).toHaveValue('typed-meanwhile@example.com');
  },
);

test(
  'signs out the other devices, not this one, after a password change',
  { tag: '@desktop' },
  async ({ page, request, browser }) => {
    test.slow();
    const family = await createFamily(request);
    const elsewhere = await browser.newContext();
    const phone = await elsewhere.newPage();
    await signInAs(phone, await signInFamily(request, family.form));
    await signInAs(page, family);
    await visit(page, paths.account);
    const form = page.getByRole('form', { name: 'Password' });
    await form.getByLabel('Current password').fill(PASSWORD);
    await form.getByLabel('New password').fill('another-leap-8');
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(toast(page, 'Password Changed')).toBeVisible();
    await expect(form.getByLabel('New password')).toHaveValue('');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
    await visit(phone, paths.userHome);
    await expect(phone).toHaveURL(paths.signIn);
    await elsewhere.close();
  },
);

test(
  'exports everything that is stored as one file',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await createFamily(request, { credits: 2 });
    await signInAs(page, family);
    await visit(page, paths.account);
    const arrives = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const download = await arrives;
    expect(download.suggestedFilename()).toBe(`my-data-${ukDate(Date.now())}.json`);
    const data = JSON.parse(await readFile(await download.path(), 'utf8')) as FamilyData;
    expect(data.account).toMatchObject({
      id: family.user.id,
      Parent_Email: family.form.Parent_Email,
    });
    expect(data.credits).toMatchObject([{ kind: 'adjustment', amount: 2, balance: 2 }]);
  },
);

test(
  'deletes the account with the password, cancels upcoming lessons and ends the session',
  { tag: '@phone' },
  async ({ page, request }, info) => {
    const family = await createFamily(request, { credits: 2 });
    const other = await createFamily(request);
    const lesson = await createLesson(request, {
      Date: addDays(ukDate(Date.now()), 11),
      Max_Students: 1,
    });
    await bookFor(request, family, lesson.id);
    await signInAs(page, family);
    await visit(page, paths.account);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete this account?' });
    await expect(dialog).toContainText('You still have 1 credit, which would be lost.');
    await page.screenshot({ path: info.outputPath('leaving.png') });
    await dialog.getByLabel('Current password').fill('not-the-password');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription(
      'The current password is not correct',
    );
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(toast(page, 'Account Deleted')).toBeVisible();
    await expect(page).toHaveURL(paths.signIn);
    await expectRefusal(request, 'invalid_credentials', endpoints.login, {
      body: { email: family.form.Parent_Email, password: PASSWORD },
    });
    await signInAs(page, other);
    await visit(page, weekPath(paths.userHome, lesson.Date));
    await expect(page.getByRole('button', { name: lesson.Lesson_Name })).toContainText(
      '1 spot left',
    );
  },
);

test(
  'offers to try again when the history fails to load, and explains an empty one',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await signInAs(page, await createFamily(request));
    await page.clock.install();
    const history = `**${endpoints.listCredits.path}`;
    await page.route(history, (route) => route.abort());
    await visit(page, paths.account);
    await expect(async () => {
      await page.clock.runFor(2000);
      await expect(page.getByText('Error Loading Credits')).toBeVisible({ timeout: 100 });
    }).toPass();
    await page.unroute(history);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('What you buy and book will be listed here.')).toBeVisible();
  },
);
