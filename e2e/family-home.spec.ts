// A family's home page: the next lesson on top, folded days without lessons, the course filter, and
// the way past empty weeks.
import { readFile } from 'node:fs/promises';

import { expect, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths, weekPath } from '../domain/paths.ts';
import { addDays, formatDate, mondayOf, ukDate } from '../domain/time.ts';
import { call } from './api.ts';
import { expectReadable, uniqueWord, watch } from './checks.ts';
import { card, openLesson } from './dashboard.ts';
import {
  bookFor,
  closeDialog,
  createFamily,
  createLesson,
  emptyWeek,
  lessonButton,
  signInAs,
  signInTutor,
  toast,
  visit,
} from './journey.ts';
import { addStudent, letIn } from './people.ts';
import { test } from './test.ts';

const next = (page: Page) => page.getByRole('region', { name: 'Next lesson' });
const course = (page: Page, name: 'All' | 'GCSE' | 'A-level') =>
  page.getByRole('group', { name: 'Course' }).getByRole('button', { name, exact: true });
const NEVER = Date.parse('2100-01-01T00:00:00Z') / 1000;

test('shows the next lesson on top, with its time, preparation and actions', async ({
  page,
  request,
}, info) => {
  const watched = watch(page);
  const family = await createFamily(request, { credits: 2 });
  const monday = emptyWeek(2);
  const lesson = await createLesson(request, {
    Date: addDays(monday, 5),
    lesson_notes: 'Watch the videos.\nBring a ruler.',
  });
  const to = await createLesson(request, { Date: addDays(monday, 6) });
  const id = await bookFor(request, family, lesson.id);
  await signInAs(page, family, { expires_at: NEVER });
  await page.clock.setFixedTime(Date.parse(lesson.starts_at) - 3 * 86_400_000);
  await visit(page, paths.userHome);
  await expect(next(page)).toContainText('Next lesson in 3 days');
  await expect(next(page)).toContainText(
    `${formatDate(lesson.Date, 'long')}, 09:00 to 10:00 UK time`,
  );
  await expect(next(page)).toContainText('Bring a ruler.');
  await expect(next(page).getByRole('link', { name: 'Join the lesson' })).toHaveAttribute(
    'href',
    /^\/join\//,
  );
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('next.png'), fullPage: true });

  const download = page.waitForEvent('download');
  await next(page).getByRole('button', { name: 'Add to calendar' }).click();
  const file = await (await download).path();
  // The UID equals the email's, so that the calendar recognises the same event.
  expect(await readFile(file, 'utf8')).toContain(`\r\nUID:${id}\r\n`);

  await next(page).getByRole('button', { name: 'Move' }).click();
  const part = page.getByRole('dialog', { name: 'Move booking' });
  await part.getByRole('radio', { name: to.Lesson_Name }).check();
  await part.getByRole('button', { name: /^Move to/ }).click();
  await expect(page.getByRole('dialog', { name: to.Lesson_Name })).toContainText('is in');
  await closeDialog(page, page.getByRole('dialog'));
  await expect(next(page)).toContainText(to.Lesson_Name);
  await expect(next(page)).toContainText('in 4 days');

  await next(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel booking' }).click();
  await expect(toast(page, 'Booking Canceled')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Choose your first lesson' })).toBeVisible();
  await expect(card(page, 'Credits Remaining')).toHaveText('2');
  expect(watched).toEqual({ complaints: [], strangers: [] });
});

test('offers to join a lesson in ten minutes, and no longer to move or cancel it', async ({
  page,
  request,
}, info) => {
  const family = await createFamily(request, { credits: 1 });
  const lesson = await createLesson(request, { Date: addDays(emptyWeek(), 5) });
  await bookFor(request, family, lesson.id);
  await signInAs(page, family, { expires_at: NEVER });
  await page.clock.setFixedTime(Date.parse(lesson.starts_at) - 600_000);
  await visit(page, paths.userHome);
  await expect(next(page)).toContainText('in 10 minutes');
  await expect(next(page).getByRole('link', { name: 'Join the lesson' })).toBeVisible();
  await expect(next(page).getByRole('button', { name: /Move|Cancel/ })).toHaveCount(0);
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('soon.png'), fullPage: true });
});

test(
  'leads a family without a credit to the first lesson with a free spot',
  { tag: '@phone' },
  async ({ page, request }, info) => {
    // Given and taken back: the free lesson counts as used.
    const family = await createFamily(request, { credits: 1 });
    const { session } = await signInTutor(request);
    await call(request, endpoints.adjustCredits, {
      token: session.access_token,
      params: { id: family.user.id },
      body: { amount: -1, reason: 'For a journey' },
    });
    await signInAs(page, family);
    await visit(page, paths.userHome);
    const start = page.getByRole('region', { name: 'Choose your first lesson' });
    await expect(start).toContainText(
      'You have 0 credits, and 1 credit books 1 lesson. You can buy one as you book.',
    );
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('new.png'), fullPage: true });
    await start.getByRole('button', { name: 'Next with a spot' }).click();
    await expect(page.getByRole('dialog').getByText(/\d+ spots? left/)).toBeVisible();
  },
);

