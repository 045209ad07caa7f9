// Bookings and cancellations that are refused, lost or sent twice.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { holdBack, refuse, urlOf } from '../api.ts';
import { closeDialog, expectToast, lessonButton, toast } from '../journey.ts';
import { credits } from '../pages/family-home.ts';
import {
  bookButton,
  cancelBooking,
  cancelButton,
  expectMoment,
  openLesson,
  pathOf,
} from '../pages/lesson-dialog.ts';
import { test } from '../test.ts';

const [bookings, oneBooking] = [urlOf(endpoints.bookLesson), urlOf(endpoints.cancelBooking)];

test.use({ credits: 1 });

const refusals = [
  [409, 'lesson_full', 'Lesson Full', 'This lesson is fully booked. Please try another lesson.'],
  [
    402,
    'insufficient_credits',
    'Insufficient Credits',
    'You need at least 1 credit to book a lesson. Please purchase more credits.',
  ],
  [500, 'internal', 'Booking Failed', 'Unable to book lesson. Please try again.'],
  [429, 'rate_limited', 'Booking Failed', 'Too many requests. Please try again later.'],
] as const;

test('shows a booking at once, and takes it back if refused @phone', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 2 });
  const lesson = await site.newLesson({ Max_Students: 3 });
  await family.signIn();
  await page.clock.install();
  const dialog = await openLesson(page, lesson);
  let refusal: (typeof refusals)[number] = refusals[0];
  let answer = Promise.withResolvers<void>();
  await page.route(bookings, async (route) => {
    await answer.promise;
    const [status, code, , error] = refusal;
    const json = code === 'internal' ? {} : { success: false, error, code };
    await route.fulfill({ status, json });
  });
  for (refusal of refusals) {
    const [, code, title, text] = refusal;
    answer = Promise.withResolvers<void>();
    await bookButton(dialog).click();
    await expect(dialog).toContainText('Booked for Kim');
    await expect(credits(page)).toHaveText('1');
    answer.resolve();
    // A failing server gets one retry, a second later.
    if (code === 'internal') await page.clock.runFor(2000);
    await expect(toast(page, title).filter({ hasText: text })).toBeVisible();
    await expect(dialog).toContainText('3 spots left');
    await expect(credits(page)).toHaveText('2');
  }
});

test('keeps a pending booking when plans change @phone', async ({ page, family, lesson, site }) => {
  const other = await site.newFamily({ credits: 1 });
  const theirs = await site.newLesson({ Date: lesson.Date, Max_Students: 3 });
  await family.signIn();
  const isOpen = page.waitForResponse(urlOf(endpoints.watchLessons));
  const dialog = await openLesson(page, lesson);
  await isOpen;
  const letGo = await holdBack(page, endpoints.bookLesson);
  await bookButton(dialog).click();
  await expect(dialog).toContainText('Booked for Kim');
  let calls = 0;
  page.on('request', (sent) => {
    if (new URL(sent.url()).pathname === endpoints.listLessons.path) calls += 1;
  });
  const added = await site.newLesson({ Date: lesson.Date });
  // Changes arrive in order: once the second is shown, the first has arrived.
  await other.book(theirs);
  const name = { name: theirs.Lesson_Name, includeHidden: true };
  await expect(page.getByRole('button', name)).toContainText('2 spots left');
  expect(calls).toBe(0);
  await expect(dialog).toContainText('Booked for Kim');
  letGo();
  await expectMoment(page, 'Lesson Booked!', 'Kim is booked');
  await closeDialog(page, dialog);
  await expect(lessonButton(page, added)).toBeVisible();
  await expect(credits(page)).toHaveText('0');
});

const late = [
  [404, 'booking_not_found', 'Error', 'Unable to find booking information.'],
  [
    409,
    'too_late_to_cancel',
    'Cancellation Failed',
    'Lessons can only be canceled more than 1 hour before the start time',
  ],
  [
    409,
    'lesson_started',
    'Cancellation Failed',
    'Cancellation is no longer available because the lesson has started',
  ],
] as const;

test('keeps the booking when cancelling is refused', async ({ page, family, lesson }) => {
  await family.book(lesson);
  const dialog = await family.openLesson(lesson);
  for (const [status, code, title, text] of late) {
    await refuse(page, endpoints.cancelBooking, status, { error: text, code });
    await cancelBooking(page);
    await expect(toast(page, title).filter({ hasText: text })).toBeVisible();
    await expect(dialog).toContainText('Booked for Kim');
    await page.unroute(oneBooking);
  }
});

test('asks to sign in again when the session is dead', async ({ page, family, lesson }) => {
  const dialog = await family.openLesson(lesson);
  await refuse(page, endpoints.bookLesson, 401, {
    error: 'Authentication required',
    code: 'unauthenticated',
  });
  await bookButton(dialog).click();
  await expectToast(page, 'Authentication Error', 'Please sign in again to book lessons.');
  // The lesson is still chosen after signing in.
  await expect(page).toHaveURL(pathOf(lesson).replace(paths.familyHome, paths.signIn));
});

test('books once after a lost response', async ({ page, site, lesson }) => {
  const family = await site.newFamily({ credits: 3 });
  const dialog = await family.openLesson(lesson);
  let sent = 0;
  await page.route(bookings, async (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await bookButton(dialog).dblclick();
  await expectMoment(page, 'Lesson Booked!', 'Kim is booked');
  await expect(credits(page)).toHaveText('2');
  await expect(cancelButton(dialog)).toBeVisible();
  // The first request and its one retry, with the same key.
  expect(sent).toBe(2);
  expect((await family.readProfile()).user).toMatchObject({ Credits: 2, Lessons_Booked: 1 });
});
