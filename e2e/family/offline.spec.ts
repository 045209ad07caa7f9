// A family's home page without a network: what is known stays, and says since when.
import { expect } from '@playwright/test';

import { paths, weekPath } from '../../domain/paths.ts';
import { addDays, mondayOf } from '../../domain/time.ts';
import { expectAccessible, expectReadable, uniqueWord } from '../checks.ts';
import { inDays, lessonButton, toast, visit } from '../journey.ts';
import { credits, nextLesson } from '../pages/family-home.ts';
import { lessonDialog } from '../pages/lesson-dialog.ts';
import { test } from '../test.ts';

const saturday = addDays(mondayOf(inDays(8)), 5);

test('keeps what it knows, and clears up by itself', async ({ page, context, site }) => {
  const family = await site.newFamily({ credits: 2 });
  const named = () => ({ Date: saturday, Lesson_Name: `GCSE: Waves ${uniqueWord()}` });
  const booked = await site.newLesson(named());
  const free = await site.newLesson({ ...named(), Time: '10:00:00' });
  await family.book(booked);
  // The dialog is loaded for later.
  const dialogLoaded = page.waitForResponse((answer) => answer.url().includes('lesson-dialog'));
  await family.open(weekPath(paths.familyHome, saturday));
  await expect(nextLesson(page)).toContainText(booked.Lesson_Name);
  await dialogLoaded;
  const bar = page.getByText(/^Offline, shown as of \d\d:\d\d$/);
  await expect(bar).toHaveCount(0);
  // Each size of the window has scripts of its own, which load now.
  await expectAccessible(page);

  await context.setOffline(true);
  await expect(bar).toBeVisible();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(nextLesson(page)).toContainText(booked.Lesson_Name);
  await expect(lessonButton(page, free)).toContainText('10 spots left');
  await expect(credits(page)).toHaveText('1');
  await lessonButton(page, free).click();
  const book = lessonDialog(page, free).getByRole('button', { name: 'Book when online' });
  await expect(book).toBeDisabled();
  await expect(book).toHaveAccessibleDescription('You are offline.');
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  // A row that is half under the course chips counts as too small to touch.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectReadable(page, 'offline');
  // What changes meanwhile is shown once the connection is back.
  await (await site.newFamily({ credits: 1 })).book(free);
  await context.setOffline(false);
  await expect(bar).toHaveCount(0);
  await expect(lessonButton(page, free)).toContainText('9 spots left');
  await expect(toast(page, 'Connection Error')).toHaveCount(0);
});

test('offers no booking in a row without a network @phone', async ({ page, context, site }) => {
  const family = await site.newFamily({ credits: 2 });
  await family.signIn();
  await visit(page, paths.familyHome);
  const books = page.getByRole('button', { name: /^Book / });
  await expect(books.first()).toBeVisible();
  await context.setOffline(true);
  await expect(books.first()).toHaveText(/^Book when online/);
  await expect(books.first()).toBeDisabled();
  await context.setOffline(false);
  await expect(books.first()).toHaveText(/^Book (?!when)/);
});

test('shows the week when a phone is turned, offline @phone', async ({ page, context, site }) => {
  const family = await site.newFamily();
  await family.signIn();
  const calendarLoaded = page.waitForResponse((answer) => answer.url().includes('week-grid'));
  // The lessons of this week may be over.
  await visit(page, weekPath(paths.familyHome, inDays(7)));
  await calendarLoaded;
  await context.setOffline(true);
  await page.setViewportSize({ width: 850, height: 390 });
  await expect(page.getByRole('region', { name: 'Lessons by day' })).toBeVisible();
});
