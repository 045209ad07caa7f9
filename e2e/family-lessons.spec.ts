// The weekly calendar of lessons: its states, booking and cancelling, by keyboard alone, and what stays true meanwhile.
import { expect, test, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths, weekPath } from '../domain/paths.ts';
import { addDays, formatDate, mondayOf, ukDate } from '../domain/time.ts';
import { uniqueWord } from './checks.ts';
import {
  bookFor,
  callApi,
  createFamily,
  createLesson,
  signInAs,
  signInTutor,
  toast,
  visit,
} from './journey.ts';

const bookings = `**${endpoints.bookLesson.path}`;
const oneBooking = `${bookings}/*`;
const soon = addDays(ukDate(Date.now()), 8);

const lessonButton = (page: Page, name: string) => page.getByRole('button', { name });
const card = (page: Page, label: string) =>
  page.locator('dl').filter({ hasText: label }).locator('dd').first();

async function openLesson(page: Page, lesson: { Date: string; Lesson_Name: string }) {
  await visit(page, weekPath(paths.userHome, lesson.Date));
  await lessonButton(page, lesson.Lesson_Name).click();
  return page.getByRole('dialog', { name: lesson.Lesson_Name });
}

test('every state of a lesson is told in words, and today is marked', async ({ page, request }, info) => {
  const family = await createFamily(request, { credits: 3 });
  const other = await createFamily(request, { credits: 1 });
  const word = uniqueWord();
  const monday = mondayOf(soon);
  const available = await createLesson(request, {
    Date: monday,
    Lesson_Name: `Waves ${word}`,
    Max_Students: 1,
  });
  const full = await createLesson(request, {
    Date: addDays(monday, 5),
    Lesson_Name: `Forces ${word}`,
    Max_Students: 1,
  });
  const booked = await createLesson(request, { Date: addDays(monday, 5), Time: '10:00:00' });
  const past = await createLesson(request, { Date: addDays(monday, -14), Lesson_Name: `Energy ${word}` });
  await bookFor(request, other, full.id);
  await bookFor(request, family, booked.id);
  await signInAs(page, family);
  await visit(page, weekPath(paths.userHome, monday));
  const short = (date: string) => formatDate(date, 'short');
  for (const [lesson, words] of [
    [available, `${short(available.Date)}, 09:00 ${available.Lesson_Name} 1 spot left`],
    [full, `${short(full.Date)}, 09:00 ${full.Lesson_Name} Fully booked`],
    [booked, `${short(booked.Date)}, 10:00 ${booked.Lesson_Name} Booked by you`],
  ] as const) {
    await expect(lessonButton(page, lesson.Lesson_Name)).toHaveAccessibleName(words);
  }
  await expect(page.getByText('Next: ')).toContainText(short(booked.Date));
  await page.screenshot({ path: info.outputPath('states.png'), fullPage: true });

  await page.getByRole('link', { name: 'Today' }).click();
  await expect(page.locator('[aria-current="date"]').filter({ hasText: 'Today' }).first()).toBeVisible();
  await expect(page).toHaveURL(weekPath(paths.userHome, mondayOf(ukDate(Date.now()))));
  await page.getByRole('link', { name: 'Previous week' }).click();
  await visit(page, weekPath(paths.userHome, past.Date));
  await expect(lessonButton(page, past.Lesson_Name)).toHaveAccessibleName(/ Past$/);
  await lessonButton(page, past.Lesson_Name).click();
  await expect(page.getByRole('button', { name: 'Book for 1 credit' })).toHaveAccessibleDescription(
    'This lesson has already started.',
  );
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a lesson is booked and cancelled by keyboard alone', async ({ page, request }, info) => {
  const family = await createFamily(request, { credits: 2 });
  const lesson = await createLesson(request, {
    Date: soon,
    Meeting_Link: 'https://meet.example.com/keyboard',
    lesson_notes: 'Bring a calculator.\nWatch the videos.',
  });
  await signInAs(page, family);
  await visit(page, weekPath(paths.userHome, soon));
  const button = lessonButton(page, lesson.Lesson_Name);
  await expect(button).toBeVisible();
  await page.getByRole('link', { name: 'Next week' }).focus();
  await page.keyboard.press('Tab');
  for (let step = 0; step < 40 && !(await button.evaluate((one) => one === document.activeElement)); step++) {
    await page.keyboard.press('ArrowDown');
  }
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: lesson.Lesson_Name });
  await expect(dialog).toContainText(`${formatDate(soon, 'long')}, 09:00 to 10:00 UK time`);
  await expect(dialog).toContainText(`until 08:00 UK time on ${formatDate(soon, 'long')}`);
  await expect(dialog.getByText('Bring a calculator.')).toBeHidden();
  const focusBy = async (name: string) => {
    const wanted = page.getByRole('button', { name });
    for (
      let step = 0;
      step < 8 && !(await wanted.evaluate((one) => one === document.activeElement));
      step++
    ) {
      await page.keyboard.press('Tab');
    }
    await expect(wanted).toBeFocused();
  };
  await focusBy('Book for 1 credit');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Lesson Booked!')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Join the lesson' })).toHaveAttribute(
    'href',
    'https://meet.example.com/keyboard',
  );
  await expect(dialog.getByText('Bring a calculator.')).toBeVisible();
  await expect(card(page, 'Credits Remaining')).toHaveText('1');
  await page.screenshot({ path: info.outputPath('booked.png') });

  await focusBy('Cancel booking');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'Are you sure you want to cancel this lesson booking? Your credit will be refunded.',
  );
  await page.screenshot({ path: info.outputPath('question.png') });
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(dialog).toBeVisible();
  await focusBy('Cancel booking');
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Cancel booking' }).focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Booking Canceled')).toContainText('canceled and the credit refunded');
  await expect(dialog.getByRole('button', { name: 'Book for 1 credit' })).toBeVisible();
  await expect(card(page, 'Credits Remaining')).toHaveText('2');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
});

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

