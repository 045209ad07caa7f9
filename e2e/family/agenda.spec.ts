// A family's lessons on a phone: an agenda with a row for each, booked with one tap. At a desk, the
// week as a calendar whose cards do the same, and the next weekends as an agenda below.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths, weekPath } from '../../domain/paths.ts';
import { addDays, formatDate, mondayOf, weekday } from '../../domain/time.ts';
import { refuse } from '../api.ts';
import { expectNothingBeyond, expectReadable, uniqueWord, watch } from '../checks.ts';
import { expectToast, inDays, lessonButton, question, visit } from '../journey.ts';
import { credits, lessonList, lessonRow, nextLesson, rowButton } from '../pages/family-home.ts';
import { lessonDialog } from '../pages/lesson-dialog.ts';
import type { Site } from '../site.ts';
import { test } from '../test.ts';

/** A Saturday on which the demo has lessons too, with the agenda's first weeks. */
const SATURDAY = addDays(mondayOf(inDays(8)), 5);
const newLesson = (site: Site, changes: object = {}) =>
  site.newLesson({ Date: SATURDAY, Lesson_Name: `GCSE: Waves ${uniqueWord()}`, ...changes });

test('books with one tap, and undoes it @phone', async ({ page, site }) => {
  watch(page);
  const family = await site.newFamily({ credits: 2 });
  const lesson = await newLesson(site);
  await family.open(paths.familyHome);
  const row = lessonRow(page, lesson);
  const day = formatDate(SATURDAY, 'short');
  await expect(lessonButton(page, lesson)).toHaveAccessibleName(
    `${day}, 09:00 ${lesson.Lesson_Name} 10 spots left`,
  );
  await rowButton(row).click();
  await expect(row.getByRole('status')).toHaveText('Lesson Booked! Kim is booked.');
  await expect(lessonButton(page, lesson)).toHaveAccessibleName(/ Booked for Kim$/);
  await expect(lessonButton(page, lesson)).toBeFocused();
  await expect(nextLesson(page)).toContainText(lesson.Lesson_Name);
  await expect(credits(page)).toHaveText('1');
  await expect(page.getByRole('button', { name: '1 credit buy more' })).toBeVisible();
  // Rows below the chips that stay would count as covered.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expectReadable(page, 'booked');
  await row.getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByRole('status')).toContainText('Booking Canceled');
  await expect(question(page)).toHaveCount(0);
  await expect(rowButton(row)).toBeVisible();
  await expect(credits(page)).toHaveText('2');
  expect((await family.readProfile()).stats.upcomingBookings).toBe(0);
});

test('names the child that a lesson fits, and asks otherwise @phone', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 3 });
  await family.changeStudent({ year_class: 'year-10' });
  await family.addStudent({ Student_Name: 'Sam Journey', year_class: 'year-12' });
  const gcse = await newLesson(site);
  const aLevel = await newLesson(site, { Lesson_Name: `A-level: Optics ${uniqueWord()}` });
  const neither = await newLesson(site, { Lesson_Name: `Open hour ${uniqueWord()}` });
  const full = await newLesson(site, { Max_Students: 1 });
  await (await site.newFamily({ credits: 1 })).book(full);
  await family.open(paths.familyHome);
  await expect(rowButton(lessonRow(page, gcse), 'Book Kim')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 740 });
  const ends = await rowButton(lessonList(page).getByRole('listitem')).evaluateAll((buttons) =>
    buttons.map((button) => Math.round(button.getBoundingClientRect().right)),
  );
  expect(ends.length).toBeGreaterThan(4);
  expect(new Set(ends).size, 'all end at the same edge').toBe(1);
  await rowButton(lessonRow(page, aLevel), 'Book Sam').click();
  await expect(lessonRow(page, aLevel)).toContainText('Sam is booked.');
  await expect(lessonButton(page, aLevel)).toContainText('Booked for Sam');
  await rowButton(lessonRow(page, full), 'Waiting list').click();
  await expect(lessonDialog(page, full)).toBeVisible();
  await page.goBack();
  await rowButton(lessonRow(page, neither)).click();
  await expect(lessonDialog(page, neither)).toBeVisible();
  expect((await family.readProfile()).stats.upcomingBookings).toBe(1);
});

test('keeps a row as it was when its booking is refused @phone', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 1 });
  const lesson = await newLesson(site, { Max_Students: 3 });
  await family.open(paths.familyHome);
  await refuse(page, endpoints.bookLesson, 409, {
    error: 'This lesson is fully booked. Please try another lesson.',
    code: 'lesson_full',
  });
  await rowButton(lessonRow(page, lesson)).click();
  await expectToast(page, 'Lesson Full');
  await expect(lessonRow(page, lesson)).toContainText('3 spots left');
  await expect(lessonRow(page, lesson).getByRole('status')).toHaveText('');
});

