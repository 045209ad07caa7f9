// Booked lessons and students: cards, printed attendance, absences that refund the credit, manual
// credits, and the activity log.
import { expect, type Page } from '@playwright/test';

import { addressOf } from '../domain/endpoint.ts';
import * as endpoints from '../domain/endpoints.ts';
import { paths, familyPath } from '../domain/paths.ts';
import { addDays, formatDate, ukDate } from '../domain/time.ts';
import { call } from './api.ts';
import { expectReadable, uniqueWord, watch } from './checks.ts';
import {
  bookFor,
  createFamily,
  createLesson,
  type Family,
  signInAs,
  signInTutor,
  toast,
  visit,
} from './journey.ts';
import { test } from './test.ts';

async function openAs(page: Page, path: string) {
  await signInAs(page, await signInTutor(page.request), { audience: 'admin' });
  await visit(page, path);
}

const card = (page: Page, name: string) => page.getByRole('group').filter({ hasText: name });
const statsOf = async (page: Page, { session }: Family) =>
  (await call(page.request, endpoints.getProfile, { token: session.access_token })).stats;

test('shows a booking with its lesson, student, notes and link, and prints its attendance list', async ({
  page,
  request,
}, info) => {
  const { complaints, strangers } = watch(page);
  const word = uniqueWord();
  const Student_Name = `Maximiliana-Alexandrina von Hohenstein-Sternberg the Younger ${word}`;
  const family = await createFamily(request, { credits: 1, Student_Name });
  const date = addDays(ukDate(Date.now()), 20);
  const lesson = await createLesson(request, {
    Date: date,
    Lesson_Name: `Circular motion and simple harmonic oscillators, part one, ${word}`,
    lesson_notes: 'Bring a ruler.\nAnd a pencil.',
  });
  await bookFor(request, family, lesson.id);
  await openAs(page, paths.bookedLessons);
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
    'href',
    paths.adminDashboard,
  );
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  for (const label of ['Total Booked Lessons', 'Total Students'])
    await expect(page.locator('dl').filter({ hasText: label }).locator('dd').first()).toHaveText(
      /^\d+$/,
    );

  const here = card(page, lesson.Lesson_Name);
  await expect(here).toContainText(`${formatDate(date, 'long')}, 09:00 UK time`);
  await expect(here.getByText('Confirmed')).toBeHidden();
  await here.locator('summary').click();
  await expect(here.getByText('Confirmed')).toBeVisible();
  await expect(here.getByText('Bring a ruler.')).toBeVisible();
  await expect(here.getByRole('link', { name: lesson.Meeting_Link })).toHaveAttribute(
    'href',
    lesson.Meeting_Link,
  );
  await expect(here.getByRole('button', { name: /Mark Absent/ })).toBeHidden();
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('booked-lessons.png'), fullPage: true });
  await here.locator('summary').press('Enter');
  await expect(here.getByText('Confirmed')).toBeHidden();
  await here.locator('summary').press('Enter');

  // The browser's own dialog would wait for somebody.
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await here.getByRole('button', { name: 'Print Attendance List' }).click();
  await expect(page.locator('html[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  const attendance = page.getByRole('region', { name: 'Attendance list' });
  await expect(attendance.getByRole('heading', { name: lesson.Lesson_Name })).toBeVisible();
  await expect(attendance.getByRole('cell', { name: Student_Name })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
  await page.screenshot({ path: info.outputPath('attendance.png') });
  expect(complaints).toEqual([]);
  expect(strangers).toEqual([]);
});

test(
  'refunds the credit of an absence with a ledger entry, and can undo it',
  { tag: '@desktop' },
  async ({ page, request }, info) => {
    const word = uniqueWord();
    const family = await createFamily(request, { credits: 1, Student_Name: `Absentee ${word}` });
    const lesson = await createLesson(request, {
      Date: addDays(ukDate(Date.now()), 3),
      Lesson_Name: `Optics ${word}`,
    });
    await bookFor(request, family, lesson.id);
    // Moved into the past, as if the days had gone by.
    await call(request, endpoints.updateLesson, {
      token: (await signInTutor(request)).session.access_token,
      params: { id: lesson.id },
      body: { Date: addDays(ukDate(Date.now()), -3) },
    });
    await openAs(page, paths.bookedLessons);
    await expect(card(page, lesson.Lesson_Name)).toBeHidden();
    await page.getByRole('button', { name: /^Show past lessons/ }).click();
    const here = card(page, lesson.Lesson_Name);
    await here.locator('summary').click();
    await here.getByRole('button', { name: `Mark Absent: ${family.user.Student_Name}` }).click();
    await expect(toast(page, 'Marked Absent')).toContainText(
      `The credit was returned to ${family.user.Student_Name}.`,
    );
    await expect(here.getByText('Absent, credit returned')).toBeVisible();
    expect(await statsOf(page, family)).toMatchObject({ creditsRemaining: 1, lessonsAttended: 0 });
    await page.screenshot({ path: info.outputPath('absent.png'), fullPage: true });

    await here.getByRole('link', { name: family.user.Student_Name }).click();
    await expect(page).toHaveURL(familyPath(family.user.id));
    await expect(page.getByText(/^Absent: credit returned, Optics/)).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: /^Show past lessons/ }).click();
    await here.locator('summary').click();
    await here.getByRole('button', { name: `Undo: ${family.user.Student_Name}` }).click();
    await expect(here.getByText('Confirmed')).toBeVisible();
    expect(await statsOf(page, family)).toMatchObject({ creditsRemaining: 0, lessonsAttended: 1 });
  },
);

