// The planner's weeks: warnings, weekly repeats, duplicated weeks, navigation, and one that fails
// to load.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { REPEAT_WEEKS } from '../domain/limits.ts';
import { addDays, formatDate, mondayOf } from '../domain/time.ts';
import { expectReadable, uniqueWord } from './checks.ts';
import { emptyWeek, expectToast, fillIn, inDays, lessonButton, visit } from './journey.ts';
import {
  createLesson,
  duplicateButton,
  duplicateDialog,
  MEETING_LINK,
  newLessonDialog,
  openPlanner,
  plannerPath,
  slot,
} from './pages/planner.ts';
import { test } from './test.ts';

test('warns about the past and clashes @desktop', async ({ page, tutor, lesson: first }) => {
  const saturday = first.Date;
  await openPlanner(tutor, saturday);
  const day = formatDate(saturday, 'long');
  await expect(slot(page, '09:00', day)).toBeHidden();
  await page.getByRole('button', { name: `Plan a lesson on ${day}` }).click();
  const create = newLessonDialog(page);
  await create.getByLabel('Time').fill('09:30');
  await expect(create.getByText(`Clashes with ${first.Lesson_Name}`)).toBeVisible();
  await create.getByLabel('Date').fill('2020-01-04');
  await expect(create.getByText('This date and time are in the past.')).toBeVisible();
  await expect(create.getByText('Clashes with')).toBeHidden();
  await create.getByLabel('Date').fill(saturday);
  const name = `Clash ${first.Lesson_Name}`;
  await createLesson(page, { 'Lesson name': name, 'Meeting link': MEETING_LINK });
  await expect(page.getByText('Two lessons at this time')).toHaveCount(2);
});

test('repeats a lesson for 26 weeks, and duplicates a week', async ({ page, tutor }) => {
  const monday = emptyWeek(REPEAT_WEEKS.max + 2);
  const lesson = { Lesson_Name: `Energy ${uniqueWord()}` };
  const nothing = page.getByText('No lessons to duplicate.');
  await openPlanner(tutor, monday);
  await expect(nothing).toBeVisible();
  await slot(page, '09:00', formatDate(addDays(monday, 5), 'long')).click();
  const create = newLessonDialog(page);
  const form = { 'Lesson name': lesson.Lesson_Name, 'Meeting link': MEETING_LINK };
  await fillIn(create, { ...form, 'Repeat weekly': '26' });
  await create.getByRole('button', { name: 'Create 26 Lessons' }).click();
  const last = addDays(monday, 7 * 25 + 5);
  await expectToast(
    page,
    'Lessons Created',
    `26 lessons were added to the planner, the last on ${formatDate(last, 'long')}.`,
  );
  await visit(page, plannerPath(last));
  await expect(lessonButton(page, lesson)).toContainText('09:00');
  await visit(page, plannerPath(addDays(last, 7)));
  await expect(nothing).toBeVisible();

  await visit(page, plannerPath(monday));
  await duplicateButton(page).click();
  const copy = duplicateDialog(page);
  const already = 'That week has 1 lesson already. Duplicating adds to it.';
  await expect(copy.getByText(already)).toBeVisible();
  await copy.getByLabel('Into the week of').fill(monday);
  await copy.getByRole('button', { name: 'Duplicate Week' }).click();
  await expect(copy.getByText('Choose another week to copy to')).toBeVisible();
  const target = addDays(last, 9);
  await copy.getByLabel('Into the week of').fill(target);
  await expect(copy.getByText('Choose another week to copy to')).toBeHidden();
  await expectReadable(page, 'duplicate');
  await copy.getByRole('button', { name: 'Duplicate Week' }).click();
  await expectToast(page, 'Week Duplicated', '1 lesson was added to the planner.');
  await expect(page).toHaveURL(plannerPath(mondayOf(target)));
  await expect(lessonButton(page, lesson)).toContainText('09:00');
});

test('moves through weeks, and retries one @phone', async ({ page, tutor }) => {
  const thisWeek = mondayOf(inDays(0));
  await openPlanner(tutor, addDays(thisWeek, 7));
  await page.getByRole('link', { name: 'Previous week' }).click();
  await expect(page).toHaveURL(plannerPath(thisWeek));
  await page.getByRole('link', { name: 'Next week' }).click();
  await page.getByRole('link', { name: 'Next week' }).click();
  await expect(page).toHaveURL(plannerPath(addDays(thisWeek, 14)));
  await page.getByRole('link', { name: 'Today' }).click();
  await expect(page).toHaveURL(plannerPath(thisWeek));
  const today = page.locator('[aria-current="date"]').filter({ hasText: 'Today' });
  await expect(today.last()).toBeVisible();

  const path = `**${endpoints.listAdminLessons.path}?*`;
  const json = { success: false, error: 'Not today.', code: 'bad_json' };
  await page.route(path, (route) => route.fulfill({ status: 400, json }));
  await visit(page, plannerPath(emptyWeek()));
  await expectToast(page, 'Error Loading Lessons', 'Not today.');
  await page.unroute(path);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Lessons' })).toBeVisible();
});

test('names the year of a week that ends in the next one @desktop', async ({ page, tutor }) => {
  await openPlanner(tutor, '2030-12-31');
  await expect(page.getByText('30 Dec to 5 Jan 2031')).toBeVisible();
});
