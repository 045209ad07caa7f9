// Moves a booking to another lesson: in two taps, for one of several children, and never within the
// last hour.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { addDays, formatDate } from '../domain/time.ts';
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
  toast,
} from './journey.ts';
import { addStudent } from './people.ts';
import { test } from './test.ts';

const MOVE = 'Move booking';

test('moves a booking in two taps', async ({ page, request }, info) => {
  const watched = watch(page);
  const family = await createFamily(request, { credits: 1, Student_Name: 'Kim Journey' });
  const monday = emptyWeek(3);
  const word = uniqueWord();
  const [saturday, nextSunday] = [addDays(monday, 5), addDays(monday, 13)];
  const lesson = await createLesson(request, {
    Date: saturday,
    Lesson_Name: `GCSE: Waves ${word}`,
  });
  const to = await createLesson(request, {
    Date: nextSunday,
    Time: '10:00:00',
    Lesson_Name: `GCSE: Forces ${word}`,
    Max_Students: 3,
  });
  const otherCourse = await createLesson(request, {
    Date: nextSunday,
    Lesson_Name: `A-level: Optics ${word}`,
  });
  const full = await createLesson(request, { Date: addDays(monday, 6), Max_Students: 1 });
  await bookFor(request, await createFamily(request, { credits: 1 }), full.id);
  const tooFar = await createLesson(request, { Date: addDays(monday, 14) });
  await bookFor(request, family, lesson.id);
  await signInAs(page, family);
  const dialog = await openLesson(page, lesson);
  await dialog.getByRole('button', { name: MOVE }).click();
  const part = page.getByRole('dialog', { name: MOVE });
  const move = part.getByRole('button', { name: /^Move/ });
  await expect(part).toContainText(`From ${lesson.Lesson_Name}, ${formatDate(saturday, 'long')}`);
  await expect(part).toContainText(
    `You can move it until 08:00 UK time on ${formatDate(saturday, 'long')}.`,
  );
  await expect(move).toHaveAccessibleDescription('Please choose a lesson.');
  const place = (name: string) => part.getByRole('radio', { name });
  await expect(place(to.Lesson_Name)).toHaveAccessibleName(
    `${formatDate(nextSunday, 'short')}, 10:00 3 spots left ${to.Lesson_Name}`,
  );
  // Full lessons, lessons too far ahead and the lesson itself are not offered.
  for (const { Lesson_Name } of [full, tooFar, lesson])
    await expect(place(Lesson_Name)).toHaveCount(0);
  await part
    .getByRole('group', { name: 'In the other course' })
    .getByRole('radio', { name: otherCourse.Lesson_Name })
    .check();
  await expect(part).toContainText('This is an A-level lesson; the one booked now is GCSE.');
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('other-course.png') });
  await place(to.Lesson_Name).check();
  await expect(part).not.toContainText('This is A-level');
  await expect(part).toContainText(
    `You can then cancel or move it until 09:00 UK time on ${formatDate(nextSunday, 'long')}.`,
  );
  await page.screenshot({ path: info.outputPath('move.png') });
  await part
    .getByRole('button', { name: `Move to ${formatDate(nextSunday, 'short')}, 10:00` })
    .click();
  await expect(toast(page, 'Booking Moved')).toContainText(
    `Your booking is now on ${formatDate(nextSunday, 'long')} at 10:00 UK time.`,
  );
  const moved = page.getByRole('dialog', { name: to.Lesson_Name });
  await expect(moved).toContainText('Kim is in');
  await expect(moved).toContainText('Booked by you');
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('moved.png') });
  await closeDialog(page, moved);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(lessonButton(page, lesson.Lesson_Name)).toContainText('10 spots left');
  await expect(card(page, 'Credits Remaining')).toHaveText('0');
  await expect(card(page, 'Upcoming Bookings')).toHaveText('1');
  expect(watched).toEqual({ complaints: [], strangers: [] });
});

test(
  'moves the child whose button was pressed when two are booked',
  { tag: '@phone' },
  async ({ page, request }, info) => {
    const family = await createFamily(request, { credits: 2, Student_Name: 'Kim Journey' });
    const sam = await addStudent(request, family, { Student_Name: 'Sam Journey' });
    const on = { Date: addDays(emptyWeek(2), 5) };
    const lesson = await createLesson(request, on);
    const to = await createLesson(request, { ...on, Time: '10:00:00' });
    await bookFor(request, family, lesson.id, family.user.students[0]?.id);
    await bookFor(request, family, lesson.id, sam.id);
    await signInAs(page, family);
    const dialog = await openLesson(page, lesson);
    await dialog.getByRole('button', { name: 'Move booking for Sam Journey' }).click();
    const part = page.getByRole('dialog', { name: MOVE });
    await expect(part.getByRole('radio', { name: 'Sam Journey' })).toBeChecked();
    await part.getByRole('radio', { name: to.Lesson_Name }).check();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('whose.png') });
    await part.getByRole('button', { name: /^Move to/ }).click();
    await expect(toast(page, 'Booking Moved')).toContainText(
      'The booking for Sam Journey is now on',
    );
    await expect(page.getByRole('dialog', { name: to.Lesson_Name })).toContainText(
      'Booked for Sam',
    );
    await closeDialog(page, page.getByRole('dialog'));
    await expect(lessonButton(page, lesson.Lesson_Name)).toContainText('Booked for Kim');
  },
);

test(
  'keeps the booking and says why when a move is refused',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await createFamily(request, { credits: 1 });
    const on = { Date: addDays(emptyWeek(2), 5) };
    const lesson = await createLesson(request, on);
    const to = await createLesson(request, { ...on, Time: '10:00:00', Max_Students: 1 });
    await bookFor(request, family, lesson.id);
    await signInAs(page, family);
    await page.route(`**${endpoints.watchLessons.path}`, (route) => route.abort());
    const dialog = await openLesson(page, lesson);
    await dialog.getByRole('button', { name: MOVE }).click();
    const part = page.getByRole('dialog', { name: MOVE });
    await part.getByRole('radio', { name: to.Lesson_Name }).check();
    await bookFor(request, await createFamily(request, { credits: 1 }), to.id);
    await part.getByRole('button', { name: /^Move to/ }).click();
    await expect(toast(page, 'Lesson Full')).toBeVisible();
    await expect(part.getByRole('radio', { name: to.Lesson_Name })).toHaveCount(0);
    await part.getByRole('button', { name: 'Back' }).click();
    await expect(dialog).toContainText('Booked by you');
    await expect(dialog.getByRole('button', { name: 'Cancel booking' })).toBeVisible();
  },
);
