// Which student a lesson is booked for in a family with several: chosen, told apart and cancelled
// by name.
import { expect, type Locator, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { addDays, formatDate, ukDate } from '../domain/time.ts';
import { expectReadable, uniqueWord, watch } from './checks.ts';
import { card, openLesson } from './dashboard.ts';
import {
  bookFor,
  closeDialog,
  createFamily,
  createLesson,
  emptyWeek,
  lessonButton,
  signInAs,
  signInFamily,
  toast,
} from './journey.ts';
import { addStudent } from './people.ts';
import { test } from './test.ts';

const soon = addDays(ukDate(Date.now()), 8);
const question = (page: Page) => page.getByRole('alertdialog');
const student = (dialog: Locator, name: string) => dialog.getByRole('radio', { name });

test('books a lesson for each child by name, and cancels it for one', async ({
  page,
  request,
}, info) => {
  const watched = watch(page);
  const family = await createFamily(request, { credits: 3, Student_Name: 'Kim Journey' });
  await addStudent(request, family, { Student_Name: 'Sam Journey' });
  const monday = emptyWeek();
  const word = uniqueWord();
  const on = { Date: addDays(monday, 5) };
  const lesson = await createLesson(request, {
    ...on,
    Lesson_Name: `GCSE: Waves ${word}`,
    Max_Students: 4,
  });
  const alike = await createLesson(request, {
    ...on,
    Time: '10:00:00',
    Lesson_Name: `GCSE: Forces ${word}`,
  });
  const other = await createLesson(request, {
    ...on,
    Time: '11:00:00',
    Lesson_Name: `A-level: Optics ${word}`,
  });
  await signInAs(page, family);
  const dialog = await openLesson(page, lesson);
  const book = dialog.getByRole('button', { name: 'Book for 1 credit' });
  await expect(
    dialog.getByRole('group', { name: 'Who is it for?' }).getByRole('radio'),
  ).toHaveCount(2);
  await expect(book).toHaveAccessibleDescription('Please choose who the lesson is for.');
  await expectReadable(page);
  await student(dialog, 'Sam Journey').check();
  await book.click();
  await expect(toast(page, 'Lesson Booked!')).toContainText('For Sam Journey');
  await expect(dialog).toContainText('Booked for Sam');
  await expect(card(page, 'Credits Remaining')).toHaveText('2');
  // A booked student cannot be chosen again, and only one of the others is left.
  await expect(student(dialog, 'Sam Journey')).toHaveCount(0);
  await expect(student(dialog, 'Kim Journey')).toBeChecked();
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('one-booked.png') });
  await book.click();
  await expect(dialog).toContainText('Booked for Kim and Sam');
  await expect(dialog.getByRole('group', { name: 'Booked for' })).toBeVisible();
  await expect(book).toBeHidden();
  await expectReadable(page);
  await closeDialog(page, dialog);

  await expect(lessonButton(page, lesson.Lesson_Name)).toHaveAccessibleName(
    `${formatDate(lesson.Date, 'short')}, 09:00 ${lesson.Lesson_Name} Booked for Kim and Sam`,
  );
  await expect(page.getByRole('region', { name: 'Next lesson' })).toContainText('for Kim and Sam');
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('home.png'), fullPage: true });

  // Proposes the student who had the last lesson of this course, and for no other course.
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

  // Logging out removes it from the device.
  await closeDialog(page, dialog);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/sign-in/);
  await signInAs(page, await signInFamily(request, family.form));
  await openLesson(page, alike);
  await expect(page.getByRole('dialog').getByRole('radio', { checked: true })).toHaveCount(0);
  expect(watched).toEqual({ complaints: [], strangers: [] });
});

test(
  'asks for the student each time when nothing can be stored',
  { tag: '@phone' },
  async ({ page, request }) => {
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
  },
);

test(
  'asks about a student who was just added elsewhere',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await createFamily(request, { credits: 2, Student_Name: 'Kim Journey' });
    const lesson = await createLesson(request, { Date: soon });
    await signInAs(page, family);
    const dialog = await openLesson(page, lesson);
    const book = dialog.getByRole('button', { name: 'Book for 1 credit' });
    await expect(book).toBeVisible();
    await addStudent(request, family, { Student_Name: 'Sam Journey' });
    await book.click();
    await expect(toast(page, 'Booking Failed')).toContainText(
      'Please choose who the lesson is for.',
    );
    await student(dialog, 'Sam Journey').check();
    await book.click();
    await expect(dialog).toContainText('Booked for Sam');
  },
);

test(
  'leaves the children unchanged when a booking is refused',
  { tag: '@desktop' },
  async ({ page, request }) => {
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
  },
);
