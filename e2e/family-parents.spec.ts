// The parents of a family: who may remove whom, who remains, and what two people on one browser see
// of each other.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths } from '../domain/paths.ts';
import { expectRefusal } from './api.ts';
import { expectReadable } from './checks.ts';
import { expectToast, PASSWORD, question } from './journey.ts';
import { group, person } from './pages/account.ts';
import { test } from './test.ts';

test('removes the other parent, but not the last one @phone', async ({ page, family }) => {
  const other = await family.letIn('parent');
  await family.open(paths.account);
  await page.getByRole('button', { name: 'Remove Alex Journey' }).click();
  await expectReadable(page);
  await question(page).getByLabel('Your password').fill(PASSWORD);
  await question(page).getByRole('button', { name: 'Remove for good' }).click();
  await expectToast(page, 'Parent Removed', 'Alex Journey');
  await expect(question(page)).toBeHidden();
  await expect(person(page, other.email)).toHaveCount(0);
  // A sole parent leaves by deleting the account.
  await expect(group(page, 'Parents').getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Leave', exact: true })).toHaveCount(0);
  const { parents } = (await family.call(endpoints.getFamily)).family;
  await family.expectRefusal('last_parent', endpoints.removeParent, {
    params: { id: parents[0]?.id ?? '' },
    body: { current_password: PASSWORD },
  });
});

test('passes the account on when the owner leaves @desktop', async ({ page, request, family }) => {
  const other = await family.letIn('parent');
  await family.open(paths.account);
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  const leaving = page.getByRole('alertdialog', { name: 'Leave this family?' });
  await expect(leaving).toContainText('Alex Journey then holds the account.');
  await expectReadable(page);
  const password = leaving.getByLabel('Your password');
  await password.fill('not-the-password');
  await leaving.getByRole('button', { name: 'Leave for good' }).click();
  await expect(password).toHaveAccessibleDescription('The current password is not correct');
  await password.fill(PASSWORD);
  await leaving.getByRole('button', { name: 'Leave for good' }).click();
  await expectToast(page, 'Family Left');
  await expect(page).toHaveURL(paths.signIn);
  const body = { email: family.email, password: PASSWORD };
  await expectRefusal(request, 'invalid_credentials', endpoints.login, { body });
  await other.open(paths.account);
  await expect(group(page, 'Students')).toContainText(family.form.Student_Name);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete this account?' })).toBeVisible();
});

test('separates two people on the same browser @phone', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 2 });
  const student = await family.letIn('student');
  await (await family.signInAgain()).open(paths.userHome);
  await expect(page.getByText('Credits Remaining')).toBeVisible();
  const other = await page.context().newPage();
  await student.signIn(other);
  await expect(page.getByRole('heading', { name: 'Hello, Kim Journey' })).toBeVisible();
  await expect(page.getByText('Credits Remaining')).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(/credit/i);
});
