// Attendance by join link in the tutor's view, and students proposed as absent.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths, tutorRoomPath } from '../../domain/paths.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { expectLink, expectToast, inDays } from '../journey.ts';
import { lessonCard } from '../pages/booked-lessons.ts';
import type { Family, Tutor } from '../people.ts';
import type { Site } from '../site.ts';
import { test } from '../test.ts';

const JOINED = /^Joined \d\d:\d\d$/;

/** A lesson that started half an hour ago, with these students; the first of them joins. */
async function makeLesson(site: Site, names: readonly string[]) {
  const word = uniqueWord();
  const lesson = await site.newLesson({ Date: inDays(3), Lesson_Name: `Optics ${word}` });
  const families: Family[] = [];
  for (const name of names) {
    const family = await site.newFamily({ credits: 1, Student_Name: `${name} ${word}` });
    await family.book(lesson);
    families.push(family);
  }
  await site.tutor.startLessonIn(lesson, -30);
  const join = async () => {
    const link = (await families[0]?.readJoinLink(lesson)) ?? '';
    const params = { token: link.split('/').at(-1) ?? '' };
    await families[0]?.call(endpoints.joinLesson, { params });
  };
  return { lesson, families, join };
}

async function openAt(page: Page, tutor: Tutor, now: number) {
  await page.clock.install({ time: now });
  await tutor.open(paths.bookedLessons);
}

test('shows who has joined, and proposes nobody yet', async ({ page, tutor, site }) => {
  const { lesson, join } = await makeLesson(site, ['Ann', 'Ben']);
  await openAt(page, tutor, Date.now());
  const here = lessonCard(page, lesson);
  // The lesson that runs is open.
  await expect(here.getByText('Now', { exact: true })).toBeVisible();
  const way = here.getByRole('link', { name: 'Join the meeting' });
  await expect(way).toHaveAttribute('href', lesson.Meeting_Link);
  await expectLink(here, /^Lesson room/, tutorRoomPath(lesson.id));
  await expect(here.locator('summary')).toContainText('2 of 10 booked');
  await expect(here.getByText('Not joined')).toHaveCount(2);
  await expect(here.getByText('Confirmed')).toHaveCount(0);
  await join();
  await page.clock.runFor(45_000);
  await expect(here.getByText(JOINED)).toHaveCount(1);
  await expect(here.getByText('did not join')).toHaveCount(0);
  // Who has joined is not marked absent by a slip.
  await here.getByRole('button', { name: /^Mark absent: Ann/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Mark absent' });
  await expect(question).toContainText(/Ann .+ joined at \d\d:\d\d\./);
  await question.getByRole('button', { name: 'Keep as it is' }).click();
  await expect(here.getByText('Absent, credit returned')).toHaveCount(0);
  await here.getByRole('button', { name: /^Mark absent: Ann/ }).click();
  await question.getByRole('button', { name: 'Mark absent' }).click();
  await expect(here.getByText('Absent, credit returned')).toBeVisible();
});

test('proposes the others as absent after the lesson', async ({ page, tutor, site }) => {
  watch(page);
  const { lesson, families, join } = await makeLesson(site, ['Ann', 'Ben', 'Cy']);
  const [ann, ben, cy] = families.map(({ user }) => user.Student_Name);
  await join();
  await openAt(page, tutor, Date.now() + 60 * MINUTE_MS);
  await page.getByRole('button', { name: /^Show past lessons/ }).click();
  const here = lessonCard(page, lesson);
  await here.locator('summary').click();
  const row = (name = '') => here.getByRole('listitem').filter({ hasText: name });
  await expect(row(ann).getByText(JOINED)).toBeVisible();
  for (const name of [ben, cy]) await expect(row(name).getByText('Not joined')).toBeVisible();
  await expect(here.getByText(`${ben} and ${cy} did not join by their links.`)).toBeVisible();
  await expectReadable(page, 'proposed');

  // Nothing has been marked automatically.
  const readCredits = () => Promise.all(families.map((family) => family.readCredits()));
  expect(await readCredits()).toEqual([0, 0, 0]);
  await here.getByRole('button', { name: 'Mark 2 students absent' }).click();
  await expectToast(page, 'Marked absent', `The credits were returned to ${ben} and ${cy}.`);
  for (const name of [ben, cy])
    await expect(row(name).getByText('Absent, credit returned')).toBeVisible();
  await expect(here.getByText('did not join')).toHaveCount(0);
  expect(await readCredits()).toEqual([0, 1, 1]);
  await here.getByRole('button', { name: `Undo: ${cy}` }).click();
  await expect(here.getByText(`${cy} did not join by the link.`)).toBeVisible();

  await page.evaluate(() => {
    window.print = () => {};
  });
  await here.getByRole('button', { name: 'Print attendance list' }).click();
  await page.emulateMedia({ media: 'print' });
  const printed = page.getByRole('region', { name: 'Attendance list' });
  for (const name of [`${ann}.*Joined \\d\\d:\\d\\d`, `${ben}.*Absent`])
    await expect(printed.getByRole('row', { name: new RegExp(name) })).toBeVisible();
});