test('a booking shows at once and is put back with the right words when it is refused', async ({
  page,
  request,
}) => {
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
    await route.fulfill({ status, json: code === 'internal' ? {} : { success: false, error, code } });
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
    // A failing server is asked once more, a second later.
    if (code === 'internal') await page.clock.runFor(2000);
    await expect(toast(page, title).filter({ hasText: text })).toBeVisible();
    await expect(dialog).toContainText('3 spots left');
    await expect(card(page, 'Credits Remaining')).toHaveText('2');
  }
});

test('a cancellation that is refused leaves the booking, and tells why', async ({ page, request }) => {
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
});

test('a dead session is asked to sign in again to book', async ({ page, request }) => {
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
  await expect(toast(page, 'Authentication Error')).toContainText('Please sign in again to book lessons.');
  await expect(page).toHaveURL(paths.signIn);
});

test('a booking whose answer is lost, and a double click, book once', async ({ page, request }) => {
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
  // The first and its one repetition, with the same key.
  expect(sent).toBe(2);
  const { user } = await callApi<{ user: { Credits: number; Lessons_Booked: number } }>(
    request,
    'GET',
    endpoints.getProfile.path,
    { token: family.session.access_token },
  );
  expect(user).toMatchObject({ Credits: 2, Lessons_Booked: 1 });
});

