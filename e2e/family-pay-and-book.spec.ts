// Paying for a lesson and booking it in one step, at the stand-in for Stripe's checkout.
import { expect, type Page } from '@playwright/test';

import { RESERVATION_MINUTES } from '../domain/limits.ts';
import { lessonPath, paths } from '../domain/paths.ts';
import type { Payment } from '../domain/payment.ts';
import { addDays, mondayOf } from '../domain/time.ts';
import { expectReadable } from './checks.ts';
import { card } from './dashboard.ts';
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
import { test, testAlone } from './test.ts';

const pay = (page: Page) => page.getByRole('button', { name: /^Pay £/ });

test('buys and books a lesson in one step for a family without credits', async ({
  page,
  request,
}, info) => {
  const saturday = addDays(emptyWeek(), 5);
  const lesson = await createLesson(request, { Date: saturday, Max_Students: 1 });
  await signInAs(page, await createFamily(request, { Student_Name: 'Maya Journey' }));
  await visit(page, lessonPath(mondayOf(saturday), lesson.id));
  const dialog = page.getByRole('dialog', { name: lesson.Lesson_Name });
  await expect(dialog.getByText('Pay £30.00 by card and Maya is in.')).toBeVisible();
  await page.screenshot({ path: info.outputPath('1-dialog.png') });
  await dialog.getByRole('button', { name: 'Buy 1 credit and book' }).click();
  await pay(page).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Maya is in' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: lesson.Lesson_Name })).toContainText(
    '09:00 UK time',
  );
  await page.screenshot({ path: info.outputPath('2-booked.png'), fullPage: true });
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(card(page, 'Credits Remaining')).toHaveText('0');
  await visit(page, lessonPath(mondayOf(saturday), lesson.id));
  await expect(dialog.getByRole('link', { name: 'Join the lesson' })).toBeVisible();
});

test(
  'lets a family of two without credits choose the student to buy and book for',
  { tag: '@desktop' },
  async ({ page, request }, info) => {
    const saturday = addDays(emptyWeek(), 5);
    const lesson = await createLesson(request, { Date: saturday });
    const family = await createFamily(request, { Student_Name: 'Maya Journey' });
    await addStudent(request, family, { Student_Name: 'Ben Journey' });
    await signInAs(page, family);
    await visit(page, lessonPath(mondayOf(saturday), lesson.id));
    const dialog = page.getByRole('dialog', { name: lesson.Lesson_Name });
    const buy = dialog.getByRole('button', { name: 'Buy 1 credit and book' });
    await expect(buy).toHaveAccessibleDescription('Please choose who the lesson is for.');
    await dialog.getByRole('radio', { name: 'Ben Journey' }).check();
    await expect(dialog.getByText('Pay £30.00 by card and Ben is in.')).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('chosen.png') });
    await buy.click();
    await pay(page).click();
    await expect(page.getByRole('heading', { name: 'Ben is in' })).toBeVisible();
  },
);

