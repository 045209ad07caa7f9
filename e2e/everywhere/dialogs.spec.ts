// Dialogs of any size: the main button stays in sight, messages stay off it, reading starts at the
// title, and each part is a step of the history.
import { expect, type Locator, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths, weekPath } from '../../domain/paths.ts';
import { addDays, mondayOf } from '../../domain/time.ts';
import { refuse } from '../api.ts';
import { expectReadable, whenSettled } from '../checks.ts';
import { emptySaturday, expectToast, lessonButton, toast, visit } from '../journey.ts';
import { payByCardButton } from '../pages/checkout.ts';
import {
  bookButton,
  freeButton,
  keepButton,
  lessonDialog,
  openLesson,
  openMoving,
  openWeekly,
  pathOf,
} from '../pages/lesson-dialog.ts';
import { test } from '../test.ts';

test.use({ credits: 2 });

/** Whether the middle of each element is what a finger there would touch. */
async function expectInReach(...targets: Locator[]): Promise<void> {
  for (const target of targets) {
    await expect(target).toBeInViewport({ ratio: 1 });
    const isOnTop = await target.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return top !== null && (element.contains(top) || top.contains(element));
    });
    expect(isOnTop).toBe(true);
  }
}

/** Sets the reader's text size: 16 px is the usual one. */
async function setTextSize(page: Page, px: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: px } });
}

const closeButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Close' });
const title = (page: Page) => page.getByRole('dialog').getByRole('heading', { level: 2 });
const foot = (page: Page) => page.getByRole('dialog').locator('[data-foot]');

/** The share of the screen that the title and the buttons take. */
const heldShare = (page: Page) =>
  page.getByRole('dialog').evaluate((dialog) => {
    const parts = [...dialog.querySelectorAll('[data-head], [data-foot]')];
    const heights = parts.map((part) => part.getBoundingClientRect().height);
    return heights.reduce((sum, height) => sum + height, 0) / window.innerHeight;
  });

for (const [height, px] of [
  [640, 16],
  [400, 16],
  [640, 32],
  [400, 32],
] as const)
  test(`shows the main button at 360 x ${height} in ${px} px @phone`, async ({ page, site }) => {
    const family = await site.newFamily({ credits: 3 });
    await family.addStudent({ Student_Name: 'Leila Journey' });
    const saturday = emptySaturday(3);
    const lessonName = 'A-level: Particles and radiation';
    const lesson = await site.newLesson({ Date: saturday, Lesson_Name: lessonName });
    for (const days of [7, 14]) await site.newLesson({ Date: addDays(saturday, days) });
    await family.changeStudent({ year_class: 'year-11' });
    await setTextSize(page, px);
    await page.setViewportSize({ width: 360, height });
    const dialog = page.getByRole('dialog');
    const expectFits = async (button: Locator) => {
      await whenSettled(page);
      await expectInReach(closeButton(page), button);
      expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      if (height < 480 && px === 16) expect(await heldShare(page)).toBeLessThanOrEqual(0.4);
    };
    await family.open(pathOf(lesson));
    await dialog.getByRole('radio', { name: 'Kim' }).check();
    await expectFits(bookButton(dialog));
    await expect(dialog.getByRole('note')).toContainText('This is an A-level lesson.');
    await bookButton(dialog).click();
    await expectFits(dialog.getByRole('button', { name: 'Move Kim' }));
    await openWeekly(dialog);
    await expectFits(dialog.getByRole('button', { name: /^Book 2 lessons for Kim, 2 credits$/ }));
    await page.goBack();
    await openMoving(dialog, 'Move Kim');
    await dialog.getByRole('radio').first().check();
    await expectFits(dialog.getByRole('button', { name: /^Move Kim to/ }));
    await family.open(`${paths.familyHome}?buy=credits`);
    await expectFits(payByCardButton(page));
    await (await site.newFamily()).open(pathOf(lesson));
    await expectFits(freeButton(dialog));
    if (px === 16) await expectReadable(page, 'free');
  });

