// A family with an account asks for its free first lesson, where the tutor wants that, and gets it.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { mend, refuse } from '../api.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { expectToast } from '../journey.ts';
import {
  buyCreditsDialog,
  credits,
  firstLesson,
  freeLesson,
  nextLesson,
} from '../pages/family-home.ts';
import { buyButton, lessonDialog, pathOf } from '../pages/lesson-dialog.ts';
import {
  inviteButton,
  openDashboard,
  openEnquiry,
  rowOf,
  search,
  sendButton,
} from '../pages/tutor-dashboard.ts';
import { testAlone } from '../test.ts';

const test = testAlone();

test.beforeEach(({ tutor }) =>
  tutor.call(endpoints.updateSettings, { body: { free_lesson: 'ask' } }),
);

const asked = (page: Page) =>
  page.getByRole('region', { name: 'You have asked for your free lesson' });
const askButton = (page: Page) => page.getByRole('button', { name: 'Ask for your free lesson' });

test('asks on the home page and gets the credit', async ({ page, tutor, site }) => {
  watch(page, { leaving: true });
  const name = `Robin ${uniqueWord()}`;
  const family = await site.newFamily({ Parent_Name: name });
  await family.open(paths.familyHome);
  await expect(freeLesson(page)).toContainText('the answer comes by email within 24 hours');
  await askButton(page).click();
  const year = freeLesson(page).getByLabel('Which year is Kim in?');
  await expect(year).toBeFocused();
  await expect(year).toHaveAccessibleDescription('Please select a valid year class');
  await expectReadable(page, 'free');
  await year.selectOption('Year 12');
  await askButton(page).click();
  await expectToast(page, 'Free lesson', /The answer comes by email by \w+day \d\d:\d\d\./);
  await expect(asked(page)).toContainText('the answer comes by email within 24 hours');
  await expectReadable(page, 'asked');

  await openDashboard(tutor);
  await search(page).fill(name);
  await expect(rowOf(page, name)).toContainText('Year 12');
  await openEnquiry(page, name);
  await inviteButton(page).click();
  await sendButton(page).click();
  // The address is not confirmed.
  await expect(page.getByRole('dialog')).toContainText(`${name} is invited.`);
  const link = await site.inviteLink(family.email);
  const emails = (await site.emails(family.email)).join('\n');
  expect(emails).toContain('There is an account with this address already.');

  await family.open(link);
  await expect(page).toHaveURL(paths.familyHome);
  // The invitation proposes a lesson.
  await expect(nextLesson(page)).toContainText('A-level');
  await expect(credits(page)).toHaveText('0');
  await expect(page.getByText(/asked for your free lesson|first lesson is free/)).toHaveCount(0);
});

test("offers it in a lesson's dialog @phone", async ({ page, family, lesson }) => {
  await family.changeStudent({ year_class: 'year-11' });
  await family.open(`${paths.familyHome}?buy=credits`);
  await expect(buyCreditsDialog(page)).toContainText('Your first lesson is free. 1 credit books');
  await family.open(pathOf(lesson));
  const dialog = lessonDialog(page, lesson);
  await expect(dialog).toContainText('Your first lesson is free if you ask for it');
  await expect(buyButton(dialog)).toBeEnabled();
  await expectReadable(page, 'dialog');
  await askButton(page).click();
  await expect(dialog).toContainText('You have asked for your free first lesson');
  await expect(buyButton(dialog)).toBeEnabled();
});

test('accepts what was granted meanwhile @phone', async ({ page, family, site }) => {
  await family.open(paths.familyHome);
  await expect(askButton(page)).toBeVisible();
  await family.call(endpoints.askForFreeLesson, { body: { year_class: 'year-10' } });
  await freeLesson(page).getByRole('combobox').selectOption('Year 12');
  await askButton(page).click();
  await expect(asked(page)).toBeVisible();
  await (await site.newFamily()).open(paths.familyHome);
  await refuse(page, endpoints.askForFreeLesson, 500, { code: 'internal' });
  await freeLesson(page).getByRole('combobox').selectOption('Year 12');
  await askButton(page).click();
  await expectToast(page, 'Free lesson');
  // The choice is still there for another try.
  await expect(freeLesson(page).getByRole('combobox')).toHaveValue('year-12');
  await mend(page, endpoints.askForFreeLesson);
  await askButton(page).click();
  await expect(asked(page)).toBeVisible();
});

test('asks for the first student, and tells students nothing @phone', async ({ page, family }) => {
  const sam = await family.addStudent({ Student_Name: 'Sam Journey' });
  const student = await family.letIn('student', sam.id);
  await family.open(paths.familyHome);
  await expect(freeLesson(page).getByLabel('Which year is Kim in?')).toBeVisible();
  await student.open(paths.familyHome);
  await expect(firstLesson(page)).toBeVisible();
  await expect(page.getByText(/free/)).toHaveCount(0);
});
