// What a signed-in student sees and may do: their own lessons, no money, and booking only if a
// parent allows it.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths, weekPath } from '../domain/paths.ts';
import { addDays, ukDate } from '../domain/time.ts';
import { call } from './api.ts';
import { expectReadable, watch } from './checks.ts';
import { card, openLesson } from './dashboard.ts';
import {
  bookFor,
  createFamily,
  createLesson,
  emptyWeek,
  lessonButton,
  signInAs,
  toast,
  visit,
} from './journey.ts';
import { addStudent, letIn } from './people.ts';
import { test } from './test.ts';

const soon = addDays(ukDate(Date.now()), 8);
const question = (page: Page) => page.getByRole('alertdialog');

/** Expects no mention of money on the page, whatever is open on it. */
async function expectNoMoney(page: Page): Promise<void> {
  await expect(page.locator('body')).not.toContainText(/credit|£|pay|refund|purchase/i);
}

test('shows a student their own lessons with join links, no money, and whom to ask to book', async ({
  page,
  request,
  demo,
}, info) => {
  const watched = watch(page);
  const family = await createFamily(request, { credits: 3, Student_Name: 'Kim Journey' });
  const sam = await addStudent(request, family, { Student_Name: 'Sam Journey' });
  const date = addDays(emptyWeek(), 5);
  const [own, siblings, free] = [
    await createLesson(request, { Date: date }),
    await createLesson(request, { Date: date, Time: '10:00:00', Max_Students: 3 }),
    await createLesson(request, { Date: date, Time: '11:00:00', Max_Students: 3 }),
  ];
  await bookFor(request, family, own.id, sam.id);
  await bookFor(request, family, siblings.id, family.user.students[0]?.id);
  const signedIn = await letIn(request, demo, family, { role: 'student', Student_ID: sam.id });
  await signInAs(page, signedIn);
  await visit(page, weekPath(paths.userHome, date));
  await expect(page.getByRole('heading', { name: 'Hello, Sam Journey' })).toBeVisible();
  await expect(card(page, 'Upcoming Bookings')).toHaveText('1');
  await expect(lessonButton(page, own.Lesson_Name)).toContainText('Booked for you');
  await expect(lessonButton(page, siblings.Lesson_Name)).toContainText('2 spots left');
  await expectNoMoney(page);
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('home.png'), fullPage: true });

  await lessonButton(page, own.Lesson_Name).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('link', { name: 'Join the lesson' })).toHaveAttribute(
    'href',
    /^\/join\/[\w-]{43}$/,
  );
  await expect(dialog).toContainText('Ask a parent to cancel this lesson.');
  await expectNoMoney(page);
  await page.goBack();
  await lessonButton(page, free.Lesson_Name).click();
  await expect(dialog).toContainText('Ask a parent to book this lesson.');
  await expect(dialog.getByRole('button')).toHaveCount(1);
  await expectNoMoney(page);
  await expectReadable(page);
  await page.goBack();

  await visit(page, paths.account);
  await expect(page.getByRole('form', { name: 'Password' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Calendar',
    'Password',
    'About you',
  ]);
  await expectNoMoney(page);
  await expectReadable(page);
  for (const path of [
    paths.paymentSuccess,
    paths.paymentCancelled,
    `${paths.userHome}?payment=success`,
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL(paths.userHome);
  }
  expect(watched).toEqual({ complaints: [], strangers: [] });
});

test(
  'lets a student with the right to book book and cancel without a mention of money',
  { tag: '@phone' },
  async ({ page, request, demo }) => {
    const family = await createFamily(request, { credits: 1, Student_Name: 'Kim Journey' });
    const [kim] = family.user.students;
    const signedIn = await letIn(request, demo, family, { role: 'student' });
    const [lesson, another] = [
      await createLesson(request, { Date: soon }),
      await createLesson(request, { Date: soon, Time: '10:00:00' }),
    ];
    await signInAs(page, family);
    await visit(page, paths.account);
    const right = page.getByRole('switch', { name: /^May book and cancel lessons.*Kim Journey$/ });
    await expect(right).not.toBeChecked();
    await right.check();
    await expect(toast(page, 'Details Saved')).toContainText(
      'Kim Journey can book and cancel lessons now.',
    );
    await expectReadable(page);
    await page.reload();
    await expect(right).toBeChecked();

    await signInAs(page, signedIn);
    const dialog = await openLesson(page, lesson);
    await dialog.getByRole('button', { name: 'Book this lesson' }).click();
    await expect(toast(page, 'Lesson Booked!')).toBeVisible();
    await expect(dialog).toContainText('You are in');
    await expectNoMoney(page);
    await page.goBack();
    // The family's last credit is gone, which only the parents may know.
    const second = await openLesson(page, another);
    await second.getByRole('button', { name: 'Book this lesson' }).click();
    await expect(toast(page, 'Booking Failed')).toContainText('Please ask a parent to book it.');
    await expectNoMoney(page);
    await expect(second.getByRole('button', { name: 'Book this lesson' })).toBeVisible();
    await openLesson(page, lesson);
    await dialog.getByRole('button', { name: 'Cancel booking' }).click();
    await expect(question(page)).toContainText(
      'Are you sure you want to cancel this lesson booking?',
    );
    await expectNoMoney(page);
    await question(page).getByRole('button', { name: 'Cancel booking' }).click();
    await expect(toast(page, 'Booking Canceled')).toContainText('Your booking was canceled.');
    await expectNoMoney(page);

    // Revoked while the page is open: the next attempt is refused, and then no longer offered.
    await call(request, endpoints.updateStudent, {
      token: family.session.access_token,
      params: { id: kim?.id ?? '' },
      body: { may_book: false },
    });
    await dialog.getByRole('button', { name: 'Book this lesson' }).click();
    await expect(toast(page, 'Access Denied')).toBeVisible();
    await expect(dialog).toContainText('Ask a parent to book this lesson.');
  },
);

test(
  'restores a right to book that cannot be saved',
  { tag: '@phone' },
  async ({ page, request, demo }) => {
    const family = await createFamily(request);
    await letIn(request, demo, family, { role: 'student' });
    await signInAs(page, family);
    await visit(page, paths.account);
    const right = page.getByRole('switch', { name: 'May book and cancel lessons' });
    await expect(right).toBeVisible();
    await page.route('**/api/users/students/*', (route) =>
      route.fulfill({
        status: 404,
        json: { success: false, error: 'There is no such student.', code: 'student_not_found' },
      }),
    );
    await right.click();
    await expect(toast(page, 'Update Failed')).toContainText('There is no such student.');
    await expect(right).not.toBeChecked();
  },
);
