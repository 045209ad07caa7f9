// Booked lessons: attendance lists, absences, and what their cards say.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { familyPath, paths } from '../../domain/paths.ts';
import { formatDate } from '../../domain/time.ts';
import { mend, refuse, urlOf } from '../api.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { expectLink, expectToast, inDays, visit } from '../journey.ts';
import { lessonCard } from '../pages/booked-lessons.ts';
import type { Family } from '../people.ts';
import { test } from '../test.ts';

const showPast = (page: Page) => page.getByRole('button', { name: /^Show past lessons/ }).click();
const statsOf = async (family: Family) => (await family.readProfile()).stats;

test('shows a booking and prints its attendance list', async ({ page, tutor, site }) => {
  watch(page);
  const word = uniqueWord();
  const studentName = `Maximiliana-Alexandrina von Hohenstein-Sternberg the Younger ${word}`;
  const family = await site.newFamily({ credits: 1, Student_Name: studentName });
  const lesson = await site.newLesson({
    Lesson_Name: `Circular motion and simple harmonic oscillators, part one, ${word}`,
    lesson_notes: 'Bring a ruler.\nAnd a pencil.',
  });
  await family.book(lesson);
  await tutor.open(paths.bookedLessons);
  await expectLink(page, 'Back to Dashboard', paths.adminDashboard);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  for (const label of ['Total Booked Lessons', 'Total Students'])
    await expect(page.locator('dl').filter({ hasText: label }).locator('dd').first()).toHaveText(
      /^\d+$/,
    );

  const here = lessonCard(page, lesson);
  await expect(here).toContainText('09:00 UK time');
  await expect(page.getByRole('heading', { name: formatDate(lesson.Date, 'long') })).toBeVisible();
  await expect(here.getByText('Confirmed')).toBeHidden();
  await here.locator('summary').click();
  await expect(here.getByText('Confirmed')).toBeVisible();
  await expect(here.getByText('Bring a ruler.')).toBeVisible();
  await expectLink(here, lesson.Meeting_Link, lesson.Meeting_Link);
  await expect(here.getByRole('button', { name: /Mark absent/ })).toBeHidden();
  await expectReadable(page, 'booked-lessons');
  await here.locator('summary').press('Enter');
  await expect(here.getByText('Confirmed')).toBeHidden();
  await here.locator('summary').press('Enter');

  // The browser's own dialog would wait for somebody.
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await here.getByRole('button', { name: 'Print attendance list' }).click();
  await expect(page.locator('html[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  const register = page.getByRole('region', { name: 'Attendance list' });
  await expect(register.getByRole('heading', { name: lesson.Lesson_Name })).toBeVisible();
  await expect(register.getByRole('cell', { name: studentName })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
});

test('refunds and undoes an absence', async ({ page, tutor, site }) => {
  const word = uniqueWord();
  const name = `Absentee ${word}`;
  const family = await site.newFamily({ credits: 1, Student_Name: name });
  const lesson = await site.newLesson({ Lesson_Name: `Optics ${word}` });
  await family.book(lesson);
  // Moved into the past, as if the days had gone by.
  await tutor.changeLesson(lesson, { Date: inDays(-3) });
  await tutor.open(paths.bookedLessons);
  const here = lessonCard(page, lesson);
  await expect(here).toBeHidden();
  await showPast(page);
  await here.locator('summary').click();
  await here.getByRole('button', { name: `Mark absent: ${name}` }).click();
  await expectToast(page, 'Marked absent', `The credit was returned to ${name}.`);
  await expect(here.getByText('Absent, credit returned')).toBeVisible();
  expect(await statsOf(family)).toMatchObject({ creditsRemaining: 1, lessonsAttended: 0 });

  await here.getByRole('link', { name }).click();
  await expect(page).toHaveURL(familyPath(family.user.id));
  await expect(page.getByText(/^Absent: credit returned, Optics/)).toBeVisible();
  await page.goBack();
  await showPast(page);
  await here.locator('summary').click();
  await here.getByRole('button', { name: `Undo: ${name}` }).click();
  await expect(here.getByText('Confirmed')).toBeVisible();
  expect(await statsOf(family)).toMatchObject({ creditsRemaining: 0, lessonsAttended: 1 });
});

test('says what comes next without bookings @phone', async ({ page, tutor }) => {
  const stats = { totalBookedLessons: 0, totalUsers: 0 };
  const json = { success: true, bookings: [], stats };
  await page.route(urlOf(endpoints.listAdminBookings), (route) => route.fulfill({ json }));
  await tutor.open(paths.bookedLessons);
  await expect(page.getByText('No bookings ahead')).toBeVisible();
  await mend(page, endpoints.listAdminBookings);
  await refuse(page, endpoints.listAdminBookings, 400, { error: 'Not today.', code: 'bad_json' });
  await visit(page, paths.bookedLessons);
  await expectToast(page, 'Error Loading Bookings', 'Not today.');
  await mend(page, endpoints.listAdminBookings);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Upcoming lessons' })).toBeVisible();
});

test('fits a long address in the notes of a lesson', async ({ page, tutor, site }) => {
  const lesson_notes = `https://example.com/${'worksheet'.repeat(9)}`;
  const lesson = await site.newLesson({ lesson_notes });
  await (await site.newFamily({ credits: 1 })).book(lesson);
  await tutor.open(paths.bookedLessons);
  await lessonCard(page, lesson).locator('summary').click();
  await expect(page.getByText(lesson.lesson_notes)).toBeVisible();
  await expectReadable(page);
});
