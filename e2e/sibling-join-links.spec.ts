// The join links of a lesson that several children of a family attend: one for each, by name.
import { expect, type Locator } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths } from '../domain/paths.ts';
import { addDays } from '../domain/time.ts';
import { call } from './api.ts';
import { expectReadable } from './checks.ts';
import { openLesson } from './dashboard.ts';
import {
  bookFor,
  createFamily,
  createLesson,
  emptyWeek,
  signInAs,
  toast,
  visit,
} from './journey.ts';
import { addStudent } from './people.ts';
import { test } from './test.ts';

const joins = (place: Locator) => place.getByRole('link', { name: /^Join/ });

test('lets each of two children join by their own link, from the card and the dialog', async ({
  page,
  request,
}, info) => {
  const family = await createFamily(request, { credits: 2, Student_Name: 'Kim Journey' });
  const [kim] = family.user.students;
  const sam = await addStudent(request, family, { Student_Name: 'Sam Journey' });
  const jo = await addStudent(request, family, { Student_Name: 'Jo Journey' });
  const lesson = await createLesson(request, { Date: addDays(emptyWeek(), 5) });
  for (const id of [sam.id, kim?.id]) await bookFor(request, family, lesson.id, id);
  const { lessons } = await call(request, endpoints.listLessons, {
    token: family.session.access_token,
    query: { from: lesson.Date, to: lesson.Date },
  });
  const bookings = lessons.flatMap((each) => each.bookings);
  const joinTokenOf = (id: string | undefined) =>
    bookings.find(({ Student_ID }) => Student_ID === id)?.join_link ?? 'none';
  expect(new Set([joinTokenOf(kim?.id), joinTokenOf(sam.id), joinTokenOf(jo.id)]).size).toBe(3);

  await signInAs(page, family);
  await visit(page, paths.userHome);
  const next = page.getByRole('region', { name: 'Next lesson' });
  const dialog = page.getByRole('dialog', { name: lesson.Lesson_Name });
  for (const place of [next, dialog]) {
    // In the order in which the family's children are listed everywhere.
    await expect(joins(place)).toHaveText(['Join for Kim', 'Join for Sam']);
    await expect(joins(place).nth(0)).toHaveAttribute('href', joinTokenOf(kim?.id));
    await expect(joins(place).nth(1)).toHaveAttribute('href', joinTokenOf(sam.id));
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath(`${place === next ? 'card' : 'dialog'}.png`) });
    if (place === next) await next.getByRole('button', { name: 'Details' }).click();
  }

  // Next to the only link its student is named.
  await dialog.getByRole('button', { name: 'Cancel booking for Kim Journey' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel booking' }).click();
  await expect(toast(page, 'Booking Canceled')).toBeVisible();
  await expect(joins(dialog)).toHaveText(['Join the lesson']);
  await expect(joins(dialog)).toHaveAttribute('href', joinTokenOf(sam.id));
  await expect(dialog).toContainText('Booked for Sam');
});

test(
  'shows the link of a child who has just been booked as soon as it exists',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await createFamily(request, { credits: 2, Student_Name: 'Kim Journey' });
    const sam = await addStudent(request, family, { Student_Name: 'Sam Journey' });
    const lesson = await createLesson(request, { Date: addDays(emptyWeek(), 5) });
    await bookFor(request, family, lesson.id, sam.id);
    await signInAs(page, family);
    const dialog = await openLesson(page, lesson);
    await expect(joins(dialog)).toHaveText(['Join the lesson']);
    await dialog.getByRole('button', { name: 'Book for 1 credit' }).click();
    await expect(joins(dialog)).toHaveText(['Join for Kim', 'Join for Sam']);
  },
);
