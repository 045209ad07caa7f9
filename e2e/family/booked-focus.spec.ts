// The keyboard focus after a booking: on its confirmation, never on a button that undoes it.
import { expect, type Page } from '@playwright/test';

import { addDays, formatDate } from '../../domain/time.ts';
import { emptySaturday, question } from '../journey.ts';
import { tabAndPress } from '../keyboard.ts';
import {
  bookButton,
  cancelBooking,
  cancelButton,
  forStudent,
  lessonDialog,
  openMoving,
  openWeekly,
} from '../pages/lesson-dialog.ts';
import { test } from '../test.ts';

const words = (page: Page, name: string) => page.getByRole('dialog').getByRole('heading', { name });

test.use({ credits: 2 });

test('books once when Enter is pressed twice', async ({ page, family, lesson }) => {
  const dialog = await family.openLesson(lesson);
  await tabAndPress(bookButton(dialog));
  await page.keyboard.press('Enter');
  await expect(cancelButton(dialog)).toBeVisible();
  await expect(words(page, 'Kim is booked')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
  await expect(words(page, 'Lesson Booked! Kim is booked')).toBeFocused();
  // From there Tab leads to the next action.
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Add to calendar' })).toBeFocused();
});

test('shows the confirmation again after cancelling @phone', async ({ page, family, lesson }) => {
  const book = bookButton(await family.openLesson(lesson));
  await book.click();
  await expect(words(page, 'Kim is booked')).toBeFocused();
  await cancelBooking(page);
  await expect(words(page, 'Booking Canceled')).toBeFocused();
  await expect(words(page, 'Kim is booked')).toBeHidden();
  await book.click();
  await expect(words(page, 'Kim is booked')).toBeFocused();
});

test('keeps it on the confirmation while the question still fades out @phone', async ({
  page,
  family,
  lesson,
}) => {
  await bookButton(await family.openLesson(lesson)).click();
  const slow = '[role=alertdialog] { transition-duration: 1s !important }';
  await page.evaluate((rule) => document.styleSheets[0]?.insertRule(rule), slow);
  await cancelBooking(page);
  await expect(words(page, 'Booking Canceled')).toBeFocused();
  await expect(question(page)).toHaveCount(0);
  await expect(words(page, 'Booking Canceled')).toBeFocused();
});

test('keeps it on a confirmation as the question goes @phone', async ({ page, family, lesson }) => {
  await bookButton(await family.openLesson(lesson)).click();
  await expect(words(page, 'Kim is booked')).toBeFocused();
  await page.evaluate(endFadingWithAnswer);
  await cancelBooking(page);
  await expect(question(page)).toHaveCount(0);
  await expect(words(page, 'Booking Canceled')).toBeFocused();
});

/**
 * In the page: has the question fade out until the answer to the cancellation is there. Its
 * confirmation and the end of the question are then one render, as happens by chance on a busy
 * machine.
 */
function endFadingWithAnswer(): void {
  const { promise: finished, resolve: fadeOut } = Promise.withResolvers<Animation>();
  const fading = Object.defineProperty(new Animation(), 'finished', { value: finished });
  Element.prototype.getAnimations = function () {
    return this.matches('[role=alertdialog][data-ending-style]') ? [fading] : [];
  };
  // More turns than what is done with an answer takes, and all of them before the next task.
  const fadeOutAfterwards = async () => {
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
    fadeOut(fading);
  };
  Response.prototype.json = async function () {
    const body: unknown = JSON.parse(await this.text());
    if (this.url.includes('/bookings/')) void fadeOutAfterwards();
    return body;
  };
}

test('stays in the dialog while cancelling is saved @phone', async ({ page, family, lesson }) => {
  const dialog = await family.openLesson(lesson);
  await bookButton(dialog).click();
  await expect(words(page, 'Kim is booked')).toBeFocused();
  const saving = Promise.withResolvers<void>();
  await page.route('**/bookings/*', async (route) => {
    await saving.promise;
    await route.continue();
  });
  await cancelBooking(page);
  await expect(question(page)).toHaveCount(0);
  // Behind the dialog nobody could see where the focus is.
  await expect(dialog.getByRole('button', { name: 'Cancelling...' })).toBeFocused();
  saving.resolve();
  await expect(words(page, 'Booking Canceled')).toBeFocused();
});

test('keeps it on what comes before the next frame @phone', async ({ page, family, lesson }) => {
  const dialog = await family.openLesson(lesson);
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused();
  const drawFrames = await page.evaluateHandle(holdFrames);
  await tabAndPress(bookButton(dialog));
  await expect(words(page, 'Kim is booked')).toBeFocused();
  await drawFrames.evaluate((draw) => draw());
  await expect(words(page, 'Kim is booked')).toBeFocused();
});

/** In the page: holds its frames back, as a busy device does, until the returned function draws. */
function holdFrames(): () => void {
  const frames: FrameRequestCallback[] = [];
  window.requestAnimationFrame = (callback) => frames.push(callback);
  return () => {
    for (const callback of frames.splice(0)) callback(performance.now());
  };
}

test('confirms the booking of each of two children @phone', async ({ page, family, lesson }) => {
  await family.addStudent({ Student_Name: 'Ben Journey' });
  const dialog = await family.openLesson(lesson);
  await forStudent(dialog, 'Kim').check();
  for (const name of ['Kim is booked', 'Ben is booked']) {
    await tabAndPress(bookButton(dialog));
    await expect(words(page, name)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(words(page, name)).toBeFocused();
  }
  await expect(question(page)).toBeHidden();
});

test('focuses it after several weeks and after a move', async ({ page, family, site }) => {
  const saturday = emptySaturday(3);
  const next = addDays(saturday, 7);
  const lesson = await site.newLesson({ Date: saturday });
  await site.newLesson({ Date: next, Lesson_Name: lesson.Lesson_Name });
  const to = await site.newLesson({ Date: addDays(next, 1) });
  await openWeekly(await family.openLesson(lesson));
  await tabAndPress(page.getByRole('button', { name: 'Book 2 lessons for Kim, 2 credits' }));
  await expect(words(page, 'Kim is booked for 2 lessons')).toBeFocused();

  await openMoving(page.getByRole('dialog'));
  await page.getByRole('radio', { name: to.Lesson_Name }).check();
  await tabAndPress(
    page.getByRole('button', { name: `Move Kim to ${formatDate(to.Date, 'short')}` }),
  );
  await expect(words(page, 'Kim is booked')).toBeFocused();
  await expect(lessonDialog(page, to)).toBeVisible();
});
