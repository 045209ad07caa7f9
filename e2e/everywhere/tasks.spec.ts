// What everyday tasks cost on a small phone, counted by effort.ts.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { addDays } from '../../domain/time.ts';
import { expectReadable, uniqueWord, whenReady } from '../checks.ts';
import { countEffort, expectEffort, typeThrough } from '../effort.ts';
import { emptySaturday, PASSWORD, signUpForm, visit } from '../journey.ts';
import { acceptButton, inviteParentButton } from '../pages/account.ts';
import { expectThanks, makeVisitor, registerButton, yearField } from '../pages/landing.ts';
import { lessonDialog, openMoving, openWeekly, pathOf } from '../pages/lesson-dialog.ts';
import { passwordField, signInButton, signInHeading } from '../pages/sign-in.ts';
import { yearChip } from '../pages/sign-up.ts';
import { sendButton } from '../pages/tutor-dashboard.ts';
import { test, testAlone } from '../test.ts';

test.use({ viewport: { width: 360, height: 640 } });

// Alone, because the landing page shows the few next lessons of everybody.
testAlone()('gets from the landing page to a free first lesson @phone', async ({ page }) => {
  const effort = await countEffort(page);
  const form = signUpForm();
  await visit(page, paths.home);
  const lessons = page.getByRole('region', { name: /^(This weekend|The next lessons)$/ });
  await lessons.getByRole('link', { name: /GCSE/ }).first().click();
  await yearChip(page, 'Year 11').click();
  await typeThrough(page, page.getByLabel("Student's name"), [
    form.Student_Name,
    form.Parent_Name,
    form.Parent_Email,
    form.Parent_Phone_Number,
    form.password,
  ]);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(signInHeading(page)).toBeVisible();
  await signInButton(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Book .*free/i }).click();
  await expect(dialog.getByText(/is booked/)).toBeVisible();
  expectEffort('Free first lesson', effort(), 8);
});

testAlone()('gets from an enquiry to a free first lesson @phone', async ({ page }) => {
  const effort = await countEffort(page);
  const visitor = { ...makeVisitor(), year: 'Year 11' };
  await visit(page, paths.home);
  // The first screen of a phone names the link 'Register Interest'.
  await page.getByRole('link', { name: 'Register Interest', exact: true }).click();
  await whenReady(page);
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type(visitor.name);
  for (const text of [visitor.mobile, visitor.email]) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await yearField(page).click();
  await yearField(page).selectOption({ label: visitor.year });
  await registerButton(page).click();
  await expectThanks(page);
  const free = page.getByRole('region', {
    name: /^(This weekend|The next lessons), free for you$/,
  });
  // How many there are depends on the hour: the sample's second lesson ahead is full.
  await expect(free.getByRole('link').first()).toContainText('GCSE');
  await expect(free.getByRole('link').filter({ hasNotText: 'GCSE' })).toHaveCount(0);
  await expectReadable(page, 'free-lessons');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await free.getByRole('link').first().click();
  for (const [label, value] of [
    ["Parent's name", visitor.name],
    ["Parent's email", visitor.email],
    ["Parent's phone number", visitor.mobile],
  ] as const)
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  await expect(yearChip(page, visitor.year)).toBeChecked();
  expect(page.url()).not.toContain('example.com');
  await page.getByLabel("Student's name").click();
  await page.keyboard.type('Kim Journey');
  await passwordField(page).click();
  await page.keyboard.type(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(signInHeading(page)).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await signInButton(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Book .*free/i }).click();
  await expect(dialog.getByText(/is booked/)).toBeVisible();
  // The phone's own list of years takes one more tap.
  expectEffort('Free first lesson, by an enquiry', effort(), 9);
  expect(effort().fields).toEqual([
    ...['name', 'mobile', 'email', 'year_class'].map((field) => `${paths.home} ${field}`),
    ...['Student_Name', 'password'].map((field) => `${paths.signUp} ${field}`),
  ]);
});

