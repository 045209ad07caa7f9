// A family with an account asks for its free first lesson, on its home page and in a lesson's
// dialog, and gets it.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { lessonPath, paths } from '../domain/paths.ts';
import { addDays, mondayOf } from '../domain/time.ts';
import { call } from './api.ts';
import { expectReadable, watch } from './checks.ts';
import { openDashboard, rowOf } from './enquiries.ts';
import { credits, inviteLink } from './free-lessons.ts';
import { addStudent, letIn } from './people.ts';
import { createFamily, createLesson, emptyWeek, signInAs, toast, visit } from './journey.ts';
import { test } from './test.ts';

const free = (page: Page) => page.getByRole('region', { name: 'Your first lesson is free' });
const asked = (page: Page) =>
  page.getByRole('region', { name: 'You have asked for your free lesson' });
const ask = (page: Page) => page.getByRole('button', { name: 'Ask for your free lesson' });

test("asks on the home page, follows the tutor's link, and has the credit", async ({
  page,
  request,
  demo,
}, info) => {
  const { complaints } = watch(page);
  const name = `Robin ${crypto.randomUUID().slice(0, 8)}`;
  const family = await createFamily(request, { Parent_Name: name, Student_Name: 'Kim Journey' });
  await signInAs(page, family);
  await visit(page, paths.userHome);
  await expect(free(page)).toContainText('the answer comes by email within 24 hours');
  await ask(page).click();
  const year = free(page).getByLabel('Which year is Kim in?');
  await expect(year).toBeFocused();
  await expect(year).toHaveAccessibleDescription('Please select a valid year class');
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('free.png'), fullPage: true });
  await year.selectOption('Year 12');
  await ask(page).click();
  await expect(toast(page, 'Free Lesson')).toContainText(
    /The answer comes by email by \w+day \d\d:\d\d\./,
  );
  await expect(asked(page)).toContainText('the answer comes by email within 24 hours');
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('asked.png'), fullPage: true });

  await openDashboard(page);
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await expect(rowOf(page, name)).toContainText('Year 12');
  await rowOf(page, name).getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  // The address is not confirmed.
  await expect(toast(page, 'Invitation Sent')).toBeVisible();
  const link = await inviteLink(demo, family.form.Parent_Email);
  expect((await demo.emails(family.form.Parent_Email)).join('\n')).toContain(
    'There is an account with this address already.',
  );

  await signInAs(page, family);
  await visit(page, link);
  await expect(page).toHaveURL(paths.userHome);
  await expect(toast(page, 'Free Lesson')).toContainText('is in your account');
  await expect(credits(page)).toHaveText('1');
  await expect(page.getByText(/asked for your free lesson|first lesson is free/)).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test(
  "offers it in a lesson's dialog beside the credit to buy",
  { tag: '@phone' },
  async ({ page, request }, info) => {
    const lesson = await createLesson(request, { Date: addDays(emptyWeek(), 5) });
    const family = await createFamily(request);
    await call(request, endpoints.updateStudent, {
      token: family.session.access_token,
      params: { id: family.user.id },
      body: { year_class: 'year-11' },
    });
    await signInAs(page, family);
    await visit(page, lessonPath(mondayOf(lesson.Date), lesson.id));
    const dialog = page.getByRole('dialog', { name: lesson.Lesson_Name });
    await expect(dialog).toContainText('Your first lesson is free if you ask for it');
    await expect(dialog.getByRole('button', { name: 'Buy 1 credit and book' })).toBeEnabled();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('dialog.png') });
    await dialog.getByRole('button', { name: 'Ask for your free lesson' }).click();
    await expect(dialog).toContainText('You have asked for your free first lesson');
    await expect(dialog.getByRole('button', { name: 'Buy 1 credit and book' })).toBeEnabled();
    await page.screenshot({ path: info.outputPath('dialog-asked.png') });
  },
);

test(
  'accepts quietly what has been requested or granted in the meantime',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await createFamily(request);
    await signInAs(page, family);
    await visit(page, paths.userHome);
    await expect(ask(page)).toBeVisible();
    await call(request, endpoints.askForFreeLesson, {
      token: family.session.access_token,
      body: { year_class: 'year-10' },
    });
    await free(page).getByRole('combobox').selectOption('Year 12');
    await ask(page).click();
    await expect(asked(page)).toBeVisible();
    const own = `**${endpoints.askForFreeLesson.path}`;
    const other = await createFamily(request);
    await signInAs(page, other);
    await visit(page, paths.userHome);
    await page.route(own, (route) =>
      route.fulfill({ status: 500, json: { success: false, code: 'internal' } }),
    );
    await free(page).getByRole('combobox').selectOption('Year 12');
    await ask(page).click();
    await expect(toast(page, 'Free Lesson')).toBeVisible();
    // The choice is still there for another try.
    await expect(free(page).getByRole('combobox')).toHaveValue('year-12');
    await page.unroute(own);
    await ask(page).click();
    await expect(asked(page)).toBeVisible();
  },
);

test(
  'asks for the first of several students, and shows a student nothing of it',
  { tag: '@phone' },
  async ({ page, request, demo }) => {
    const family = await createFamily(request, { Student_Name: 'Kim Journey' });
    const sam = await addStudent(request, family, { Student_Name: 'Sam Journey' });
    const { user, session } = await letIn(request, demo, family, {
      role: 'student',
      Student_ID: sam.id,
    });
    await signInAs(page, family);
    await visit(page, paths.userHome);
    await expect(free(page).getByLabel('Which year is Kim in?')).toBeVisible();
    await signInAs(page, { user, session });
    await visit(page, paths.userHome);
    await expect(page.getByRole('region', { name: 'Choose your first lesson' })).toBeVisible();
    await expect(page.getByText(/free/)).toHaveCount(0);
  },
);
