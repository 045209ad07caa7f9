// A lesson's details: why it cannot be booked, and the questions before something is removed.
import { expect, type Locator, type Page } from '@playwright/test';

import { CANCEL_AFTER_START } from '../../domain/errors.ts';
import type { NewLesson } from '../../domain/lessons/lesson.ts';
import { paths, weekPath } from '../../domain/paths.ts';
import { addDays, formatDate } from '../../domain/time.ts';
import { expectReadable, uniqueWord, whenSettled } from '../checks.ts';
import { emptySaturday, inDays, lessonButton, question } from '../journey.ts';
import {
  bookButton,
  cancelBooking,
  cancelButton,
  lessonDialog,
  openLesson,
  pathOf,
} from '../pages/lesson-dialog.ts';
import { deleteButton, openForm, openPlanner } from '../pages/planner.ts';
import { test } from '../test.ts';

const middleOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not in view.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
test.use({ credits: 2 });
test('leads from a full lesson to the next free one @phone', async ({ page, site }) => {
  const saturday = emptySaturday(3);
  const word = uniqueWord();
  const plan = (days: number, name: string, changes: Partial<NewLesson> = {}) =>
    site.newLesson({ Date: addDays(saturday, days), Lesson_Name: `${name} ${word}`, ...changes });
  const lesson = await plan(0, 'GCSE: Waves', { Max_Students: 1 });
  const other = await site.newFamily({ credits: 2 });
  await other.book(lesson);
  // Sooner, but of the other course or full as well.
  await plan(1, 'A-level: Optics');
  await other.book(await plan(7, 'GCSE: Forces', { Max_Students: 1 }));
  const next = await plan(8, 'GCSE: Energy', { Time: '10:00:00', Max_Students: 3 });
  for (const credits of [0, 2]) {
    const family = await site.newFamily({ credits, hadFree: credits === 0 });
    const dialog = await family.openLesson(lesson);
    await expect(dialog.getByRole('button', { name: /^Join the waiting list/ })).toBeEnabled();
    const way = dialog.getByRole('button', { name: 'Next with a spot' });
    await expect(way).toHaveAccessibleName(
      `Next with a spot ${formatDate(next.Date, 'short')}, 10:00 ${next.Lesson_Name} 3 spots left`,
    );
    await expect(dialog).not.toContainText(/buy|purchase/i);
    await expect(dialog.getByRole('button', { name: /^Book (?!every)|Buy/ })).toHaveCount(0);
    await expectReadable(page);
    await way.click();
    await expect(lessonDialog(page, next)).toBeVisible();
    const name = credits === 0 ? 'Buy 1 credit and book Kim' : 'Book Kim, 1 credit';
    await expect(page.getByRole('dialog').getByRole('button', { name })).toBeEnabled();
    // Back returns to the previous page, not to the full lesson.
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL(weekPath(paths.familyHome, saturday));
  }
});

test('says when its course has no later lesson @phone', async ({ family, site }) => {
  const lesson = await site.newLesson({
    Date: emptySaturday(15),
    Lesson_Name: `GCSE: Waves ${uniqueWord()}`,
    Max_Students: 1,
  });
  await (await site.newFamily({ credits: 1 })).book(lesson);
  const dialog = await family.openLesson(lesson);
  await expect(dialog).toContainText('No later lesson of this course has a spot yet.');
});

test('warns about a lesson of the other course', async ({ page, family, site }) => {
  const date = emptySaturday();
  const aLevel = await site.newLesson({
    Date: date,
    Lesson_Name: `A-level: Optics ${uniqueWord()}`,
  });
  const lessonName = `GCSE: Waves ${uniqueWord()}`;
  const gcse = await site.newLesson({ Date: date, Time: '10:00:00', Lesson_Name: lessonName });
  await family.changeStudent({ year_class: 'year-11' });
  // The calendar omits it, but its address still opens it.
  await family.open(pathOf(aLevel));
  let dialog = lessonDialog(page, aLevel);
  const warning = 'This is an A-level lesson. Kim is in Year 11, which is GCSE.';
  await expect(dialog.getByRole('note')).toHaveText(warning);
  await expectReadable(page, 'other-course');
  // A warning does not prevent the booking.
  await bookButton(dialog).click();
  await expect(dialog).toContainText('Kim is booked');
  await expect(dialog.getByRole('note')).toBeHidden();
  await page.goBack();
  dialog = await openLesson(page, gcse);
  await expect(bookButton(dialog)).toBeVisible();
  await expect(dialog.getByRole('note')).toBeHidden();
});

