// A family's home page: the next lesson, folded days, the course filter, empty weeks.
import { readFile } from 'node:fs/promises';

import { expect, type Page } from '@playwright/test';

import { formatNear } from '../../domain/near-dates.ts';
import { paths, weekPath } from '../../domain/paths.ts';
import { addDays, formatDate, mondayOf } from '../../domain/time.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import {
  closeDialog,
  emptySaturday,
  expectTexts,
  expectToast,
  inDays,
  lessonButton,
  logOut,
  question,
  visit,
} from '../journey.ts';
import { credits, firstLesson, lessonList, lessonRow, nextLesson } from '../pages/family-home.ts';
import { forStudent, joinLink, lessonDialog, moveTo, openLesson } from '../pages/lesson-dialog.ts';
import { test } from '../test.ts';

const course = (page: Page, name: 'All' | 'GCSE' | 'A-level') =>
  page.getByRole('group', { name: 'Course' }).getByRole('button', { name, exact: true });
const NEVER = Date.parse('2100-01-01T00:00:00Z') / 1000;

test('shows the next lesson with its actions', async ({ page, site }) => {
  watch(page);
  const family = await site.newFamily({ credits: 2 });
  // Near: the server, whose clock is not set, lists twelve weeks.
  const saturday = addDays(mondayOf(inDays(14)), 5);
  const notes = 'Watch the videos.\nBring a ruler.';
  const lesson = await site.newLesson({ Date: saturday, lesson_notes: notes });
  const to = await site.newLesson({ Date: addDays(saturday, 1) });
  const id = await family.book(lesson);
  await family.signIn(page, NEVER);
  await page.clock.setFixedTime(Date.parse(lesson.starts_at) - 3 * 86_400_000);
  await visit(page, paths.familyHome);
  const next = nextLesson(page);
  await expectTexts(
    next,
    'Next lesson in 3 days',
    `${formatNear(saturday, inDays(0))}, 09:00 to 10:00 UK time`,
    'Bring a ruler.',
    'Joining opens Sat 08:45',
  );
  await expect(next.getByRole('link', { name: /^Join/ })).toHaveCount(0);
  await expectReadable(page, 'next');

  await next.getByRole('button', { name: 'Details' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  const file = await (await download).path();
  // The UID equals the email's, so that the calendar recognises the same event.
  expect(await readFile(file, 'utf8')).toContain(`\r\nUID:${id}\r\n`);

  await page.goBack();
  await next.getByRole('button', { name: 'Move' }).click();
  await moveTo(page, to);
  await expect(lessonDialog(page, to)).toContainText('is booked');
  await closeDialog(page, page.getByRole('dialog'));
  await expectTexts(next, to.Lesson_Name, 'in 4 days');

  await next.getByRole('button', { name: 'Cancel' }).click();
  await question(page).getByRole('button', { name: 'Cancel booking' }).click();
  await expectToast(page, 'Booking Canceled');
  await expect(firstLesson(page)).toBeVisible();
  await expect(credits(page)).toHaveText('2');
});

test('offers to join in ten minutes, not to move or cancel', async ({ page, lesson, site }) => {
  const family = await site.newFamily({ credits: 1 });
  await family.book(lesson);
  await family.signIn(page, NEVER);
  await page.clock.setFixedTime(Date.parse(lesson.starts_at) - 600_000);
  await visit(page, paths.familyHome);
  const next = nextLesson(page);
  await expectTexts(next, 'in 10 minutes', 'Starts in 10:00');
  await expect(joinLink(next)).toHaveAttribute('href', /^\/join\//);
  await expect(next.getByRole('button', { name: /Move|Cancel/ })).toHaveCount(0);
  await expectReadable(page, 'soon');
});

test('leads a family without credits to a free spot @phone', async ({ page, tutor, site }) => {
  // Given and taken back: the free lesson counts as used.
  const family = await site.newFamily({ credits: 1 });
  await tutor.giveCredits(family, -1);
  await family.open(paths.familyHome);
  const start = firstLesson(page);
  await expect(start).toContainText(
    'You have 0 credits, and 1 credit books 1 lesson. You can buy one as you book.',
  );
  await expectReadable(page, 'new');
  await start.getByRole('button', { name: 'Next with a spot' }).click();
  await expect(page.getByRole('dialog').getByText(/\d+ spots? left/)).toBeVisible();
});

test('names the next lesson of each of three students', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 4 });
  const sam = await family.addStudent({ Student_Name: 'Sam Journey' });
  const jo = await family.addStudent({ Student_Name: 'Jo Journey' });
  const saturday = emptySaturday();
  const first = await site.newLesson({ Date: saturday });
  const second = await site.newLesson({ Date: addDays(saturday, 1), Time: '10:00:00' });
  for (const id of [family.studentId, jo.id]) await family.book(first, id);
  await family.book(second, sam.id);
  await family.open(weekPath(paths.familyHome, saturday));
  const next = nextLesson(page);
  await expect(next).toContainText('for Kim and Jo');
  const sams = next.getByRole('button', { name: /^Sam:/ });
  await expect(sams).toHaveText(
    `Sam: ${formatDate(second.Date, 'short')}, 10:00, ${second.Lesson_Name}`,
  );
  await expectReadable(page, 'three');
  await sams.click();
  await expect(lessonDialog(page, second)).toContainText('Booked for Sam');
  await page.goBack();
  // Two students are booked: each is cancelled by name.
  await next.getByRole('button', { name: 'Cancel' }).click();
  await forStudent(page.getByRole('dialog'), 'Jo').check();
  const cancelJo = { name: 'Cancel booking for Jo' };
  await expect(page.getByRole('dialog').getByRole('button', cancelJo)).toBeVisible();

  await (await family.letIn('student', sam.id)).open(paths.familyHome);
  await expect(next).toContainText(second.Lesson_Name);
  await expect(next.getByRole('button', { name: /Move|Cancel/ })).toHaveCount(0);
});

