// Signing up first or choosing a lesson first: both end at the lesson's dialog, and only the
// address carries the lesson.
import { expect, type Page } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { expectReadable, watch } from './checks.ts';
import { closeDialog, lessonButton, signUpForm, visit } from './journey.ts';
import { bookButton, lessonDialog, pathOf } from './pages/lesson-dialog.ts';
import { finishSignIn } from './pages/sign-in.ts';
import { signUp } from './pages/sign-up.ts';
import { test } from './test.ts';

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
  await expect(page.getByText('After that you can book the lesson you have chosen.')).toBeVisible();
  // The page can be reloaded, or sent to the other parent.
  await page.reload();
  const email = await signUpAsNew(page);
  await expect(page).toHaveURL(paths.signIn + query);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await finishSignIn(page);
  await expect(page).toHaveURL(path);
  await expect(lessonDialog(page, lesson)).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Buy Credits' })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
});

test('offers lessons after a sign-up from the landing page @phone', async ({ page }) => {
  await visit(page, paths.home);
  await page.getByRole('link', { name: 'Sign Up Now' }).first().click();
  await expect(page).toHaveURL(paths.signUp);
  await signUpAsNew(page);
  await finishSignIn(page);
  await expect(page).toHaveURL(paths.userHome);
  await page.getByRole('button', { name: 'Next with a spot' }).click();
  await expect(page.getByRole('dialog').getByText(/\d+ spots? left/)).toBeVisible();
});

test.use({ credits: 1 });

test('keeps the lesson from sign-up to sign-in @desktop', async ({ page, family, lesson }) => {
  const path = pathOf(lesson);
  await visit(page, paths.signUp + path.slice(path.indexOf('?')));
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await finishSignIn(page, family.email);
  const dialog = lessonDialog(page, lesson);
  await bookButton(dialog).click();
  await expect(dialog).toContainText('Kim is in');
  await closeDialog(page, dialog);
  await expect(lessonButton(page, lesson)).toContainText('Booked by you');
});

test('leads home when the address names no lesson @phone', async ({ page, family }) => {
  for (const query of ['?week=2027-06-28&lesson=//evil.example', '?lesson=1', '?week=soon']) {
    await visit(page, paths.signIn + query);
    await finishSignIn(page, family.email);
    await expect(page).toHaveURL(paths.userHome);
    await page.evaluate(() => localStorage.clear());
  }
});
