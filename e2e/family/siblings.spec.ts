// Several children: each is booked, joins and is cancelled by name.
import { expect, type Locator } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { formatDate } from '../../domain/time.ts';
import { refuse } from '../api.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import {
  closeDialog,
  emptySaturday,
  expectLink,
  expectToast,
  lessonButton,
  logOut,
  question,
} from '../journey.ts';
import { credits, nextLesson } from '../pages/family-home.ts';
import {
  bookButton,
  cancelBooking,
  chosenRadio,
  expectMoment,
  forStudent,
  earlyLink,
  lessonDialog,
  openLesson,
} from '../pages/lesson-dialog.ts';
import { test } from '../test.ts';

test.use({ credits: 2 });

test('books a lesson for each child by name, and cancels it for one', async ({ page, site }) => {
  watch(page);
  const family = await site.newFamily({ credits: 3 });
  await family.addStudent({ Student_Name: 'Sam Journey' });
  const on = { Date: emptySaturday() };
  const word = uniqueWord();
  const plan = (time: string, name: string) =>
    site.newLesson({ ...on, Time: time, Lesson_Name: `${name} ${word}`, Max_Students: 4 });
  const lesson = await plan('09:00:00', 'GCSE: Waves');
  const alike = await plan('10:00:00', 'GCSE: Forces');
  const other = await plan('11:00:00', 'A-level: Optics');
  const dialog = await family.openLesson(lesson);
  const book = bookButton(dialog);
  const whose = dialog.getByRole('group', { name: 'Who is it for?' });
  await expect(whose.getByRole('radio')).toHaveCount(2);
  await expect(book).toHaveAccessibleDescription('Please choose who the lesson is for.');
  await expectReadable(page);
  await forStudent(dialog, 'Sam').check();
  await expect(book).toHaveText('Book Sam, 1 credit');
  await book.click();
  await expectMoment(page, 'Lesson Booked!', 'Sam is booked');
  await expect(dialog).toContainText('Booked for Sam');
  await expect(credits(page)).toHaveText('2');
  // The foot acts on the booked student, and the only one left has a button of their own.
  await expect(chosenRadio(page)).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Move Sam' })).toBeVisible();
  await expect(book).toHaveText('Also book Kim, 1 credit');
  await expectReadable(page, 'one-booked');
  await book.click();
  await expect(dialog).toContainText('Booked for Kim and Sam');
  await expect(forStudent(dialog, 'Kim booked')).toBeChecked();
  await expect(book).toBeHidden();
  await expectReadable(page);
  await closeDialog(page, dialog);

  await expect(lessonButton(page, lesson)).toHaveAccessibleName(
    `${formatDate(lesson.Date, 'short')}, 09:00 ${lesson.Lesson_Name} Booked for Kim and Sam`,
  );
  await expect(nextLesson(page)).toContainText('for Kim and Sam');
  await expectReadable(page, 'home');

  // Proposes the student who had the last lesson of this course, otherwise the one of its year.
  await lessonButton(page, alike).click();
  await expect(forStudent(page.getByRole('dialog'), 'Kim')).toBeChecked();
  await page.goBack();
  await lessonButton(page, other).click();
  await expect(forStudent(page.getByRole('dialog'), 'Sam')).toBeChecked();
  await page.goBack();

  await lessonButton(page, lesson).click();
  await forStudent(dialog, 'Kim').check();
  await dialog.getByRole('button', { name: 'Cancel booking for Kim' }).click();
  await expect(question(page)).toContainText('Cancel the booking for Kim Journey?');
  await expectReadable(page);
  await question(page).getByRole('button', { name: 'Cancel booking' }).click();
  await expectMoment(page, 'Booking Canceled');
  await expect(dialog).toContainText(
    'The booking for Kim Journey was canceled and the credit refunded.',
  );
  await expect(dialog).toContainText('Booked for Sam');
  await expect(earlyLink(dialog)).toBeVisible();
  await expect(credits(page)).toHaveText('2');

  // Logging out removes it from the device.
  await closeDialog(page, dialog);
  await logOut(page);
  await (await family.signInAgain()).openLesson(alike);
  await expect(chosenRadio(page)).toHaveCount(0);
});