test(
  'names the next lesson of each of three students',
  { tag: '@desktop' },
  async ({ page, request, demo }, info) => {
    const family = await createFamily(request, { credits: 4, Student_Name: 'Kim Journey' });
    const [kim] = family.user.students;
    const sam = await addStudent(request, family, { Student_Name: 'Sam Journey' });
    const jo = await addStudent(request, family, { Student_Name: 'Jo Journey' });
    const saturday = addDays(emptyWeek(), 5);
    const first = await createLesson(request, { Date: saturday });
    const second = await createLesson(request, { Date: addDays(saturday, 1), Time: '10:00:00' });
    await bookFor(request, family, first.id, kim?.id);
    await bookFor(request, family, first.id, jo.id);
    await bookFor(request, family, second.id, sam.id);
    await signInAs(page, family);
    await visit(page, weekPath(paths.userHome, saturday));
    await expect(next(page)).toContainText('for Kim and Jo');
    const sams = next(page).getByRole('button', { name: /^Sam:/ });
    await expect(sams).toHaveText(
      `Sam: ${formatDate(second.Date, 'short')}, 10:00, ${second.Lesson_Name}`,
    );
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('three.png'), fullPage: true });
    await sams.click();
    await expect(page.getByRole('dialog', { name: second.Lesson_Name })).toContainText(
      'Booked for Sam',
    );
    await page.goBack();
    // Two students are booked: each is cancelled by name.
    await next(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(
      page.getByRole('dialog').getByRole('button', { name: 'Cancel booking for Jo Journey' }),
    ).toBeVisible();

    const signedIn = await letIn(request, demo, family, { role: 'student', Student_ID: sam.id });
    await signInAs(page, signedIn);
    await visit(page, paths.userHome);
    await expect(next(page)).toContainText(second.Lesson_Name);
    await expect(next(page).getByRole('button', { name: /Move|Cancel/ })).toHaveCount(0);
  },
);

test('folds days without lessons, and leads from an empty week to the next lessons', async ({
  page,
  request,
}, info) => {
  await signInAs(page, await createFamily(request));
  const monday = mondayOf(addDays(ukDate(Date.now()), 21));
  await visit(page, weekPath(paths.userHome, monday));
  const days = page.getByRole('region', { name: 'Lessons by day' }).locator('[data-calendar-day]');
  await expect(days).toHaveCount(3);
  const folded = days.first();
  await expect(folded).toHaveText(/^Mon to Fri(: )?no lessons$/);
  await expect(folded.getByText('no lessons')).toBeVisible();
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('folded.png'), fullPage: true });

  // Every demo plans its weekends ahead; the first week without any is the one after.
  const past = addDays(mondayOf(ukDate(Date.now())), -70);
  await visit(page, weekPath(paths.userHome, past));
  await expect(page.getByText('There were no lessons that week.')).toBeVisible();
  await expect(days).toHaveCount(0);
  await page.screenshot({ path: info.outputPath('empty.png'), fullPage: true });
  await page.getByRole('link', { name: /^Next lessons: / }).click();
  await expect(page).not.toHaveURL(weekPath(paths.userHome, past));
  await expect(
    page.getByRole('region', { name: 'Lessons by day' }).getByRole('button').first(),
  ).toBeVisible();
});

test("shows the student's course, remembers another choice, and always shows booked lessons", async ({
  page,
  request,
}, info) => {
  const family = await createFamily(request, { credits: 1 });
  await call(request, endpoints.updateStudent, {
    token: family.session.access_token,
    params: { id: family.user.students[0]?.id ?? '' },
    body: { year_class: 'year-12' },
  });
  const on = { Date: addDays(emptyWeek(), 5) };
  const word = uniqueWord();
  const gcse = await createLesson(request, { ...on, Lesson_Name: `GCSE: Waves ${word}` });
  const aLevel = await createLesson(request, {
    ...on,
    Time: '10:00:00',
    Lesson_Name: `A-level: Optics ${word}`,
  });
  const neither = await createLesson(request, {
    ...on,
    Time: '11:00:00',
    Lesson_Name: `Open hour ${word}`,
  });
  await signInAs(page, family);
  await visit(page, weekPath(paths.userHome, on.Date));
  await expect(course(page, 'A-level')).toHaveAttribute('aria-pressed', 'true');
  for (const { Lesson_Name } of [aLevel, neither])
    await expect(lessonButton(page, Lesson_Name)).toBeVisible();
  await expect(lessonButton(page, gcse.Lesson_Name)).toBeHidden();
  await expect(page.getByText('no A-level lessons').first()).toBeVisible();
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('a-level.png'), fullPage: true });
  await course(page, 'GCSE').click();
  await expect(lessonButton(page, gcse.Lesson_Name)).toBeVisible();
  await expect(lessonButton(page, aLevel.Lesson_Name)).toBeHidden();
  await page.reload();
  await expect(course(page, 'GCSE')).toHaveAttribute('aria-pressed', 'true');
  // The student's year decides what is unusual, whichever course is shown.
  const dialog = await openLesson(page, gcse);
  await expect(dialog.getByRole('note')).toContainText('is in Year 12, which is A-level.');
  await page.goBack();
  await bookFor(request, family, aLevel.id);
  await page.reload();
  await expect(lessonButton(page, aLevel.Lesson_Name)).toContainText('Booked by you');

  // Logging out removes it from the device.
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/sign-in/);
  await signInAs(page, await createFamily(request));
  await visit(page, weekPath(paths.userHome, on.Date));
  await expect(course(page, 'All')).toHaveAttribute('aria-pressed', 'true');
});