test('shows a past lesson without buttons or credits', async ({ page, family, tutor, site }) => {
  const date = inDays(-15);
  const past = await site.newLesson({ Date: date, Max_Students: 1 });
  const attended = await site.newLesson();
  await family.book(attended);
  await tutor.changeLesson(attended, { Date: date });
  await family.signIn();
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
  }
});

/** Expects a backdrop of its own, no cross, and the harmless choice first. */
async function expectCalmQuestion(page: Page, beneath: Locator, [safe, final]: [string, string]) {
  await whenSettled(page);
  const questionDialog = question(page);
  await expect(questionDialog.getByRole('button')).toHaveText([safe, final]);
  const [first, second] = await Promise.all(
    [safe, final].map((name) =>
      questionDialog.getByRole('button', { name, exact: true }).boundingBox(),
    ),
  );
  if (first === null || first === undefined || second === null || second === undefined)
    throw new Error('The buttons are not in view.');
  const isStacked = first.y !== second.y;
  expect(isStacked).toBe((page.viewportSize()?.width ?? 0) < 640);
  expect(isStacked ? first.y < second.y : first.x < second.x).toBe(true);
  // The element above the dialog beneath is neither that dialog nor the question, but the backdrop.
  const place = await middleOf(beneath);
  const isDimmed = await page.evaluate(({ x, y }) => {
    const top = document.elementFromPoint(x, y);
    const { width, height } = top?.getBoundingClientRect() ?? new DOMRect();
    return (
      top?.closest('[role$="dialog"]') === null && width >= innerWidth && height >= innerHeight
    );
  }, place);
  expect(isDimmed).toBe(true);
  await expectReadable(page);
}

test('dims the dialog behind a question, safe choice first', async ({ page, family, site }) => {
  const lesson = await site.newLesson({ lesson_notes: 'A ruler.\n'.repeat(4) });
  await family.book(lesson);
  const dialog = await family.openLesson(lesson);
  const cancel = cancelButton(dialog);
  await cancel.focus();
  await page.keyboard.press('Enter');
  await expect(question(page).getByRole('button', { name: 'Keep booking' })).toBeFocused();
  const title = page.getByRole('heading', { name: lesson.Lesson_Name, includeHidden: true });
  await expectCalmQuestion(page, title, ['Keep booking', 'Cancel booking']);
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(cancel).toBeFocused();
  await cancel.click();
  await question(page).getByRole('button', { name: 'Keep booking' }).click();
  await expect(question(page)).toBeHidden();
  await expect(dialog).toContainText('Booked for Kim');
  await cancelBooking(page);
  await expect(dialog).toContainText(
    'Booking Canceled Your booking was canceled and the credit refunded.',
  );
});

test('keeps the form when deleting is not confirmed', async ({ page, tutor, lesson }) => {
  await openPlanner(tutor, lesson.Date);
  const name = (await openForm(page, lesson)).getByLabel('Lesson name');
  await name.fill('Half changed');
  await deleteButton(page).click();
  const title = page.getByRole('heading', { name: 'Edit lesson', includeHidden: true });
  await expectCalmQuestion(page, title, ['Keep lesson', 'Delete lesson']);
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(name).toHaveValue('Half changed');
});

test('closes a question with its lesson @phone', async ({ page, family, site }) => {
  const [lesson, other] = await site.newLessons();
  for (const one of [lesson, other]) await family.book(one);
  await cancelButton(await family.openLesson(lesson)).click();
  await expect(question(page)).toBeVisible();
  await page.goBack();
  await expect(question(page)).toBeHidden();
  await lessonButton(page, other).click();
  await expect(lessonDialog(page, other)).toBeVisible();
  await whenSettled(page);
  await expect(question(page)).toBeHidden();
});
