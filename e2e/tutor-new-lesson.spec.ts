// The initial values of a new lesson: the next free time, the latest meeting link, and no warnings.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { addDays, formatDate, mondayOf, ukDate } from '../domain/time.ts';
import { expectReadable } from './checks.ts';
import { emptyWeek, FIRST_FREE_WEEK, lessonButton, toast } from './journey.ts';
import { dialogOf, openPlanner } from './planner.ts';
import { test } from './test.ts';

const thisMonday = mondayOf(ukDate(Date.now()));
/** The first Saturday without a lesson; no other journey plans one there. */
const freeSaturday = addDays(thisMonday, 7 * FIRST_FREE_WEEK + 5);

async function openNew(page: Page) {
  await page.getByRole('button', { name: 'Create New Lesson' }).click();
  return dialogOf(page, 'Create New Lesson');
}

test('opens a new lesson on the next free slot with the last link, and saves it with a name alone', async ({
  page,
}, info) => {
  for (const date of [thisMonday, addDays(thisMonday, -21), addDays(thisMonday, 14)]) {
    await openPlanner(page, date);
    const create = await openNew(page);
    await expect(create.getByLabel('Date')).toHaveValue(freeSaturday);
    await expect(create.getByLabel('Time')).toHaveValue(/^09:00/);
    await expect(create.getByLabel('Meeting link')).toHaveValue(
      /^https:\/\/meet\.example\.com\/\w/,
    );
    await expect(create.getByText(/in the past|Clashes with/)).toBeHidden();
  }
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('new.png') });
  const create = dialogOf(page, 'Create New Lesson');
  const link = 'https://meet.example.com/brand-new';
  await create.getByLabel('Lesson name').fill('Momentum');
  await create.getByLabel('Meeting link').fill(link);
  await create.getByRole('button', { name: 'Create Lesson' }).click();
  await expect(toast(page, 'Lesson Created')).toBeVisible();
  await expect(lessonButton(page, 'Momentum')).toBeVisible();

  await openNew(page);
  await expect(create.getByLabel('Date')).toHaveValue(freeSaturday);
  await expect(create.getByLabel('Time')).toHaveValue(/^10:00/);
  await expect(create.getByLabel('Meeting link')).toHaveValue(link);
  await create.getByLabel('Lesson name').fill('Impulse');
  await create.getByRole('button', { name: 'Create Lesson' }).click();
  await expect(lessonButton(page, 'Impulse')).toBeVisible();

  // A chosen day stays: its next free hour is proposed.
  await page
    .getByRole('button', { name: `Plan a lesson on ${formatDate(freeSaturday, 'long')}` })
    .click();
  await expect(create.getByLabel('Date')).toHaveValue(freeSaturday);
  await expect(create.getByLabel('Time')).toHaveValue(/^11:00/);
  await expect(create.getByText(/in the past|Clashes with/)).toBeHidden();
});

test('announces and shows the chosen time', { tag: '@desktop' }, async ({ page }, info) => {
  await openPlanner(page, emptyWeek());
  const create = await openNew(page);
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
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('ten.png') });
  // Not by its colour alone.
  const lineOf = (button: typeof nine) =>
    button?.evaluate((element) => getComputedStyle(element).borderStyle);
  expect([await lineOf(nine), await lineOf(ten)]).toEqual(['dashed', 'solid']);
  await create.getByLabel('Time').fill('18:30');
  await expectChosen(false, false);
  await create.getByLabel('Time').fill('09:00');
  await expectChosen(true, false);
});

test(
  'waits while the plan loads, and works without a plan that fails to load',
  { tag: '@desktop' },
  async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let isAway = false;
    await page.route(endpoints.listAdminLessons.path, async (route) => {
      await promise;
      await (isAway ? route.abort() : route.continue());
    });
    const monday = emptyWeek();
    await openPlanner(page, monday);
    const create = await openNew(page);
    await expect(create).toBeHidden();
    await expect(page.getByRole('button', { name: 'Create New Lesson' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    isAway = true;
    resolve();
    await expect(create.getByLabel('Date')).toHaveValue(addDays(monday, 5));
  },
);
