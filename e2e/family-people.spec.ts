// The students of a family: added, renamed, removed, and their maximum number.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { FAMILY_STUDENTS } from '../domain/limits.ts';
import { paths } from '../domain/paths.ts';
import { addDays, ukDate } from '../domain/time.ts';
import { call, expectRefusal } from './api.ts';
import { expectReadable, watch } from './checks.ts';
import { bookFor, createFamily, createLesson, signInAs, toast, visit } from './journey.ts';
import { addStudent, group, person } from './people.ts';
import { test } from './test.ts';

const soon = addDays(ukDate(Date.now()), 8);
const question = (page: Page) => page.getByRole('alertdialog');
const LAST = 'The last student of a family stays. To leave altogether, delete the account.';

test('adds, renames and removes students, except the last one and one with upcoming lessons', async ({
  page,
  request,
}, info) => {
  const watched = watch(page);
  const family = await createFamily(request, { credits: 1 });
  const { Student_Name: first } = family.form;
  await signInAs(page, family);
  await visit(page, paths.account);
  await expect(group(page, 'Parents')).toContainText(family.form.Parent_Email);
  await expect(person(page, first)).toContainText('Year not given');
  await expect(person(page, first)).toContainText('No sign-in');

  await page.getByRole('button', { name: `Edit ${first}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${first}` });
  await expect(edit.getByRole('button', { name: 'Remove student' })).toHaveAccessibleDescription(
    LAST,
  );
  await expectReadable(page);
  await edit.getByLabel('Year').selectOption('year-11');
  await edit.getByRole('button', { name: 'Save student' }).click();
  await expect(edit).toBeHidden();
  await expect(person(page, first)).toContainText('Year 11');
  await expectRefusal(request, 'last_student', endpoints.removeStudent, {
    token: family.session.access_token,
    params: { id: family.user.students[0]?.id ?? '' },
  });

  await page.getByRole('button', { name: 'Add a student' }).click();
  const add = page.getByRole('dialog', { name: 'Add a student' });
  await add.getByRole('button', { name: 'Add student' }).click();
  await expect(add.getByLabel("Student's name")).toHaveAccessibleDescription(
    'Student name must be at least 2 characters',
  );
  await expect(add.getByLabel('Year')).toHaveAccessibleDescription(
    'Please select a valid year class',
  );
  await expectReadable(page);
  await add.getByLabel("Student's name").fill('Sam Added');
  await add.getByLabel('Year').selectOption('year-13');
  await add.getByRole('button', { name: 'Add student' }).click();
  await expect(toast(page, 'Student Added')).toContainText('Sam Added');
  await expect(add).toBeHidden();
  await expect(person(page, 'Sam Added')).toContainText('Year 13');
  // With several students, names are changed in their own rows.
  await expect(
    page.getByRole('form', { name: 'Contact details' }).getByLabel("Student's name"),
  ).toHaveCount(0);
  await page.screenshot({ path: info.outputPath('account.png'), fullPage: true });

  const { students } = (
    await call(request, endpoints.getProfile, { token: family.session.access_token })
  ).user;
  const lesson = await createLesson(request, { Date: soon });
  const bookingId = await bookFor(request, family, lesson.id, students[1]?.id);
  await page.reload();
  await page.getByRole('button', { name: 'Edit Sam Added' }).click();
  const remove = page
    .getByRole('dialog', { name: 'Edit Sam Added' })
    .getByRole('button', { name: 'Remove student' });
  await expect(remove).toHaveAccessibleDescription(
    'This student still has lessons booked ahead. Please cancel them first.',
  );
  await call(request, endpoints.cancelBooking, {
    token: family.session.access_token,
    params: { bookingId },
  });
  await page.reload();
  await page.getByRole('button', { name: 'Edit Sam Added' }).click();
  await remove.click();
  await expect(question(page)).toContainText('This cannot be undone.');
  await expectReadable(page);
  await question(page).getByRole('button', { name: 'Remove student' }).click();
  await expect(toast(page, 'Student Removed')).toContainText('Sam Added');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(person(page, 'Sam Added')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add a student' })).toBeFocused();
  expect(watched.strangers).toEqual([]);
  expect(watched.complaints).toEqual([]);
});

test(
  'allows six students, and says so at the button',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await createFamily(request);
    for (let more = 1; more < FAMILY_STUDENTS.max; more += 1) await addStudent(request, family);
    await signInAs(page, family);
    await visit(page, paths.account);
    const add = page.getByRole('button', { name: 'Add a student' });
    await expect(add).toHaveAccessibleDescription('A family can have at most 6 students.');
    await expect(add).toBeDisabled();
    await expectReadable(page);
  },
);