test("keeps a dialog's foot above a phone's keyboard @phone", async ({ page, family }) => {
  const KEYBOARD = 300;
  await page.addInitScript((keyboard) => {
    const view = Object.defineProperties(new EventTarget(), {
      offsetTop: { value: 0 },
      height: { get: () => window.innerHeight - keyboard },
    });
    Object.defineProperty(window, 'visualViewport', { value: view });
  }, KEYBOARD);
  await family.open(`${paths.familyHome}?buy=credits`);
  await whenSettled(page);
  const bottom = await foot(page).evaluate((element) => element.getBoundingClientRect().bottom);
  const height = page.viewportSize()?.height ?? 0;
  expect(bottom).toBeLessThanOrEqual(height - KEYBOARD);
  await expectInReach(title(page), closeButton(page), payByCardButton(page));
});

test('keeps messages off title, cross and foot @phone', async ({ page, family, lesson }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const dialog = await family.openLesson(lesson);
  await refuse(page, endpoints.bookLesson, 409, {
    error: 'This lesson is fully booked. Please try another lesson.',
    code: 'lesson_full',
  });
  await bookButton(dialog).click();
  await expectToast(page, 'Lesson Full');
  await whenSettled(page);
  await expectInReach(title(page), closeButton(page), bookButton(dialog));
  await expect(toast(page, 'Lesson Full')).toBeInViewport({ ratio: 1 });
  // It is gone by itself before long.
  await expect(toast(page, 'Lesson Full')).toBeHidden();
});

test('starts reading at the title', async ({ page, family, lesson }) => {
  await family.open(weekPath(paths.familyHome, lesson.Date));
  await lessonButton(page, lesson).click();
  await expect(title(page)).toBeFocused();
  // Nothing is drawn around it for those who point; those who press keys see where they are.
  await expect(title(page)).toHaveCSS('outline-style', 'none');
  await page.goBack();
  await lessonButton(page, lesson).press('Enter');
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Tab');
  await expect(closeButton(page)).toBeFocused();
});

test('returns from a part to the details, then closes @phone', async ({ page, family, lesson }) => {
  await family.book(lesson);
  const week = weekPath(paths.familyHome, lesson.Date);
  await family.open(week);
  await lessonButton(page, lesson).click();
  const dialog = lessonDialog(page, lesson);
  for (const open of [openWeekly, openMoving]) {
    const part = await open(dialog);
    await expect(part.getByRole('heading', { level: 2 })).toBeFocused();
    await page.goBack();
    await expect(dialog).toBeVisible();
    await expect(title(page)).toBeFocused();
  }
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(week);
  // The arrow takes the same step.
  await lessonButton(page, lesson).click();
  await (await openWeekly(dialog)).getByRole('button', { name: 'Back' }).click();
  await page.goForward();
  await expect(page).toHaveURL(/[?&]do=weekly/);
});

test('closes from a part whose script still loads @phone', async ({ page, family, lesson }) => {
  const week = weekPath(paths.familyHome, mondayOf(lesson.Date));
  const loading = Promise.withResolvers<void>();
  await page.route(/weekly-part[^/]*\.js/, async (route) => {
    await loading.promise;
    await route.continue();
  });
  await family.open(paths.accountFamily);
  for (const opened of [week, pathOf(lesson)]) {
    await visit(page, opened);
    if (opened === week) await lessonButton(page, lesson).click();
    await keepButton(lessonDialog(page, lesson)).click();
    await expect(page).toHaveURL(/[?&]do=weekly/);
    // The details are still shown. A second press opens no second part.
    await keepButton(lessonDialog(page, lesson)).click();
    await closeButton(page).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL(week);
    await page.goBack();
    await expect(page).toHaveURL(paths.accountFamily);
  }
  loading.resolve();
});

test('leaves no entries behind when a part is closed @phone', async ({ page, family, lesson }) => {
  const week = weekPath(paths.familyHome, lesson.Date);
  await family.open(paths.accountFamily);
  const dialog = await openLesson(page, lesson);
  await openWeekly(dialog);
  await closeButton(page).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(week);
  await page.goBack();
  await expect(page).toHaveURL(paths.accountFamily);

  // A linked dialog has no entry of its own to return to.
  await visit(page, pathOf(lesson));
  await openWeekly(dialog);
  await closeButton(page).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(weekPath(paths.familyHome, mondayOf(lesson.Date)));
  await page.goBack();
  await expect(page).toHaveURL(paths.accountFamily);

  // Nor has a linked part: its arrow replaces it.
  await visit(page, `${pathOf(lesson)}&do=weekly`);
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(paths.accountFamily);
});
