// The tutor books, moves and plans around what a student has at that time already.
import { expect } from '@playwright/test';

import { addDays } from '../../domain/time.ts';
import { expectReadable, uniqueWord } from '../checks.ts';
import { emptyWeek, lessonButton } from '../journey.ts';
import { lessonForm, lessonSheet, openForm, openPlanner, saveLesson } from '../pages/planner.ts';
import type { Site } from '../site.ts';
import { test } from '../test.ts';

/** A lesson at 09:30 that Maya has, and others of that day. */
async function makeScene(site: Site) {
  const [word, monday] = [uniqueWord(), emptyWeek()];
  const plan = (Time: string, topic: string) =>
    site.newLesson({ Date: addDays(monday, 5), Time, Lesson_Name: `GCSE: ${topic} ${word}` });
  const forces = await plan('09:30:00', 'Forces');
  const [waves, optics] = [await plan('09:00:00', 'Waves'), await plan('12:00:00', 'Optics')];
  const family = await site.newFamily({ credits: 3, Student_Name: `Maya ${word}` });
  await family.book(forces);
  return { monday, word, family, forces, waves, optics };
}

test('warns of two lessons at one time before booking, and moves the student', async ({
  page,
  tutor,
  site,
}) => {
  const { monday, word, family, forces, waves } = await makeScene(site);
  await openPlanner(tutor, monday);
  await lessonButton(page, waves).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add a student' }).click();
  await dialog.getByLabel('Find a student').fill(word);
  await dialog.getByRole('radio', { name: `Maya ${word}` }).check();
  await expect(dialog).toContainText(`Maya already has ${forces.Lesson_Name} at that time.`);
  await expect(dialog.getByRole('button', { name: 'Book anyway, 1 credit' })).toBeVisible();
  await expectReadable(page, 'tutor-clash');
  await dialog.getByRole('button', { name: 'Move to this lesson instead' }).click();
  await expect(lessonSheet(page, waves).getByRole('status')).toContainText(
    `Maya ${word} has moved here.`,
  );
  expect(await family.readCredits()).toBe(2);
});

test('is told how many students a move gives two lessons', async ({ page, tutor, site }) => {
  const { monday, family, forces, optics } = await makeScene(site);
  await family.book(optics);
  await openPlanner(tutor, monday);
  await openForm(page, optics);
  await lessonForm(page).getByLabel('Time').fill('10:00');
  await expect(lessonForm(page)).toContainText(
    '1 of its students has another lesson at that time.',
  );
  await expectReadable(page, 'planner-clash');
  await lessonForm(page).getByLabel('Time').fill('10:30');
  await expect(lessonForm(page)).not.toContainText('of its students');
  await lessonForm(page).getByLabel('Time').fill('10:00');
  await saveLesson(page);
  await expect
    .poll(async () => (await site.emails(family.email)).join('\n'))
    .toContain(`already has ${forces.Lesson_Name} at that time.`);
});
