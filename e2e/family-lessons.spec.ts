// The weekly calendar of lessons: its states, booking by keyboard alone, updates and failures.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths, weekPath } from '../domain/paths.ts';
import { addDays, formatDate, mondayOf, ukDate } from '../domain/time.ts';
import { call } from './api.ts';
import { uniqueWord } from './checks.ts';
import { card, openLesson } from './dashboard.ts';
import {
  bookFor,
  createFamily,
  createLesson,
  lessonButton,
  emptyWeek,
  signInAs,
  signInTutor,
  toast,
  visit,
} from './journey.ts';
import { test } from './test.ts';

const soon = addDays(ukDate(Date.now()), 8);

test('gives every status of a lesson in words, and marks today', async ({
  page,
  request,
}, info) => {
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
  const past = await createLesson(request, {
    Date: addDays(monday, -14),
    Lesson_Name: `Energy ${word}`,
  });
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
  await expect(page.getByRole('region', { name: 'Next lesson' })).toContainText(booked.Lesson_Name);
  await page.screenshot({ path: info.outputPath('states.png'), fullPage: true });

  await page.getByRole('link', { name: 'Today' }).click();
  await expect(
    page.locator('[aria-current="date"]').filter({ hasText: 'Today' }).first(),
  ).toBeVisible();
  await expect(page).toHaveURL(weekPath(paths.userHome, mondayOf(ukDate(Date.now()))));
  await page.getByRole('link', { name: 'Previous week' }).click();
  await visit(page, weekPath(paths.userHome, past.Date));
  await expect(lessonButton(page, past.Lesson_Name)).toHaveAccessibleName(/ Past$/);
  await lessonButton(page, past.Lesson_Name).click();
  await expect(page.getByRole('dialog')).toContainText(
    'This lesson is over. Please try another lesson.',
  );
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test(
  'books and cancels a lesson by keyboard alone',
  { tag: '@desktop' },
  async ({ page, request }, info) => {
    const family = await createFamily(request, { credits: 2 });
    const date = addDays(emptyWeek(), 5);
    const lesson = await createLesson(request, {
      Date: date,
      lesson_notes: 'Bring a calculator.\nWatch the videos.',
    });
    await signInAs(page, family);
    await visit(page, weekPath(paths.userHome, date));
    const button = lessonButton(page, lesson.Lesson_Name);
    await expect(button).toBeVisible();
    // The last stop before the calendar.
    await page.getByRole('button', { name: 'A-level', exact: true }).focus();
    await page.keyboard.press('Tab');
    for (
      let step = 0;
      step < 40 && !(await button.evaluate((one) => one === document.activeElement));
      step++
    ) {
      await page.keyboard.press('ArrowDown');
    }
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: lesson.Lesson_Name });
    await expect(dialog).toContainText(`${formatDate(date, 'long')}, 09:00 to 10:00 UK time`);
    await expect(dialog).toContainText(`until 08:00 UK time on ${formatDate(date, 'long')}`);
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
    await expect(dialog.getByRole('heading', { name: 'Kim is in' })).toBeVisible();
    await expect(dialog).toContainText('A reminder comes by email the day before.');
    await expect(dialog.getByRole('link', { name: 'Join the lesson' })).toHaveAttribute(
      'href',
      /^\/join\/[\w-]{43}$/,
    );
    await expect(dialog.getByText('Bring a calculator.')).toBeVisible();
    await expect(card(page, 'Credits Remaining')).toHaveText('1');
    await page.screenshot({ path: info.outputPath('booked.png') });
    await toast(page, 'Lesson Booked!').getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast(page, 'Lesson Booked!')).toBeHidden();
    await expect(dialog).toBeVisible();

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
  },
);

test(
  'offers to buy credits when there are none',
  { tag: '@phone' },
  async ({ page, request }, info) => {
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
  },
);

test(
  'shows what others book and what the tutor changes while the page is open',
  { tag: '@phone' },
  async ({ page, request }) => {
    const [family, other] = [
      await createFamily(request),
      await createFamily(request, { credits: 1 }),
    ];
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
    const asTutor = { token: tutor.session.access_token, params: { id: lesson.id } };
    await call(request, endpoints.updateLesson, { ...asTutor, body: { Lesson_Name: renamed } });
    await lessonButton(page, renamed).click();
    await expect(page.getByRole('dialog', { name: renamed })).toBeVisible();
    await call(request, endpoints.deleteLesson, asTutor);
    await expect(toast(page, 'Lesson Cancelled')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  },
);

test(
  'polls every minute, and when the page is visible again, while the stream fails',
  { tag: '@phone' },
  async ({ page, request }) => {
    const [family, other] = [
      await createFamily(request),
      await createFamily(request, { credits: 1 }),
    ];
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
    await call(request, endpoints.cancelBooking, {
      token: other.session.access_token,
      params: { bookingId },
    });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(button).toContainText('3 spots left');
  },
);

test(
  'tries to load lessons three times, then offers to try again',
  { tag: '@desktop' },
  async ({ page, request }, info) => {
    const family = await createFamily(request);
    const lesson = await createLesson(request, { Date: soon });
    // A change of the schedule would make the page refetch.
    await page.route(`**${endpoints.watchLessons.path}`, (route) => route.abort());
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
    await expect(toast(page, 'Error Loading Lessons')).toContainText(
      'Server error. Please try again later.',
    );
    await expect(page.getByRole('region', { name: 'Weekly lessons' })).toContainText(
      'Error Loading Lessons',
    );
    await page.screenshot({ path: info.outputPath('failed.png'), fullPage: true });
    await page.unroute(lists);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(lessonButton(page, lesson.Lesson_Name)).toBeVisible();
  },
);

test(
  'says so in place of its numbers when a profile fails to load',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await createFamily(request);
    await page.route(`**${endpoints.getProfile.path}`, (route) => route.abort());
    await page.clock.install();
    await signInAs(page, family);
    await visit(page, paths.userHome);
    await page.clock.runFor(2100);
    await page.clock.runFor(2100);
    await expect(page.getByText('Error Loading Profile')).toBeVisible();
    await expect(
      page
        .getByText('Unable to connect to the server. Please check your internet connection.')
        .first(),
    ).toBeVisible();
    await page.unroute(`**${endpoints.getProfile.path}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(card(page, 'Credits Remaining')).toHaveText('0');
  },
);
