// The parents of a family: who may remove whom, who remains, and what two people on one browser see
// of each other.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths } from '../domain/paths.ts';
import { call, expectRefusal } from './api.ts';
import { expectReadable } from './checks.ts';
import { createFamily, PASSWORD, signInAs, signInFamily, toast, visit } from './journey.ts';
import { group, letIn, person } from './people.ts';
import { test } from './test.ts';

test(
  'lets the owner remove the other parent, and keeps the last one',
  { tag: '@phone' },
  async ({ page, request, demo }) => {
    const family = await createFamily(request);
    const other = await letIn(request, demo, family, { role: 'parent' });
    await signInAs(page, family);
    await visit(page, paths.account);
    await page.getByRole('button', { name: 'Remove Alex Journey' }).click();
    const question = page.getByRole('alertdialog');
    await expectReadable(page);
    await question.getByLabel('Your password').fill(PASSWORD);
    await question.getByRole('button', { name: 'Remove for good' }).click();
    await expect(toast(page, 'Parent Removed')).toContainText('Alex Journey');
    await expect(question).toBeHidden();
    await expect(person(page, other.email)).toHaveCount(0);
    // A sole parent leaves by deleting the account.
    await expect(group(page, 'Parents').getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Leave', exact: true })).toHaveCount(0);
    const token = family.session.access_token;
    const { parents } = (await call(request, endpoints.getFamily, { token })).family;
    await expectRefusal(request, 'last_parent', endpoints.removeParent, {
      token,
      params: { id: parents[0]?.id ?? '' },
      body: { current_password: PASSWORD },
    });
  },
);

test(
  'passes the account on when the owner leaves',
  { tag: '@desktop' },
  async ({ page, request, demo }) => {
    const family = await createFamily(request);
    const other = await letIn(request, demo, family, { role: 'parent' });
    await signInAs(page, family);
    await visit(page, paths.account);
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave this family?' });
    await expect(question).toContainText('Alex Journey then holds the account.');
    await expectReadable(page);
    await question.getByLabel('Your password').fill('not-the-password');
    await question.getByRole('button', { name: 'Leave for good' }).click();
    await expect(question.getByLabel('Your password')).toHaveAccessibleDescription(
      'The current password is not correct',
    );
    await question.getByLabel('Your password').fill(PASSWORD);
    await question.getByRole('button', { name: 'Leave for good' }).click();
    await expect(toast(page, 'Family Left')).toBeVisible();
    await expect(page).toHaveURL(paths.signIn);
    await expectRefusal(request, 'invalid_credentials', endpoints.login, {
      body: { email: family.form.Parent_Email, password: PASSWORD },
    });
    await signInAs(page, other);
    await visit(page, paths.account);
    await expect(group(page, 'Students')).toContainText(family.form.Student_Name);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Delete this account?' })).toBeVisible();
  },
);

test(
  'never shows one person what another loaded on the same browser',
  { tag: '@phone' },
  async ({ page, request, demo }) => {
    const family = await createFamily(request, { credits: 2, Student_Name: 'Kim Journey' });
    const student = await letIn(request, demo, family, { role: 'student' });
    await signInAs(page, await signInFamily(request, family.form));
    await visit(page, paths.userHome);
    await expect(page.getByText('Credits Remaining')).toBeVisible();
    const other = await page.context().newPage();
    await signInAs(other, student);
    await expect(page.getByRole('heading', { name: 'Hello, Kim Journey' })).toBeVisible();
    await expect(page.getByText('Credits Remaining')).toHaveCount(0);
    await expect(page.locator('body')).not.toContainText(/credit/i);
  },
);
