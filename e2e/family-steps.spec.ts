// Signing up first or choosing a lesson first: both end at the lesson's dialog, and only the
// address carries the lesson.
import { expect, type Page } from '@playwright/test';

import { lessonPath, paths } from '../domain/paths.ts';
import { addDays } from '../domain/time.ts';
import { expectReadable, watch } from './checks.ts';
import {
  closeDialog,
  createFamily,
  createLesson,
  emptyWeek,
  lessonButton,
  PASSWORD,
  signUpForm,
  visit,
} from './journey.ts';
import { signUp } from './sign-up.ts';
import { test } from './test.ts';

async function signUpAsNew(page: Page): Promise<string> {
  const form = signUpForm();
  await signUp(page, form);
  return form.Parent_Email;
}

/** Uses the email that the form already has, unless another one is given. */
async function signIn(page: Page, email?: string): Promise<void> {
  // The previous page's form stays until this one's script has loaded.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  if (email !== undefined) await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const pathOf = ({ id, Date: date }: { readonly id: string; readonly Date: string }) =>
  lessonPath(addDays(date, -5), id);

test(
  'keeps a lesson that was chosen first through signing up and in',
  { tag: '@phone' },
  async ({ page, request, context }, info) => {
    const watched = watch(page);
    const lesson = await createLesson(request, { Date: addDays(emptyWeek(), 5) });
    const path = pathOf(lesson);
    const query = path.slice(path.indexOf('?'));
    await page.goto(path);
    await expect(page).toHaveURL(paths.signIn + query);
    await expect(page.getByText('Sign in to book the lesson you have chosen.')).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('sign-in.png') });
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page).toHaveURL(paths.signUp + query);
    await expect(
      page.getByText('After that you can book the lesson you have chosen.'),
    ).toBeVisible();
    // The page can be reloaded, or sent to the other parent.
    await page.reload();
    const email = await signUpAsNew(page);
    await expect(page).toHaveURL(paths.signIn + query);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await signIn(page);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('dialog', { name: lesson.Lesson_Name })).toBeVisible();
    await expect(
      page.getByRole('dialog').getByRole('button', { name: 'Buy Credits' }),
    ).toBeVisible();
    expect(await context.cookies()).toEqual([]);
    expect(watched).toEqual({ complaints: [], strangers: [] });
  },
);

test(
  'offers lessons after a sign-up from the landing page',
  { tag: '@phone' },
  async ({ page }) => {
    await visit(page, paths.home);
    await page.getByRole('link', { name: 'Sign Up Now' }).first().click();
    await expect(page).toHaveURL(paths.signUp);
    await signUpAsNew(page);
    await signIn(page);
    await expect(page).toHaveURL(paths.userHome);
    await page.getByRole('button', { name: 'Next with a spot' }).click();
    await expect(page.getByRole('dialog').getByText(/\d+ spots? left/)).toBeVisible();
  },
);

test(
  'keeps the lesson from the sign-up page to the sign-in page',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const family = await createFamily(request, { credits: 1 });
    const lesson = await createLesson(request, { Date: addDays(emptyWeek(), 5) });
    const path = pathOf(lesson);
    await visit(page, paths.signUp + path.slice(path.indexOf('?')));
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, family.form.Parent_Email);
    const dialog = page.getByRole('dialog', { name: lesson.Lesson_Name });
    await dialog.getByRole('button', { name: 'Book for 1 credit' }).click();
    await expect(dialog).toContainText('Kim is in');
    await closeDialog(page, dialog);
    await expect(lessonButton(page, lesson.Lesson_Name)).toContainText('Booked by you');
  },
);

test(
  'leads home when the address names no lesson',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await createFamily(request);
    for (const query of ['?week=2027-06-28&lesson=//evil.example', '?lesson=1', '?week=soon']) {
      await visit(page, paths.signIn + query);
      await signIn(page, family.form.Parent_Email);
      await expect(page).toHaveURL(paths.userHome);
      await page.evaluate(() => localStorage.clear());
    }
  },
);
