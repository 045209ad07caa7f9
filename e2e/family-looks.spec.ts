// Every page and dialog of the family's area: readable for everybody, in light and dark, with long names, within its screen.
import { expect, test } from '@playwright/test';

import { paths, paymentPath, weekPath } from '../domain/paths.ts';
import { addDays, mondayOf, ukDate } from '../domain/time.ts';
import { watch } from './checks.ts';
import { bookFor, createFamily, createLesson, expectReadable, signInAs, visit } from './journey.ts';

const LONG_NAME = 'Maximiliana-Alexandrina Featherstonehaugh-Cholmondeley of Wolverhampton';
const LONG_LESSON =
  'A-level: Electromagnetism, capacitors, transformers and everythinginbetweenwithoutaspace';
const monday = mondayOf(addDays(ukDate(Date.now()), 21));

test('signing up and in', async ({ page }, info) => {
  const watched = watch(page);
  for (const path of [paths.signUp, paths.signIn]) {
    await visit(page, path);
    await page.locator('button[type=submit]').click();
    await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath(`${path.slice(1)}.png`), fullPage: true });
  }
  expect(watched).toEqual({ complaints: [], strangers: [] });
});

test('the dashboard and its dialogs', async ({ page, request }, info) => {
  const watched = watch(page);
  const family = await createFamily(request, { credits: 3, Student_Name: LONG_NAME, Parent_Name: LONG_NAME });
  const lesson = await createLesson(request, {
    Date: addDays(monday, 5),
    Lesson_Name: LONG_LESSON,
    lesson_notes: 'Bring paper.\n'.repeat(5),
  });
  await bookFor(request, family, lesson.id);
  await signInAs(page, family);
  const week = weekPath(paths.userHome, monday);
  for (const [name, path, landmark] of [
    ['dashboard', week, 'Where credits went'],
    ['booked', `${week}&lesson=${lesson.id}`, 'Join the lesson'],
    ['purchase', `${week}&buy=credits`, 'Most Popular'],
  ] as const) {
    await visit(page, path);
    await expect(page.getByText(landmark).first()).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: name === 'dashboard' });
  }
  await visit(page, `${week}&lesson=${lesson.id}`);
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectReadable(page);
  expect(watched).toEqual({ complaints: [], strangers: [] });
});

test('the account and the payment pages', async ({ page, request }, info) => {
  const watched = watch(page);
  const family = await createFamily(request, { credits: 3, Student_Name: LONG_NAME, Parent_Name: LONG_NAME });
  await signInAs(page, family);
  for (const [name, path, landmark] of [
    ['account', paths.account, 'Given 3 credits by the tutor'],
    ['cancelled', paymentPath(paths.paymentCancelled, 'cs_test_0123456789abcdefgh'), 'What this means'],
    ['success', paths.paymentSuccess, 'No payment found'],
  ] as const) {
    await visit(page, path);
    await expect(page.getByText(landmark).first()).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true });
  }
  await visit(page, paths.account);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectReadable(page);
  expect(watched).toEqual({ complaints: [], strangers: [] });
});
