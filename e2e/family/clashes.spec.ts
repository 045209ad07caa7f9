// A student who has another lesson at that time: every way into a booking says so first.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import type { AdminLesson } from '../../domain/lessons/lesson.ts';
import { paths } from '../../domain/paths.ts';
import { addDays, mondayOf } from '../../domain/time.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { emptySaturday, inDays, lessonButton } from '../journey.ts';
import { credits, lessonRow, rowButton } from '../pages/family-home.ts';
import { expectMoment, freeButton, openMoving, openWeekly } from '../pages/lesson-dialog.ts';
import type { Site } from '../site.ts';
import { test as base } from '../test.ts';

interface Scene {
  /** What Kim has, at 09:30. */
  readonly forces: AdminLesson;
  /** At 09:00 of the same day. */
  readonly waves: AdminLesson;
  /** What the pages say. */
  readonly words: string;
}

const test = base.extend<{ scene: Scene }>({
  scene: async ({ site }, use) => {
    const [day, word] = [emptySaturday(3), uniqueWord()];
    const plan = (Time: string, Lesson_Name: string) =>
      site.newLesson({ Date: day, Time, Lesson_Name });
    const forces = await plan('09:30:00', `GCSE: Forces ${word}`);
    const waves = await plan('09:00:00', `GCSE: Waves ${word}`);
    await use({ forces, waves, words: `Kim already has ${forces.Lesson_Name} at that time.` });
  },
});
test.use({ credits: 3 });

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true });

test('is told before a second booking, and books it anyway', async ({ page, family, scene }) => {
  watch(page);
  const { forces, waves, words } = scene;
  await family.book(forces);
  await family.openLesson(waves);
  await expect(dialog(page).getByRole('note')).toHaveText(words);
  await expect(button(page, 'Move to this lesson instead')).toBeVisible();
  await expectReadable(page, 'clash');
  await button(page, 'Book anyway, 1 credit').click();
  await expectMoment(page, 'Lesson Booked!', 'Kim is booked');
  await expect(dialog(page).getByRole('note')).toHaveText(words.replace('already', 'also'));
  expect(await family.readCredits()).toBe(1);
});

test('moves the other booking instead', async ({ page, family, scene }) => {
  const { forces, waves } = scene;
  await family.book(forces);
  await family.openLesson(waves);
  await button(page, 'Move to this lesson instead').click();
  await expectMoment(page, 'Booking moved', 'Kim is booked');
  await expect(dialog(page).getByRole('note')).toHaveCount(0);
  await expectReadable(page, 'moved-instead');
  const lessons = await family.readLessons();
  const booked = lessons.filter(({ isBooked }) => isBooked).map(({ id }) => id);
  expect(booked).toEqual([waves.id]);
  expect(await family.readCredits()).toBe(2);
});

test('is told before joining a waiting list', async ({ page, site, family, scene }) => {
  const { forces, words } = scene;
  const full = await site.newLesson({
    Date: forces.Date,
    Time: '10:00:00',
    Lesson_Name: `GCSE: Optics ${uniqueWord()}`,
    Max_Students: 1,
  });
  await (await site.newFamily({ credits: 1 })).book(full);
  await family.book(forces);
  await family.openLesson(full);
  await expect(dialog(page).getByRole('note')).toHaveText(`${words} You will be told, not booked.`);
  await expectReadable(page, 'clash-waiting');
});

test('is told before a free first lesson', async ({ site, tutor, page, scene }) => {
  const { forces, waves, words } = scene;
  const family = await site.newFamily();
  await tutor.call(endpoints.bookForFamily, {
    params: { id: forces.id },
    body: { Student_ID: family.studentId, credit: 'free' },
  });
  await family.openLesson(waves);
  await expect(dialog(page).getByRole('note')).toHaveText(words);
  await expect(freeButton(dialog(page))).toHaveCount(0);
  await expect(button(page, 'Book anyway, free')).toBeVisible();
});

test('is not offered such a lesson to move to', async ({ site, family, scene }) => {
  const { forces, waves } = scene;
  const fits = await site.newLesson({
    Date: forces.Date,
    Time: '11:00:00',
    Lesson_Name: `GCSE: Energy ${uniqueWord()}`,
  });
  await family.book(forces);
  await family.book(fits);
  const part = await openMoving(await family.openLesson(fits));
  await expect(part.getByText('No other lesson near that date has a spot left')).toBeVisible();
  await expect(part).not.toContainText(waves.Lesson_Name);
});

test('finds the week marked and not ticked', async ({ page, family, scene }) => {
  const { forces, waves } = scene;
  await family.book(forces);
  const weekly = await openWeekly(await family.openLesson(waves));
  const week = weekly.getByRole('checkbox');
  await expect(week).toHaveCount(1);
  await expect(week).not.toBeChecked();
  await expect(weekly).toContainText(`At the same time as ${forces.Lesson_Name}`);
  await expectReadable(page, 'clash-weekly');
});

/** A Saturday of the agenda's first weeks. */
const SATURDAY = addDays(mondayOf(inDays(8)), 5);
const soon = (site: Site, Time: string) =>
  site.newLesson({ Date: SATURDAY, Time, Lesson_Name: `GCSE: Waves ${uniqueWord()}` });

test('books no such lesson with one tap @phone', async ({ page, site, family }) => {
  const [has, half, after] = [
    await soon(site, '13:00:00'),
    await soon(site, '13:30:00'),
    await soon(site, '14:00:00'),
  ];
  await family.book(has);
  await family.open(paths.familyHome);
  await expect(lessonRow(page, half)).toContainText('At the same time as another booked lesson');
  await rowButton(lessonRow(page, half)).click();
  await expect(button(page, 'Book anyway, 1 credit')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(credits(page)).toHaveText('2');
  await rowButton(lessonRow(page, after)).click();
  await expect(lessonButton(page, after)).toHaveAccessibleName(/ Booked for Kim$/);
});
