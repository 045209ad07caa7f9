// The students of a family: who they are, and whom a lesson is booked for, by name.
import { expect, type Locator, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { FAMILY_STUDENTS } from '../domain/limits.ts';
import { paths } from '../domain/paths.ts';
import { addDays, formatDate, ukDate } from '../domain/time.ts';
import { call, expectRefusal } from './api.ts';
import { expectReadable, uniqueWord, watch } from './checks.ts';
import { card, openLesson } from './dashboard.ts';
import {
  bookFor,
  createFamily,
  createLesson,
  emptyWeek,
  lessonButton,
  signInAs,
  signInFamily,
  toast,
  visit,
} from './journey.ts';
import { addStudent, group, person } from './people.ts';
import { test } from './test.ts';

const soon = addDays(ukDate(Date.now()), 8);
const question = (page: Page) => page.getByRole('alertdialog');
const student = (dialog: Locator, name: string) => dialog.getByRole('radio', { name });
const LAST = 'The last student of a family stays. To leave altogether, delete the account.';

test('students are added, renamed and removed; the last one stays, and so does one with lessons ahead', async ({
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
  await expect(edit.getByRole('button', { name: 'Remove student' })).toHaveAccessibleDescription(LAST);
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
  await expect(add.getByLabel('Year')).toHaveAccessibleDescription('Please select a valid year class');
  await expectReadable(page);
  await add.getByLabel("Student's name").fill('Sam Added');
  await add.getByLabel('Year').selectOption('year-13');
  await add.getByRole('button', { name: 'Add student' }).click();
  await expect(toast(page, 'Student Added')).toContainText('Sam Added');
  await expect(add).toBeHidden();
  await expect(person(page, 'Sam Added')).toContainText('Year 13');
  // The names of several are changed where they stand.
  await expect(page.getByRole('form', { name: 'Contact details' }).getByLabel("Student's name")).toHaveCount(
    0,
  );
  await page.screenshot({ path: info.outputPath('account.png'), fullPage: true });

  const { students } = (await call(request, endpoints.getProfile, { token: family.session.access_token }))
    .user;
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

test('a family is full with six students, and says so at the button', async ({ page, request }) => {
  const family = await createFamily(request);
  for (let more = 1; more < FAMILY_STUDENTS.most; more += 1) await addStudent(request, family);
  await signInAs(page, family);
  await visit(page, paths.account);
  const add = page.getByRole('button', { name: 'Add a student' });
  await expect(add).toHaveAccessibleDescription('A family can have at most 6 students.');
  await expect(add).toBeDisabled();
  await expectReadable(page);
});

test('a lesson is booked for each child by name, and cancelled for one of them', async ({
  page,
  request,
}, info) => {
  const watched = watch(page);
  const family = await createFamily(request, { credits: 3, Student_Name: 'Kim Journey' });
  await addStudent(request, family, { Student_Name: 'Sam Journey' });
  const monday = emptyWeek();
  const word = uniqueWord();
  const on = { Date: addDays(monday, 5) };
  const lesson = await createLesson(request, { ...on, Lesson_Name: `GCSE: Waves ${word}`, Max_Students: 4 });
  const alike = await createLesson(request, { ...on, Time: '10:00:00', Lesson_Name: `GCSE: Forces ${word}` });
  const other = await createLesson(request, {
    ...on,
    Time: '11:00:00',
    Lesson_Name: `A-level: Optics ${word}`,
  });
  await signInAs(page, family);
  const dialog = await openLesson(page, lesson);
  const book = dialog.getByRole('button', { name: 'Book for 1 credit' });
  await expect(dialog.getByRole('group', { name: 'Who is it for?' }).getByRole('radio')).toHaveCount(2);
  await expect(book).toHaveAccessibleDescription('Please choose who the lesson is for.');
  await expectReadable(page);
  await student(dialog, 'Sam Journey').check();
  await book.click();
  await expect(toast(page, 'Lesson Booked!')).toContainText('For Sam Journey');
  await expect(dialog).toContainText('Booked for Sam');
  await expect(card(page, 'Credits Remaining')).toHaveText('2');
  // Who is booked cannot be chosen again, and of the others only one is left.
  await expect(student(dialog, 'Sam Journey')).toHaveCount(0);
  await expect(student(dialog, 'Kim Journey')).toBeChecked();
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('one-booked.png') });
  await book.click();
  await expect(dialog).toContainText('Booked for Kim and Sam');
  await expect(dialog.getByRole('group', { name: 'Booked for' })).toBeVisible();
  await expect(book).toBeHidden();
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await expect(lessonButton(page, lesson.Lesson_Name)).toHaveAccessibleName(
    `${formatDate(lesson.Date, 'short')}, 09:00 ${lesson.Lesson_Name} Booked for Kim and Sam`,
  );
  await expect(page.getByText('Next: ')).toContainText('for Kim and Sam');
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('home.png'), fullPage: true });

  // Who had the last lesson of this course is proposed for the next one, and for no other course.
  await lessonButton(page, alike.Lesson_Name).click();
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'Kim Journey' })).toBeChecked();
  await page.goBack();
  await lessonButton(page, other.Lesson_Name).click();
  await expect(page.getByRole('dialog').getByRole('radio', { checked: true })).toHaveCount(0);
  await page.goBack();

  await lessonButton(page, lesson.Lesson_Name).click();
  await dialog.getByRole('button', { name: 'Cancel booking for Kim Journey' }).click();
  await expect(question(page)).toContainText('Cancel the booking for Kim Journey?');
  await expectReadable(page);
  await question(page).getByRole('button', { name: 'Cancel booking' }).click();
  await expect(toast(page, 'Booking Canceled')).toContainText(
    'The booking for Kim Journey was canceled and the credit refunded.',
  );
  await expect(dialog).toContainText('Booked for Sam');
  await expect(dialog.getByRole('link', { name: 'Join the lesson' })).toBeVisible();
  await expect(card(page, 'Credits Remaining')).toHaveText('2');

  // Nothing of it stays on the device of whoever logs out.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/sign-in/);
  await signInAs(page, await signInFamily(request, family.form));
  await openLesson(page, alike);
  await expect(page.getByRole('dialog').getByRole('radio', { checked: true })).toHaveCount(0);
  expect(watched).toEqual({ complaints: [], strangers: [] });
});

