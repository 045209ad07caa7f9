// A family signs up and in: rules and messages, redirects, and how a session ends.
import { expect } from '@playwright/test';

import { SESSION_SECONDS } from '../../domain/auth/session.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { cutOff, mend, refuse } from '../api.ts';
import { expectReadable, watch } from '../checks.ts';
import {
  expectProblem,
  expectToast,
  logOut,
  PASSWORD,
  signUpForm,
  UNREACHABLE,
  visit,
} from '../journey.ts';
import { passwordField, signIn, signInButton, signInHeading } from '../pages/sign-in.ts';
import { expectSignedUp, fillSignUp, signUp, submitSignUp } from '../pages/sign-up.ts';
import { test } from '../test.ts';

test('reports errors in each field, then signs up and in @phone', async ({ page }) => {
  watch(page);
  const form = signUpForm();
  await visit(page, paths.signUp);
  await submitSignUp(page);
  for (const [field, message] of [
    ["Parent's name", 'Parent name must be at least 2 characters'],
    ["Parent's email", 'Invalid email address'],
    ["Parent's phone number", 'Phone number must be at least 10 digits'],
    ["Student's name", 'Student name must be at least 2 characters'],
    ['Password', 'Password must be at least 6 characters'],
  ] as const) {
    const description = new RegExp(`^${message}`);
    await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(description);
  }
  await expect(page.getByLabel("Student's name")).toBeFocused();

  await fillSignUp(page, { Parent_Name: form.Parent_Name });
  await expect(page.getByText('Parent name must be at least 2 characters')).toBeHidden();
  await signUp(page, form);

  await expect(page).toHaveURL(paths.signIn);
  await expectSignedUp(page, 'Your account has been created. Please sign in to continue.');
  // The previous page's form stays until this one's script has loaded.
  await expect(signInHeading(page)).toBeVisible();
  await page.getByLabel('Email').fill(form.Parent_Email.toUpperCase());
  await passwordField(page).fill(form.password);
  await passwordField(page).press('Enter');
  await expect(page).toHaveURL(paths.familyHome);
  await expectToast(page, 'Login Successful!', `Welcome back, ${form.Parent_Name}!`);
});

test('refuses an email that has an account at its field', async ({ page, family }) => {
  await visit(page, paths.signUp);
  await signUp(page, family.form);
  await expectProblem(page, 'Registration Failed');
  await expect(page.getByLabel("Parent's email")).toBeFocused();
  await expect(page.getByLabel("Parent's email")).toHaveAccessibleDescription(/already exists/);
  // Said once, with the way on.
  await expect(page.getByText('An account with this email already exists.')).toHaveCount(1);
  await expectReadable(page, 'taken');
  await page.getByRole('link', { name: `Sign in as ${family.email}` }).click();
  await expect(page.getByLabel('Email')).toHaveValue(family.email);
  await expect(passwordField(page)).toBeFocused();
});

test('tells phones and password managers what each field is @phone', async ({ page }) => {
  await visit(page, paths.signUp);
  const fields = {
    "Parent's name": { type: 'text', autocomplete: 'name' },
    "Parent's email": { type: 'email', autocomplete: 'email' },
    "Parent's phone number": { type: 'tel', autocomplete: 'tel' },
    "Student's name": { type: 'text', autocomplete: 'off' },
    Password: { type: 'password', autocomplete: 'new-password' },
  };
  for (const [label, attributes] of Object.entries(fields))
    for (const [name, value] of Object.entries(attributes))
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute(name, value);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(paths.signIn);
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  const password = passwordField(page);
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(paths.signUp);
});

test('returns to the previous page after signing in', async ({ page, family }) => {
  await visit(page, `${paths.familyHome}?week=2026-12-07`);
  await expect(page).toHaveURL(paths.signIn);
  await signIn(page, family.email, 'not-the-password');
  await expectProblem(page, 'Login Failed', 'Invalid credentials. Please try again.');
  await expectReadable(page);
  await signIn(page);
  await expect(page).toHaveURL(`${paths.familyHome}?week=2026-12-07`);
  for (const path of [paths.signIn, paths.signUp]) {
    await visit(page, path);
    await expect(page).toHaveURL(paths.familyHome);
  }
});

test('reports an unreachable server and too many attempts as such', async ({ page }) => {
  await visit(page, paths.signIn);
  await refuse(page, endpoints.login, 429);
  await signIn(page, 'somebody@example.com');
  await expectProblem(page, 'Login Failed', 'Too many requests. Please try again later.');
  await mend(page, endpoints.login);
  await cutOff(page, endpoints.login);
  await signInButton(page).click();
  await expectProblem(page, 'Connection Error', UNREACHABLE);
});

test('signs out at the expiry, in a sleeping tab too @phone', async ({ page, family }) => {
  const inAMinute = Math.floor(Date.now() / 1000) + 60;
  await page.clock.install();
  await family.signIn(page, inAMinute);
  // It would be renewed by now, but the server is unreachable for that.
  await cutOff(page, endpoints.refresh);
  await visit(page, paths.familyHome);
  await expect(page.getByText('Credits Remaining')).toBeVisible();
  await page.clock.fastForward('01:05');
  await expect(page).toHaveURL(paths.signIn);
  await expectToast(
    page,
    'Authentication Required',
    'Your session has ended. Please sign in again.',
  );
});

test('signs out all tabs when one signs out @phone', async ({ page, context, family }) => {
  await family.open(paths.familyHome);
  const other = await context.newPage();
  await visit(other, paths.account);
  await logOut(page);
  await expectToast(page, 'Logged Out', 'You have been successfully logged out.');
  await expect(other).toHaveURL(paths.signIn);
});

test('shows nothing of one person once another is signed in', async ({ page, site, family }) => {
  const other = await site.newFamily();
  await family.open(paths.accountFamily);
  const name = page.getByRole('form', { name: 'Contact details' }).getByLabel("Parent's name");
  await expect(name).toHaveValue(family.user.Parent_Name ?? '');
  // As this tab finds it when it was frozen or in the back/forward cache meanwhile.
  await other.signIn(await page.context().newPage());
  await expect(name).toHaveValue(other.user.Parent_Name ?? '');
  await expect(page.getByText(family.email)).toHaveCount(0);
});

test('says offline that only this device signs out', async ({ page, family }) => {
  await family.open(paths.familyHome);
  await cutOff(page, endpoints.logout);
  await logOut(page);
  await expectToast(page, 'Logged Out', 'You are logged out on this device only.');
});

test('renews a session once between two tabs', async ({ page, context, family }) => {
  const renewals: string[] = [];
  context.on('request', (sent) => {
    if (new URL(sent.url()).pathname === endpoints.refresh.path) renewals.push(sent.url());
  });
  await family.signIn(page, Math.floor(Date.now() / 1000 + SESSION_SECONDS.family / 3));
  const other = await context.newPage();
  await Promise.all([visit(page, paths.familyHome), visit(other, paths.familyHome)]);
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Hello, Robin' })).toBeVisible();
    await expect(tab.getByText('Credits Remaining')).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Weekly lessons' })).toBeVisible();
  expect(renewals).toHaveLength(1);
});