test(
  'says what comes next without bookings, and offers to try again after a failure',
  { tag: '@phone' },
  async ({ page }) => {
    const path = `**${endpoints.listAdminBookings.path}`;
    const stats = { totalBookedLessons: 0, totalUsers: 0 };
    await page.route(path, (route) =>
      route.fulfill({ json: { success: true, bookings: [], stats } }),
    );
    await openAs(page, paths.bookedLessons);
    await expect(page.getByText('No bookings ahead')).toBeVisible();
    await page.unroute(path);
    await page.route(path, (route) =>
      route.fulfill({
        status: 400,
        json: { success: false, error: 'Not today.', code: 'bad_json' },
      }),
    );
    await visit(page, paths.bookedLessons);
    await expect(toast(page, 'Error Loading Bookings')).toContainText('Not today.');
    await page.unroute(path);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Confirmed').first()).toBeVisible();
  },
);

test(
  'finds a student, gives the free first lesson and credits with a reason, and logs it all',
  { tag: '@desktop' },
  async ({ page, request }, info) => {
    const { complaints } = watch(page);
    const word = uniqueWord();
    const name = `Kim ${word}`;
    const family = await createFamily(request, { Student_Name: name });
    await openAs(page, paths.adminStudents);
    await page.getByRole('searchbox', { name: 'Search' }).fill(word.toUpperCase());
    await expect(page.getByText('1 student', { exact: true })).toBeVisible();
    await expect(page.getByText('0 credits')).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('students.png'), fullPage: true });
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: family.form.Parent_Email })).toHaveAttribute(
      'href',
      `mailto:${family.form.Parent_Email}`,
    );

    await page.getByRole('button', { name: 'Grant free first lesson' }).click();
    await expect(toast(page, 'Credits Adjusted')).toContainText(`${name} now has 1 credit.`);
    await expect(page.getByText('The free first lesson has been granted already.')).toBeVisible();
    const form = page.getByRole('form', { name: 'Give or take credits' });
    await form.getByRole('button', { name: 'Adjust credits' }).click();
    await expect(
      form.getByText('Credits must be a whole number from -100 to 100 and not 0'),
    ).toBeVisible();
    await expect(form.getByText('Reason must be at least 2 characters')).toBeVisible();
    await form.getByLabel('Credits').fill('-2');
    await form.getByLabel('Reason').fill('A mistake');
    await form.getByRole('button', { name: 'Adjust credits' }).click();
    await expect(toast(page, 'Insufficient Credits')).toContainText(`${name} has only 1 credit.`);
    await form.getByLabel('Credits').fill('4');
    await form.getByLabel('Reason').fill('Sorry for the broken sound');
    await form.getByRole('button', { name: 'Adjust credits' }).click();
    await expect(page.getByText('Sorry for the broken sound', { exact: true })).toBeVisible();
    await expect(page.getByText('Balance 5')).toBeVisible();
    expect(await statsOf(page, family)).toMatchObject({ creditsRemaining: 5 });
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('student.png'), fullPage: true });

    await page.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByText(`${name}: +4 credits, Sorry for the broken sound`)).toBeVisible();
    await expect(page.getByText(`${name}: +1 credit, Free first lesson`)).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('activity.png') });
    await page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await expect(page.getByText('Choose at most 366 days')).toBeVisible();
    await page.getByLabel('To', { exact: true }).fill('2020-02-01');
    await expect(page.getByText('Nothing was done in this time')).toBeVisible();
    expect(complaints.filter((text) => !text.includes('402'))).toEqual([]);
  },
);