test('shows a first lesson on the first screen, and more weeks @phone', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 2 });
  await family.changeStudent({ year_class: 'year-10' });
  const { lessons } = { lessons: await family.readLessons() };
  const next = lessons.find(
    ({ Lesson_Name: lessonName, Date: date, availableSpots }) =>
      lessonName.startsWith('GCSE') && date > inDays(1) && availableSpots > 0,
  );
  await family.book(next ?? { id: '' });
  await family.open(paths.familyHome);
  await expect(nextLesson(page)).toBeVisible();
  const rows = lessonList(page).getByRole('listitem');
  const box = await rows.first().boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640);
  const titles = lessonList(page).getByRole('heading');
  await expect(titles).toHaveCount(3);
  await expectReadable(page, 'agenda');
  const before = await rows.count();
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(titles).toHaveCount(6);
  await expect(titles.nth(3)).toBeFocused();
  expect(await rows.count()).toBeGreaterThan(before);

  // The chips stay at the top, and choose the course.
  await lessonList(page).getByRole('listitem').last().scrollIntoViewIfNeeded();
  const all = page.getByRole('group', { name: 'Course' }).getByRole('button', { name: 'All' });
  await expect(all).toBeInViewport();
  await expect(rows.filter({ hasText: 'A-level:' })).toHaveCount(0);
  await all.click();
  await expect(rows.filter({ hasText: 'A-level:' }).first()).toBeVisible();
});

test('folds empty weeks, and leads to the week before @phone', async ({ page, family, site }) => {
  const lonely = await site.newLesson({ Date: addDays(mondayOf(inDays(77)), 2) });
  expect(weekday(lonely.Date)).toBe(3);
  await family.open(weekPath(paths.familyHome, lonely.Date));
  await expect(lessonButton(page, lonely)).toBeVisible();
  await expect(lessonList(page)).toContainText(/\d+ \w+ to \d+ \w+: no lessons|no lessons/);
  // At the start of a week nothing of it is over.
  await page.clock.setFixedTime(Date.parse(`${mondayOf(inDays(8))}T08:00:00Z`));
  await visit(page, paths.familyHome);
  await page.getByRole('link', { name: 'Earlier lessons' }).click();
  await expect(page.getByRole('link', { name: 'Today' })).toBeVisible();
  await expect(lessonList(page).getByRole('button', { name: / Past/ }).first()).toBeVisible();
});

test('folds what is over this week @phone', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 1 });
  const lesson = await newLesson(site);
  await family.signIn(page, Date.parse('2100-01-01T00:00:00Z') / 1000);
  await page.clock.setFixedTime(Date.parse(lesson.starts_at) + 86_400_000);
  await visit(page, paths.familyHome);
  await expect(page.getByRole('heading', { name: 'This weekend' })).toBeVisible();
  await expect(lessonButton(page, lesson)).toHaveCount(0);
  await page.getByRole('button', { name: 'Earlier lessons' }).click();
  await expect(lessonButton(page, lesson)).toHaveAccessibleName(/ Past$/);
  await expectReadable(page, 'earlier');
  await page.getByRole('link', { name: 'Last week' }).click();
  await expect(page.getByRole('link', { name: 'Today' })).toBeVisible();
});

test('fits a phone with text twice as large @phone', async ({ page, site }) => {
  const family = await site.newFamily({
    credits: 2,
    Student_Name: 'Maximiliana-Alexandrina Featherstonehaugh',
  });
  await family.addStudent({ Student_Name: 'Bartholomew Featherstonehaugh' });
  const lesson = await newLesson(site);
  await family.book(lesson, family.studentId);
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await family.open(paths.familyHome);
  await expect(lessonButton(page, lesson)).toBeVisible();
  await expectNothingBeyond(page);
});

test('books from a card of the calendar and from the weekends below it', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 2 });
  const onCard = await newLesson(site);
  const below = await newLesson(site, { Date: addDays(SATURDAY, 7) });
  await family.open(weekPath(paths.familyHome, SATURDAY));
  const calendar = page.getByRole('region', { name: 'Lessons by day' });
  const card = calendar.getByRole('listitem').filter({ hasText: onCard.Lesson_Name }).last();
  await expect(calendar.getByText(below.Lesson_Name)).toBeHidden();
  await card.getByRole('button', { name: /^Book/ }).click();
  await expect(card.getByRole('status')).toHaveText('Lesson Booked! Kim is booked.');
  await card.getByRole('button', { name: 'Undo' }).click();
  await expect(card.getByRole('status')).toContainText('Booking Canceled');
  const row = lessonRow(page, below);
  await rowButton(row).click();
  await expect(row.getByRole('status')).toHaveText('Lesson Booked! Kim is booked.');
  await expectReadable(page, 'desk');
  // The dialog of a later lesson leaves the calendar beneath it in its week and place.
  // Beneath a dialog it has no role.
  const box = page.locator('main li').filter({ hasText: below.Lesson_Name }).last();
  await box.scrollIntoViewIfNeeded();
  const place = await box.boundingBox();
  await row.getByRole('button').first().click();
  await expect(lessonDialog(page, below)).toBeVisible();
  expect(await box.boundingBox()).toEqual(place);
  await page.keyboard.press('Escape');
  await expect(lessonDialog(page, below)).toBeHidden();
  expect(await box.boundingBox()).toEqual(place);
});

test('shows the first lesson ahead on the first screen of a desktop', async ({ page, family }) => {
  await family.open(paths.familyHome);
  const ahead = lessonList(page).getByRole('button', { name: /spots? left/ });
  await expect(ahead.first()).toBeInViewport({ ratio: 1 });
  // The demo has lessons on the next weekends.
  await expect(
    page.getByRole('heading', { name: /^\d+ .*\w{3,}$/, level: 2 }).first(),
  ).toBeVisible();
  // Full rows of weeks: three beside each other, and two on a tablet.
  const weeks = lessonList(page).locator('[aria-labelledby^="week-"]');
  await expect(weeks).toHaveCount(3);
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(weeks).toHaveCount(4);
});