test('folds empty days, and leads on from an empty week', async ({ page, family }) => {
  const monday = mondayOf(inDays(21));
  await family.open(weekPath(paths.familyHome, monday));
  const byDay = page.getByRole('region', { name: 'Lessons by day' });
  const days = byDay.locator('[data-calendar-day]');
  await expect(days).toHaveCount(3);
  const folded = days.first();
  await expect(folded).toHaveText(/^Mon to Fri(: )?no lessons$/);
  await expect(folded.getByText('no lessons')).toBeVisible();
  await expectReadable(page, 'folded');

  // Every demo plans its weekends ahead; the first week without any is the one after.
  const past = addDays(mondayOf(inDays(0)), -70);
  await visit(page, weekPath(paths.familyHome, past));
  await expect(page.getByText('There were no lessons that week.')).toBeVisible();
  await expect(days).toHaveCount(0);
  await page.getByRole('link', { name: /^Next lessons: / }).click();
  await expect(page).not.toHaveURL(weekPath(paths.familyHome, past));
  // By day, or as a row if it is the last one of this week.
  await expect(
    lessonList(page)
      .getByRole('button', { name: /\d\d:\d\d/ })
      .first(),
  ).toBeVisible();
});

test('folds what is over this week, and shows it again', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 1 });
  // Near: the server, whose clock is not set, lists twelve weeks.
  const saturday = addDays(mondayOf(inDays(14)), 5);
  const missed = await site.newLesson({ Date: addDays(saturday, -1) });
  const booked = await site.newLesson({ Date: saturday });
  const today = await site.newLesson({ Date: addDays(saturday, 1) });
  await family.book(booked);
  await family.signIn(page, NEVER);
  const days = page.getByRole('region', { name: 'Lessons by day' }).locator('[data-calendar-day]');
  await page.clock.setFixedTime(Date.parse(today.starts_at) - 60_000);
  await visit(page, paths.familyHome);
  await expect(lessonButton(page, today)).toBeVisible();
  for (const lesson of [missed, booked]) await expect(lessonButton(page, lesson)).toHaveCount(0);
  await expect(days).toHaveText([/^Sun/]);
  const earlier = page.getByRole('button', { name: 'Earlier lessons' });
  await earlier.click();
  for (const lesson of [missed, booked, today])
    await expect(lessonButton(page, lesson)).toBeVisible();
  // Nothing is ahead this week, not even the demo's own lesson at ten: the next one comes first.
  await page.clock.setFixedTime(Date.parse(today.starts_at) + 3 * 3_600_000);
  await visit(page, paths.familyHome);
  await expect(page.getByRole('navigation', { name: 'Week' })).toContainText('Next lessons');
  await expect(days).toHaveCount(0);
  await expectReadable(page, 'week-over');
  await earlier.click();
  await expect(earlier).toHaveAttribute('aria-expanded', 'true');
  for (const lesson of [missed, booked, today])
    await expect(lessonButton(page, lesson)).toBeVisible();
  // From another week it is one like any other.
  await page.clock.setFixedTime(Date.parse(today.starts_at) + 7 * 86_400_000);
  await visit(page, weekPath(paths.familyHome, saturday));
  await expect(lessonButton(page, missed)).toBeVisible();
});