test('fits a long address in the notes of a booked lesson into its screen', async ({
  page,
  request,
}) => {
  const lesson = await createLesson(request, {
    Date: addDays(ukDate(Date.now()), 9),
    lesson_notes: `https://example.com/${'worksheet'.repeat(9)}`,
  });
  await bookFor(request, await createFamily(request, { credits: 1 }), lesson.id);
  await openAs(page, paths.bookedLessons);
  await card(page, lesson.Lesson_Name).locator('summary').click();
  await expect(page.getByText(lesson.lesson_notes)).toBeVisible();
  await expectReadable(page);
});

test(
  'grants one free first lesson for two quick taps',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await createFamily(request);
    await openAs(page, familyPath(family.user.id));
    await page.getByRole('button', { name: 'Grant free first lesson' }).dblclick();
    await expect(page.getByText('The free first lesson has been granted already.')).toBeVisible();
    expect(await statsOf(page, family)).toMatchObject({ creditsRemaining: 1 });
  },
);

test(
  "opens a student's record at its top, and returns to the same position in the list",
  { tag: '@phone' },
  async ({ page, request }) => {
    const name = `Kim ${uniqueWord()}`;
    await createFamily(request, { Student_Name: name });
    // The newest come first, and these are more than fit on a screen.
    await Promise.all(Array.from({ length: 12 }, () => createFamily(request)));
    await openAs(page, paths.adminStudents);
    const link = page.getByRole('link', { name });
    await link.scrollIntoViewIfNeeded();
    const scrolled = () => page.evaluate(() => window.scrollY);
    const before = await scrolled();
    expect(before).toBeGreaterThan(0);
    await link.click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    expect(await scrolled()).toBe(0);
    await page.goBack();
    await expect(link).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await expect.poll(scrolled).toBe(before);
  },
);

test('sends the receipt of a payment again', { tag: '@phone' }, async ({ page, request }) => {
  const family = await createFamily(request);
  const paid = addressOf(endpoints.getFamilyRecord, { params: { id: family.user.id } });
  const payment = {
    id: '0199a000-0000-7000-8000-000000000001',
    invoice: '2026-0001',
    status: 'paid',
    credits: 5,
    amount: 14_000,
    currency: 'gbp',
    created_at: '2026-07-03T08:05:00.000Z',
  };
  await page.route(`**${paid}`, async (route) => {
    const answer = (await (await route.fetch()).json()) as { record: object };
    await route.fulfill({ json: { ...answer, record: { ...answer.record, payments: [payment] } } });
  });
  let asked = '';
  await page.route('**/api/admin/payments/*/receipt', (route) => {
    asked = route.request().url();
    return route.fulfill({ json: { success: true } });
  });
  await openAs(page, familyPath(family.user.id));
  await expect(page.getByText('5 credits, £140.00')).toBeVisible();
  await page.getByRole('button', { name: 'Resend receipt of 03/07/2026, 09:05' }).click();
  await expect(toast(page, 'Receipt Sent')).toBeVisible();
  expect(asked).toContain(payment.id);
});
