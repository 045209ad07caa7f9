// What a signed-in student sees and may do: own lessons, no money, booking only if allowed.
import { expect, type Locator, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths, weekPath } from '../../domain/paths.ts';
import { holdBack, refuse } from '../api.ts';
import { expectReadable, watch } from '../checks.ts';
import { expectToast, lessonButton, question, visit } from '../journey.ts';
import { bookingRight } from '../pages/account.ts';
import { card } from '../pages/family-home.ts';
import { cancelButton, expectJoinLink, expectMoment, openLesson } from '../pages/lesson-dialog.ts';
import { test } from '../test.ts';

/** The button of somebody who pays nothing. */
const bookFreeButton = (dialog: Locator) =>
  dialog.getByRole('button', { name: 'Book this lesson' });

test.use({ credits: 2 });

/** Expects no mention of money on the page, whatever is open on it. */
async function expectNoMoney(page: Page): Promise<void> {
  await expect(page.locator('body')).not.toContainText(/credit|£|pay|refund|purchase/i);
}

test('shows a student their lessons, and no money', async ({ page, family, site }) => {
  watch(page);
  const sam = await family.addStudent({ Student_Name: 'Sam Journey' });
  const [own, siblings] = await site.newLessons({ Max_Students: 3 });
  const free = await site.newLesson({ Date: own.Date, Time: '11:00:00', Max_Students: 3 });
  await family.book(own, sam.id);
  await family.book(siblings, family.studentId);
  const student = await family.letIn('student', sam.id);
  await student.open(weekPath(paths.familyHome, own.Date));
  await expect(page.getByRole('heading', { name: 'Hello, Sam' })).toBeVisible();
  await expect(card(page, 'Upcoming Bookings')).toHaveText('1');
  await expect(lessonButton(page, own)).toContainText('Booked for you');
  await expect(lessonButton(page, siblings)).toContainText('2 spots left');
  await expectNoMoney(page);
  await expectReadable(page, 'home');

  await lessonButton(page, own).click();
  const dialog = page.getByRole('dialog');
  await expectJoinLink(dialog);
  await expect(dialog).toContainText('Ask a parent to cancel this lesson.');
  await expectNoMoney(page);
  await page.goBack();
  await lessonButton(page, free).click();
  await expect(dialog).toContainText('Ask a parent to book this lesson.');
  await expect(dialog.getByRole('button')).toHaveCount(1);
  await expectNoMoney(page);
  await expectReadable(page);
  await page.goBack();

  await visit(page, paths.account);
  const account = page.getByRole('navigation', { name: 'Your account' }).getByRole('link');
  for (const [name, part] of [
    ['Calendar', 'Calendar'],
    ['Sign-in', 'Password'],
    ['About you', 'What is stored'],
  ] as const) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if ((await account.count()) === 0) await page.goBack();
    await expect(account).toHaveText([/^Calendar/, /^Sign-in/, /^About you/]);
    await account.filter({ hasText: name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([part]);
    await expectNoMoney(page);
    await expectReadable(page);
  }
  const { paymentSuccess, paymentCancelled, accountPayments, accountFamily } = paths;
  const money = [paymentSuccess, paymentCancelled, accountPayments, accountFamily];
  for (const path of [...money, `${paths.familyHome}?payment=success`]) {
    await page.goto(path);
    await expect(page).toHaveURL(paths.familyHome);
  }
});

test('lets a student with the right book and cancel @phone', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 1 });
  const student = await family.letIn('student');
  const [lesson, another] = await site.newLessons();
  await family.open(paths.accountFamily);
  const right = page.getByRole('switch', { name: /^May book and cancel lessons.*Kim Journey$/ });
  await expect(right).not.toBeChecked();
  await right.check();
  await expectToast(page, 'Details saved', 'Kim Journey can book and cancel lessons now.');
  await expectReadable(page);
  await page.reload();
  await expect(right).toBeChecked();

  const dialog = await student.openLesson(lesson);
  await bookFreeButton(dialog).click();
  await expectMoment(page, 'Lesson Booked!', 'You are booked');
  await expectNoMoney(page);
  await page.goBack();
  // The family's last credit is gone, which only the parents may know.
  const second = await openLesson(page, another);
  await bookFreeButton(second).click();
  await expectToast(page, 'Booking Failed', 'Please ask a parent to book it.');
  await expectNoMoney(page);
  await expect(bookFreeButton(second)).toBeVisible();
  await openLesson(page, lesson);
  await cancelButton(dialog).click();
  const questionText = 'Are you sure you want to cancel this lesson booking?';
  await expect(question(page)).toContainText(questionText);
  await expectNoMoney(page);
  await question(page).getByRole('button', { name: 'Cancel booking' }).click();
  await expectMoment(page, 'Booking Canceled');
  await expect(dialog).toContainText('Your booking was canceled.');
  await expectNoMoney(page);

  // Revoked before the page has heard of it: the next attempt is refused, and then no longer
  // offered.
  await expect(bookFreeButton(dialog)).toBeVisible();
  const load = await holdBack(page, endpoints.getProfile);
  await family.changeStudent({ may_book: false });
  await bookFreeButton(dialog).click();
  await expectToast(page, 'Access Denied');
  load();
  await expect(dialog).toContainText('Ask a parent to book this lesson.');
});

test('restores a right to book that cannot be saved @phone', async ({ page, family }) => {
  await family.letIn('student');
  await family.open(paths.accountFamily);
  const right = bookingRight(page);
  await expect(right).toBeVisible();
  await refuse(page, endpoints.updateStudent, 404, {
    error: 'This student no longer exists.',
    code: 'student_not_found',
  });
  await right.click();
  await expectToast(page, 'Update failed', 'This student no longer exists.');
  await expect(right).not.toBeChecked();
});
