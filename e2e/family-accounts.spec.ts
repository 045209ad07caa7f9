// A family signs up and in: rules and messages, redirects, and how a session ends.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { SESSION_SECONDS } from '../domain/limits.ts';
import { paths } from '../domain/paths.ts';
import { expectReadable, watch } from './checks.ts';
import { createFamily, PASSWORD, signInAs, signUpForm, toast, visit } from './journey.ts';
import { signUp } from './sign-up.ts';
import { test } from './test.ts';

test(
  'reports errors in each field of the sign-up, then leads to sign-in and on to the dashboard',
  { tag: '@phone' },
  async ({ page }, info) => {
    const watched = watch(page);
    const form = signUpForm();
    await visit(page, paths.signUp);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    for (const [field, message] of [
      ["Parent's name", 'Parent name must be at least 2 characters'],
      ["Parent's email", 'Invalid email address'],
      ["Parent's phone number", 'Phone number must be at least 10 digits'],
      ["Student's name", 'Student name must be at least 2 characters'],
      ['Password', 'Password must be at least 6 characters'],
    ] as const) {
      await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(
        new RegExp(`^${message}`),
      );
    }
    await expect(page.getByLabel("Parent's name")).toBeFocused();
    await page.screenshot({ path: info.outputPath('faults.png'), fullPage: true });

    await page.getByLabel("Parent's name").fill(form.Parent_Name);
    await expect(page.getByText('Parent name must be at least 2 characters')).toBeHidden();
    await page.getByLabel("Parent's email").fill(form.Parent_Email);
    await page.getByLabel("Parent's phone number").fill(form.Parent_Phone_Number);
    await page.getByLabel("Student's name").fill(form.Student_Name);
    await page.getByLabel('Password', { exact: true }).fill(form.password);
    await page.getByRole('button', { name: 'Sign Up' }).click();

    await expect(page).toHaveURL(paths.signIn);
    await expect(toast(page, 'Registration Successful!')).toContainText(
      'Your account has been created. Please sign in to continue.',
    );
    // The previous page's form stays until this one's script has loaded.
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.getByLabel('Email').fill(form.Parent_Email.toUpperCase());
    await page.getByLabel('Password', { exact: true }).fill(form.password);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expect(page).toHaveURL(paths.userHome);
    await expect(toast(page, 'Login Successful!')).toContainText(
      `Welcome back, ${form.Parent_Name}!`,
    );
    expect(watched).toEqual({ complaints: [], strangers: [] });
  },
);

test(
  'refuses an email that has an account at its field',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const { form } = await createFamily(request);
    await visit(page, paths.signUp);
    await signUp(page, form);
    await expect(toast(page, 'Registration Failed')).toBeVisible();
    await expect(page.getByLabel("Parent's email")).toBeFocused();
    await expect(page.getByLabel("Parent's email")).toHaveAccessibleDescription(/already exists/);
  },
);

test(
  'tells phones and password managers what each field is',
  { tag: '@phone' },
  async ({ page }) => {
    await visit(page, paths.signUp);
    const fields = {
      "Parent's name": { type: 'text', autocomplete: 'name' },
      "Parent's email": { type: 'email', autocomplete: 'email' },
      "Parent's phone number": { type: 'tel', autocomplete: 'tel' },
      "Student's name": { type: 'text', autocomplete: 'off' },
      Password: { type: 'password', autocomplete: 'new-password' },
    };
    for (const [label, attributes] of Object.entries(fields)) {
      for (const [name, value] of Object.entries(attributes)) {
        await expect(page.getByLabel(label, { exact: true })).toHaveAttribute(name, value);
      }
    }
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(paths.signIn);
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
    const password = page.getByLabel('Password', { exact: true });
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
    await password.fill(PASSWORD);
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page).toHaveURL(paths.signUp);
  },
);

