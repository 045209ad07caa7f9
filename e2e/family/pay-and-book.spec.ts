// Paying for a lesson and booking it in one step, at the stand-in for Stripe's checkout.
import { readFile } from 'node:fs/promises';

import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { RESERVATION_MINUTES } from '../../domain/lessons/booking.ts';
import { paths } from '../../domain/paths.ts';
import { addDays } from '../../domain/time.ts';
import { urlOf } from '../api.ts';
import { expectReadable } from '../checks.ts';
import { emptySaturday, expectLink, expectTexts, visit } from '../journey.ts';
import {
  changePayment,
  leaveCheckout,
  paidHeading,
  payButton,
  payLater,
} from '../pages/checkout.ts';
import { credits } from '../pages/family-home.ts';
import {
  bookButton,
  buyButton,
  expectMoment,
  forStudent,
  earlyLink,
  lessonDialog,
  openWeekly,
  pathOf,
} from '../pages/lesson-dialog.ts';
import { test, testAlone } from '../test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
test.use({ hadFree: true });

/** A lesson with a single spot. */
const single = { Max_Students: 1 };

/** Expects that the lesson can be added to a calendar. */
async function expectFile(page: Page, name: string): Promise<void> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).toContain(`SUMMARY:${name}`);
}

/** Lets the next lessons be read before the checkout is cancelled, and arrive afterwards. */
async function delayLessons(page: Page): Promise<void> {
  const cancelled = page.waitForResponse(urlOf(endpoints.cancelCheckout));
  const { promise: read, resolve: onRead } = Promise.withResolvers<void>();
  await page.route(urlOf(endpoints.cancelCheckout), async (route) => {
    await read;
    await route.continue();
  });
  await page.route(
    `${urlOf(endpoints.listLessons)}*`,
    async (route) => {
      const response = await route.fetch();
      onRead();
      await cancelled;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
}

test('buys and books a lesson without credits', async ({ page, family, site }) => {
  const lesson = await site.newLesson(single);
  await family.open(pathOf(lesson));
  const dialog = lessonDialog(page, lesson);
  await expect(dialog.getByText('Pay £30.00 by card and Kim is booked.')).toBeVisible();
  await buyButton(dialog).click();
  await payButton(page).click();
  await expect(paidHeading(page)).toBeVisible();
  await expect(heading(page, 'Kim is booked')).toBeVisible();
  const main = page.getByRole('main');
  await expectTexts(main, lesson.Lesson_Name, 'at 09:00 UK time', 'It opens at 08:45 UK time.');
  await expectTexts(main, 'Paid £30.00 by card.', '1 credit added to your account.');
  await expectReadable(page, 'paid');
  await expectFile(page, lesson.Lesson_Name);
  const weekly = page.getByRole('link', { name: 'Keep Saturdays at 09:00' });
  await expect(weekly).toHaveAttribute('href', `${pathOf(lesson)}&do=weekly`);
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(credits(page)).toHaveText('0');
  await visit(page, pathOf(lesson));
  await expect(earlyLink(dialog)).toBeVisible();
});

test('buys and books for one of two students', async ({ page, family, lesson }) => {
  await family.addStudent({ Student_Name: 'Ben Journey' });
  await family.open(pathOf(lesson));
  const dialog = lessonDialog(page, lesson);
  const buy = buyButton(dialog);
  await expect(buy).toHaveAccessibleDescription('Please choose who the lesson is for.');
  await forStudent(dialog, 'Ben').check();
  await expect(dialog.getByText('Pay £30.00 by card and Ben is booked.')).toBeVisible();
  await expectReadable(page, 'chosen');
  await buy.click();
  await payButton(page).click();
  await expect(heading(page, 'Ben is booked')).toBeVisible();
});

test('releases the spot of a cancelled payment', async ({ page, browser, family, site }) => {
  const lesson = await site.newLesson(single);
  const other = await site.newFamily({ credits: 1 });
  await family.open(pathOf(lesson));
  const dialog = lessonDialog(page, lesson);
  await buyButton(dialog).click();
  await expect(payButton(page)).toBeVisible();

  // Back in the browser: the spot is still reserved, and the page says so.
  await page.goBack();
  await expect(dialog.getByText('Kept for you while you pay')).toBeVisible();
  await buyButton(dialog).click();
  await expect(payButton(page)).toBeVisible();
  await delayLessons(page);
  await leaveCheckout(page);
  const cancelled = `^[^?]+${paths.paymentCancelled}\\?week=.+&lesson=${lesson.id}$`;
  await expect(page).toHaveURL(new RegExp(cancelled));
  await expect(heading(page, 'Nothing was charged.')).toBeVisible();
  await expect(page.getByRole('status')).toContainText(['Spot released: 1 spot left']);
  await expectReadable(page, 'released');
  await page.getByRole('link', { name: 'Try Payment Again' }).click();
  await expect(dialog.getByText('1 spot left')).toBeVisible();

  // Somebody else is faster.
  const theirs = await browser.newPage({ baseURL: site.origin });
  await bookButton(await other.openLesson(lesson, theirs)).click();
  await expectMoment(theirs, 'Lesson Booked!', 'Kim is booked');
  await theirs.close();
  await expect(dialog.getByText('Full, waiting list', { exact: true })).toBeVisible();
  await expect(buyButton(dialog)).toHaveCount(0);
});

test('books weekly lessons with the missing credits @phone', async ({ page, site }) => {
  const first = await site.newLesson({ Date: emptySaturday(3) });
  const { Lesson_Name: lessonName } = first;
  for (const week of [1, 2])
    await site.newLesson({ Date: addDays(first.Date, 7 * week), Lesson_Name: lessonName });
  const family = await site.newFamily({ credits: 1 });
  await family.open(pathOf(first));
  const dialog = await openWeekly(lessonDialog(page, first));
  await expect(dialog.getByRole('checkbox')).toHaveCount(3);
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  await expect(dialog).toContainText('You have 1 credit; 2 more needed (£60.00).');
  await dialog.getByRole('button', { name: 'Buy 2 credits and book' }).click();
  await payButton(page).click();
  await expect(heading(page, 'Kim is booked')).toBeVisible();
  await expect(page.getByText(lessonName, { exact: true })).toBeVisible();
  const booked = page.getByRole('list', { name: 'Booked' }).getByRole('listitem');
  await expect(booked).toHaveCount(3);
  await expectReadable(page, 'weeks');
});

test('shows the lessons while the bank decides @phone', async ({ page, family, lesson }) => {
  test.slow();
  await family.open(pathOf(lesson));
  await buyButton(page).click();
  const confirm = await changePayment(page, ({ lessons }) => ({
    status: 'pending',
    lessons: lessons?.map((one) => ({ ...one, state: 'reserved', bookingId: null })),
  }));
  await payLater(page);
  await expect(heading(page, 'Not booked yet')).toBeVisible();
  await expect(row(page, lesson.Lesson_Name)).toBeVisible();
  await expectReadable(page, 'pending');
  confirm();
  await expect(heading(page, 'Kim is booked')).toBeVisible();
  await expect(heading(page, 'Not booked yet')).toBeHidden();
});

test('says that a refused card was not charged @phone', async ({ page, family, lesson }) => {
  await family.open(pathOf(lesson));
  await buyButton(page).click();
  await changePayment(page, ({ lessons }) => ({
    status: 'failed',
    invoice: null,
    lessons: lessons?.map((one) => ({ ...one, state: 'not_booked', reason: 'not_paid' })),
  }));
  await payLater(page);
  await expect(heading(page, 'Nothing was charged.')).toBeVisible();
  const main = page.getByRole('main');
  await expectTexts(main, 'Your bank did not accept the payment', lesson.Lesson_Name);
  await expectReadable(page, 'failed');
  await expectLink(page, 'Try Payment Again', pathOf(lesson));
  await expect(page.getByText(/Payment (Successful|Processed)/)).toHaveCount(0);
});

testAlone()('returns the credit of a lapsed spot', async ({ page, family, site }) => {
  test.slow();
  const lesson = await site.newLesson(single);
  const other = await site.newFamily({ credits: 1 });
  await family.open(pathOf(lesson));
  await buyButton(page).click();
  await expect(payButton(page)).toBeVisible();
  // The payment is made at the last moment, but the bank takes its time.
  site.advance(29);
  await payLater(page);
  site.advance(RESERVATION_MINUTES.untilExpiry - 29);
  await other.book(lesson);
  await expect(heading(page, 'Not booked')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Because no spot was left.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(credits(page)).toHaveText('1');
});
