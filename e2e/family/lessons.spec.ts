// The weekly calendar of lessons: its states, booking by keyboard alone, updates and failures.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { formatNear } from '../../domain/near-dates.ts';
import { paths, weekPath } from '../../domain/paths.ts';
import { addDays, formatDate, mondayOf } from '../../domain/time.ts';
import { cutOff, mend, urlOf } from '../api.ts';
import { uniqueWord } from '../checks.ts';
import {
  expectTexts,
  expectToast,
  inDays,
  lessonButton,
  question,
  toast,
  UNREACHABLE,
  visit,
} from '../journey.ts';
import { pressUntil, tabAndPress } from '../keyboard.ts';
import { buyCreditsDialog, credits, nextLesson } from '../pages/family-home.ts';
import {
  bookButton,
  buyButton,
  cancelButton,
  expectJoinLink,
  expectMoment,
  lessonDialog,
} from '../pages/lesson-dialog.ts';
import { test } from '../test.ts';

const weekOf = ({ Date: date }: { Date: string }) => weekPath(paths.familyHome, date);

test('gives every status of a lesson in words, and marks today', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 3 });
  const other = await site.newFamily({ credits: 1 });
  const monday = mondayOf(inDays(8));
  const plan = (days: number, time: string, maxStudents: number) =>
    site.newLesson({ Date: addDays(monday, days), Time: time, Max_Students: maxStudents });
  const available = await plan(0, '09:00:00', 1);
  const full = await plan(5, '09:00:00', 1);
  const booked = await plan(5, '10:00:00', 10);
  const past = await plan(-21, '09:00:00', 10);
  await other.book(full);
  await family.book(booked);
  await family.open(weekOf(available));
  for (const [lesson, words] of [
    [available, '1 spot left'],
    [full, 'Full'],
    [booked, 'Booked for Kim'],
  ] as const) {
    const at = `${formatDate(lesson.Date, 'short')}, ${lesson.Time.slice(0, 5)}`;
    const name = `${at} ${lesson.Lesson_Name} ${words}`;
    await expect(lessonButton(page, lesson)).toHaveAccessibleName(name);
  }
  await expect(nextLesson(page)).toContainText(booked.Lesson_Name);

  await page.getByRole('link', { name: 'Today' }).click();
  const today = page.locator('[aria-current="date"]').filter({ hasText: 'Today' });
  await expect(today.first()).toBeVisible();
  await expect(page).toHaveURL(weekPath(paths.familyHome, mondayOf(inDays(0))));
  await page.getByRole('link', { name: 'Previous week' }).click();
  await visit(page, weekOf(past));
  await expect(lessonButton(page, past)).toHaveAccessibleName(/ Past$/);
  await lessonButton(page, past).click();
  const over = 'This lesson is over. Please try another lesson.';
  await expect(page.getByRole('dialog')).toContainText(over);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('books and cancels a lesson by keyboard alone', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 2 });
  const lesson_notes = 'Bring a calculator.\nWatch the videos.';
  const lesson = await site.newLesson({ lesson_notes });
  await family.open(weekOf(lesson));
  const button = lessonButton(page, lesson);
  await expect(button).toBeVisible();
  // The last stop before the calendar.
  await page.getByRole('button', { name: 'All', exact: true }).focus();
  await page.keyboard.press('Tab');
  await pressUntil(button, 'ArrowDown');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = lessonDialog(page, lesson);
  const day = formatNear(lesson.Date, inDays(0));
  await expectTexts(dialog, `${day}, 09:00 to 10:00 UK time`, `until 08:00 UK time on ${day}`);
  await expect(dialog.getByText('Bring a calculator.')).toBeHidden();
  await tabAndPress(bookButton(dialog));
  await expectMoment(page, 'Lesson Booked!', 'Kim is booked');
  await expect(dialog).toContainText('A reminder comes by email the day before.');
  await expectJoinLink(dialog);
  await expect(dialog.getByText('Bring a calculator.')).toBeVisible();
  await expect(credits(page)).toHaveText('1');
  // The dialog says it, and no message repeats it.
  await expect(toast(page, 'Lesson Booked!')).toBeHidden();

  await tabAndPress(cancelButton(dialog));
  await expect(question(page)).toContainText(
    'Are you sure you want to cancel this lesson booking? Your credit will be refunded.',
  );
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(dialog).toBeVisible();
  await tabAndPress(cancelButton(dialog));
  await question(page).getByRole('button', { name: 'Cancel booking' }).focus();
  await page.keyboard.press('Enter');
  await expectMoment(page, 'Booking Canceled');
  await expect(dialog).toContainText('canceled and the credit refunded');
  await expect(bookButton(dialog)).toBeVisible();
  await expect(credits(page)).toHaveText('2');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
});

