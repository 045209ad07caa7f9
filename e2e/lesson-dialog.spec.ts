// A lesson's details: the first reason that no credit could change, and the question before a booking or a lesson is removed.
import { expect, type Locator, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { CANCEL_AFTER_START } from '../domain/errors.ts';
import { paths, weekPath } from '../domain/paths.ts';
import { addDays, ukDate } from '../domain/time.ts';
import { call } from './api.ts';
import { expectReadable, whenSettled } from './checks.ts';
import { openLesson } from './dashboard.ts';
import {
  bookFor,
  createFamily,
  createLesson,
  lessonButton,
  emptyWeek,
  signInAs,
  signInTutor,
  toast,
  visit,
} from './journey.ts';
import { dialogOf, openPlanner } from './planner.ts';
import { test } from './test.ts';

const soon = addDays(ukDate(Date.now()), 8);
const question = (page: Page) => page.getByRole('alertdialog');
const middleOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not in view.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test('a full lesson says that it is full, also to a family without credits', async ({
  page,
  request,
}, info) => {
  const lesson = await createLesson(request, { Date: soon, Max_Students: 1 });
  await bookFor(request, await createFamily(request, { credits: 1 }), lesson.id);
  for (const credits of [0, 2]) {
    await signInAs(page, await createFamily(request, { credits }));
    const dialog = await openLesson(page, lesson);
    const book = dialog.getByRole('button', { name: 'Book for 1 credit' });
    await expect(book).toHaveAccessibleDescription('This lesson is fully booked. Please try another lesson.');
    await expect(book).toBeDisabled();
    await expect(dialog.getByText('purchase more credits')).toBeHidden();
    await expect(dialog.getByRole('button', { name: 'Buy Credits' })).toBeHidden();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath(`full-${credits}.png`) });
  }
});

test('a past lesson says so, with nothing to press and no word of credits', async ({
  page,
  request,
}, info) => {
  const date = addDays(ukDate(Date.now()), -15);
  const past = await createLesson(request, { Date: date, Max_Students: 1 });
  const attended = await createLesson(request, { Date: soon });
  const family = await createFamily(request, { credits: 1 });
  await bookFor(request, family, attended.id);
  await call(request, endpoints.updateLesson, {
    token: (await signInTutor(request)).session.access_token,
    params: { id: attended.id },
    body: { Date: date },
  });
  await signInAs(page, family);
  for (const [lesson, words] of [
    [past, 'This lesson is over. Please try another lesson.'],
    [{ ...attended, Date: date }, CANCEL_AFTER_START],
  ] as const) {
    const dialog = await openLesson(page, lesson);
    await expect(dialog).toContainText(words);
    await expect(dialog).not.toContainText(/credit/i);
    await expect(dialog.getByRole('button')).toHaveCount(1);
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath(`past-${lesson.id}.png`) });
  }
});

/** Its own scrim, no cross, and the choice that changes nothing first. */
async function expectCalmQuestion(page: Page, beneath: Locator, [safe, final]: readonly [string, string]) {
  await whenSettled(page);
  const asked = question(page);
  await expect(asked.getByRole('button')).toHaveText([safe, final]);
  const [first, second] = await Promise.all(
    [safe, final].map((name) => asked.getByRole('button', { name, exact: true }).boundingBox()),
  );
  if (first === null || first === undefined || second === null || second === undefined)
    throw new Error('The buttons are not in view.');
  const isStacked = first.y !== second.y;
  expect(isStacked).toBe((page.viewportSize()?.width ?? 0) < 640);
  expect(isStacked ? first.y < second.y : first.x < second.x).toBe(true);
  // What lies on the dialog beneath is neither that dialog nor the question, but what dims it.
  const place = await middleOf(beneath);
  const isDimmed = await page.evaluate(({ x, y }) => {
    const top = document.elementFromPoint(x, y);
    const { width, height } = top?.getBoundingClientRect() ?? new DOMRect();
    return top?.closest('[role$="dialog"]') === null && width >= innerWidth && height >= innerHeight;
  }, place);
  expect(isDimmed).toBe(true);
  await expectReadable(page);
}

test('the question before a cancellation dims its dialog and puts the safe choice first', async ({
  page,
  request,
}, info) => {
  const family = await createFamily(request, { credits: 1 });
  const lesson = await createLesson(request, {
    Date: addDays(emptyWeek(), 5),
    lesson_notes: 'A ruler.\n'.repeat(4),
  });
  await bookFor(request, family, lesson.id);
  await signInAs(page, family);
  const dialog = await openLesson(page, lesson);
  const cancel = dialog.getByRole('button', { name: 'Cancel booking' });
  await cancel.focus();
  await page.keyboard.press('Enter');
  await expect(question(page).getByRole('button', { name: 'Keep booking' })).toBeFocused();
  const title = page.getByRole('heading', { name: lesson.Lesson_Name, includeHidden: true });
  await expectCalmQuestion(page, title, ['Keep booking', 'Cancel booking']);
  await page.screenshot({ path: info.outputPath('question.png') });
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(cancel).toBeFocused();
  await cancel.click();
  await question(page).getByRole('button', { name: 'Keep booking' }).click();
  await expect(question(page)).toBeHidden();
  await expect(dialog).toContainText('Booked by you');
  await cancel.click();
  await question(page).getByRole('button', { name: 'Cancel booking' }).click();
  await expect(toast(page, 'Booking Canceled')).toBeVisible();
});

test('the question before a deletion leaves the form beneath as it is when it is refused', async ({
  page,
  request,
}, info) => {
  const monday = emptyWeek();
  const lesson = await createLesson(request, { Date: addDays(monday, 5) });
  await openPlanner(page, monday);
  await lessonButton(page, lesson.Lesson_Name).click();
  const edit = dialogOf(page, 'Edit Lesson');
  await edit.getByLabel('Lesson name').fill('Half changed');
  await edit.getByRole('button', { name: 'Delete', exact: true }).click();
  const title = page.getByRole('heading', { name: 'Edit Lesson', includeHidden: true });
  await expectCalmQuestion(page, title, ['Keep Lesson', 'Delete Lesson']);
  await page.screenshot({ path: info.outputPath('question.png') });
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(edit.getByLabel('Lesson name')).toHaveValue('Half changed');
});

test('a question goes with the lesson that it is about', async ({ page, request }) => {
  const family = await createFamily(request, { credits: 2 });
  const date = addDays(emptyWeek(), 5);
  const lesson = await createLesson(request, { Date: date });
  const other = await createLesson(request, { Date: date, Time: '10:00:00' });
  for (const { id } of [lesson, other]) await bookFor(request, family, id);
  await signInAs(page, family);
  await visit(page, weekPath(paths.userHome, date));
  await lessonButton(page, lesson.Lesson_Name).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click();
  await expect(question(page)).toBeVisible();
  await page.goBack();
  await expect(question(page)).toBeHidden();
  await lessonButton(page, other.Lesson_Name).click();
  await expect(page.getByRole('dialog', { name: other.Lesson_Name })).toBeVisible();
  await whenSettled(page);
  await expect(question(page)).toBeHidden();
});