test(
  'releases the spot at once when the payment is cancelled, and leads back to the lesson',
  { tag: '@desktop' },
  async ({ page, request }, info) => {
    const saturday = addDays(emptyWeek(), 5);
    const lesson = await createLesson(request, { Date: saturday, Max_Students: 1 });
    const other = await createFamily(request, { credits: 1 });
    await signInAs(page, await createFamily(request));
    await visit(page, lessonPath(mondayOf(saturday), lesson.id));
    const dialog = page.getByRole('dialog', { name: lesson.Lesson_Name });
    await dialog.getByRole('button', { name: 'Buy 1 credit and book' }).click();
    await expect(pay(page)).toBeVisible();

    // Back in the browser: the spot is still reserved, and the page says so.
    await page.goBack();
    await expect(dialog.getByText('Kept for you while you pay')).toBeVisible();
    await page.screenshot({ path: info.outputPath('1-kept.png') });
    await dialog.getByRole('button', { name: 'Buy 1 credit and book' }).click();
    await page
      .getByRole('link', { name: /back|cancel/i })
      .first()
      .click();
    await expect(page).toHaveURL(
      new RegExp(`^[^?]+${paths.paymentCancelled}\\?week=.+&lesson=${lesson.id}$`),
    );
    await expect(
      page.getByText('The spot that was reserved for you is open to all again.'),
    ).toBeVisible();
    await page.screenshot({ path: info.outputPath('2-given-up.png'), fullPage: true });
    await page.getByRole('link', { name: 'Try Payment Again' }).click();
    await expect(dialog.getByText('1 spot left')).toBeVisible();

    // Somebody else is faster.
    const theirs = await page
      .context()
      .browser()
      ?.newPage({ baseURL: new URL(page.url()).origin });
    if (theirs === undefined) throw new Error('There is no browser.');
    await signInAs(theirs, other);
    await visit(theirs, lessonPath(mondayOf(saturday), lesson.id));
    await theirs.getByRole('button', { name: 'Book for 1 credit' }).click();
    await expect(toast(theirs, 'Lesson Booked!')).toBeVisible();
    await theirs.close();
    await expect(dialog.getByText('Fully booked', { exact: true })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Buy 1 credit and book' })).toHaveCount(0);
  },
);

test(
  'books weekly lessons with the missing credits',
  { tag: '@phone' },
  async ({ page, request }, info) => {
    const saturday = addDays(emptyWeek(3), 5);
    const name = `GCSE ${saturday}`;
    const lessons = [];
    for (const week of [0, 1, 2])
      lessons.push(
        await createLesson(request, { Date: addDays(saturday, 7 * week), Lesson_Name: name }),
      );
    await signInAs(page, await createFamily(request, { credits: 1, Student_Name: 'Maya Journey' }));
    await visit(page, lessonPath(mondayOf(saturday), lessons[0]?.id ?? ''));
    await page.getByRole('button', { name: 'Keep this time every week' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keep this time every week' });
    await expect(dialog.getByRole('checkbox')).toHaveCount(3);
    for (const box of await dialog.getByRole('checkbox').all()) await box.check();
    await expect(dialog).toContainText('You have 1 credit; 2 more needed (£60.00).');
    await page.screenshot({ path: info.outputPath('1-weeks.png') });
    await dialog.getByRole('button', { name: 'Buy 2 credits and book' }).click();
    await pay(page).click();
    await expect(page.getByRole('heading', { name: 'Maya is in' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: name })).toHaveCount(3);
    await page.screenshot({ path: info.outputPath('2-booked.png'), fullPage: true });
  },
);

test(
  'shows the state of the lessons while the bank decides',
  { tag: '@phone' },
  async ({ page, request }, info) => {
    test.slow();
    const saturday = addDays(emptyWeek(), 5);
    const lesson = await createLesson(request, { Date: saturday });
    await signInAs(page, await createFamily(request, { Student_Name: 'Maya Journey' }));
    await visit(page, lessonPath(mondayOf(saturday), lesson.id));
    await page.getByRole('button', { name: 'Buy 1 credit and book' }).click();
    // The stand-in's bank is quick; its response is delayed until the page has been checked.
    let isHeldBack = true;
    await page.route('**/api/payments/cs_*', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { payment?: Pick<Payment, 'status' | 'lessons'> };
      if (isHeldBack && answer.payment !== undefined) {
        const lessons = answer.payment.lessons?.map((one) => ({
          ...one,
          state: 'reserved',
          bookingId: null,
        }));
        Object.assign(answer.payment, { status: 'pending', lessons });
      }
      await route.fulfill({ response, json: answer });
    });
    await page.getByRole('button', { name: 'Pay later (bank debit), succeeds' }).click();
    await expect(page.getByRole('heading', { name: 'Not booked yet' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: lesson.Lesson_Name })).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('pending.png'), fullPage: true });
    isHeldBack = false;
    await expect(page.getByRole('heading', { name: 'Maya is in' })).toBeVisible({
      timeout: 20_000,
    });
    await expect(page.getByRole('heading', { name: 'Not booked yet' })).toBeHidden();
  },
);

testAlone()(
  'a place that lapses while the family is at the checkout keeps its credit',
  { tag: '@desktop' },
  async ({ page, request, ownDemo }, info) => {
    test.slow();
    const saturday = addDays(emptyWeek(), 5);
    const lesson = await createLesson(request, { Date: saturday, Max_Students: 1 });
    const other = await createFamily(request, { credits: 1 });
    await signInAs(page, await createFamily(request));
    await visit(page, lessonPath(mondayOf(saturday), lesson.id));
    await page.getByRole('button', { name: 'Buy 1 credit and book' }).click();
    await expect(pay(page)).toBeVisible();
    // The payment is made at the last moment, but the bank takes its time.
    ownDemo.advance(29);
    await page.getByRole('button', { name: 'Pay later (bank debit), succeeds' }).click();
    ownDemo.advance(RESERVATION_MINUTES.untilExpiry - 29);
    await bookFor(request, other, lesson.id);
    await expect(page.getByRole('heading', { name: 'Not booked' })).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByText('Because no spot was left.')).toBeVisible();
    await page.screenshot({ path: info.outputPath('lapsed.png'), fullPage: true });
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await expect(page.getByText('1 credit')).toBeVisible();
  },
);
