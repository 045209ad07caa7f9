// The planner: lessons created, edited and deleted, by mouse and keyboard, and refused.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { addDays, formatDate, mondayOf, ukDate } from '../../domain/time.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { emptyWeek, expectToast, fillIn, lessonButton, toast, visit } from '../journey.ts';
import { tabAndPress, tabTo } from '../keyboard.ts';
import {
  confirmDeleteButton,
  createLesson,
  deleteButton,
  deletion,
  editButton,
  lessonForm,
  MEETING_LINK,
  newLessonDialog,
  openForm,
  openNewLesson,
  openPlanner,
  plannerPath,
  saveLesson,
  slot,
} from '../pages/planner.ts';
import { test } from '../test.ts';

test('creates, edits and deletes a lesson', async ({ page, tutor, site }) => {
  watch(page);
  const monday = emptyWeek();
  const saturday = addDays(monday, 5);
  const lesson = { Lesson_Name: `Waves ${uniqueWord()}` };
  await openPlanner(tutor, monday);
  const create = await openNewLesson(page);
  await expect(create.getByLabel('Date')).toHaveValue(saturday);
  await expect(create.getByLabel('Time')).toHaveValue(/^09:00/);
  await expect(create.getByLabel('Max students')).toHaveValue('10');
  await fillIn(create, { 'Lesson name': lesson.Lesson_Name, 'Lesson notes': 'Bring a ruler.' });
  await expectReadable(page, 'create');
  await createLesson(page, { 'Meeting link': MEETING_LINK });
  await expectToast(page, 'Lesson Created');
  await expect(lessonButton(page, lesson)).toContainText('0 of 10 booked');

  const family = await site.newFamily({ credits: 1 });
  const [planned] = await tutor.readLessons(saturday, saturday);
  await family.book(planned ?? { id: '' });
  expect(await family.readCredits()).toBe(0);
  await visit(page, plannerPath(monday));
  await expect(lessonButton(page, lesson)).toContainText('1 of 10 booked');
  await expectReadable(page, 'planner');
  const edit = await openForm(page, lesson);
  await edit.getByRole('button', { name: '10:00' }).click();
  const warning = '1 student has booked this lesson and will be emailed about the change.';
  await expect(edit.getByText(warning)).toBeVisible();
  await expectReadable(page, 'edit');
  await saveLesson(page);
  await expectToast(page, 'Lesson Updated');
  await expect(lessonButton(page, lesson)).toContainText('10:00');

  await openForm(page, lesson);
  await deleteButton(page).click();
  await expect(deletion(page)).toHaveAccessibleDescription(
    'Are you sure you want to delete this lesson? This will also cancel all bookings for this lesson.',
  );
  await expectReadable(page, 'delete');
  await deletion(page).getByRole('button', { name: 'Keep lesson' }).click();
  await deleteButton(page).click();
  await confirmDeleteButton(page).click();
  await expectToast(page, 'Lesson Deleted');
  await expect(lessonButton(page, lesson)).toBeHidden();
  expect(await family.readCredits()).toBe(1);
});

test('says what stays when a lesson that has started is deleted', async ({ page, tutor, site }) => {
  const lesson = await site.newLesson({ Lesson_Name: `Held ${uniqueWord()}` });
  await tutor.startLessonIn(lesson, -30);
  await openPlanner(tutor, mondayOf(ukDate(Date.now() - 30 * 60_000)));
  await openForm(page, lesson);
  await deleteButton(page).click();
  await expect(deletion(page)).toHaveAccessibleDescription(/its bookings stay as a record/);
  await confirmDeleteButton(page).click();
  await expectToast(page, 'Lesson Deleted', 'The lesson was removed.');
});

test('keeps what was changed elsewhere while a form was open', async ({ page, tutor, site }) => {
  const monday = emptyWeek();
  const lesson = await site.newLesson({ Date: addDays(monday, 5), Time: '10:00:00' });
  await openPlanner(tutor, monday);
  const form = await openForm(page, lesson);
  const elsewhere = { Time: '11:00:00', Meeting_Link: 'https://meet.example.com/new' };
  await tutor.changeLesson(lesson, elsewhere);
  await form.getByLabel('Lesson notes').fill('Bring a compass.');
  await saveLesson(page);
  await expectToast(page, 'Lesson Updated');
  expect(await tutor.readLessons(lesson.Date, lesson.Date)).toMatchObject([
    { ...elsewhere, lesson_notes: 'Bring a compass.' },
  ]);
});

