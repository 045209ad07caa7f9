// Every page and dialog of the family's area: readable for everybody, in light and dark, with long
// names, within its screen.
import { expect } from '@playwright/test';

import { paths, paymentPath, weekPath } from '../domain/paths.ts';
import { addDays, mondayOf, ukDate } from '../domain/time.ts';
import { expectReadable, uniqueWord, watch } from './checks.ts';
import { bookFor, createFamily, createLesson, signInAs, visit } from './journey.ts';
import { test } from './test.ts';

const LONG_NAME = 'Maximiliana-Alexandrina Featherstonehaugh-Cholmondeley of Wolverhampton';
const LONG_LESSON =
  'A-level: Electromagnetism, capacitors, transformers and everythinginbetweenwithoutaspace';
const monday = mondayOf(addDays(ukDate(Date.now()), 28));
const week = weekPath(paths.userHome, monday);
const long = { credits: 3, Student_Name: LONG_NAME, Parent_Name: LONG_NAME };

for (const path of [paths.signUp, paths.signIn]) {
  test(`shows ${path} with form errors`, async ({ page }, info) => {
    const watched = watch(page);
    await visit(page, path);
    await page.locator('button[type=submit]').click();
    await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('page.png'), fullPage: true });
    expect(watched).toEqual({ complaints: [], strangers: [] });
  });
}

for (const [path, landmark] of [
  [week, 'Where credits went'],
  [`${week}&buy=credits`, 'Most Popular'],
  [paths.account, 'Given 3 credits by the tutor'],
  [paymentPath(paths.paymentCancelled, 'cs_test_0123456789abcdefgh'), 'What this means'],
  [paths.paymentSuccess, 'No payment found'],
] as const) {
  test(`shows ${path.replace(/week=[^&]*/, 'week')}`, async ({ page, request }, info) => {
    const watched = watch(page);
    await signInAs(page, await createFamily(request, long));
    await visit(page, path);
    await expect(page.getByText(landmark).first()).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('page.png'), fullPage: true });
    expect(watched).toEqual({ complaints: [], strangers: [] });
  });
}

test("shows the credit history with a lesson's long name", async ({ page, request }, info) => {
  const family = await createFamily(request, long);
  const lesson = await createLesson(request, {
    Date: addDays(monday, 5),
    Lesson_Name: LONG_LESSON,
  });
  await bookFor(request, family, lesson.id);
  await signInAs(page, family);
  await visit(page, paths.account);
  await expect(page.getByText('Booked a lesson')).toBeVisible();
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('page.png'), fullPage: true });
});

test('shows a name and an email that are one long word each', async ({ page, request }) => {
  const word = `featherstonehaughcholmondeleymarjoribanks${uniqueWord()}`;
  await signInAs(
    page,
    await createFamily(request, {
      Parent_Name: word,
      Student_Name: word,
      Parent_Email: `${word}@example.com`,
    }),
  );
  for (const [path, title] of [
    [paths.userHome, `Hello, ${word}`],
    [paths.account, 'Your account'],
  ] as const) {
    await visit(page, path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expectReadable(page);
  }
});

test("shows a booked lesson's details, and the confirmation of its cancellation", async ({
  page,
  request,
}, info) => {
  const watched = watch(page);
  const family = await createFamily(request, long);
  const lesson = await createLesson(request, {
    Date: addDays(monday, 5),
    Lesson_Name: LONG_LESSON,
    lesson_notes: 'Bring paper.\n'.repeat(5),
  });
  await bookFor(request, family, lesson.id);
  await signInAs(page, family);
  await visit(page, `${week}&lesson=${lesson.id}`);
  await expect(
    page.getByRole('dialog').getByRole('link', { name: 'Join the lesson' }),
  ).toBeVisible();
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('details.png') });
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectReadable(page);
  expect(watched).toEqual({ complaints: [], strangers: [] });
});

test('shows the confirmation before an account is deleted', async ({ page, request }) => {
  const watched = watch(page);
  await signInAs(page, await createFamily(request, long));
  await visit(page, paths.account);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectReadable(page);
  expect(watched).toEqual({ complaints: [], strangers: [] });
});