test('where nothing can be remembered, whom a lesson is for is simply asked each time', async ({
  page,
  request,
}) => {
  const family = await createFamily(request, { credits: 2, Student_Name: 'Kim Journey' });
  await addStudent(request, family, { Student_Name: 'Sam Journey' });
  const [lesson, next] = [
    await createLesson(request, { Date: soon }),
    await createLesson(request, { Date: soon, Time: '10:00:00' }),
  ];
  await signInAs(page, family);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  const dialog = await openLesson(page, lesson);
  await student(dialog, 'Kim Journey').check();
  await dialog.getByRole('button', { name: 'Book for 1 credit' }).click();
  await expect(toast(page, 'Lesson Booked!')).toBeVisible();
  await page.goBack();
  await openLesson(page, next);
  await expect(page.getByRole('dialog').getByRole('radio', { checked: true })).toHaveCount(0);
});

test('a booking that is refused leaves the children as they were', async ({ page, request }) => {
  const family = await createFamily(request, { credits: 2, Student_Name: 'Kim Journey' });
  const sam = await addStudent(request, family, { Student_Name: 'Sam Journey' });
  const lesson = await createLesson(request, { Date: soon });
  await bookFor(request, family, lesson.id, sam.id);
  await signInAs(page, family);
  const dialog = await openLesson(page, lesson);
  await page.route(`**${endpoints.bookLesson.path}`, (route) =>
    route.fulfill({
      status: 409,
      json: {
        success: false,
        error: 'This lesson is fully booked. Please try another lesson.',
        code: 'lesson_full',
      },
    }),
  );
  await dialog.getByRole('button', { name: 'Book for 1 credit' }).click();
  await expect(toast(page, 'Lesson Full')).toBeVisible();
  await expect(dialog).toContainText('Booked for Sam');
  await expect(student(dialog, 'Kim Journey')).toBeChecked();
  await expect(card(page, 'Credits Remaining')).toHaveText('1');
});
