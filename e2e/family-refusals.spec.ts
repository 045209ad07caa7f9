// Bookings and cancellations that are refused, lost or sent twice: what is shown at once, rolled
// back and reported.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths } from '../domain/paths.ts';
import { addDays, mondayOf, ukDate } from '../domain/time.ts';
import { call } from './api.ts';
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
import { test } from './test.ts';

const bookings = `**${endpoints.bookLesson.path}`;
const oneBooking = `${bookings}/*`;
const soon = addDays(ukDate(Date.now()), 8);

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

test(
  'shows a booking at once, and rolls it back with the right words when it is refused',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await createFamily(request, { credits: 2 });
    const lesson = await createLesson(request, { Date: soon, Max_Students: 3 });
    await signInAs(page, family);
    await page.clock.install();
    const dialog = await openLesson(page, lesson);
    let refusal: (typeof refusals)[number] = refusals[0];
    let answer = (): void => {};
    let isAnswered = Promise.resolve();
    await page.route(bookings, async (route) => {
      await isAnswered;
      const [status, code, , error] = refusal;
      await route.fulfill({
        status,
        json: code === 'internal' ? {} : { success: false, error, code },
      });
    });
    for (refusal of refusals) {
      const [, code, title, text] = refusal;
      isAnswered = new Promise((resolve) => {
        answer = resolve;
      });
      await dialog.getByRole('button', { name: 'Book for 1 credit' }).click();
      await expect(dialog).toContainText('Booked by you');
      await expect(card(page, 'Credits Remaining')).toHaveText('1');
      answer();
      // A failing server gets one retry, a second later.
      if (code === 'internal') await page.clock.runFor(2000);
      await expect(toast(page, title).filter({ hasText: text })).toBeVisible();
      await expect(dialog).toContainText('3 spots left');
      await expect(card(page, 'Credits Remaining')).toHaveText('2');
    }
  },
);

test(
  'keeps a pending booking visible while the plan changes, and then shows the changes',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await createFamily(request, { credits: 1 });
    const other = await createFamily(request, { credits: 1 });
    const date = addDays(emptyWeek(), 5);
    const lesson = await createLesson(request, { Date: date });
    const theirs = await createLesson(request, { Date: date, Max_Students: 3 });
    await signInAs(page, family);
    const isOpen = page.waitForResponse(`**${endpoints.watchLessons.path}`);
    const dialog = await openLesson(page, lesson);
    await isOpen;
    const held = Promise.withResolvers<void>();
    await page.route(bookings, async (route) => {
      await held.promise;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Book for 1 credit' }).click();
    await expect(dialog).toContainText('Booked by you');
    let asked = 0;
    page.on('request', (sent) => {
      if (new URL(sent.url()).pathname === endpoints.listLessons.path) asked += 1;
    });
    const added = await createLesson(request, { Date: date });
    // Changes arrive in order: once the second is shown, the first has arrived.
    await bookFor(request, other, theirs.id);
    await expect(
      page.getByRole('button', { name: theirs.Lesson_Name, includeHidden: true }),
    ).toContainText('2 spots left');
    expect(asked).toBe(0);
    await expect(dialog).toContainText('Booked by you');
    held.resolve();
    await expect(toast(page, 'Lesson Booked!')).toBeVisible();
    await closeDialog(page, dialog);
    await expect(lessonButton(page, added.Lesson_Name)).toBeVisible();
    await expect(card(page, 'Credits Remaining')).toHaveText('0');
  },
);

test(
  'keeps the booking and says why when a cancellation is refused',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const family = await createFamily(request, { credits: 1 });
    const lesson = await createLesson(request, { Date: soon });
    await bookFor(request, family, lesson.id);
    await signInAs(page, family);
    const dialog = await openLesson(page, lesson);
    for (const [status, code, title, text] of [
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
    ] as const) {
      await page.route(oneBooking, (route) =>
        route.fulfill({ status, json: { success: false, error: text, code } }),
      );
      await dialog.getByRole('button', { name: 'Cancel booking' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel booking' }).click();
      await expect(toast(page, title).filter({ hasText: text })).toBeVisible();
      await expect(dialog).toContainText('Booked by you');
      await page.unroute(oneBooking);
    }
  },
);

test(
  'asks to sign in again to book when the session is dead',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const family = await createFamily(request, { credits: 1 });
    const lesson = await createLesson(request, { Date: soon });
    await signInAs(page, family);
    const dialog = await openLesson(page, lesson);
    await page.route(bookings, (route) =>
      route.fulfill({
        status: 401,
        json: { success: false, error: 'Authentication required', code: 'unauthenticated' },
      }),
    );
    await dialog.getByRole('button', { name: 'Book for 1 credit' }).click();
    await expect(toast(page, 'Authentication Error')).toContainText(
      'Please sign in again to book lessons.',
    );
    // The lesson is still chosen after signing in.
    await expect(page).toHaveURL(`${paths.signIn}?week=${mondayOf(soon)}&lesson=${lesson.id}`);
  },
);

test(
  'books once after a lost response or a double click',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const family = await createFamily(request, { credits: 3 });
    const lesson = await createLesson(request, { Date: soon });
    await signInAs(page, family);
    const dialog = await openLesson(page, lesson);
    let sent = 0;
    await page.route(bookings, async (route) => {
      sent += 1;
      if (sent > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole('button', { name: 'Book for 1 credit' }).dblclick();
    await expect(toast(page, 'Lesson Booked!')).toBeVisible();
    await expect(card(page, 'Credits Remaining')).toHaveText('2');
    await expect(dialog).toContainText('Booked by you');
    // The first request and its one retry, with the same key.
    expect(sent).toBe(2);
    const { user } = await call(request, endpoints.getProfile, {
      token: family.session.access_token,
    });
    expect(user).toMatchObject({ Credits: 2, Lessons_Booked: 1 });
  },
);
