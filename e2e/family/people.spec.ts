// The people of a family: students added and removed, parents who leave.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { FAMILY_STUDENTS } from '../../domain/people/student-rules.ts';
import { expectRefusal } from '../api.ts';
import { expectReadable, watch } from '../checks.ts';
import { expectToast, PASSWORD, question, visit } from '../journey.ts';
import { contactDetails, group, person } from '../pages/account.ts';
import { test } from '../test.ts';

test.use({ credits: 1 });
const LAST = 'The last student of a family stays. To leave altogether, delete the account.';

test('adds, renames and removes students', async ({ page, family, lesson }) => {
  watch(page);
  const { Student_Name: first } = family.form;
  await family.open(paths.accountFamily);
  await expect(group(page, 'Parents')).toContainText(family.email);
  await expect(person(page, first)).toContainText('Year not given');
  await expect(person(page, first)).toContainText('No sign-in');

  await page.getByRole('button', { name: `Edit ${first}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${first}` });
  const removal = edit.getByRole('button', { name: 'Remove student' });
  await expect(removal).toHaveAccessibleDescription(LAST);
  await expectReadable(page);
  await edit.getByLabel('Year').selectOption('year-11');
  await edit.getByRole('button', { name: 'Save student' }).click();
  await expect(edit).toBeHidden();
  await expect(person(page, first)).toContainText('Year 11');
  await family.expectRefusal('last_student', endpoints.removeStudent, {
    params: { id: family.studentId },
  });

  await page.getByRole('button', { name: 'Add a student' }).click();
  const add = page.getByRole('dialog', { name: 'Add a student' });
  await add.getByRole('button', { name: 'Add student' }).click();
  const [name, year] = [add.getByLabel("Student's name"), add.getByLabel('Year')];
  await expect(name).toHaveAccessibleDescription('Student name must be at least 2 characters');
  await expect(year).toHaveAccessibleDescription('Please select a valid year class');
  await expectReadable(page);
  await name.fill('Sam Added');
  await year.selectOption('year-13');
  await add.getByRole('button', { name: 'Add student' }).click();
  await expectToast(page, 'Student added', 'Sam Added');
  await expect(add).toBeHidden();
  await expect(person(page, 'Sam Added')).toContainText('Year 13');
  // With several students, names are changed in their own rows.
  await expect(contactDetails(page).getByLabel("Student's name")).toHaveCount(0);

  const { students } = (await family.readProfile()).user;
  const bookingId = await family.book(lesson, students[1]?.id);
  await page.reload();
  await page.getByRole('button', { name: 'Edit Sam Added' }).click();
  const editSam = page.getByRole('dialog', { name: 'Edit Sam Added' });
  const remove = editSam.getByRole('button', { name: 'Remove student' });
  await expect(remove).toHaveAccessibleDescription(
    'This student still has lessons booked ahead. Please cancel them first.',
  );
  await family.cancel(bookingId);
  await page.reload();
  await page.getByRole('button', { name: 'Edit Sam Added' }).click();
  await remove.click();
  await expect(question(page)).toContainText('This cannot be undone.');
  await expectReadable(page);
  await question(page).getByRole('button', { name: 'Remove student' }).click();
  await expectToast(page, 'Student removed', 'Sam Added');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(person(page, 'Sam Added')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add a student' })).toBeFocused();
});

test('allows six students, and says so at the button @phone', async ({ page, family }) => {
  for (let more = 1; more < FAMILY_STUDENTS.max; more += 1) await family.addStudent();
  await family.open(paths.accountFamily);
  const add = page.getByRole('button', { name: 'Add a student' });
  await expect(add).toHaveAccessibleDescription('A family can have up to 6 students.');
  await expect(add).toBeDisabled();
  await expectReadable(page);
});

test('removes the other parent, but not the last one @phone', async ({ page, family }) => {
  const other = await family.letIn('parent');
  await family.open(paths.accountFamily);
  await page.getByRole('button', { name: 'Remove Alex Journey' }).click();
  await expectReadable(page);
  await question(page).getByLabel('Your password').fill(PASSWORD);
  await question(page).getByRole('button', { name: 'Remove for good' }).click();
  await expectToast(page, 'Parent removed', 'Alex Journey');
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

test('passes the account on when the owner leaves', async ({ page, request, family }) => {
  const other = await family.letIn('parent');
  await family.open(paths.accountFamily);
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
  await expectToast(page, 'Family left');
  await expect(page).toHaveURL(paths.signIn);
  const body = { email: family.email, password: PASSWORD };
  await expectRefusal(request, 'invalid_credentials', endpoints.login, { body });
  await other.open(paths.accountFamily);
  await expect(group(page, 'Students')).toContainText(family.form.Student_Name);
  await visit(page, paths.accountData);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete this account?' })).toBeVisible();
});

test('separates two people on the same browser @phone', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 2 });
  const student = await family.letIn('student');
  await (await family.signInAgain()).open(paths.familyHome);
  await expect(page.getByText('Credits Remaining')).toBeVisible();
  const other = await page.context().newPage();
  await student.signIn(other);
  await expect(page.getByRole('heading', { name: 'Hello, Kim' })).toBeVisible();
  await expect(page.getByText('Credits Remaining')).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(/credit/i);
});
