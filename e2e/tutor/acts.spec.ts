// The tutor acts for a family in the planner: adds, moves and cancels, by mouse, finger and
// keyboard.
import { expect, type Page } from '@playwright/test';

import { addDays, formatDate, mondayOf, ukDate } from '../../domain/time.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { emptyWeek, lessonButton } from '../journey.ts';
import { pressUntil, tabAndPress, tabTo } from '../keyboard.ts';
import { lessonSheet, openPlanner } from '../pages/planner.ts';
import type { Site } from '../site.ts';
import { test } from '../test.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true });
const addButton = (page: Page) => dialog(page).getByRole('button', { name: 'Add a student' });
const menuOf = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name: `Actions for ${name}` });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name });

/** Two lessons of one week, and a family whose student is not booked. */
async function makeScene(site: Site, credits: number) {
  const word = uniqueWord();
  const monday = emptyWeek();
  const [from, to] = await Promise.all([
    site.newLesson({ Date: addDays(monday, 5), Lesson_Name: `GCSE: Waves ${word}` }),
    site.newLesson({ Date: addDays(monday, 6), Lesson_Name: `GCSE: Optics ${word}` }),
  ]);
  const family = await site.newFamily({ credits, Student_Name: `Maya ${word}` });
  return { monday, from, to, family, name: family.user.Student_Name, word };
}

test('adds, moves and cancels for a family', async ({ page, tutor, site }) => {
  watch(page);
  const { monday, from, to, family, name, word } = await makeScene(site, 2);
  await openPlanner(tutor, monday);
  await lessonButton(page, from).click();
  await expect(lessonSheet(page, from)).toContainText('Nobody has booked this lesson yet.');
  await addButton(page).click();
  await expect(button(page, 'Book')).toHaveAccessibleDescription('Please choose a student.');
  await dialog(page).getByLabel('Find a student').fill(word);
  await dialog(page).getByRole('radio', { name }).check();
  await expect(dialog(page).getByText('The family keeps 1 credit.')).toBeVisible();
  await expectReadable(page, 'add');
  await button(page, 'Book Maya').click();
  const here = lessonSheet(page, from);
  await expect(here.getByRole('status')).toContainText(
    `${name} is booked, and the family has 1 credit left.`,
  );
  await expect(here.getByText('First lesson')).toBeVisible();
  await expectReadable(page, 'who-comes');
  expect(await family.readCredits()).toBe(1);

  await menuOf(page, name).click();
  await item(page, 'Move').click();
  await dialog(page).getByRole('radio', { name: to.Lesson_Name }).check();
  await dialog(page).getByLabel('Message to the parents').fill('As agreed on the phone.');
  await expectReadable(page, 'move');
  await button(page, 'Move Maya').click();
  await expect(here.getByRole('status')).toContainText(
    `${name} has moved to ${formatDate(to.Date, 'short')}, 09:00.`,
  );
  await page.keyboard.press('Escape');
  await expect(lessonButton(page, to)).toContainText('1 of 10 booked');
  expect(await family.readCredits()).toBe(1);

  await lessonButton(page, to).click();
  await menuOf(page, name).click();
  await item(page, 'Cancel').click();
  await dialog(page).getByRole('radio', { name: 'Do not return it' }).check();
  await expectReadable(page, 'cancel');
  await button(page, 'Cancel Maya’s booking').click();
  await expect(lessonSheet(page, to)).toContainText('Nobody has booked this lesson yet.');
  expect(await family.readCredits()).toBe(1);
});

test('books without a credit by keyboard alone', async ({ page, tutor, site }) => {
  const { monday, from, family, name, word } = await makeScene(site, 0);
  await openPlanner(tutor, monday);
  await tabAndPress(lessonButton(page, from));
  await tabAndPress(addButton(page));
  await tabTo(page, dialog(page).getByLabel('Find a student'));
  await page.keyboard.type(word);
  await expect(dialog(page).getByText('1 found.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('radio', { name: /^Without a credit/ })).toBeChecked();
  await expect(dialog(page).getByText('The family has none left.')).toBeVisible();
  await tabAndPress(button(page, 'Book Maya'));
  const here = lessonSheet(page, from);
  await expect(here.getByRole('status')).toBeFocused();
  await expect(here.getByText('Without a credit', { exact: true })).toBeVisible();

  await tabAndPress(menuOf(page, name));
  await pressUntil(item(page, 'Cancel'), 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('The booking took no credit, so none comes back.');
  await tabAndPress(button(page, 'Cancel Maya’s booking'));
  await expect(here).toContainText('Nobody has booked this lesson yet.');
  expect(await family.readCredits()).toBe(0);
});

test('adds a student to a lesson that has started @phone', async ({ page, tutor, site }) => {
  const { from, name, word } = await makeScene(site, 1);
  await tutor.startLessonIn(from, -30);
  await openPlanner(tutor, mondayOf(ukDate(Date.now() - 30 * 60_000)));
  await lessonButton(page, from).click();
  await addButton(page).click();
  await dialog(page).getByLabel('Find a student').fill(word);
  await dialog(page).getByRole('radio', { name }).check();
  await button(page, 'Book Maya').click();
  await dialog(page)
    .getByRole('button', { name: `Mark absent: ${name}` })
    .click();
  await expect(dialog(page)).toContainText('absent, credit returned');
});
