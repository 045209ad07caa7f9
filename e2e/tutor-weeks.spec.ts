// The planner's weeks: warnings, weekly repeats, duplicated weeks, navigation, and one that fails
// to load.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { REPEAT_WEEKS } from '../domain/limits.ts';
import { paths, weekPath } from '../domain/paths.ts';
import { addDays, formatDate, mondayOf, ukDate } from '../domain/time.ts';
import { expectReadable, uniqueWord } from './checks.ts';
import { createLesson, lessonButton, emptyWeek, toast, visit } from './journey.ts';
import { dialogOf, fillIn, MEETING_LINK, openPlanner } from './planner.ts';
import { test } from './test.ts';

test(
  'warns about the past and two lessons at one time, in the form and in the week',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const monday = emptyWeek();
    const saturday = addDays(monday, 5);
    const first = await createLesson(request, { Date: saturday });
    await openPlanner(page, monday);
    const day = formatDate(saturday, 'long');
    await expect(
      page.getByRole('button', { name: `Plan a lesson at 09:00 on ${day}` }),
    ).toBeHidden();
    await page.getByRole('button', { name: `Plan a lesson on ${day}` }).click();
    const create = dialogOf(page, 'Create New Lesson');
    await create.getByLabel('Time').fill('09:30');
    await expect(create.getByText(`Clashes with ${first.Lesson_Name}`)).toBeVisible();
    await create.getByLabel('Date').fill('2020-01-04');
    await expect(create.getByText('This date and time are in the past.')).toBeVisible();
    await expect(create.getByText('Clashes with')).toBeHidden();
    await create.getByLabel('Date').fill(saturday);
    await fillIn(create, {
      'Lesson name': `Clash ${first.Lesson_Name}`,
      'Meeting link': MEETING_LINK,
    });
    await create.getByRole('button', { name: 'Create Lesson' }).click();
    await expect(page.getByText('Two lessons at this time')).toHaveCount(2);
  },
);

test('repeats a lesson for 26 weeks at once, and duplicates a week', async ({ page }, info) => {
  const monday = emptyWeek(REPEAT_WEEKS.max + 2);
  const name = `Energy ${uniqueWord()}`;
  await openPlanner(page, monday);
  await expect(page.getByText('No lessons to duplicate.')).toBeVisible();
  await page
    .getByRole('button', {
      name: `Plan a lesson at 09:00 on ${formatDate(addDays(monday, 5), 'long')}`,
    })
    .click();
  const create = dialogOf(page, 'Create New Lesson');
  await fillIn(create, {
    'Lesson name': name,
    'Meeting link': MEETING_LINK,
    'Repeat weekly': '26',
  });
  await create.getByRole('button', { name: 'Create 26 Lessons' }).click();
  const last = addDays(monday, 7 * 25 + 5);
  await expect(toast(page, 'Lessons Created')).toContainText(
    `26 lessons were added to the planner, the last on ${formatDate(last, 'long')}.`,
  );
  await visit(page, weekPath(paths.adminPlanner, last));
  await expect(lessonButton(page, name)).toContainText('09:00');
  await visit(page, weekPath(paths.adminPlanner, addDays(last, 7)));
  await expect(page.getByText('No lessons to duplicate.')).toBeVisible();

  await visit(page, weekPath(paths.adminPlanner, monday));
  await page.getByRole('button', { name: 'Duplicate Week' }).click();
  const copy = dialogOf(page, 'Duplicate Week');
  await expect(
    copy.getByText('That week has 1 lesson already. Duplicating adds to it.'),
  ).toBeVisible();
  await copy.getByLabel('Into the week of').fill(monday);
  await copy.getByRole('button', { name: 'Duplicate Week' }).click();
  await expect(copy.getByText('Choose another week to copy to')).toBeVisible();
  const target = addDays(last, 9);
  await copy.getByLabel('Into the week of').fill(target);
  await expect(copy.getByText('Choose another week to copy to')).toBeHidden();
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('duplicate.png') });
  await copy.getByRole('button', { name: 'Duplicate Week' }).click();
  await expect(toast(page, 'Week Duplicated')).toContainText('1 lesson was added to the planner.');
  await expect(page).toHaveURL(weekPath(paths.adminPlanner, mondayOf(target)));
  await expect(lessonButton(page, name)).toContainText('09:00');
});

test(
  'moves through weeks, and offers to try again when one fails to load',
  { tag: '@phone' },
  async ({ page }) => {
    const thisWeek = mondayOf(ukDate(Date.now()));
    await openPlanner(page, addDays(thisWeek, 7));
    await page.getByRole('link', { name: 'Previous week' }).click();
    await expect(page).toHaveURL(weekPath(paths.adminPlanner, thisWeek));
    await page.getByRole('link', { name: 'Next week' }).click();
    await page.getByRole('link', { name: 'Next week' }).click();
    await expect(page).toHaveURL(weekPath(paths.adminPlanner, addDays(thisWeek, 14)));
    await page.getByRole('link', { name: 'Today' }).click();
    await expect(page).toHaveURL(weekPath(paths.adminPlanner, thisWeek));
    await expect(
      page.locator('[aria-current="date"]').filter({ hasText: 'Today' }).last(),
    ).toBeVisible();

    const path = `**${endpoints.listAdminLessons.path}?*`;
    await page.route(path, (route) =>
      route.fulfill({
        status: 400,
        json: { success: false, error: 'Not today.', code: 'bad_json' },
      }),
    );
    await visit(page, weekPath(paths.adminPlanner, emptyWeek()));
    await expect(toast(page, 'Error Loading Lessons')).toContainText('Not today.');
    await page.unroute(path);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('region', { name: 'Lessons' })).toBeVisible();
  },
);

test(
  'names the year of a week that ends in the next one',
  { tag: '@desktop' },
  async ({ page }) => {
    await openPlanner(page, '2030-12-31');
    await expect(page.getByText('30 Dec to 5 Jan 2031')).toBeVisible();
  },
);
