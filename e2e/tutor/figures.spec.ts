// The tutor's figures: the findings, their tables and files, the time shown, and who stopped
// coming.
import { readFile } from 'node:fs/promises';

import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import type { Figures } from '../../domain/figures/figures.ts';
import { familyPath, paths } from '../../domain/paths.ts';
import { addDays, mondayOf, ukDate } from '../../domain/time.ts';
import { urlOf } from '../api.ts';
import { expectNothingBeyond, expectReadable, watch } from '../checks.ts';
import { openPage } from '../pages/tutor-dashboard.ts';
import { test } from '../test.ts';

const today = () => ukDate(Date.now());
const plot = (page: Page, subject: string) =>
  page.getByRole('main').getByRole('region').filter({ hasText: subject }).first();

const answer = (page: Page, figures: Figures) =>
  page.route(`${urlOf(endpoints.getFigures)}*`, (route) =>
    route.fulfill({ json: { success: true, figures } }),
  );
const NOTHING: Figures = { weeks: [], times: [], months: [] };

test('shows the findings with their numbers as tables and files', async ({ page, tutor, site }) => {
  watch(page);
  const lesson = await site.newLesson();
  const family = await site.newFamily({ credits: 1 });
  await family.book(lesson);
  await tutor.open(paths.adminDashboard);
  await openPage(page, 'Figures');
  await expect(page.getByRole('heading', { name: 'Money', level: 1 })).toBeVisible();
  const families = plot(page, 'Enquiries and families by month');
  await expect(families.getByRole('heading')).toHaveText(/ answered in time$/);
  await expect(page.getByRole('button', { name: 'This term' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  // The table is there for screen readers, and for everybody on demand.
  const table = families.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText([
    'Month',
    'Enquiries',
    'Due',
    'Answered in time',
    'Families joined',
    'Families left',
  ]);
  await families.getByRole('button', { name: /^Show the table/ }).click();
  await expect(table).toBeInViewport();
  await expectReadable(page, 'figures');
  await families.getByRole('button', { name: /^Hide the table/ }).click();

  const download = page.waitForEvent('download');
  await families.getByRole('button', { name: /^Export CSV/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`enquiries-and-families-${today()}.csv`);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.split('\r\n')[0]).toBe(
    '\uFEFFMonth,Enquiries,Due,Answered in time,Families joined,Families left',
  );

  // As in the plot.
  const weeks = plot(page, 'Lessons by week').getByRole('rowheader');
  await expect(weeks.first()).toHaveText(/^\d{1,2} [A-Z][a-z]+$/);

  const begins = page.getByText(/^From .+ to /);
  const term = (await begins.textContent()) ?? '';
  await page.getByRole('button', { name: 'A year' }).click();
  await expect(page).toHaveURL(/span=year/);
  await expect(begins).not.toHaveText(term);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'A year' })).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
});

test('says what to do without any figures', async ({ page, tutor }) => {
  watch(page);
  await answer(page, NOTHING);
  await page.route(urlOf(endpoints.listFamilies), (route) =>
    route.fulfill({ json: { success: true, students: [] } }),
  );
  await tutor.open(paths.adminFigures);
  await expect(page.getByText('No figures yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nobody has stopped coming' })).toBeVisible();
  await expectReadable(page, 'no-figures');
  await page.getByRole('link', { name: 'Plan lessons' }).click();
  await expect(page).toHaveURL(paths.adminPlanner);
});

test('draws few weeks before the first lesson, and long numbers from 320 px', async ({
  page,
  tutor,
}) => {
  watch(page);
  const sums = { lessons: 1200, spots: 60_000, booked: 59_999 };
  const none = { lessons: 0, spots: 0, booked: 0, attended: 0, absent: 0 };
  const money = { fees: 0, net: 0, asked: 0 };
  const enquiries = { enquiries: 54_323, enquiries_due: 54_321, answered_in_time: 54_320 };
  const month = { ...money, joined: 12_345, left: 1, ...enquiries };
  await answer(page, {
    weeks: [
      ...[4, 3, 2].map((before) => ({ monday: addDays(mondayOf(today()), -7 * before), ...none })),
      ...[1, 0].map((before) => ({
        monday: addDays(mondayOf(today()), -7 * before),
        ...sums,
        attended: 59_000,
        absent: 999,
      })),
    ],
    times: [
      { weekday: 7, time: '10:00:00', ...sums },
      { weekday: 7, time: '11:00:00', lessons: 3, spots: 30, booked: 0 },
    ],
    months: [
      { ...month, month: today().slice(0, 7), paid: 100, returned: 99_999_900, kept: -99_999_800 },
    ],
  });
  await tutor.open(paths.adminFigures);
  const finding = (name: string) => page.getByRole('heading', { name, exact: true });
  await expect(finding('Lessons are 99% full: 119,998 of 120,000 spots booked')).toBeVisible();
  await expect(finding('Sundays at 10:00 sell best: 59,999 of 60,000 spots booked')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^£999,998.00 more went back/ })).toBeVisible();
  // A single month is a sentence.
  await expect(plot(page, 'Money by month')).toContainText(
    /\d{4}: £1.00 paid, -£999,998.00 kept\./,
  );
  await expect(plot(page, 'Money by month').locator('svg')).toHaveCount(0);
  await expectReadable(page, 'long-numbers');
  // The bars are spread over the whole picture.
  const weeks = plot(page, 'Lessons by week');
  const [card, last] = await Promise.all([
    weeks.boundingBox(),
    weeks.locator('svg g rect').last().boundingBox(),
  ]);
  expect(last?.x ?? 0).toBeGreaterThan((card?.x ?? Infinity) + 0.6 * (card?.width ?? 0));
  const closed = page.getByRole('button', { name: /^Show the table/ });
  while ((await closed.count()) > 0) await closed.first().click();
  // Of the weeks before the first lesson, few are shown.
  await expect(weeks.getByRole('rowheader')).toHaveCount(4);
  await expect(weeks.getByText(/^Spots in each week from Monday, none before /)).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNothingBeyond(page);
});

test('leads to the record of a family that has stopped coming', async ({ page, tutor, site }) => {
  const family = await site.newFamily({ Student_Name: 'Ada Awaylong' });
  const last_attended_at = new Date(Date.now() - 20 * 86_400_000).toISOString();
  await page.route(urlOf(endpoints.listFamilies), async (route) => {
    const response = await route.fetch();
    const { students } = endpoints.listFamilies.answer.parse(await response.json());
    const own = students.filter(({ id }) => id === family.user.id);
    const json = { success: true, students: own.map((one) => ({ ...one, last_attended_at })) };
    await route.fulfill({ response, json });
  });
  await tutor.open(paths.adminFigures);
  await expect(page.getByRole('heading', { name: '1 family has stopped coming' })).toBeVisible();
  await page.getByRole('link', { name: /^Ada Awaylong/ }).click();
  await expect(page).toHaveURL(familyPath(family.user.id));
  await expect(page.getByRole('heading', { name: 'Ada Awaylong', level: 1 })).toBeVisible();
});
