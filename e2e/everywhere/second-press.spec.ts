// A second press at the same place, 0.7 s after the first: what has come there by itself meanwhile
// does not act.
import { expect, type Locator } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { addDays, mondayOf } from '../../domain/time.ts';
import { uniqueWord } from '../checks.ts';
import { inDays } from '../journey.ts';
import { lessonRow, rowButton } from '../pages/family-home.ts';
import { bookButton, forStudent } from '../pages/lesson-dialog.ts';
import { answerNow, openDashboard, sendButton } from '../pages/tutor-dashboard.ts';
import { test, testAlone } from '../test.ts';

const BETWEEN_MS = 700;
/** What the second press would do is done by then. */
const AFTER_MS = 1500;

async function pressTwice(button: Locator): Promise<void> {
  const page = button.page();
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  for (const pause of [BETWEEN_MS, AFTER_MS]) {
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForTimeout(pause);
  }
}

testAlone()('sends one invitation', async ({ page, site, tutor }) => {
  const people = ['Ada', 'Mei'].map((name) => `${name} ${uniqueWord()}`);
  for (const name of people) await site.enquire({ name });
  for (const { id, name } of (await tutor.call(endpoints.listEnquiries)).customers)
    if (!people.includes(name))
      await tutor.call(endpoints.updateEnquiry, { params: { id }, body: { status: 'contacted' } });
  await openDashboard(tutor);
  const row = answerNow(page)
    .getByRole('listitem')
    .filter({ hasText: people[0] ?? '' });
  await row.getByRole('button', { name: /^Invite/ }).click();
  const dialog = page.getByRole('dialog', { name: `Invite ${people[0]}` });
  await expect(dialog.getByLabel('Message')).not.toHaveValue('');
  await pressTwice(sendButton(page));
  const { customers } = await tutor.call(endpoints.listEnquiries);
  const invited = customers.filter(({ invitation }) => invitation !== null);
  expect(invited.map(({ name }) => name)).toEqual([people[0]]);
  // The next one can be sent once its text has been there for a moment.
  await sendButton(page).click();
  await expect(page.getByText(`${people[1]} is invited.`)).toBeVisible();
});

test('books one of three children in a row @phone', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 3 });
  await family.changeStudent({ year_class: 'year-10' });
  const sam = await family.addStudent({ Student_Name: 'Sam Journey', year_class: 'year-12' });
  const lesson = await site.newLesson({
    Date: addDays(mondayOf(inDays(8)), 5),
    Lesson_Name: `GCSE: Waves ${uniqueWord()}`,
  });
  await family.open(paths.familyHome);
  const row = lessonRow(page, lesson);
  await expect(rowButton(row, 'Book Kim')).toBeVisible();
  // Meanwhile Sam has moved into the course, on another device.
  await family.call(endpoints.updateStudent, {
    params: { id: sam.id },
    body: { year_class: 'year-11' },
  });
  await pressTwice(rowButton(row, 'Book Kim'));
  expect(await family.readCredits()).toBe(2);
});

test('asks before it cancels @phone', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 1 });
  const lesson = await site.newLesson();
  await family.book(lesson);
  const dialog = await family.openLesson(lesson);
  // On a phone the button that confirms comes where this one was.
  await pressTwice(dialog.getByRole('button', { name: 'Cancel booking' }));
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect(await family.readCredits()).toBe(0);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel booking' }).click();
  await expect.poll(() => family.readCredits()).toBe(1);
});

test('books one of two children in the dialog', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 3 });
  await family.addStudent({ Student_Name: 'Sam Journey' });
  const lesson = await site.newLesson();
  const dialog = await family.openLesson(lesson);
  await forStudent(dialog, 'Sam').check();
  await pressTwice(bookButton(dialog));
  await expect(bookButton(dialog)).toHaveText('Also book Kim, 1 credit');
  expect(await family.readCredits()).toBe(2);
  await bookButton(dialog).click();
  await expect(page.getByText('Kim is booked')).toBeVisible();
});
