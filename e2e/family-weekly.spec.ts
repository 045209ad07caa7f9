// The same time every week: several lessons at once, conflicts, and too few credits.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { addDays, formatDate } from '../domain/time.ts';
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
} from './journey.ts';
import { addStudent, letIn } from './people.ts';
import { test } from './test.ts';

/**
 * Lessons at the same time in this many consecutive weeks, with another one on each of these days.
 */
async function planWeeks(
  request: Parameters<typeof createLesson>[0],
  { weeks, ...changes }: { readonly weeks: number; readonly Max_Students?: number },
) {
  const saturday = addDays(emptyWeek(weeks), 5);
  const word = uniqueWord();
  const lessons = [];
  for (let week = 0; week < weeks; week += 1) {
    const on = { Date: addDays(saturday, 7 * week) };
    lessons.push(
      await createLesson(request, {
        ...on,
        ...changes,
        Lesson_Name: `GCSE: Waves ${word} ${week + 1}`,
      }),
    );
    await createLesson(request, {
      ...on,
      Time: '10:00:00',
      Lesson_Name: `GCSE: Forces ${word} ${week + 1}`,
    });
  }
  const [first, ...others] = lessons;
  if (first === undefined) throw new Error('No weeks were asked for.');
  return { first, others, lessons };
}

const short = ({ Date: date }: { readonly Date: string }) => formatDate(date, 'short');
const KEEP = 'Keep this time every week';

test('books a term of six weeks at once', async ({ page, request }, info) => {
  const watched = watch(page);
  const family = await createFamily(request, { credits: 7, Student_Name: 'Kim Journey' });
  const { first, lessons } = await planWeeks(request, { weeks: 7, Max_Students: 4 });
  await signInAs(page, family);
  const dialog = await openLesson(page, first);
  await dialog.getByRole('button', { name: KEEP }).click();
  const weekly = page.getByRole('dialog', { name: KEEP });
  await expect(weekly).toContainText('Saturdays at 09:00 UK time');
  const weeks = weekly.getByRole('checkbox');
  // At this weekday and time, and no other lessons.
  await expect(weeks).toHaveCount(7);
  await expect(weeks.nth(0)).toHaveAccessibleName(
    `${short(first)} 4 spots left ${first.Lesson_Name}`,
  );
  await expect(weekly.getByRole('checkbox', { checked: true })).toHaveCount(6);
  await expect(weekly).toContainText('6 lessons for 6 credits. You have 7 credits.');
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('weekly.png') });
  await weekly.getByRole('button', { name: 'Book 6 lessons' }).click();
  await expect(toast(page, 'Lesson Booked!')).toContainText(
    `6 lessons, from ${formatDate(first.Date, 'long')}`,
  );
  await expect(dialog).toContainText('Kim is in for 6 lessons');
  await expect(dialog).toContainText('A reminder comes by email the day before each of them.');
  await expect(dialog).toContainText('Booked by you');
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('booked.png') });
  await closeDialog(page, dialog);
  await expect(card(page, 'Credits Remaining')).toHaveText('1');
  await expect(card(page, 'Upcoming Bookings')).toHaveText('6');
  // Booked lessons are not offered again; the last week is still free.
  await lessonButton(page, first.Lesson_Name).click();
  await dialog.getByRole('button', { name: KEEP }).click();
  await expect(weekly.getByRole('checkbox', { disabled: true })).toHaveCount(6);
  await expect(weekly.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expect(weekly.getByRole('checkbox', { checked: true })).toHaveAccessibleName(
    `${short(lessons[6] ?? first)} 4 spots left ${lessons[6]?.Lesson_Name}`,
  );
  // The part has an address of its own, and Back closes it together with the dialog.
  await expect(page).toHaveURL(/[?&]do=weekly/);
  await weekly.getByRole('button', { name: 'Back' }).click();
  await expect(dialog).toContainText('Booked by you');
  // The pressed button is gone, but the focus is not lost.
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(watched).toEqual({ complaints: [], strangers: [] });
});

test(
  'names a conflicting lesson in its row, and books the others without it',
  { tag: '@phone' },
  async ({ page, request }, info) => {
    const family = await createFamily(request, { credits: 3 });
    const { first, others } = await planWeeks(request, { weeks: 3, Max_Students: 1 });
    const [second] = others;
    if (second === undefined) throw new Error('There is no second week.');
    await signInAs(page, family);
    // The page receives no changes from elsewhere.
    await page.route(`**${endpoints.watchLessons.path}`, (route) => route.abort());
    const dialog = await openLesson(page, first);
    await dialog.getByRole('button', { name: KEEP }).click();
    const weekly = page.getByRole('dialog', { name: KEEP });
    await expect(weekly.getByRole('checkbox', { checked: true })).toHaveCount(3);
    await bookFor(request, await createFamily(request, { credits: 1 }), second.id);
    await weekly.getByRole('button', { name: 'Book 3 lessons' }).click();
    await expect(toast(page, 'Lesson Full')).toBeVisible();
    const taken = weekly.getByRole('listitem').filter({ hasText: short(second) });
    await expect(taken).toContainText('This lesson is fully booked. Please try another lesson.');
    await expect(taken.getByRole('checkbox')).toBeDisabled();
    await expect(weekly).toContainText('Nothing has been booked yet.');
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('in-the-way.png') });
    await weekly.getByRole('button', { name: 'Book 2 lessons' }).click();
    await expect(dialog).toContainText('is in for 2 lessons');
    await expect(card(page, 'Credits Remaining')).toHaveText('1');
  },
);

