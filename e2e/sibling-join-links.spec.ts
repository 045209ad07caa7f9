// The join links of a lesson that several children of a family attend: one for each, by name.
import { expect, type Locator } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { expectReadable } from './checks.ts';
import { expectLink, expectToast } from './journey.ts';
import { nextLesson } from './pages/family-home.ts';
import { bookButton, cancelBooking, lessonDialog } from './pages/lesson-dialog.ts';
import { test } from './test.ts';

const joins = (place: Locator) => place.getByRole('link', { name: /^Join/ });

test.use({ credits: 2 });

test('gives each of two children their own link', async ({ page, family, lesson }) => {
  const sam = await family.addStudent({ Student_Name: 'Sam Journey' });
  const jo = await family.addStudent({ Student_Name: 'Jo Journey' });
  for (const id of [sam.id, family.studentId]) await family.book(lesson, id);
  const lessons = await family.readLessons({ from: lesson.Date, to: lesson.Date });
  const bookings = lessons.flatMap((each) => each.bookings);
  const [kims, sams, jos] = [family.studentId, sam.id, jo.id].map(
    (id) => bookings.find(({ Student_ID }) => Student_ID === id)?.join_link ?? 'none',
  );
  expect(new Set([kims, sams, jos]).size).toBe(3);
  await family.open(paths.userHome);
  const next = nextLesson(page);
  const dialog = lessonDialog(page, lesson);
  for (const place of [next, dialog]) {
    // In the order in which the family's children are listed everywhere.
    await expect(joins(place)).toHaveText(['Join for Kim', 'Join for Sam']);
    await expectLink(place, 'Join for Kim', kims ?? '');
    await expectLink(place, 'Join for Sam', sams ?? '');
    await expectReadable(page);
    if (place === next) await next.getByRole('button', { name: 'Details' }).click();
  }

  // Next to the only link its student is named.
  await cancelBooking(page, 'Cancel booking for Kim Journey');
  await expectToast(page, 'Booking Canceled');
  await expect(joins(dialog)).toHaveText(['Join the lesson']);
  await expectLink(dialog, 'Join the lesson', sams ?? '');
  await expect(dialog).toContainText('Booked for Sam');
});

test("shows a new booking's link as soon as it exists @phone", async ({ family, lesson }) => {
  const sam = await family.addStudent({ Student_Name: 'Sam Journey' });
  await family.book(lesson, sam.id);
  const dialog = await family.openLesson(lesson);
  await expect(joins(dialog)).toHaveText(['Join the lesson']);
  await bookButton(dialog).click();
  await expect(joins(dialog)).toHaveText(['Join for Kim', 'Join for Sam']);
});
