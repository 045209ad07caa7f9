// A full lesson's waiting list: joined, left, promoted, and seen by the tutor.
import { expect, type Page } from '@playwright/test';

import type { AdminLesson } from '../../domain/lessons/lesson.ts';
import { expectReadable, uniqueWord } from '../checks.ts';
import { emptySaturday, expectTexts, lessonButton, toast } from '../journey.ts';
import { cancelButton, forStudent } from '../pages/lesson-dialog.ts';
import { editButton, lessonForm, lessonSheet, openPlanner, saveLesson } from '../pages/planner.ts';
import { test as base } from '../test.ts';

const line = (page: Page) => page.getByRole('region', { name: 'Waiting list' });
const waitButton = (page: Page, whose = 'Kim') =>
  page.getByRole('dialog').getByRole('button', { name: `Join the waiting list for ${whose}` });
const leaveButton = (page: Page, whose = 'Kim') =>
  page.getByRole('dialog').getByRole('button', { name: `Leave the waiting list for ${whose}` });
const chip = (page: Page, name: string) => forStudent(page.getByRole('dialog'), name);

interface Full {
  /** A lesson whose only spot is taken. */
  readonly full: AdminLesson;
  /** Makes that spot free. */
  readonly cancel: () => Promise<unknown>;
}

const test = base.extend<{ scene: Full }>({
  scene: async ({ site }, use) => {
    const full = await site.newLesson({
      Date: emptySaturday(15),
      Lesson_Name: `GCSE: Waves ${uniqueWord()}`,
      Max_Students: 1,
    });
    const holder = await site.newFamily({ credits: 1 });
    const bookingId = await holder.book(full);
    await use({ full, cancel: () => holder.cancel(bookingId) });
  },
});

test('promotes a family when a spot becomes free', async ({ page, site, scene }) => {
  const { full, cancel } = scene;
  await (await site.newFamily()).joinWaitingList(full);
  const family = await site.newFamily({ credits: 2 });
  const dialog = await family.openLesson(full);
  await expect(line(page)).toContainText(
    'If a spot comes free more than 2 hours before the start, we book it for the first on the waiting list and email you. It takes 1 credit, which comes back if you cancel in time.',
  );
  await expectReadable(page);
  await waitButton(page).click();
  await expect(line(page)).toContainText('You are number 2 on the waiting list');
  await expect(dialog).toContainText('Fully booked, number 2 on the waiting list');
  await expect(toast(page, 'On the waiting list')).toBeHidden();
  await expectReadable(page, 'in-line');
  // The entry before has no credit, and is skipped.
  await cancel();
  const moment = dialog.getByRole('status').filter({ hasText: 'A spot came free' });
  await expectTexts(
    moment,
    'Kim is booked',
    '1 credit used. You can cancel until 08:00 UK time on',
  );
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible();
  await expectReadable(page, 'promoted');
  await expect(cancelButton(dialog)).toBeVisible();
  await expect(line(page)).toBeHidden();
});

test('moves up when an entry before leaves', async ({ page, family, site, scene }) => {
  const { full } = scene;
  const first = await site.newFamily();
  for (const one of [first, family]) await one.joinWaitingList(full);
  await family.openLesson(full);
  await expectTexts(
    line(page),
    'You are number 2 on the waiting list',
    'you have none at the moment',
  );
  await first.leaveWaitingList(full);
  await expect(line(page)).toContainText('You are number 1 on the waiting list');
  await leaveButton(page).click();
  await expect(waitButton(page)).toBeVisible();
});

test('gives each student an entry of their own @phone', async ({ page, site, scene }) => {
  const { full } = scene;
  const family = await site.newFamily({ credits: 1 });
  await family.addStudent({ Student_Name: 'Ben Journey' });
  await family.openLesson(full);
  await chip(page, 'Ben').check();
  await waitButton(page, 'Ben').click();
  await expect(line(page)).toContainText('Ben is number 1 on the waiting list');
  await chip(page, 'Kim').check();
  await waitButton(page).click();
  await expect(line(page)).toContainText('Kim is number 2 on the waiting list');
  await expectReadable(page, 'siblings');
  await chip(page, 'Ben').check();
  await leaveButton(page, 'Ben').click();
  await expect(line(page)).toContainText('Kim is number 1 on the waiting list');
});

test('lets one student of a family without credits wait', async ({ page, family, scene }) => {
  const { full } = scene;
  await family.addStudent({ Student_Name: 'Ben Journey' });
  await family.openLesson(full);
  await chip(page, 'Kim').check();
  await waitButton(page).click();
  await expect(line(page)).toContainText('Kim is number 1 on the waiting list');
  await chip(page, 'Ben').check();
  const other = waitButton(page, 'Ben');
  await expect(other).toHaveAttribute('aria-disabled', 'true');
  await expect(other).toHaveAccessibleDescription('Without a credit, one student can wait.');
  await expectReadable(page, 'one-waits');
});

test('shows the tutor how many are waiting @phone', async ({ page, tutor, site, scene }) => {
  const { full } = scene;
  for (const credits of [1, 0]) await (await site.newFamily({ credits })).joinWaitingList(full);
  await openPlanner(tutor, full.Date);
  await lessonButton(page, full).click();
  await expect(lessonSheet(page, full)).toContainText('1 of 1 booked, 2 on the waiting list');
  await expect(page.getByText('2 students are on the waiting list.')).toBeVisible();
  await editButton(page).click();
  await lessonForm(page).getByLabel('Max students').fill('3');
  await saveLesson(page);
  await expect(lessonButton(page, full)).toContainText('2 of 3 booked, 1 waiting');
});