test('says how many credits are missing', { tag: '@phone' }, async ({ page, request }, info) => {
  const family = await createFamily(request, { credits: 2 });
  const { first } = await planWeeks(request, { weeks: 4 });
  await signInAs(page, family);
  const dialog = await openLesson(page, first);
  await dialog.getByRole('button', { name: KEEP }).click();
  const weekly = page.getByRole('dialog', { name: KEEP });
  // As many as the credits pay for.
  await expect(weekly.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await weekly.getByRole('checkbox').nth(2).check();
  await weekly.getByRole('checkbox').nth(3).check();
  await expect(weekly).toContainText(
    '4 lessons for 4 credits. You have 2 credits; 2 more needed (£60.00).',
  );
  await expect(weekly.getByRole('button', { name: /^Book/ })).toBeHidden();
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('missing.png') });
  await expect(weekly.getByRole('button', { name: 'Buy 2 credits and book' })).toBeVisible();
});

test(
  'books the weeks for the chosen child',
  { tag: '@desktop' },
  async ({ page, request }, info) => {
    const family = await createFamily(request, { credits: 2, Student_Name: 'Kim Journey' });
    const sam = await addStudent(request, family, { Student_Name: 'Sam Journey' });
    const { first, lessons } = await planWeeks(request, { weeks: 2 });
    await bookFor(request, family, first.id, sam.id);
    await signInAs(page, family);
    const dialog = await openLesson(page, first);
    await dialog.getByRole('button', { name: KEEP }).click();
    const weekly = page.getByRole('dialog', { name: KEEP });
    await expect(weekly.getByRole('button', { name: 'Book 1 lesson' })).toHaveAccessibleDescription(
      'Please choose who the lesson is for.',
    );
    await weekly.getByRole('radio', { name: 'Sam Journey' }).check();
    await expect(weekly.getByRole('radio', { name: 'Sam Journey' })).toBeFocused();
    await expect(weekly.getByRole('checkbox').nth(0)).toBeDisabled();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('for-sam.png') });
    await weekly.getByRole('button', { name: 'Book 1 lesson' }).click();
    await expect(dialog).toContainText('Sam is in');
    const { lessons: listed } = await call(request, endpoints.listLessons, {
      token: family.session.access_token,
      query: { from: first.Date, to: addDays(first.Date, 7) },
    });
    const booked = listed.filter(({ isBooked }) => isBooked);
    expect(booked.map(({ id }) => id)).toEqual(lessons.map(({ id }) => id));
    expect(
      booked.flatMap(({ bookings }) => bookings).every(({ Student_ID }) => Student_ID === sam.id),
    ).toBe(true);
  },
);

test(
  'books weekly for a student with the right to book, without a mention of money, and for no other',
  { tag: '@desktop' },
  async ({ page, request, demo }) => {
    const family = await createFamily(request, { credits: 2 });
    const [kim] = family.user.students;
    const signedIn = await letIn(request, demo, family, { role: 'student' });
    const { first } = await planWeeks(request, { weeks: 2 });
    await signInAs(page, signedIn);
    let dialog = await openLesson(page, first);
    await expect(dialog).toContainText('Ask a parent to book this lesson.');
    await expect(dialog.getByRole('button', { name: KEEP })).toBeHidden();
    await call(request, endpoints.updateStudent, {
      token: family.session.access_token,
      params: { id: kim?.id ?? '' },
      body: { may_book: true },
    });
    dialog = await openLesson(page, first);
    await dialog.getByRole('button', { name: KEEP }).click();
    const weekly = page.getByRole('dialog', { name: KEEP });
    await weekly.getByRole('button', { name: 'Book 2 lessons' }).click();
    await expect(dialog).toContainText('You are in for 2 lessons');
    await expect(page.locator('body')).not.toContainText(/credit|£|pay|refund|purchase/i);
  },
);

test(
  'removes a lesson from the weeks when the tutor deletes it',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await createFamily(request, { credits: 3 });
    const { first, others } = await planWeeks(request, { weeks: 3 });
    await signInAs(page, family);
    const dialog = await openLesson(page, first);
    await dialog.getByRole('button', { name: KEEP }).click();
    const weekly = page.getByRole('dialog', { name: KEEP });
    await expect(weekly.getByRole('checkbox')).toHaveCount(3);
    await call(request, endpoints.deleteLesson, {
      token: (await signInTutor(request)).session.access_token,
      params: { id: others[0]?.id ?? '' },
    });
    await expect(weekly.getByRole('checkbox')).toHaveCount(2);
    await expect(weekly.getByRole('button', { name: 'Book 2 lessons' })).toBeVisible();
  },
);
