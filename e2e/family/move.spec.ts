// Moves a booking: in two taps, for one of several children, and refused.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import type { AdminLesson, NewLesson } from '../../domain/lessons/lesson.ts';
import { formatNear } from '../../domain/near-dates.ts';
import { addDays, formatDate } from '../../domain/time.ts';
import { cutOff } from '../api.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import {
  closeDialog,
  emptySaturday,
  expectTexts,
  expectToast,
  inDays,
  lessonButton,
} from '../journey.ts';
import { card, credits } from '../pages/family-home.ts';
import {
  cancelButton,
  expectMoment,
  forStudent,
  lessonDialog,
  moveTo,
  openMoving,
} from '../pages/lesson-dialog.ts';
import { test } from '../test.ts';

test.use({ credits: 1 });

test('moves a booking in two taps', async ({ page, family, site }) => {
  watch(page);
  const saturday = emptySaturday(3);
  const word = uniqueWord();
  const nextSunday = addDays(saturday, 8);
  const plan = (days: number, name: string, changes: Partial<NewLesson> = {}) =>
    site.newLesson({ Date: addDays(saturday, days), Lesson_Name: `${name} ${word}`, ...changes });
  const lesson = await plan(0, 'GCSE: Waves');
  const to = await plan(8, 'GCSE: Forces', { Time: '10:00:00', Max_Students: 3 });
  const otherCourse = await plan(8, 'A-level: Optics');
  const full = await plan(1, 'GCSE: Energy', { Max_Students: 1 });
  await (await site.newFamily({ credits: 1 })).book(full);
  const tooFar = await plan(9, 'GCSE: Motion');
  await family.book(lesson);
  const part = await openMoving(await family.openLesson(lesson));
  const move = part.getByRole('button', { name: /^Move/ });
  const day = formatNear(saturday, inDays(0));
  await expectTexts(
    part,
    `From ${lesson.Lesson_Name}, ${day}`,
    `You can move it until 08:00 UK time on ${day}.`,
  );
  await expect(move).toHaveAccessibleDescription('Please choose a lesson.');
  const place = ({ Lesson_Name: name }: AdminLesson) => part.getByRole('radio', { name });
  await expect(place(to)).toHaveAccessibleName(
    `${formatDate(nextSunday, 'short')}, 10:00 3 spots left ${to.Lesson_Name}`,
  );
  // Full lessons, lessons too far ahead and the lesson itself are not offered.
  for (const one of [full, tooFar, lesson]) await expect(place(one)).toHaveCount(0);
  const others = part.getByRole('group', { name: 'In the other course' });
  await others.getByRole('radio', { name: otherCourse.Lesson_Name }).check();
  await expect(part).toContainText('This is an A-level lesson; the one booked now is GCSE.');
  await expectReadable(page, 'other-course');
  await place(to).check();
  await expect(part).not.toContainText('This is A-level');
  const newDay = formatNear(nextSunday, inDays(0));
  await expect(part).toContainText(
    `You can then cancel or move it until 09:00 UK time on ${newDay}.`,
  );
  const moveName = { name: `Move Kim to ${formatDate(nextSunday, 'short')}, 10:00` };
  await part.getByRole('button', moveName).click();
  await expectMoment(page, 'Booking moved', 'Kim is booked');
  const moved = lessonDialog(page, to);
  await expect(moved.getByRole('button', { name: 'Done' })).toBeVisible();
  await expectReadable(page, 'moved');
  await closeDialog(page, moved);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(lessonButton(page, lesson)).toContainText('10 spots left');
  await expect(credits(page)).toHaveText('0');
  await expect(card(page, 'Upcoming Bookings')).toHaveText('1');
});

test('moves the child whose button was pressed @phone', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 2 });
  const sam = await family.addStudent({ Student_Name: 'Sam Journey' });
  const [lesson, to] = await site.newLessons();
  for (const id of [family.studentId, sam.id]) await family.book(lesson, id);
  const dialog = await family.openLesson(lesson);
  await forStudent(dialog, 'Sam').check();
  const part = await openMoving(dialog, 'Move Sam');
  await expect(forStudent(part, 'Sam')).toBeChecked();
  await part.getByRole('radio', { name: to.Lesson_Name }).check();
  await expectReadable(page, 'whose');
  await moveTo(page, to);
  await expectMoment(page, 'Booking moved', 'Sam is booked');
  await expect(lessonDialog(page, to)).toContainText('Booked for Sam');
  await closeDialog(page, page.getByRole('dialog'));
  await expect(lessonButton(page, lesson)).toContainText('Booked for Kim');
});

test('keeps the booking when a move is refused @phone', async ({ page, family, site }) => {
  const [lesson, to] = await site.newLessons({ Max_Students: 1 });
  await family.book(lesson);
  await cutOff(page, endpoints.watchLessons);
  const dialog = await family.openLesson(lesson);
  const part = await openMoving(dialog);
  await expect(part.getByRole('radio', { name: to.Lesson_Name })).toBeVisible();
  await (await site.newFamily({ credits: 1 })).book(to);
  await moveTo(page, to);
  await expectToast(page, 'Lesson Full');
  await expect(part.getByRole('radio', { name: to.Lesson_Name })).toHaveCount(0);
  await part.getByRole('button', { name: 'Back' }).click();
  await expect(dialog).toContainText('Booked for Kim');
  await expect(cancelButton(dialog)).toBeVisible();
});
