// The same time every week: several lessons at once, conflicts, and too few credits.
import { expect, type Locator } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import type { NewLesson } from '../../domain/lessons/lesson.ts';
import { addDays, formatDate } from '../../domain/time.ts';
import { cutOff } from '../api.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { closeDialog, emptySaturday, expectTexts, expectToast, lessonButton } from '../journey.ts';
import { card, credits, nextLesson } from '../pages/family-home.ts';
import {
  forStudent,
  freeButton,
  keepButton,
  lessonDialog,
  openLesson,
  openWeekly,
  pathOf,
} from '../pages/lesson-dialog.ts';
import type { Site } from '../site.ts';
import { test } from '../test.ts';

/**
 * Lessons at the same time in this many consecutive weeks, with another one on each of these days.
 */
async function planWeeks(site: Site, weeks: number, changes: Partial<NewLesson> = {}) {
  const saturday = emptySaturday(weeks);
  const word = uniqueWord();
  const lessons = [];
  for (let week = 0; week < weeks; week += 1) {
    const date = addDays(saturday, 7 * week);
    const nameOf = (topic: string) => `GCSE: ${topic} ${word} ${week + 1}`;
    lessons.push(await site.newLesson({ Date: date, ...changes, Lesson_Name: nameOf('Waves') }));
    await site.newLesson({ Date: date, Time: '10:00:00', Lesson_Name: nameOf('Forces') });
  }
  const [first, second] = lessons;
  if (first === undefined || second === undefined) throw new Error('Two weeks are needed.');
  return { first, second, lessons };
}

const short = ({ Date: date }: { Date: string }) => formatDate(date, 'short');
const checked = (weekly: Locator) => weekly.getByRole('checkbox', { checked: true });

test.use({ credits: 3 });

test('books a term of six weeks at once', async ({ page, site }) => {
  watch(page);
  const family = await site.newFamily({ credits: 7 });
  const { first, lessons } = await planWeeks(site, 7, { Max_Students: 4 });
  const dialog = await family.openLesson(first);
  const weekly = await openWeekly(dialog);
  await expect(weekly).toContainText('Saturdays at 09:00 UK time');
  const weeks = weekly.getByRole('checkbox');
  // At this weekday and time, and no other lessons.
  await expect(weeks).toHaveCount(7);
  const free = (lesson = first) => `${short(lesson)} 4 spots left ${lesson.Lesson_Name}`;
  await expect(weeks.nth(0)).toHaveAccessibleName(free());
  await expect(checked(weekly)).toHaveCount(6);
  await expect(weekly).toContainText('6 lessons for 6 credits. You have 7 credits.');
  await expectReadable(page, 'weekly');
  await weekly.getByRole('button', { name: 'Book 6 lessons for Kim, 6 credits' }).click();
  await expectTexts(
    dialog,
    'Lesson Booked! Kim is booked for 6 lessons',
    'A reminder comes by email the day before each of them.',
  );
  await expectReadable(page, 'booked');
  await closeDialog(page, dialog);
  await expect(credits(page)).toHaveText('1');
  await expect(card(page, 'Upcoming Bookings')).toHaveText('6');
  // Booked lessons are not offered again; the last week is still free.
  await lessonButton(page, first).click();
  await openWeekly(dialog);
  await expect(weekly.getByRole('checkbox', { disabled: true })).toHaveCount(6);
  await expect(checked(weekly)).toHaveCount(1);
  await expect(checked(weekly)).toHaveAccessibleName(free(lessons[6]));
  // The part has an address of its own.
  await expect(page).toHaveURL(/[?&]do=weekly/);
  await weekly.getByRole('button', { name: 'Back' }).click();
  await expect(dialog).toContainText('Booked for Kim');
  // The pressed button is gone, but the focus is not lost.
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('names a conflicting lesson, and books the others @phone', async ({ page, family, site }) => {
  const { first, second } = await planWeeks(site, 3, { Max_Students: 1 });
  // The page receives no changes from elsewhere.
  await cutOff(page, endpoints.watchLessons);
  const dialog = await family.openLesson(first);
  const weekly = await openWeekly(dialog);
  await expect(checked(weekly)).toHaveCount(3);
  await (await site.newFamily({ credits: 1 })).book(second);
  await weekly.getByRole('button', { name: 'Book 3 lessons' }).click();
  await expectToast(page, 'Lesson Full');
  const taken = weekly.getByRole('listitem').filter({ hasText: short(second) });
  await expect(taken).toContainText('This lesson is fully booked. Please try another lesson.');
  await expect(taken.getByRole('checkbox')).toBeDisabled();
  await expect(weekly).toContainText('Nothing has been booked yet.');
  await expectReadable(page, 'in-the-way');
  await weekly.getByRole('button', { name: 'Book 2 lessons' }).click();
  await expect(dialog).toContainText('is booked for 2 lessons');
  await expect(credits(page)).toHaveText('1');
});

test('says how many credits are missing @phone', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 2 });
  const { first } = await planWeeks(site, 4);
  const weekly = await openWeekly(await family.openLesson(first));
  // As many as the credits pay for.
  await expect(checked(weekly)).toHaveCount(2);
  for (const week of [2, 3]) await weekly.getByRole('checkbox').nth(week).check();
  const missing = '4 lessons for 4 credits. You have 2 credits; 2 more needed (£60.00).';
  await expect(weekly).toContainText(missing);
  await expect(weekly.getByRole('button', { name: /^Book \d/ })).toBeHidden();
  await expectReadable(page, 'missing');
  await expect(weekly.getByRole('button', { name: 'Buy 2 credits and book' })).toBeVisible();
});

