// The planner's weeks: proposed slots, warnings, repeats, duplicated weeks and navigation.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { REPEAT_WEEKS } from '../../domain/lessons/lesson.ts';
import { addDays, formatDate, mondayOf, ukDate } from '../../domain/time.ts';
import { expectReadable, uniqueWord } from '../checks.ts';
import {
  emptyWeek,
  expectToast,
  fillIn,
  FIRST_FREE_WEEK,
  inDays,
  lessonButton,
  visit,
} from '../journey.ts';
import {
  createLesson,
  duplicateButton,
  duplicateDialog,
  MEETING_LINK,
  newLessonButton,
  newLessonDialog,
  openNewLesson,
  openPlanner,
  plannerPath,
  slot,
} from '../pages/planner.ts';
import { test } from '../test.ts';

const thisMonday = mondayOf(ukDate(Date.now()));
/** The first Saturday without a lesson; no other journey plans one there. */
const freeSaturday = addDays(thisMonday, 7 * FIRST_FREE_WEEK + 5);

/** Expects the dialog to propose this slot. */
async function expectSlot(page: Page, date: string, time: string) {
  const create = newLessonDialog(page);
  await expect(create.getByLabel('Date')).toHaveValue(date);
  await expect(create.getByLabel('Time')).toHaveValue(new RegExp(`^${time}`));
}
test('proposes the next free slot and the last link', async ({ page, tutor }) => {
  const create = newLessonDialog(page);
  for (const date of [thisMonday, addDays(thisMonday, -21), addDays(thisMonday, 14)]) {
    await openPlanner(tutor, date);
    await openNewLesson(page);
    await expectSlot(page, freeSaturday, '09:00');
    const link = create.getByLabel('Meeting link');
    await expect(link).toHaveValue(/^https:\/\/meet\.example\.com\/\w/);
    await expect(create.getByText(/in the past|Clashes with/)).toBeHidden();
  }
  await expectReadable(page, 'new');
  const link = 'https://meet.example.com/brand-new';
  await createLesson(page, { 'Lesson name': 'Momentum', 'Meeting link': link });
  await expectToast(page, 'Lesson Created');
  await expect(lessonButton(page, { Lesson_Name: 'Momentum' })).toBeVisible();

  await openNewLesson(page);
  await expectSlot(page, freeSaturday, '10:00');
  await expect(create.getByLabel('Meeting link')).toHaveValue(link);
  await createLesson(page, { 'Lesson name': 'Impulse' });
  await expect(lessonButton(page, { Lesson_Name: 'Impulse' })).toBeVisible();

  // A chosen day stays: its next free hour is proposed.
  const day = formatDate(freeSaturday, 'long');
  await page.getByRole('button', { name: `Plan a lesson on ${day}` }).click();
  await expectSlot(page, freeSaturday, '11:00');
  await expect(create.getByText(/in the past|Clashes with/)).toBeHidden();
});

test('announces and shows the chosen time', async ({ page, tutor }) => {
  await openPlanner(tutor, emptyWeek());
  const create = await openNewLesson(page);
  const times = create.getByRole('group', { name: 'Usual hours' });
  const [nine, ten] = ['09:00', '10:00'].map((name) => times.getByRole('button', { name }));
  const expectChosen = async (isNine: boolean, isTen: boolean) => {
    await expect(times.getByRole('button', { name: '09:00', pressed: isNine })).toBeVisible();
    await expect(times.getByRole('button', { name: '10:00', pressed: isTen })).toBeVisible();
  };
  await expectChosen(true, false);
  await ten?.click();
  await expectChosen(false, true);
  await expect(create.getByLabel('Time')).toHaveValue(/^10:00/);
  await expectReadable(page, 'ten');
  // Not by its colour alone.
  const lineOf = (button: typeof nine) =>
    button?.evaluate((element) => getComputedStyle(element).borderStyle);
  expect([await lineOf(nine), await lineOf(ten)]).toEqual(['dashed', 'solid']);
  await create.getByLabel('Time').fill('18:30');
  await expectChosen(false, false);
  await create.getByLabel('Time').fill('09:00');
  await expectChosen(true, false);
});

test('waits while the plan loads, or does without it', async ({ page, tutor }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAway = false;
  await page.route(endpoints.listAdminLessons.path, async (route) => {
    await promise;
    await (isAway ? route.abort() : route.continue());
  });
  const monday = emptyWeek();
  await openPlanner(tutor, monday);
  const create = await openNewLesson(page);
  await expect(create).toBeHidden();
  await expect(newLessonButton(page)).toHaveAttribute('aria-busy', 'true');
  isAway = true;
  resolve();
  await expect(create.getByLabel('Date')).toHaveValue(addDays(monday, 5));
});

test('warns about the past and clashes', async ({ page, tutor, lesson: first }) => {
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
  await create.getByRole('button', { name: 'Create 26 lessons' }).click();
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
  await copy.getByRole('button', { name: 'Duplicate week' }).click();
  await expect(copy.getByText('Choose another week to copy to')).toBeVisible();
  const target = addDays(last, 9);
  await copy.getByLabel('Into the week of').fill(target);
  await expect(copy.getByText('Choose another week to copy to')).toBeHidden();
  await expectReadable(page, 'duplicate');
  await copy.getByRole('button', { name: 'Duplicate week' }).click();
  await expectToast(page, 'Week duplicated', '1 lesson was added to the planner.');
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

test('names the year of a week that ends in the next one', async ({ page, tutor }) => {
  await openPlanner(tutor, '2030-12-31');
  await expect(page.getByText('30 Dec to 5 Jan 2031')).toBeVisible();
});

test('folds the days without lessons at every width', async ({ page, tutor, lesson }) => {
  await openPlanner(tutor, lesson.Date);
  const monday = mondayOf(lesson.Date);
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const days = page.getByRole('region', { name: 'Lessons', exact: true }).locator('> ol > li');
    await expect(days).toHaveCount(3);
    await expect(days.first()).toContainText('Mon to Fri');
    const name = await lessonButton(page, lesson).boundingBox();
    expect(name?.width).toBeGreaterThan(140);
  }
  // A lesson on a folded day is planned from there.
  await page
    .getByRole('button', { name: `Plan a lesson on ${formatDate(monday, 'long')} or another day` })
    .click();
  await expect(newLessonDialog(page).getByLabel('Date')).toHaveValue(monday);
});
