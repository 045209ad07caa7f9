// The initial values of a new lesson: the next free time, the latest meeting link, and no warnings.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { addDays, formatDate, mondayOf, ukDate } from '../domain/time.ts';
import { expectReadable } from './checks.ts';
import { emptyWeek, expectToast, FIRST_FREE_WEEK, lessonButton } from './journey.ts';
import {
  createLesson,
  newLessonButton,
  newLessonDialog,
  openNewLesson,
  openPlanner,
} from './pages/planner.ts';
import { test } from './test.ts';

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

test('announces and shows the chosen time @desktop', async ({ page, tutor }) => {
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

test('waits while the plan loads, or does without it @desktop', async ({ page, tutor }) => {
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