test('asks each time when nothing can be stored @phone', async ({ page, family, site }) => {
  await family.addStudent({ Student_Name: 'Sam Journey' });
  const [lesson, next] = await site.newLessons();
  await family.signIn();
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  const dialog = await openLesson(page, lesson);
  await forStudent(dialog, 'Kim').check();
  await bookButton(dialog).click();
  await expectMoment(page, 'Lesson Booked!', 'Kim is booked');
  await page.goBack();
  await openLesson(page, next);
  await expect(chosenRadio(page)).toHaveCount(0);
});

test('asks about a student just added elsewhere @phone', async ({ page, family, lesson }) => {
  const dialog = await family.openLesson(lesson);
  const book = bookButton(dialog);
  await expect(book).toBeVisible();
  await family.addStudent({ Student_Name: 'Sam Journey' });
  await book.click();
  await expectToast(page, 'Booking Failed', 'Please choose who the lesson is for.');
  await forStudent(dialog, 'Sam').check();
  await book.click();
  await expect(dialog).toContainText('Booked for Sam');
});

test('leaves the children when a booking is refused', async ({ page, family, lesson }) => {
  const sam = await family.addStudent({ Student_Name: 'Sam Journey' });
  await family.book(lesson, sam.id);
  const dialog = await family.openLesson(lesson);
  await refuse(page, endpoints.bookLesson, 409, {
    error: 'This lesson is fully booked. Please try another lesson.',
    code: 'lesson_full',
  });
  await bookButton(dialog).click();
  await expectToast(page, 'Lesson Full');
  await expect(dialog).toContainText('Booked for Sam');
  await expect(bookButton(dialog)).toHaveText('Also book Kim, 1 credit');
  await expect(credits(page)).toHaveText('1');
});

const joins = (place: Locator) => place.getByRole('link', { name: /^Join/ });

test('gives each of two children their own link', async ({ page, family, lesson }) => {
  const sam = await family.addStudent({ Student_Name: 'Sam Journey' });
  const jo = await family.addStudent({ Student_Name: 'Jo Journey' });
  for (const id of [sam.id, family.studentId]) await family.book(lesson, id);
  const lessons = await family.readLessons({ from: lesson.Date, to: lesson.Date });
  const bookings = lessons.flatMap((each) => each.bookings);
  const [kims, sams, jos] = [family.studentId, sam.id, jo.id].map(
    (id) => bookings.find(({ Student_ID: studentId }) => studentId === id)?.join_link ?? 'none',
  );
  expect(new Set([kims, sams, jos]).size).toBe(3);
  await family.open(paths.familyHome);
  const next = nextLesson(page);
  await expect(next).toContainText('for Kim and Sam');
  await expect(joins(next)).toHaveCount(0);
  await next.getByRole('button', { name: 'Details' }).click();
  const dialog = lessonDialog(page, lesson);
  // In the order in which the family's children are listed everywhere.
  await expect(joins(dialog)).toHaveText(['Join link for Kim', 'Join link for Sam']);
  await expectLink(dialog, 'Join link for Kim', kims ?? '');
  await expectLink(dialog, 'Join link for Sam', sams ?? '');
  await expectReadable(page);

  // Next to the only link its student is named.
  await cancelBooking(page, 'Cancel booking for Kim');
  await expectMoment(page, 'Booking Canceled');
  await expect(joins(dialog)).toHaveText(['Join link']);
  await expectLink(dialog, 'Join link', sams ?? '');
  await expect(dialog).toContainText('Booked for Sam');
});

test("shows a new booking's link as soon as it exists @phone", async ({ family, lesson }) => {
  const sam = await family.addStudent({ Student_Name: 'Sam Journey' });
  await family.book(lesson, sam.id);
  const dialog = await family.openLesson(lesson);
  await expect(joins(dialog)).toHaveText(['Join link']);
  await bookButton(dialog).click();
  await expect(joins(dialog)).toHaveText(['Join link for Kim', 'Join link for Sam']);
});
