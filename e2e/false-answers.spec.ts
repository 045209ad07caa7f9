// Responses with a 2xx status and invalid content: nothing counts as done, and nothing typed is
// lost.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths } from '../domain/paths.ts';
import { addDays } from '../domain/time.ts';
import { card, openLesson } from './dashboard.ts';
import {
  closeDialog,
  createFamily,
  createLesson,
  emptyWeek,
  PASSWORD,
  signInAs,
  signInTutor,
  toast,
  visit,
} from './journey.ts';
import { test } from './test.ts';

test(
  'reports a checkout without an address or success and stays on the page',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await signInAs(page, await createFamily(request));
    await visit(page, `${paths.userHome}?buy=credits`);
    const dialog = page.getByRole('dialog', { name: 'Buy credits' });
    for (const json of [
      { success: false },
      { success: true },
      { success: true, checkout_url: null },
      null,
    ]) {
      await page.route(`**${endpoints.createCheckout.path}`, (route) => route.fulfill({ json }));
      await dialog.getByRole('button', { name: 'Pay £140.00 by card' }).click();
      const told = toast(page, 'Payment Error');
      await expect(told).toContainText('Failed to create checkout session. Please try again.');
      await expect(dialog.getByRole('button', { name: 'Pay £140.00 by card' })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(paths.userHome);
      await told.getByRole('button', { name: 'Dismiss' }).click();
    }
  },
);

test(
  'keeps an enquiry in the form and shows no thanks when it was not stored',
  { tag: '@phone' },
  async ({ page }) => {
    const attempts: (string | undefined)[] = [];
    await page.route(`**${endpoints.registerInterest.path}`, (route) => {
      attempts.push(route.request().headers()['idempotency-key']);
      return route.fulfill({ status: 201, json: { success: false } });
    });
    await visit(page, paths.home);
    await page.getByLabel('Name').fill('Robin Visitor');
    await page.getByLabel('Phone number (mobile)').fill('07700900123');
    await page.getByLabel('Email').fill('robin@example.com');
    await page.getByLabel('Year level').selectOption('year-12');
    await page.getByRole('button', { name: 'Register Interest Now' }).click();
    await expect(toast(page, 'Registration Failed')).toContainText(
      'An unexpected error occurred. Please try again.',
    );
    await expect(toast(page, 'Registration Successful!')).toBeHidden();
    await expect(page.getByLabel('Name')).toHaveValue('Robin Visitor');
    await expect(page.getByLabel('Year level')).toHaveValue('year-12');
    // Retried once, as the same enquiry.
    expect(attempts).toHaveLength(2);
    expect(attempts[1]).toBe(attempts[0]);
  },
);

test(
  'signs nobody in when a sign-in returns no session',
  { tag: '@phone' },
  async ({ page, request }) => {
    const { form } = await createFamily(request);
    await page.route(`**${endpoints.login.path}`, (route) =>
      route.fulfill({ json: { success: true, session: null, user: {} } }),
    );
    await visit(page, paths.signIn);
    await page.getByLabel('Email').fill(form.Parent_Email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(toast(page, 'Login Failed')).toBeVisible();
    await expect(toast(page, 'Login Successful!')).toBeHidden();
    await expect(page).toHaveURL(paths.signIn);
    expect(await page.evaluate(() => localStorage.getItem('student-session'))).toBeNull();
  },
);

test(
  'reports a list of customers that is no list as a failure, not as empty',
  { tag: '@phone' },
  async ({ page, request }) => {
    await page.clock.install();
    await page.route(`**${endpoints.listEnquiries.path}`, (route) =>
      route.fulfill({ json: { success: true, customers: {}, total: 0 } }),
    );
    await signInAs(page, await signInTutor(request), { audience: 'admin' });
    await visit(page, paths.adminDashboard);
    // Loading is tried three times, 2 seconds apart.
    await expect(async () => {
      await page.clock.runFor(2000);
      await expect(page.getByText('Failed to load customer data')).toBeVisible({ timeout: 200 });
    }).toPass();
    await expect(page.getByText('No enquiries yet')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
);

test(
  'shows the fields of the user when a profile comes without its counted numbers',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await createFamily(request, { credits: 2 });
    const lesson = await createLesson(request, { Date: addDays(emptyWeek(), 5) });
    await signInAs(page, family);
    for (const stats of [{ lessonsAttended: 9 }, null, undefined]) {
      await page.unroute(`**${endpoints.getProfile.path}`);
      await page.route(`**${endpoints.getProfile.path}`, async (route) => {
        const { user, ...rest } = endpoints.getProfile.answer.parse(
          await (await route.fetch()).json(),
        );
        await route.fulfill({ json: { ...rest, user: { ...user, Lessons_Attended: 7 }, stats } });
      });
      await visit(page, paths.userHome);
      await expect(card(page, 'Lessons Attended')).toHaveText(String(stats?.lessonsAttended ?? 7));
      await expect(card(page, 'Upcoming Bookings')).toHaveText('0');
      await expect(card(page, 'Credits Remaining')).toHaveText('2');
    }
    // The numbers follow the bookings, before and after the profile is refetched.
    const dialog = await openLesson(page, lesson);
    await dialog.getByRole('button', { name: /^Book/ }).click();
    await expect(toast(page, 'Lesson Booked!')).toBeVisible();
    await closeDialog(page, dialog);
    await expect(card(page, 'Upcoming Bookings')).toHaveText('1');
    await expect(card(page, 'Credits Remaining')).toHaveText('1');
    await expect(page.getByText('Error Loading Profile')).toBeHidden();
  },
);