test('books the weeks for the chosen child', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 2 });
  const sam = await family.addStudent({ Student_Name: 'Sam Journey' });
  const { first, lessons } = await planWeeks(site, 2);
  await family.book(first, sam.id);
  const dialog = await family.openLesson(first);
  const weekly = await openWeekly(dialog);
  const book = weekly.getByRole('button', { name: /^Book 1 lesson/ });
  await expect(forStudent(weekly, 'Sam')).toBeChecked();
  await forStudent(weekly, 'Kim').check();
  await forStudent(weekly, 'Sam').check();
  await expect(forStudent(weekly, 'Sam')).toBeFocused();
  await expect(book).toHaveText('Book 1 lesson for Sam, 1 credit');
  await expect(weekly.getByRole('checkbox').nth(0)).toBeDisabled();
  await expectReadable(page, 'for-sam');
  await book.click();
  await expect(dialog).toContainText('Sam is booked');
  const listed = await family.readLessons({ from: first.Date, to: addDays(first.Date, 7) });
  const booked = listed.filter(({ isBooked }) => isBooked);
  expect(booked.map(({ id }) => id)).toEqual(lessons.map(({ id }) => id));
  const students = booked.flatMap(({ bookings }) =>
    bookings.map(({ Student_ID: studentId }) => studentId),
  );
  expect(new Set(students)).toEqual(new Set([sam.id]));
});

test('books weekly for a student with the right', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 2 });
  const student = await family.letIn('student');
  const { first } = await planWeeks(site, 2);
  const dialog = await student.openLesson(first);
  await expect(dialog).toContainText('Ask a parent to book this lesson.');
  await expect(keepButton(dialog)).toBeHidden();
  await family.changeStudent({ may_book: true });
  const weekly = await openWeekly(await openLesson(page, first));
  await weekly.getByRole('button', { name: 'Book 2 lessons' }).click();
  await expect(dialog).toContainText('You are booked for 2 lessons');
  await expect(page.locator('body')).not.toContainText(/credit|£|pay|refund|purchase/i);
});

test('removes a lesson that the tutor deletes @phone', async ({ family, tutor, site }) => {
  const { first, second } = await planWeeks(site, 3);
  const weekly = await openWeekly(await family.openLesson(first));
  await expect(weekly.getByRole('checkbox')).toHaveCount(3);
  await tutor.deleteLesson(second);
  await expect(weekly.getByRole('checkbox')).toHaveCount(2);
  await expect(weekly.getByRole('button', { name: 'Book 2 lessons' })).toBeVisible();
});

const CONFIRM =
  /Confirm your address by \d\d:\d\d UK time on \w{3}\s\d+\s\w+.*: follow the link in our welcome email\. Otherwise the spot goes to another family\./;

test.describe('a family without its free first lesson', () => {
  test.use({ credits: 0 });

  test('books that first @phone', async ({ page, family, lesson }) => {
    await family.open(pathOf(lesson));
    const dialog = lessonDialog(page, lesson);
    await expect(dialog).toContainText(CONFIRM);
    await expect(dialog).toContainText('After it you can book every Saturday at 09:00 in one go.');
    await expect(keepButton(dialog)).toHaveCount(0);
    await freeButton(dialog).click();
    await expect(keepButton(dialog)).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Lesson Booked!' })).toBeVisible();
    await expect(dialog).toContainText(CONFIRM);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(nextLesson(page)).toContainText(CONFIRM);
    await expectReadable(page, 'unconfirmed');
    await family.confirm();
    await page.reload();
    await expect(nextLesson(page)).toContainText(lesson.Lesson_Name);
    await expect(page.getByText(CONFIRM)).toHaveCount(0);
  });

  test('reaches no weekly booking by its address @phone', async ({ page, family, lesson }) => {
    await family.open(`${pathOf(lesson)}&do=weekly`);
    await expect(freeButton(lessonDialog(page, lesson))).toBeVisible();
  });
});