test('brings in a second parent, from the invitation to their home @phone', async ({
  page,
  browser,
  family,
  site,
}) => {
  const email = `alex-${uniqueWord()}@example.com`;
  await family.confirm();
  const inviting = await countEffort(page);
  await family.open(paths.familyHome);
  await page.getByRole('link', { name: 'Account' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Family/ })
    .click();
  await inviteParentButton(page).click();
  const dialog = page.getByRole('dialog');
  await typeThrough(page, dialog.getByLabel('Their email'), [email, PASSWORD]);
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  const link = await site.emailedLink(email, paths.invitation);

  const invited = await browser.newPage();
  const accepting = await countEffort(invited);
  await visit(invited, link);
  const texts = ['Alex Journey', '07700900457', PASSWORD];
  await typeThrough(invited, invited.getByLabel('Your name'), texts);
  await acceptButton(invited).click();
  await expect(invited.getByRole('heading', { name: 'Hello, Alex' })).toBeVisible();
  const [one, other] = [inviting(), accepting()];
  expectEffort(
    'Second parent',
    {
      taps: one.taps + other.taps,
      fields: [...one.fields, ...other.fields],
      screens: [...one.screens, ...other.screens],
      slowest: Math.max(one.slowest, other.slowest),
    },
    7,
  );
  await invited.close();
});

// The enquiries of other journeys would come before its own.
testAlone()('answers three enquiries @phone', async ({ page, site, tutor }) => {
  await site.newLesson({ Date: emptySaturday(), Lesson_Name: `GCSE: ${uniqueWord()}` });
  const names = ['Ada', 'Mei', 'Sam'].map((name) => `${name} ${uniqueWord()}`);
  for (const name of names) await site.enquire({ name, year_class: 'year-11' });
  const { customers } = await tutor.call(endpoints.listEnquiries);
  for (const { id, name } of customers)
    if (!names.includes(name))
      await tutor.call(endpoints.updateEnquiry, { params: { id }, body: { status: 'contacted' } });
  const effort = await countEffort(page);
  await tutor.open(paths.adminDashboard);
  const due = page.getByRole('region', { name: 'Answer now' });
  await due
    .getByRole('button', { name: /^Invite/ })
    .first()
    .click();
  for (const name of names) {
    await expect(page.getByRole('dialog', { name: `Invite ${name}` })).toBeVisible();
    await sendButton(page).click();
  }
  await expect(page.getByRole('dialog')).toContainText(`${names.at(-1)} is invited.`);
  expectEffort('Three enquiries', effort(), 6);
});

test('explains a balance @phone', async ({ page, tutor, site }) => {
  const name = `Robin ${uniqueWord()}`;
  const family = await site.newFamily({ Parent_Name: name, Student_Name: name, credits: 5 });
  await family.book(await site.newLesson());
  const effort = await countEffort(page);
  await tutor.open(paths.adminFamilies);
  await page.getByRole('main').getByText(name).first().click();
  await expect(page.getByText(/5 given, 1 spent: 4 left/)).toBeInViewport({ ratio: 1 });
  expectEffort('Why is the balance 4', effort(), 2);
});

test('shows the first lesson on the first screen @phone', async ({ page, family }) => {
  await family.open(paths.familyHome);
  const lessons = page.getByRole('region', { name: 'Weekly lessons' });
  await expect(lessons.getByRole('listitem').first()).toBeInViewport({ ratio: 1 });
});

for (const height of [640, 400])
  test(`shows what a dialog is for at 360 x ${height} @phone`, async ({ page, site }) => {
    await page.setViewportSize({ width: 360, height });
    const family = await site.newFamily({ credits: 9 });
    const saturday = emptySaturday(3);
    const lesson = await site.newLesson({
      Date: saturday,
      lesson_notes: 'Bring a ruler. '.repeat(40),
    });
    for (const days of [7, 14]) await site.newLesson({ Date: addDays(saturday, days) });
    const main = (name: RegExp) => page.getByRole('dialog').getByRole('button', { name });
    const expectShown = (name: RegExp) => expect(main(name).first()).toBeInViewport({ ratio: 1 });
    await family.open(pathOf(lesson));
    await expectShown(/^Book Kim/);
    await openWeekly(lessonDialog(page, lesson));
    await expectShown(/^Book \d/);
    await family.book(lesson);
    await family.open(pathOf(lesson));
    await expectShown(/^(Move|Cancel) booking/);
    await openMoving(lessonDialog(page, lesson));
    await expectShown(/^Move/);
    await family.open(`${paths.familyHome}?buy=credits`);
    await expectShown(/^Pay/);
  });