test(
  'returns to the previous page after signing in',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const { form } = await createFamily(request);
    await visit(page, `${paths.userHome}?week=2026-12-07`);
    await expect(page).toHaveURL(paths.signIn);
    await page.getByLabel('Email').fill(form.Parent_Email);
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(toast(page, 'Login Failed')).toContainText(
      'Invalid credentials. Please try again.',
    );
    // The form keeps the text after the message is gone.
    await toast(page, 'Login Failed').getByRole('button', { name: 'Dismiss' }).click();
    const own = page.getByRole('form', { name: 'Sign in' });
    await expect(own).toContainText('Invalid credentials. Please try again.');
    await expectReadable(page);
    await page.getByLabel('Password', { exact: true }).fill(form.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(`${paths.userHome}?week=2026-12-07`);
    for (const path of [paths.signIn, paths.signUp]) {
      await visit(page, path);
      await expect(page).toHaveURL(paths.userHome);
    }
  },
);

test(
  'reports an unreachable server and too many attempts as such',
  { tag: '@desktop' },
  async ({ page }) => {
    const login = `**${endpoints.login.path}`;
    await visit(page, paths.signIn);
    await page.getByLabel('Email').fill('somebody@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.route(login, (route) => route.fulfill({ status: 429, json: { success: false } }));
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(toast(page, 'Login Failed')).toContainText(
      'Too many requests. Please try again later.',
    );
    await page.unroute(login);
    await page.route(login, (route) => route.abort());
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(toast(page, 'Connection Error')).toContainText(
      'Unable to connect to the server. Please check your internet connection.',
    );
  },
);

test(
  'signs out exactly when the session expires, in a tab that slept too',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await createFamily(request);
    const inAMinute = Math.floor(Date.now() / 1000) + 60;
    await page.clock.install();
    await signInAs(page, family, { expires_at: inAMinute });
    // It would be renewed by now, but the server is unreachable for that.
    await page.route(`**${endpoints.refresh.path}`, (route) => route.abort());
    await visit(page, paths.userHome);
    await expect(page.getByText('Credits Remaining')).toBeVisible();
    await page.clock.fastForward('01:05');
    await expect(page).toHaveURL(paths.signIn);
    await expect(toast(page, 'Authentication Required')).toContainText(
      'Your session has ended. Please sign in again.',
    );
  },
);

test(
  'signs out all tabs when one signs out',
  { tag: '@phone' },
  async ({ page, context, request }) => {
    const family = await createFamily(request);
    await signInAs(page, family);
    await visit(page, paths.userHome);
    const other = await context.newPage();
    await visit(other, paths.account);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(paths.signIn);
    await expect(toast(page, 'Logged Out')).toContainText('You have been successfully logged out.');
    await expect(other).toHaveURL(paths.signIn);
  },
);

test(
  'says that only this device is signed out when there is no connection',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await signInAs(page, await createFamily(request));
    await visit(page, paths.userHome);
    await page.route(`**${endpoints.logout.path}`, (route) => route.abort());
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(paths.signIn);
    await expect(toast(page, 'Logged Out')).toContainText(
      'You are logged out on this device only.',
    );
  },
);

test(
  'renews a session once between two tabs',
  { tag: '@desktop' },
  async ({ page, context, request }) => {
    const family = await createFamily(request);
    const renewals: string[] = [];
    context.on('request', (sent) => {
      if (new URL(sent.url()).pathname === endpoints.refresh.path) renewals.push(sent.url());
    });
    const expires_at = Math.floor(Date.now() / 1000 + SESSION_SECONDS.family / 3);
    await signInAs(page, family, { expires_at });
    const other = await context.newPage();
    await Promise.all([visit(page, paths.userHome), visit(other, paths.userHome)]);
    for (const tab of [page, other]) {
      await expect(
        tab.getByRole('heading', { name: `Hello, ${family.form.Parent_Name}` }),
      ).toBeVisible();
      await expect(tab.getByText('Credits Remaining')).toBeVisible();
    }
    await expect(page.getByRole('region', { name: 'Weekly lessons' })).toBeVisible();
    expect(renewals).toHaveLength(1);
  },
);
