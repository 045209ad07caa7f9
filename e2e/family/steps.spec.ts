// From a lesson or the landing page through the sign-up to a booked lesson.
import { expect, type Locator, type Page } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { expectReadable, watch } from '../checks.ts';
import { closeDialog, lessonButton, question, signUpForm, toast, visit } from '../journey.ts';
import { bookFreeButton, freeLesson, nextLesson } from '../pages/family-home.ts';
import { bookButton, freeButton, lessonDialog, pathOf } from '../pages/lesson-dialog.ts';
import { finishSignIn, signInButton, signInHeading } from '../pages/sign-in.ts';
import { labels, signUp } from '../pages/sign-up.ts';
import { test, testAlone } from '../test.ts';

async function signUpAsNew(page: Page): Promise<string> {
  const form = signUpForm();
  await signUp(page, form);
  return form.Parent_Email;
}

test('keeps a chosen lesson through signing up @phone', async ({ page, context, lesson }) => {
  watch(page);
  const path = pathOf(lesson);
  const query = path.slice(path.indexOf('?'));
  await page.goto(path);
  await expect(page).toHaveURL(paths.signIn + query);
  await expect(page.getByText('Sign in to book the lesson you have chosen.')).toBeVisible();
  await expectReadable(page, 'sign-in');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(paths.signUp + query);
  await expect(page.getByRole('region', { name: 'The lesson you have chosen' })).toBeVisible();
  // The page can be reloaded, or sent to the other parent.
  await page.reload();
  const email = await signUpAsNew(page);
  await expect(page).toHaveURL(paths.signIn + query);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await finishSignIn(page);
  await expect(page).toHaveURL(path);
  await expect(lessonDialog(page, lesson)).toBeVisible();
  await expect(freeButton(page.getByRole('dialog'))).toBeVisible();
  expect(await context.cookies()).toEqual([]);
});

// A lesson that starts within the hour would be asked about first: another journey's, or the
// sample's on a weekend morning.
testAlone()(
  'books the free lesson after a sign-up from the landing page @phone',
  async ({ page, tutor, lesson }) => {
    await tutor.deleteNearLessons();
    await visit(page, paths.home);
    await page.getByRole('link', { name: 'Sign Up Now' }).first().click();
    await expect(page).toHaveURL(paths.signUp);
    await signUpAsNew(page);
    await finishSignIn(page);
    await expect(page).toHaveURL(paths.familyHome);
    await expectReadable(page, 'free');
    // Nobody knows the student's course yet; a lesson without one is not proposed.
    expect(lesson.Lesson_Name).not.toMatch(/GCSE|A-level/);
    const ways = freeLesson(page).getByRole('button', { name: /^Book free: / });
    await expect(ways).toHaveText([/ (GCSE|A-level): /, / (GCSE|A-level): /]);
    await bookFreeButton(page).click();
    const booked = page.getByRole('heading', { name: 'Lesson Booked! Next lesson' });
    await expect(booked).toBeFocused();
    // What has to be done to keep the spot comes first, and nothing covers it.
    const confirm = nextLesson(page).getByText('Confirm your address by');
    await expect(confirm).toBeInViewport();
    await expect(toast(page, 'Lesson Booked!')).toHaveCount(0);
    await expect(freeLesson(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Book free/ })).toHaveCount(0);
    // The credit of a cancelled one depends on it as much.
    await nextLesson(page).getByRole('button', { name: 'Cancel' }).click();
    await question(page).getByRole('button', { name: 'Cancel booking' }).click();
    await expect(page.getByText('Please follow the link that we sent to')).toBeVisible();
  },
);

test.use({ credits: 1 });

test('keeps the lesson from sign-up to sign-in', async ({ page, family, lesson }) => {
  const path = pathOf(lesson);
  await visit(page, paths.signUp + path.slice(path.indexOf('?')));
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await finishSignIn(page, family.email);
  const dialog = lessonDialog(page, lesson);
  await bookButton(dialog).click();
  await expect(dialog).toContainText('Kim is booked');
  await closeDialog(page, dialog);
  await expect(lessonButton(page, lesson)).toContainText('Booked for Kim');
});

test('leads home when the address names no lesson @phone', async ({ page, family }) => {
  for (const query of ['?week=2027-06-28&lesson=//evil.example', '?lesson=1', '?week=soon']) {
    await visit(page, paths.signIn + query);
    await finishSignIn(page, family.email);
    await expect(page).toHaveURL(paths.familyHome);
    await page.evaluate(() => localStorage.clear());
  }
});

const MAX_TAPS = 9;

/** Counts every tap, including those into fields; a focused field is typed into without one. */
function finger(page: Page) {
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  return {
    tap,
    taps: () => taps,
    type: async (label: string, text: string) => {
      const field = page.getByLabel(label, { exact: true });
      await expect(field).toBeVisible();
      if (!(await field.evaluate((element) => element === document.activeElement)))
        await tap(field);
      await page.keyboard.type(text);
    },
  };
}

testAlone()('books a free lesson from the landing page @phone', async ({ page, tutor }) => {
  await tutor.deleteNearLessons();
  const form = signUpForm();
  const { tap, type, taps } = finger(page);
  await visit(page, paths.home);
  await tap(page.getByRole('link', { name: 'Sign Up Now' }).first());
  for (const [name, label] of Object.entries(labels))
    await type(label, form[name as keyof typeof labels]);
  await tap(page.getByRole('button', { name: 'Create account' }));
  await expect(signInHeading(page)).toBeVisible();
  await expect(signInButton(page)).toBeFocused();
  await tap(signInButton(page));
  await tap(bookFreeButton(page));
  await expect(nextLesson(page)).toBeVisible();
  expect(taps()).toBeLessThanOrEqual(MAX_TAPS);
});
