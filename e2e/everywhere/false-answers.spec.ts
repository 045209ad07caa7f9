// Responses that succeed with invalid content: nothing counts as done, nothing typed is lost.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { mend, urlOf } from '../api.ts';
import { closeDialog, dismiss, expectProblem, expectToast, toast, visit } from '../journey.ts';
import { payByCardButton } from '../pages/checkout.ts';
import { card, credits } from '../pages/family-home.ts';
import {
  expectKept,
  fillEnquiry,
  makeVisitor,
  openLanding,
  registerButton,
} from '../pages/landing.ts';
import { bookButton, expectMoment, openLesson } from '../pages/lesson-dialog.ts';
import { signIn } from '../pages/sign-in.ts';
import { test } from '../test.ts';

test('reports a checkout that returns no address', async ({ page, family }) => {
  await family.open(`${paths.familyHome}?buy=credits`);
  const answers = [
    { success: false },
    { success: true },
    { success: true, checkout_url: null },
    null,
  ];
  for (const json of answers) {
    await page.route(urlOf(endpoints.createCheckout), (route) => route.fulfill({ json }));
    await payByCardButton(page).click();
    await expectToast(
      page,
      'Payment Error',
      'Failed to create checkout session. Please try again.',
    );
    await expect(payByCardButton(page)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(paths.familyHome);
    await dismiss(page, 'Payment Error');
  }
});

test('keeps an enquiry that was not stored @phone', async ({ page }) => {
  const attempts: (string | undefined)[] = [];
  await page.route(urlOf(endpoints.registerInterest), (route) => {
    attempts.push(route.request().headers()['idempotency-key']);
    return route.fulfill({ status: 201, json: { success: false } });
  });
  const visitor = makeVisitor();
  await openLanding(page);
  await fillEnquiry(page, visitor);
  await registerButton(page).click();
  await expectProblem(
    page,
    'Registration Failed',
    'An unexpected error occurred. Please try again.',
  );
  await expect(page.getByText('Registration Successful!')).toBeHidden();
  await expectKept(page, visitor);
  // Retried once, as the same enquiry.
  expect(attempts).toHaveLength(2);
  expect(attempts[1]).toBe(attempts[0]);
});

test('signs nobody in when a sign-in returns no session @phone', async ({ page, family }) => {
  await page.route(urlOf(endpoints.login), (route) =>
    route.fulfill({ json: { success: true, session: null, user: {} } }),
  );
  await visit(page, paths.signIn);
  await signIn(page, family.email);
  await expectProblem(page, 'Login Failed');
  await expect(toast(page, 'Login Successful!')).toBeHidden();
  await expect(page).toHaveURL(paths.signIn);
  expect(await page.evaluate(() => localStorage.getItem('student-session'))).toBeNull();
});

test('reports a malformed list as a failure @phone', async ({ page, tutor }) => {
  await page.clock.install();
  await page.route(urlOf(endpoints.listEnquiries), (route) =>
    route.fulfill({ json: { success: true, customers: {}, total: 0 } }),
  );
  await tutor.open(paths.adminDashboard);
  // Loading is tried three times, 2 seconds apart.
  await expect(async () => {
    await page.clock.runFor(2000);
    await expect(page.getByText('Failed to load customer data')).toBeVisible({ timeout: 200 });
  }).toPass();
  await expect(page.getByText('No enquiries yet')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test("replaces missing counts by the user's fields @phone", async ({ page, site, lesson }) => {
  const family = await site.newFamily({ credits: 2 });
  await family.signIn();
  for (const stats of [{ lessonsAttended: 9 }, null, undefined]) {
    await mend(page, endpoints.getProfile);
    await page.route(urlOf(endpoints.getProfile), async (route) => {
      const { user, ...rest } = endpoints.getProfile.answer.parse(
        await (await route.fetch()).json(),
      );
      await route.fulfill({ json: { ...rest, user: { ...user, Lessons_Attended: 7 }, stats } });
    });
    await visit(page, paths.familyHome);
    await expect(card(page, 'Lessons Attended')).toHaveText(String(stats?.lessonsAttended ?? 7));
    await expect(card(page, 'Upcoming Bookings')).toHaveText('0');
    await expect(credits(page)).toHaveText('2');
  }
  // The numbers follow the bookings, before and after the profile is refetched.
  const dialog = await openLesson(page, lesson);
  await bookButton(dialog).click();
  await expectMoment(page, 'Lesson Booked!');
  await closeDialog(page, dialog);
  await expect(card(page, 'Upcoming Bookings')).toHaveText('1');
  await expect(credits(page)).toHaveText('1');
  await expect(page.getByText('Error Loading Profile')).toBeHidden();
});
