// The planner: lessons created, edited and deleted, by mouse and by keyboard alone, with errors of
// the form and the server.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths, weekPath } from '../domain/paths.ts';
import { addDays, formatDate } from '../domain/time.ts';
import { call } from './api.ts';
import { expectReadable, uniqueWord, watch } from './checks.ts';
import {
  bookFor,
  createFamily,
  createLesson,
  type Family,
  lessonButton,
  emptyWeek,
  signInTutor,
  toast,
  visit,
} from './journey.ts';
import { tabTo } from './keyboard.ts';
import { dialogOf, fillIn, MEETING_LINK, openPlanner } from './planner.ts';
import { test } from './test.ts';

const creditsOf = async (page: Page, { session }: Family) =>
  (await call(page.request, endpoints.getProfile, { token: session.access_token })).stats
    .creditsRemaining;

test("creates, edits and deletes a lesson, and refunds a booked student's credit", async ({
  page,
  request,
}, info) => {
  const { complaints, strangers } = watch(page);
  const monday = emptyWeek();
  const saturday = addDays(monday, 5);
  const name = `Waves ${uniqueWord()}`;
  await openPlanner(page, monday);
  await page.getByRole('button', { name: 'Create New Lesson' }).click();
  const create = dialogOf(page, 'Create New Lesson');
  await expect(create.getByLabel('Date')).toHaveValue(saturday);
  await expect(create.getByLabel('Time')).toHaveValue(/^09:00/);
  await expect(create.getByLabel('Max students')).toHaveValue('10');
  await fillIn(create, {
    'Lesson name': name,
    'Meeting link': MEETING_LINK,
    'Lesson notes': 'Bring a ruler.',
  });
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('create.png') });
  await create.getByRole('button', { name: 'Create Lesson' }).click();
  await expect(toast(page, 'Lesson Created')).toBeVisible();
  await expect(lessonButton(page, name)).toContainText('0 of 10 booked');

  const family = await createFamily(request, { credits: 1 });
  const token = (await signInTutor(request)).session.access_token;
  const { lessons } = await call(request, endpoints.listAdminLessons, {
    token,
    query: { from: saturday, to: saturday },
  });
  await bookFor(request, family, lessons[0]?.id ?? '');
  expect(await creditsOf(page, family)).toBe(0);
  await visit(page, weekPath(paths.adminPlanner, monday));
  await expect(lessonButton(page, name)).toContainText('1 of 10 booked');
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('planner.png'), fullPage: true });

  await lessonButton(page, name).click();
  const edit = dialogOf(page, 'Edit Lesson');
  await edit.getByRole('button', { name: '10:00' }).click();
  await expect(
    edit.getByText('1 student has booked this lesson and will be emailed about the change.'),
  ).toBeVisible();
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('edit.png') });
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Lesson Updated')).toBeVisible();
  await expect(lessonButton(page, name)).toContainText('10:00');

  await lessonButton(page, name).click();
  await edit.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Lesson' });
  await expect(question).toHaveAccessibleDescription(
    'Are you sure you want to delete this lesson? This will also cancel all bookings for this lesson.',
  );
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('delete.png') });
  await question.getByRole('button', { name: 'Keep Lesson' }).click();
  await edit.getByRole('button', { name: 'Delete', exact: true }).click();
  await question.getByRole('button', { name: 'Delete Lesson' }).click();
  await expect(toast(page, 'Lesson Deleted')).toBeVisible();
  await expect(lessonButton(page, name)).toBeHidden();
  expect(await creditsOf(page, family)).toBe(1);
  expect(complaints).toEqual([]);
  expect(strangers).toEqual([]);
});

