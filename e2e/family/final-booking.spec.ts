// Lessons that start within the hour: a booking could not be cancelled any more, which every way
// into one says first.
import { expect, type Page } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { expectReadable, uniqueWord } from '../checks.ts';
import { bookFreeButton, credits, freeLesson, lessonRow, rowButton } from '../pages/family-home.ts';
import {
  bookButton,
  buyButton,
  freeButton,
  lessonDialog,
  openMoving,
  openWeekly,
} from '../pages/lesson-dialog.ts';
import type { Tutor } from '../people.ts';
import type { Site } from '../site.ts';
import { test } from '../test.ts';

const FINAL = /^Starts in \d+ minutes?\. It can't be cancelled\.$/;
const LATE = /^If you pay after \d\d:\d\d, it can't be cancelled\.$/;

const soon = async (site: Site, tutor: Tutor, minutes: number) => {
  const lesson = await site.newLesson({ Lesson_Name: `GCSE: Waves ${uniqueWord()}` });
  return (await tutor.startLessonIn(lesson, minutes)).lesson;
};
const words = (page: Page, text: RegExp) => page.getByRole('dialog').getByText(text);

test('leads from the row to the sheet, which says so @phone', async ({ page, site, tutor }) => {
  const family = await site.newFamily({ credits: 1 });
  const lesson = await soon(site, tutor, 30);
  await family.open(paths.familyHome);
  await rowButton(lessonRow(page, lesson)).click();
  const dialog = lessonDialog(page, lesson);
  await expect(words(page, FINAL)).toBeVisible();
  await expect(dialog).not.toContainText('cancel until');
  expect(await family.readCredits()).toBe(1);
  await expectReadable(page, 'final');
  await bookButton(dialog).click();
  await expect(dialog.getByRole('heading', { name: 'Lesson Booked!' })).toBeVisible();
  await expect(credits(page)).toHaveText('0');
});

test('says so before a free first lesson @phone', async ({ page, site, tutor }) => {
  const family = await site.newFamily();
  const lesson = await soon(site, tutor, 20);
  await family.open(paths.familyHome);
  await rowButton(lessonRow(page, lesson), 'Book free').click();
  await expect(words(page, FINAL)).toBeVisible();
  await expect(freeButton(lessonDialog(page, lesson))).toBeVisible();
  expect((await family.readProfile()).stats.upcomingBookings).toBe(0);
  await page.goBack();
  // The card on top offers one that can still be cancelled.
  await expect(bookFreeButton(page)).toBeVisible();
  await expect(freeLesson(page)).not.toContainText(lesson.Lesson_Name);
});

test('says so before paying, weekly booking and moving', async ({ page, site, tutor }) => {
  const lesson = await soon(site, tutor, 40);
  const next = await soon(site, tutor, 80);
  const broke = await site.newFamily({ hadFree: true });
  await expect(buyButton(await broke.openLesson(lesson))).toBeVisible();
  await expect(words(page, FINAL)).toBeVisible();
  await broke.openLesson(next);
  await expect(words(page, LATE)).toBeVisible();

  const family = await site.newFamily({ credits: 2 });
  const later = await soon(site, tutor, 150);
  await family.book(later);
  await openWeekly(await family.openLesson(lesson));
  await expect(words(page, FINAL)).toBeVisible();
  const part = await openMoving(await family.openLesson(later));
  await part.getByRole('radio', { name: lesson.Lesson_Name }).check();
  await expect(words(page, FINAL)).toBeVisible();
});
