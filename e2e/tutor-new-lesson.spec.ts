// What a new lesson opens with: the next free time, the link that was used last, and no warnings. On a demo of its own,
// where nobody else plans.
import { expect, test, type Page } from '@playwright/test';

import { paths, weekPath } from '../domain/paths.ts';
import { addDays, formatDate, mondayOf, ukDate } from '../domain/time.ts';
import { DEMO_ADMIN } from '../sandbox/seed.ts';
import { expectReadable, whenReady } from './checks.ts';
import { lessonButton, toast } from './journey.ts';
import { type OwnDemo, startOwnDemo } from './own-demo.ts';
import { dialogOf } from './planner.ts';

let demo: OwnDemo;
test.describe.configure({ timeout: 60_000 });
test.beforeAll(async () => {
  test.setTimeout(150_000);
  demo = await startOwnDemo();
});
test.afterAll(() => demo.stop());

test.beforeEach(async ({ page }) => {
  await page.goto(demo.origin + paths.adminLogin);
  await whenReady(page);
  await page.getByLabel('Email').fill(DEMO_ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_ADMIN.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Customer enquiries' })).toBeVisible();
});

/** The demo fills the weekends up to this one. */
const WEEKS_AHEAD = 8;
const thisMonday = mondayOf(ukDate(Date.now()));
const freeSaturday = addDays(thisMonday, 7 * (WEEKS_AHEAD + 1) + 5);

async function openPlanner(page: Page, date: string): Promise<void> {
  await page.goto(demo.origin + weekPath(paths.adminPlanner, date));
  await whenReady(page);
}

async function openNew(page: Page) {
  await page.getByRole('button', { name: 'Create New Lesson' }).click();
  return dialogOf(page, 'Create New Lesson');
}

test('a new lesson opens on the next free slot, with the last link, and can be saved with a name alone', async ({
  page,
}, info) => {
  for (const date of [thisMonday, addDays(thisMonday, -21), addDays(thisMonday, 14)]) {
    await openPlanner(page, date);
    const create = await openNew(page);
    await expect(create.getByLabel('Date')).toHaveValue(freeSaturday);
    await expect(create.getByLabel('Time')).toHaveValue(/^09:00/);
    await expect(create.getByLabel('Meeting link')).toHaveValue(/^https:\/\/meet\.example\.com\/\w/);
    await expect(create.getByText(/in the past|Two lessons at one time/)).toBeHidden();
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

  // A day that is chosen stays: its next free hour is proposed.
  await page.getByRole('button', { name: `Plan a lesson on ${formatDate(freeSaturday, 'long')}` }).click();
  await expect(create.getByLabel('Date')).toHaveValue(freeSaturday);
  await expect(create.getByLabel('Time')).toHaveValue(/^11:00/);
  await expect(create.getByText(/in the past|Two lessons at one time/)).toBeHidden();
});

test('the time that is chosen is told and seen', async ({ page }, info) => {
  await openPlanner(page, addDays(thisMonday, 7 * 40));
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

test('while the plan is on its way the button waits, and a plan that cannot be had does not stop it', async ({
  page,
}) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAway = false;
  await page.route(`${demo.origin}/api/lessons/admin`, async (route) => {
    await promise;
    await (isAway ? route.abort() : route.continue());
  });
  await openPlanner(page, addDays(thisMonday, 7 * 50));
  const create = await openNew(page);
  await expect(create).toBeHidden();
  await expect(page.getByRole('button', { name: 'Create New Lesson' })).toHaveAttribute('aria-busy', 'true');
  isAway = true;
  resolve();
  await expect(create.getByLabel('Date')).toHaveValue(addDays(thisMonday, 7 * 50 + 5));
});
