// The school year: a parent says whether the new year is right, and forms ask for the next one in
// summer.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import type { Student } from '../../domain/people/student.ts';
import { urlOf } from '../api.ts';
import { expectReadable, watch } from '../checks.ts';
import { visit } from '../journey.ts';
import { yearField } from '../pages/landing.ts';
import { test } from '../test.ts';

/** Shows the first student as after a 1 September, until a parent answers. */
async function changeYear(page: Page, year: Pick<Student, 'year_class' | 'finished'>) {
  let isAnswered = false;
  page.on('request', (request) => {
    isAnswered ||= request.method() === 'PUT';
  });
  await page.route(urlOf(endpoints.getProfile), async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { user: { students: Student[] } };
    const [first] = json.user.students;
    if (!isAnswered && first !== undefined)
      Object.assign(first, year, { year_to_confirm: true, year_asked: year.year_class });
    await route.fulfill({ response, json });
  });
}

const question = (page: Page) => page.getByRole('region', { name: 'The year of Kim' });

test('asks whether the new year is right', async ({ page, family }) => {
  watch(page);
  await page.clock.setFixedTime('2027-09-04T09:00:00Z');
  await family.changeStudent({ year_class: 'year-11' });
  await changeYear(page, { year_class: 'year-12', finished: false });
  await family.signIn(page, Date.parse('2100-01-01T00:00:00Z') / 1000);
  await visit(page, paths.familyHome);
  await expect(question(page)).toContainText('Kim is in Year 12 now. Is that right?');
  await expect(question(page)).toContainText('The lessons shown are A-level from now on.');
  await expectReadable(page, 'year');
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(question(page)).toContainText('Thank you.');
  await expect(question(page).getByRole('button')).toHaveCount(0);
  expect((await family.readProfile()).user.students[0]?.year_class).toBe('year-12');
});

test('changes a year that is not right @phone', async ({ page, family }) => {
  await page.clock.setFixedTime('2027-09-04T09:00:00Z');
  await family.changeStudent({ year_class: 'year-10' });
  await changeYear(page, { year_class: null, finished: true });
  await family.signIn(page, Date.parse('2100-01-01T00:00:00Z') / 1000);
  await visit(page, paths.familyHome);
  await expect(question(page)).toContainText('Kim has finished school now. Is that right?');
  await question(page).getByRole('button', { name: 'Change' }).click();
  await expectReadable(page, 'year-changes');
  await question(page).getByLabel('Which year is Kim in?').selectOption('Year 13');
  await question(page).getByRole('button', { name: 'Save' }).click();
  await expect(question(page)).toContainText('Kim is in Year 13 now. Thank you.');
  expect((await family.readProfile()).user.students[0]?.year_class).toBe('year-13');
});

test('asks for the year from September in July and August', async ({ page }) => {
  for (const [now, label] of [
    ['2027-06-30T22:59:59Z', 'Year level'],
    ['2027-06-30T23:00:00Z', 'Year from September'],
    ['2027-08-31T22:59:59Z', 'Year from September'],
    ['2027-08-31T23:00:00Z', 'Year level'],
  ] as const) {
    await page.clock.setFixedTime(now);
    await visit(page, paths.home);
    await expect(yearField(page)).toHaveAccessibleName(label);
  }
  await page.clock.setFixedTime('2027-07-01T09:00:00Z');
  await visit(page, paths.signUp);
  await expect(page.getByRole('radiogroup', { name: 'Year from September' })).toBeVisible();
});
