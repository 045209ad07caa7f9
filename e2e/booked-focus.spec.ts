// Where the keyboard focus is after a booking: on its confirmation, never on a button that would
// undo it.
import { expect, type Page } from '@playwright/test';

import { addDays, formatDate } from '../domain/time.ts';
import { openLesson } from './dashboard.ts';
import { createFamily, createLesson, emptyWeek, signInAs, toast } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { addStudent } from './people.ts';
import { test } from './test.ts';

const words = (page: Page, name: string) => page.getByRole('dialog').getByRole('heading', { name });
const question = (page: Page) => page.getByRole('alertdialog');

test(
  'books once and asks nothing when Enter is pressed twice',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const lesson = await createLesson(request, { Date: addDays(emptyWeek(), 5) });
    await signInAs(page, await createFamily(request, { credits: 2, Student_Name: 'Maya Journey' }));
    const dialog = await openLesson(page, lesson);
    await tabTo(page, dialog.getByRole('button', { name: 'Book for 1 credit' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Lesson Booked!')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancel booking' })).toBeVisible();
    await expect(words(page, 'Maya is in')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question(page)).toBeHidden();
    await expect(words(page, 'Maya is in')).toBeFocused();
    // From there Tab leads to the next action.
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Add to calendar' })).toBeFocused();
  },
);

test(
  'removes the confirmation after a cancellation, and shows it after booking again',
  { tag: '@phone' },
  async ({ page, request }) => {
    const lesson = await createLesson(request, { Date: addDays(emptyWeek(), 5) });
    await signInAs(page, await createFamily(request, { credits: 1, Student_Name: 'Maya Journey' }));
    const dialog = await openLesson(page, lesson);
    const book = dialog.getByRole('button', { name: 'Book for 1 credit' });
    await book.click();
    await expect(words(page, 'Maya is in')).toBeFocused();
    await dialog.getByRole('button', { name: 'Cancel booking' }).click();
    await question(page).getByRole('button', { name: 'Cancel booking' }).click();
    await expect(toast(page, 'Booking Canceled')).toBeVisible();
    await expect(words(page, 'Maya is in')).toBeHidden();
    await book.click();
    await expect(words(page, 'Maya is in')).toBeFocused();
  },
);

test(
  'confirms the booking of each of two children, and announces it',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await createFamily(request, { credits: 2, Student_Name: 'Maya Journey' });
    await addStudent(request, family, { Student_Name: 'Ben Journey' });
    const lesson = await createLesson(request, { Date: addDays(emptyWeek(), 5) });
    await signInAs(page, family);
    const dialog = await openLesson(page, lesson);
    const book = dialog.getByRole('button', { name: 'Book for 1 credit' });
    await dialog.getByRole('radio', { name: 'Maya Journey' }).check();
    for (const name of ['Maya is in', 'Ben is in']) {
      await tabTo(page, book);
      await page.keyboard.press('Enter');
      await expect(words(page, name)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(words(page, name)).toBeFocused();
    }
    await expect(question(page)).toBeHidden();
  },
);

test(
  'focuses the confirmation after several weeks and after a move',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const monday = emptyWeek(3);
    const [saturday, next] = [addDays(monday, 5), addDays(monday, 12)];
    const lesson = await createLesson(request, { Date: saturday });
    await createLesson(request, { Date: next, Lesson_Name: lesson.Lesson_Name });
    const to = await createLesson(request, { Date: addDays(next, 1) });
    const family = await createFamily(request, { credits: 2, Student_Name: 'Maya Journey' });
    await signInAs(page, family);
    await openLesson(page, lesson);
    await page.getByRole('button', { name: 'Keep this time every week' }).click();
    await tabTo(page, page.getByRole('button', { name: 'Book 2 lessons' }));
    await page.keyboard.press('Enter');
    await expect(words(page, 'Maya is in for 2 lessons')).toBeFocused();

    await page.getByRole('dialog').getByRole('button', { name: 'Move booking' }).click();
    await page.getByRole('radio', { name: to.Lesson_Name }).check();
    await tabTo(
      page,
      page.getByRole('button', { name: `Move to ${formatDate(to.Date, 'short')}` }),
    );
    await page.keyboard.press('Enter');
    await expect(words(page, 'Maya is in')).toBeFocused();
    await expect(page.getByRole('dialog', { name: to.Lesson_Name })).toBeVisible();
  },
);