test('offers to buy credits when there are none @phone', async ({ page, site, lesson }) => {
  const family = await site.newFamily({ hadFree: true });
  const dialog = await family.openLesson(lesson);
  await expect(buyButton(dialog)).toBeEnabled();
  await dialog.getByRole('button', { name: 'Buy Credits' }).click();
  await expect(buyCreditsDialog(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(weekOf(lesson));
});

test('shows what others book and a tutor changes @phone', async ({ page, family, tutor, site }) => {
  const lesson = await site.newLesson({ Max_Students: 2 });
  await family.signIn();
  const isOpen = page.waitForResponse(urlOf(endpoints.watchLessons));
  await visit(page, weekOf(lesson));
  await isOpen;
  const button = lessonButton(page, lesson);
  await expect(button).toContainText('2 spots left');
  await (await site.newFamily({ credits: 1 })).book(lesson);
  await expect(button).toContainText('1 spot left');
  const renamed = { Lesson_Name: `Renamed ${uniqueWord()}` };
  await tutor.changeLesson(lesson, renamed);
  await lessonButton(page, renamed).click();
  await expect(lessonDialog(page, renamed)).toBeVisible();
  await tutor.deleteLesson(lesson);
  await expectToast(page, 'Lesson cancelled');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('polls every minute while the stream fails @phone', async ({ page, family, site }) => {
  const other = await site.newFamily({ credits: 1 });
  const lesson = await site.newLesson({ Max_Students: 3 });
  await cutOff(page, endpoints.watchLessons);
  await page.clock.install();
  await family.open(weekOf(lesson));
  const button = lessonButton(page, lesson);
  await expect(button).toContainText('3 spots left');
  const bookingId = await other.book(lesson);
  await page.clock.runFor(60_000);
  await expect(button).toContainText('2 spots left');
  await other.cancel(bookingId);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(button).toContainText('3 spots left');
});

test('offers to try again after three attempts', async ({ page, family, site }) => {
  const lesson = await site.newLesson({ Date: inDays(8) });
  // A change of the schedule would make the page refetch.
  await cutOff(page, endpoints.watchLessons);
  let calls = 0;
  const lists = (url: URL) =>
    url.pathname === endpoints.listLessons.path && url.searchParams.get('to') === null;
  await page.route(lists, (route) => {
    calls += 1;
    return route.fulfill({ status: 503, json: { success: false, code: 'service_unavailable' } });
  });
  await page.clock.install();
  await family.open(weekOf(lesson));
  await expect(async () => {
    await page.clock.runFor(2000);
    await expect(toast(page, 'Error Loading Lessons')).toBeVisible({ timeout: 200 });
  }).toPass();
  expect(calls).toBe(3);
  await expectToast(page, 'Error Loading Lessons', 'Server error. Please try again later.');
  const week = page.getByRole('region', { name: 'Weekly lessons' });
  await expect(week).toContainText('Error Loading Lessons');
  await page.unroute(lists);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(lessonButton(page, lesson)).toBeVisible();
});

test('reports a profile that fails to load @phone', async ({ page, family }) => {
  await cutOff(page, endpoints.getProfile);
  await page.clock.install();
  await family.open(paths.familyHome);
  await page.clock.runFor(2100);
  await page.clock.runFor(2100);
  await expect(page.getByText('Error Loading Profile')).toBeVisible();
  await expect(page.getByText(UNREACHABLE).first()).toBeVisible();
  await mend(page, endpoints.getProfile);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(credits(page)).toHaveText('0');
});