test('plans a lesson by keyboard alone', async ({ page, tutor }) => {
  const monday = emptyWeek();
  const lesson = { Lesson_Name: `Forces ${uniqueWord()}` };
  await openPlanner(tutor, monday);
  // Tab reaches the day's own buttons; the rest is Enter, typing and Tab.
  await tabAndPress(slot(page, '10:00', formatDate(addDays(monday, 6), 'long')));
  const create = newLessonDialog(page);
  await expect(create.getByLabel('Date')).toHaveValue(addDays(monday, 6));
  await expect(create.getByLabel('Time')).toHaveValue(/^10:00/);
  await tabTo(page, create.getByLabel('Lesson name'));
  await page.keyboard.type(lesson.Lesson_Name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(MEETING_LINK);
  await page.keyboard.press('Enter');
  await expect(create).toBeHidden();
  await expect(lessonButton(page, lesson)).toBeVisible();

  await tabAndPress(lessonButton(page, lesson));
  await tabAndPress(editButton(page));
  await tabTo(page, lessonForm(page).getByLabel('Max students'));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(lessonForm(page)).toBeHidden();
  await expect(lessonButton(page, lesson)).toContainText('0 of 11 booked');

  await tabAndPress(lessonButton(page, lesson));
  await tabAndPress(editButton(page));
  await tabAndPress(deleteButton(page));
  await tabAndPress(confirmDeleteButton(page));
  await expect(lessonButton(page, lesson)).toBeHidden();

  await tabAndPress(page.getByRole('link', { name: 'Next week' }));
  await expect(page).toHaveURL(plannerPath(addDays(monday, 7)));
});

test('checks every rule of the form @phone', async ({ page, tutor }) => {
  await openPlanner(tutor, emptyWeek());
  const create = await openNewLesson(page);
  await createLesson(page, { Date: '', Time: '', 'Meeting link': '', 'Max students': '' });
  for (const text of [
    'Date must be in YYYY-MM-DD format',
    'Time must be in HH:MM:SS format',
    'Lesson name is required',
    'Invalid meeting link URL',
    'Max students must be an integer',
  ])
    await expect(create.getByText(text)).toBeVisible();
  await expect(create.getByLabel('Date')).toBeFocused();
  const longLink = `https://x.example/${'x'.repeat(500)}`;
  for (const [label, value, text] of [
    ['Lesson name', 'x'.repeat(201), 'Lesson name must be less than 200 characters'],
    ['Meeting link', longLink, 'Meeting link must be less than 500 characters'],
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
  for (const [name, value] of Object.entries({ type: 'number', min: '1', max: '50' }))
    await expect(max).toHaveAttribute(name, value);
  await expectReadable(page);
  await page.keyboard.press('Escape');
  await expect(create).toBeHidden();
});

test("reports refusals in the server's words @phone", async ({ page, tutor, site }) => {
  const lesson = await site.newLesson({ Max_Students: 2 });
  for (const credits of [1, 1]) await (await site.newFamily({ credits })).book(lesson);
  await openPlanner(tutor, lesson.Date);
  const edit = await openForm(page, lesson);
  await edit.getByLabel('Max students').fill('1');
  await saveLesson(page);
  const below = 'Max students cannot be lower than the number of students already booked.';
  await expectToast(page, 'Error Updating Lesson', below);
  await expect(edit.getByText(below)).toBeVisible();
  await edit.getByLabel('Max students').fill('2');

  const json = {
    success: false,
    error: 'Server error. Please try again later.',
    code: 'internal',
  };
  await page.route(`**${endpoints.createLesson.path}**`, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, json }),
  );
  await saveLesson(page);
  await expect(toast(page, 'Error Updating Lesson').last()).toContainText(json.error);
  await deleteButton(page).click();
  await confirmDeleteButton(page).click();
  await expectToast(page, 'Error Deleting Lesson');
  await expect(edit).toBeVisible();
  await page.keyboard.press('Escape');
  const create = await openNewLesson(page);
  await createLesson(page, { 'Lesson name': 'Fails', 'Meeting link': MEETING_LINK });
  await expectToast(page, 'Error Creating Lesson');
  await expect(create.getByLabel('Lesson name')).toHaveValue('Fails');
});

test('names a new lesson after its topic, unless it has a name @phone', async ({ page, tutor }) => {
  const word = uniqueWord();
  const [first, second] = await Promise.all(
    ['Waves', 'Optics'].map(async (name) => {
      const body = { name: `${name} ${word}`, course: 'gcse', reference: '' } as const;
      return (await tutor.call(endpoints.createTopic, { body })).topic.id;
    }),
  );
  await openPlanner(tutor, emptyWeek());
  const create = await openNewLesson(page);
  const [name, topic] = [create.getByLabel('Lesson name'), create.getByLabel('Topic')];
  await topic.selectOption(first ?? '');
  await expect(name).toHaveValue(`GCSE: Waves ${word}`);
  await topic.selectOption(second ?? '');
  await expect(name).toHaveValue(`GCSE: Optics ${word}`);
  await name.fill('Revision');
  await topic.selectOption(first ?? '');
  await expect(name).toHaveValue('Revision');
});