test('plans a lesson by keyboard alone', { tag: '@desktop' }, async ({ page }) => {
  const monday = emptyWeek();
  const name = `Forces ${uniqueWord()}`;
  await openPlanner(page, monday);
  const day = formatDate(addDays(monday, 6), 'long');
  // Tab reaches the day's own buttons; the rest is Enter, typing and Tab.
  await tabTo(page, page.getByRole('button', { name: `Plan a lesson at 10:00 on ${day}` }));
  await page.keyboard.press('Enter');
  const create = dialogOf(page, 'Create New Lesson');
  await expect(create.getByLabel('Date')).toHaveValue(addDays(monday, 6));
  await expect(create.getByLabel('Time')).toHaveValue(/^10:00/);
  await tabTo(page, create.getByLabel('Lesson name'));
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(MEETING_LINK);
  await page.keyboard.press('Enter');
  await expect(create).toBeHidden();
  await expect(lessonButton(page, name)).toBeVisible();

  await tabTo(page, lessonButton(page, name));
  await page.keyboard.press('Enter');
  const edit = dialogOf(page, 'Edit Lesson');
  await tabTo(page, edit.getByLabel('Max students'));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(edit).toBeHidden();
  await expect(lessonButton(page, name)).toContainText('0 of 11 booked');

  await tabTo(page, lessonButton(page, name));
  await page.keyboard.press('Enter');
  await tabTo(page, edit.getByRole('button', { name: 'Delete', exact: true }));
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete Lesson' });
  await tabTo(page, question.getByRole('button', { name: 'Delete Lesson' }));
  await page.keyboard.press('Enter');
  await expect(lessonButton(page, name)).toBeHidden();

  await tabTo(page, page.getByRole('link', { name: 'Next week' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(weekPath(paths.adminPlanner, addDays(monday, 7)));
});

test(
  'checks every rule of the form on submit and then at each change',
  { tag: '@phone' },
  async ({ page }) => {
    await openPlanner(page, emptyWeek());
    await page.getByRole('button', { name: 'Create New Lesson' }).click();
    const create = dialogOf(page, 'Create New Lesson');
    await fillIn(create, { Date: '', Time: '', 'Meeting link': '', 'Max students': '' });
    await create.getByRole('button', { name: 'Create Lesson' }).click();
    for (const text of [
      'Date must be in YYYY-MM-DD format',
      'Time must be in HH:MM:SS format',
      'Lesson name is required',
      'Invalid meeting link URL',
      'Max students must be an integer',
    ])
      await expect(create.getByText(text)).toBeVisible();
    await expect(create.getByLabel('Date')).toBeFocused();
    for (const [label, value, text] of [
      ['Lesson name', 'x'.repeat(201), 'Lesson name must be less than 200 characters'],
      [
        'Meeting link',
        `https://x.example/${'x'.repeat(500)}`,
        'Meeting link must be less than 500 characters',
      ],
      ['Max students', '0', 'Max students must be at least 1'],
      ['Max students', '51', 'Max students cannot exceed 50'],
      ['Lesson notes', 'x'.repeat(1001), 'Lesson notes must be less than 1000 characters'],
      ['Repeat weekly', '27', 'Weeks must be a whole number from 1 to 26'],
    ] as const) {
      await create.getByLabel(label).fill(value);
      await expect(create.getByText(text)).toBeVisible();
    }
    await expect(create.getByLabel('Meeting link')).toHaveAttribute('type', 'url');
    const max = create.getByLabel('Max students');
    expect([
      await max.getAttribute('type'),
      await max.getAttribute('min'),
      await max.getAttribute('max'),
    ]).toEqual(['number', '1', '50']);
    await expectReadable(page);
    await page.keyboard.press('Escape');
    await expect(create).toBeHidden();
  },
);

test(
  "reports the server's refusals and failures in its own words",
  { tag: '@phone' },
  async ({ page, request }) => {
    const monday = emptyWeek();
    const lesson = await createLesson(request, { Date: addDays(monday, 5), Max_Students: 2 });
    for (const family of [
      await createFamily(request, { credits: 1 }),
      await createFamily(request, { credits: 1 }),
    ])
      await bookFor(request, family, lesson.id);
    await openPlanner(page, monday);
    await lessonButton(page, lesson.Lesson_Name).click();
    const edit = dialogOf(page, 'Edit Lesson');
    await edit.getByLabel('Max students').fill('1');
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    const below = 'Max students cannot be lower than the number of students already booked.';
    await expect(toast(page, 'Error Updating Lesson')).toContainText(below);
    await expect(edit.getByText(below)).toBeVisible();
    await edit.getByLabel('Max students').fill('2');

    await page.route(`**${endpoints.createLesson.path}**`, (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({
            status: 500,
            json: {
              success: false,
              error: 'Server error. Please try again later.',
              code: 'internal',
            },
          }),
    );
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Error Updating Lesson').last()).toContainText(
      'Server error. Please try again later.',
    );
    await edit.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Lesson' }).click();
    await expect(toast(page, 'Error Deleting Lesson')).toBeVisible();
    await expect(edit).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create New Lesson' }).click();
    const create = dialogOf(page, 'Create New Lesson');
    await fillIn(create, { 'Lesson name': 'Fails', 'Meeting link': MEETING_LINK });
    await create.getByRole('button', { name: 'Create Lesson' }).click();
    await expect(toast(page, 'Error Creating Lesson')).toBeVisible();
    await expect(create.getByLabel('Lesson name')).toHaveValue('Fails');
  },
);
