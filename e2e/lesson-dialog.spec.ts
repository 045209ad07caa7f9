// A lesson's details: the main reason why it cannot be booked, and the confirmation before a
// booking or a lesson is removed.
import { expect, type Locator, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { CANCEL_AFTER_START } from '../domain/errors.ts';
import { lessonPath, paths, weekPath } from '../domain/paths.ts';
import { addDays, formatDate, mondayOf, ukDate } from '../domain/time.ts';
import { call } from './api.ts';
import { expectReadable, uniqueWord, whenSettled } from './checks.ts';
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

test(
  'leads from a full lesson to the next free one of its course, also without credits',
  { tag: '@phone' },
  async ({ page, request }, info) => {
    const monday = emptyWeek(3);
    const word = uniqueWord();
    const saturday = addDays(monday, 5);
    const lesson = await createLesson(request, {
      Date: saturday,
      Lesson_Name: `GCSE: Waves ${word}`,
      Max_Students: 1,
    });
    const other = await createFamily(request, { credits: 2 });
    await bookFor(request, other, lesson.id);
    // Sooner, but of the other course or full as well.
    await createLesson(request, {
      Date: addDays(monday, 6),
      Lesson_Name: `A-level: Optics ${word}`,
    });
    const fullToo = {
      Date: addDays(monday, 12),
      Lesson_Name: `GCSE: Forces ${word}`,
      Max_Students: 1,
    };
    await bookFor(request, other, (await createLesson(request, fullToo)).id);
    const next = await createLesson(request, {
      Date: addDays(monday, 13),
      Time: '10:00:00',
      Lesson_Name: `GCSE: Energy ${word}`,
      Max_Students: 3,
    });
    for (const credits of [0, 2]) {
      await signInAs(page, await createFamily(request, { credits }));
      const dialog = await openLesson(page, lesson);
      await expect(dialog).toContainText('This lesson is fully booked. Please try another lesson.');
      const way = dialog.getByRole('button', { name: 'Next with a spot' });
      await expect(way).toHaveAccessibleName(
        `Next with a spot ${formatDate(next.Date, 'short')}, 10:00 ${next.Lesson_Name} 3 spots left`,
      );
      await expect(dialog).not.toContainText(/buy|purchase/i);
      await expect(dialog.getByRole('button', { name: /Book for|Buy/ })).toHaveCount(0);
      await expectReadable(page);
      await page.screenshot({ path: info.outputPath(`full-${credits}.png`) });
      await way.click();
      await expect(page.getByRole('dialog', { name: next.Lesson_Name })).toBeVisible();
      await expect(
        page
          .getByRole('dialog')
          .getByRole('button', { name: credits === 0 ? 'Buy Credits' : 'Book for 1 credit' }),
      ).toBeEnabled();
      // Back returns to the previous page, not to the full lesson.
      await page.goBack();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page).toHaveURL(weekPath(paths.userHome, saturday));
    }
  },
);

test(
  'says so when a full lesson has no later one of its course',
  { tag: '@phone' },
  async ({ page, request }) => {
    const lesson = await createLesson(request, {
      Date: addDays(emptyWeek(15), 5),
      Lesson_Name: `GCSE: Waves ${uniqueWord()}`,
      Max_Students: 1,
    });
    await bookFor(request, await createFamily(request, { credits: 1 }), lesson.id);
    await signInAs(page, await createFamily(request));
    const dialog = await openLesson(page, lesson);
    await expect(dialog).toContainText('No later lesson of this course has a spot yet.');
  },
);

test(
  'warns about a lesson of the other course before it is booked',
  { tag: '@desktop' },
  async ({ page, request }, info) => {
    const on = { Date: addDays(emptyWeek(), 5) };
    const aLevel = await createLesson(request, {
      ...on,
      Lesson_Name: `A-level: Optics ${uniqueWord()}`,
    });
    const gcse = await createLesson(request, {
      ...on,
      Time: '10:00:00',
      Lesson_Name: `GCSE: Waves ${uniqueWord()}`,
    });
    const family = await createFamily(request, { credits: 2, Student_Name: 'Kim Journey' });
    await call(request, endpoints.updateStudent, {
      token: family.session.access_token,
      params: { id: family.user.students[0]?.id ?? '' },
      body: { year_class: 'year-11' },
    });
    await signInAs(page, family);
    // The calendar omits it, but its address still opens it.
    await visit(page, lessonPath(mondayOf(on.Date), aLevel.id));
    let dialog = page.getByRole('dialog', { name: aLevel.Lesson_Name });
    await expect(dialog.getByRole('note')).toHaveText(
      'This is an A-level lesson. Kim is in Year 11, which is GCSE.',
    );
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('other-course.png') });
    // A warning does not prevent the booking.
    await dialog.getByRole('button', { name: 'Book for 1 credit' }).click();
    await expect(dialog).toContainText('Kim is in');
    await expect(dialog.getByRole('note')).toBeHidden();
    await page.goBack();
    dialog = await openLesson(page, gcse);
    await expect(dialog.getByRole('button', { name: 'Book for 1 credit' })).toBeVisible();
    await expect(dialog.getByRole('note')).toBeHidden();
  },
);

test('shows a past lesson as such, without buttons or a mention of credits', async ({
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

/** Expects a backdrop of its own, no cross, and the harmless choice first. */
async function expectCalmQuestion(
  page: Page,
  beneath: Locator,
  [safe, final]: readonly [string, string],
) {
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

test('dims the dialog behind the confirmation of a cancellation, and puts the safe choice first', async ({
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

test(
  'keeps the form unchanged when its deletion is not confirmed',
  { tag: '@desktop' },
  async ({ page, request }, info) => {
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
  },
);

test(
  'closes a question with the lesson that it is about',
  { tag: '@phone' },
  async ({ page, request }) => {
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
  },
);