test('lists a week with one lesson ahead among those after it', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 1 });
  const sunday = addDays(mondayOf(inDays(14)), 6);
  const missed = await site.newLesson({ Date: sunday, Time: '12:00:00' });
  const last = await site.newLesson({ Date: sunday, Time: '14:00:00' });
  await family.book(last);
  await family.signIn(page, NEVER);
  await page.clock.setFixedTime(Date.parse(last.starts_at) - 60_000);
  await visit(page, paths.familyHome);
  // The way in is in the card above alone.
  await expect(page.getByRole('link', { name: /^Join/ })).toHaveCount(1);
  await expect(lessonRow(page, last).getByRole('link', { name: /^Join/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'This weekend' })).toBeVisible();
  const byDay = page.getByRole('region', { name: 'Lessons by day' });
  await expect(byDay).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Book/ }).first()).toBeInViewport({ ratio: 1 });
  await expectReadable(page, 'last-of-week');
  await page.getByRole('button', { name: 'Earlier lessons' }).click();
  await expect(lessonButton(page, missed)).toBeVisible();
  await expect(byDay).toHaveCount(0);
});

test("shows the student's course, and remembers another", async ({ page, site }) => {
  const family = await site.newFamily({ credits: 1 });
  await family.changeStudent({ year_class: 'year-12' });
  const on = { Date: emptySaturday() };
  const word = uniqueWord();
  const plan = (time: string, name: string) =>
    site.newLesson({ ...on, Time: time, Lesson_Name: `${name} ${word}` });
  const gcse = await plan('09:00:00', 'GCSE: Waves');
  const aLevel = await plan('10:00:00', 'A-level: Optics');
  const neither = await plan('11:00:00', 'Open hour');
  await family.open(weekPath(paths.familyHome, on.Date));
  await expect(course(page, 'A-level')).toHaveAttribute('aria-pressed', 'true');
  for (const lesson of [aLevel, neither]) await expect(lessonButton(page, lesson)).toBeVisible();
  await expect(lessonButton(page, gcse)).toBeHidden();
  await expect(page.getByText('no A-level lessons').first()).toBeVisible();
  await expectReadable(page, 'a-level');
  await course(page, 'GCSE').click();
  await expect(lessonButton(page, gcse)).toBeVisible();
  await expect(lessonButton(page, aLevel)).toBeHidden();
  await page.reload();
  await expect(course(page, 'GCSE')).toHaveAttribute('aria-pressed', 'true');
  // The student's year decides what is unusual, whichever course is shown.
  const dialog = await openLesson(page, gcse);
  await expect(dialog.getByRole('note')).toContainText('is in Year 12, which is A-level.');
  await page.goBack();
  await family.book(aLevel);
  await page.reload();
  await expect(lessonButton(page, aLevel)).toContainText('Booked for Kim');

  // Logging out removes it from the device.
  await logOut(page);
  await (await site.newFamily()).open(weekPath(paths.familyHome, on.Date));
  await expect(course(page, 'All')).toHaveAttribute('aria-pressed', 'true');
});
