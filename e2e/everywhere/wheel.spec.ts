// The wheel over a number field that has the focus scrolls the page and changes no number.
import { expect, type Locator } from '@playwright/test';

import { familyPath, paths } from '../../domain/paths.ts';
import { emptyWeek } from '../journey.ts';
import { openNewLesson, openPlanner } from '../pages/planner.ts';
import { test } from '../test.ts';

async function expectUnchanged(field: Locator): Promise<void> {
  const page = field.page();
  await field.fill('10');
  await field.hover();
  for (const step of [120, -120, -120]) await page.mouse.wheel(0, step);
  // The browser handles the wheel in a task of its own.
  await page.waitForTimeout(200);
  await expect(field).toHaveValue('10');
}

test('keeps the number of students of a lesson', async ({ page, tutor }) => {
  await openPlanner(tutor, emptyWeek());
  await expectUnchanged((await openNewLesson(page)).getByLabel('Max students'));
});

test("keeps the numbers of the tutor's settings and gifts", async ({ page, tutor, family }) => {
  await tutor.open(paths.adminAccountBusiness);
  const numbers = page.locator('input[type="number"]');
  await expect(numbers.first()).toBeVisible();
  for (const number of await numbers.all()) await expectUnchanged(number);
  await page.goto(familyPath(family.user.id));
  await page
    .getByRole('button', { name: /credits/i })
    .first()
    .click();
  const gift = page.locator('input[type="number"]').first();
  await expectUnchanged(gift);
});