test('without credits a lesson offers to buy some', async ({ page, request }, info) => {
  const family = await createFamily(request);
  const lesson = await createLesson(request, { Date: soon });
  await signInAs(page, family);
  const dialog = await openLesson(page, lesson);
  await expect(dialog).toContainText(
    'You need at least 1 credit to book a lesson. Please purchase more credits.',
  );
  await page.screenshot({ path: info.outputPath('no-credits.png') });
  await dialog.getByRole('button', { name: 'Buy Credits' }).click();
  await expect(page.getByRole('dialog', { name: 'Buy credits' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(weekPath(paths.userHome, soon));
});

test('what others book, and what the tutor changes, arrives while one looks', async ({ page, request }) => {
  const [family, other] = [await createFamily(request), await createFamily(request, { credits: 1 })];
  const lesson = await createLesson(request, { Date: soon, Max_Students: 2 });
  await signInAs(page, family);
  const isOpen = page.waitForResponse(`**${endpoints.watchLessons.path}`);
  await visit(page, weekPath(paths.userHome, soon));
  await isOpen;
  const button = lessonButton(page, lesson.Lesson_Name);
  await expect(button).toContainText('2 spots left');
  await bookFor(request, other, lesson.id);
  await expect(button).toContainText('1 spot left');
  const tutor = await signInTutor(request);
  const renamed = `Renamed ${uniqueWord()}`;
  await callApi(request, 'PUT', `/api/lessons/${lesson.id}`, {
    token: tutor.session.access_token,
    body: { Lesson_Name: renamed },
  });
  await lessonButton(page, renamed).click();
  await expect(page.getByRole('dialog', { name: renamed })).toBeVisible();
  await callApi(request, 'DELETE', `/api/lessons/${lesson.id}`, { token: tutor.session.access_token });
  await expect(toast(page, 'Lesson Canceled')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('where the stream fails, the page asks every minute and when one comes back to it', async ({
  page,
  request,
}) => {
  const [family, other] = [await createFamily(request), await createFamily(request, { credits: 1 })];
  const lesson = await createLesson(request, { Date: soon, Max_Students: 3 });
  await page.route(`**${endpoints.watchLessons.path}`, (route) => route.abort());
  await page.clock.install();
  await signInAs(page, family);
  await visit(page, weekPath(paths.userHome, soon));
  const button = lessonButton(page, lesson.Lesson_Name);
  await expect(button).toContainText('3 spots left');
  const bookingId = await bookFor(request, other, lesson.id);
  await page.clock.runFor(60_000);
  await expect(button).toContainText('2 spots left');
  await callApi(request, 'DELETE', `/api/bookings/${bookingId}`, { token: other.session.access_token });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(button).toContainText('3 spots left');
});

test('lessons that cannot be loaded are tried three times, then offer to try again', async ({
  page,
  request,
}, info) => {
  const family = await createFamily(request);
  const lesson = await createLesson(request, { Date: soon });
  let asked = 0;
  const lists = (url: URL) =>
    url.pathname === endpoints.listLessons.path && url.searchParams.get('to') !== null;
  await page.route(lists, (route) => {
    asked += 1;
    return route.fulfill({ status: 503, json: { success: false, code: 'service_unavailable' } });
  });
  await page.clock.install();
  await signInAs(page, family);
  await visit(page, weekPath(paths.userHome, soon));
  await expect(async () => {
    await page.clock.runFor(2000);
    await expect(toast(page, 'Error Loading Lessons')).toBeVisible({ timeout: 200 });
  }).toPass();
  expect(asked).toBe(3);
  await expect(toast(page, 'Error Loading Lessons')).toContainText('Server error. Please try again later.');
  await expect(page.getByRole('region', { name: 'Weekly lessons' })).toContainText('Error Loading Lessons');
  await page.screenshot({ path: info.outputPath('failed.png'), fullPage: true });
  await page.unroute(lists);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(lessonButton(page, lesson.Lesson_Name)).toBeVisible();
});

test('a profile that cannot be loaded says so in the place of its numbers', async ({ page, request }) => {
  const family = await createFamily(request);
  await page.route(`**${endpoints.getProfile.path}`, (route) => route.abort());
  await page.clock.install();
  await signInAs(page, family);
  await visit(page, paths.userHome);
  await page.clock.runFor(2100);
  await page.clock.runFor(2100);
  await expect(page.getByText('Error Loading Profile')).toBeVisible();
  await expect(
    page.getByText('Unable to connect to the server. Please check your internet connection.').first(),
  ).toBeVisible();
  await page.unroute(`**${endpoints.getProfile.path}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(card(page, 'Credits Remaining')).toHaveText('0');
});
