// Every page and dialog of a family: readable, in light and dark, with long names.
import { expect } from '@playwright/test';

import { paths, paymentPath, weekPath } from '../../domain/paths.ts';
import { addDays, mondayOf } from '../../domain/time.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { inDays, question, visit } from '../journey.ts';
import { earlyLink, pathOf } from '../pages/lesson-dialog.ts';
import type { Site } from '../site.ts';
import { test } from '../test.ts';

const LONG_NAME = 'Maximiliana-Alexandrina Featherstonehaugh-Cholmondeley of Wolverhampton';
const LONG_LESSON =
  'A-level: Electromagnetism, capacitors, transformers and everythinginbetweenwithoutaspace';
const monday = mondayOf(inDays(28));
const week = weekPath(paths.familyHome, monday);
const long = { credits: 3, Student_Name: LONG_NAME, Parent_Name: LONG_NAME };

/** A family with long names that has booked a lesson with a long name. */
async function bookLong(site: Site) {
  const family = await site.newFamily(long);
  const lesson = await site.newLesson({
    Date: addDays(monday, 5),
    Lesson_Name: LONG_LESSON,
    lesson_notes: 'Bring paper.\n'.repeat(5),
  });
  await family.book(lesson);
  return { family, lesson };
}

for (const path of [paths.signUp, paths.signIn])
  test(`shows ${path} with form errors @both`, async ({ page }) => {
    watch(page);
    await visit(page, path);
    await page.locator('button[type=submit]').click();
    await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
    await expectReadable(page, 'page');
  });

for (const [path, landmark] of [
  [week, 'Credit history'],
  [`${week}&buy=credits`, 'Most Popular'],
  [paths.accountPayments, 'Given 3 credits by the tutor'],
  [paths.accountFamily, 'Contact details'],
  [paths.accountCalendar, 'The day before'],
  [paths.accountData, 'Your data'],
  [paymentPath(paths.paymentCancelled, 'cs_test_0123456789abcdefgh'), 'What this means'],
  [paths.paymentSuccess, 'No payment found'],
] as const)
  test(`shows ${path.replace(/week=[^&]*/, 'week')} @both`, async ({ page, site }) => {
    watch(page);
    await (await site.newFamily(long)).open(path);
    await expect(page.getByText(landmark).first()).toBeVisible();
    await expectReadable(page, 'page');
  });

test("shows the credit history with a lesson's long name @both", async ({ page, site }) => {
  const { family } = await bookLong(site);
  await family.open(paths.accountPayments);
  await expect(page.getByText('Booked,')).toBeVisible();
  await expectReadable(page, 'page');
});

test('shows a name and an email that are one long word each @both', async ({ page, site }) => {
  const word = `featherstonehaughcholmondeleymarjoribanks${uniqueWord()}`;
  const [parentName, studentName, parentEmail] = [word, word, `${word}@example.com`];
  await (
    await site.newFamily({
      Parent_Name: parentName,
      Student_Name: studentName,
      Parent_Email: parentEmail,
    })
  ).signIn();
  for (const [path, title] of [
    [paths.familyHome, `Hello, ${word}`],
    [paths.accountFamily, 'Family'],
  ] as const) {
    await visit(page, path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expectReadable(page);
  }
});

test('shows a booked lesson and its cancellation @both', async ({ page, site }) => {
  watch(page);
  const { family, lesson } = await bookLong(site);
  await family.open(pathOf(lesson));
  await expect(earlyLink(page.getByRole('dialog'))).toBeVisible();
  await expectReadable(page, 'details');
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(question(page)).toBeVisible();
  await expectReadable(page);
});

test('shows the confirmation before an account is deleted @both', async ({ page, site }) => {
  watch(page);
  await (await site.newFamily(long)).open(paths.accountData);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(question(page)).toBeVisible();
  await expectReadable(page);
});

for (const width of [340, 390])
  test(`reaches the links in the order in which they are seen, ${width} px`, async ({
    page,
    family,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await family.open(paths.practice);
    const links = page.getByRole('banner').locator('a, button').filter({ visible: true });
    await expect(links).toHaveCount(5);
    const seen = await links.evaluateAll((all) =>
      all
        .map((one) => ({ name: one.textContent, box: one.getBoundingClientRect() }))
        .toSorted((a, b) => a.box.bottom - b.box.bottom || a.box.left - b.box.left)
        .map(({ name }) => name),
    );
    expect(await links.allTextContents()).toEqual(seen);
  });
