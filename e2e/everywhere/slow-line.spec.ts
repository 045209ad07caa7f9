// Page changes while the next page's script is slow.
import { expect, type Page } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { expectAccessible } from '../checks.ts';
import { PASSWORD, visit } from '../journey.ts';
import { passwordField, signIn, signInButton, signInHeading } from '../pages/sign-in.ts';
import { test } from '../test.ts';

/** Delays a page's script; the returned function lets it arrive. */
async function holdScript(page: Page, name: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const signUpLink = (page: Page) => page.getByRole('link', { name: 'Create an account' });
const title = (page: Page) => page.getByRole('heading', { level: 1 });

/**
 * The chunk's name in the build, without the eight characters of its hash, whose first may be a
 * hyphen too.
 */
const scriptOf = (address: string) => /\/assets\/([a-z-]+)-[\w-]{8}\.js$/.exec(address)?.[1] ?? '';

/**
 * Opens the address with the app's first script delayed; the returned list collects the requested
 * scripts.
 */
async function startWithoutApp(page: Page, path: string) {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(scriptOf(request.url())));
  const letGo = await holdScript(page, 'entry-client');
  await page.goto(path, { waitUntil: 'commit' });
  // The document, including its inline script, has been parsed completely.
  await page.waitForFunction(() => document.readyState !== 'loading');
  return { asked: requests, letGo };
}

test("loads the page's script together with the app's", async ({ page, family }) => {
  await family.signIn();
  const { asked, letGo } = await startWithoutApp(page, paths.familyHome);
  await expect.poll(() => asked).toEqual(expect.arrayContaining(['pages', 'family-home']));
  letGo();
  await expect(title(page)).toContainText('Hello');
});

test('loads nothing of a page behind a sign-in for a stranger', async ({ page }) => {
  const { asked, letGo } = await startWithoutApp(page, paths.familyHome);
  await expect.poll(() => asked).toContain('router');
  expect(asked).not.toContain('family-home');
  letGo();
  await expect(signInHeading(page)).toBeVisible();
});

const loading = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading…' });

test('keeps a page until the next one can be shown @phone', async ({ page }) => {
  const letGo = await holdScript(page, 'sign-up');
  await visit(page, paths.signIn);
  await signUpLink(page).click();
  await expect(loading(page)).toBeVisible();
  await expectAccessible(page);
  expect(new URL(page.url()).pathname).toBe(paths.signIn);
  await page.getByLabel('Email').fill('still@example.com');
  letGo();
  await expect(title(page)).toHaveText('Create an account');
  expect(new URL(page.url()).pathname).toBe(paths.signUp);
  await expect(loading(page)).toBeHidden();
  await page.goBack();
  await expect(signInHeading(page)).toBeVisible();
});

test('forgets a page when another is requested', async ({ page }) => {
  const letGo = await holdScript(page, 'sign-up');
  await visit(page, paths.signIn);
  await signUpLink(page).click();
  await expect(loading(page)).toBeVisible();
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await expect(page).toHaveURL(new RegExp(paths.forgotPassword));
  const arrived = page.waitForResponse(/\/assets\/sign-up-/);
  letGo();
  await arrived;
  await expect(title(page)).toHaveText('Forgotten password');
  await expect(loading(page)).toBeHidden();
});

test('stays on the previous page after Back', async ({ page }) => {
  const letGo = await holdScript(page, 'sign-up');
  await visit(page, paths.forgotPassword);
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(title(page)).toHaveText('Sign in');
  await signUpLink(page).click();
  await expect(loading(page)).toBeVisible();
  await page.goBack();
  await expect(title(page)).toHaveText('Forgotten password');
  letGo();
  await expect(loading(page)).toBeHidden();
  expect(new URL(page.url()).pathname).toBe(paths.forgotPassword);
});

test('does not report a missing script until its link is followed @phone', async ({ page }) => {
  await visit(page, paths.signIn);
  await page.route('**/assets/sign-up-*.js', (route) => route.fulfill({ status: 404 }));
  let documents = 0;
  page.on('domcontentloaded', () => (documents += 1));
  await page.getByLabel('Email').fill('kept@example.com');
  const refused = page.waitForResponse(/\/assets\/sign-up-/);
  await signUpLink(page).focus();
  await refused;
  // A reload would have started with the refusal.
  await page.waitForTimeout(1000);
  expect(documents).toBe(0);
  await expect(page.getByLabel('Email')).toHaveValue('kept@example.com');
});

test('keeps the form until the dashboard is ready', async ({ page, family }) => {
  const letGo = await holdScript(page, 'family-home');
  await visit(page, paths.signIn);
  const answered = page.waitForResponse('**/api/user-auth/login');
  await signIn(page, family.email);
  await answered;
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  letGo();
  await expect(page).toHaveURL(new RegExp(paths.familyHome));
  await expect(title(page)).toBeVisible();
});

test('redirects from the sign-up page after signing in', async ({ page, family }) => {
  const letGo = await holdScript(page, 'family-home');
  await visit(page, paths.signIn);
  await signIn(page, family.email);
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  await expect(loading(page)).toBeVisible();
  await signUpLink(page).click();
  await expect(page).toHaveURL(paths.signUp);
  letGo();
  await expect(page).toHaveURL(paths.familyHome);
  await expect(title(page)).toHaveText(/^Hello/);
});

test('shows the sign-in page before the page behind it @phone', async ({ page, family }) => {
  const letGo = await holdScript(page, 'account');
  await visit(page, paths.account);
  await expect(signInHeading(page)).toBeVisible();
  await page.getByLabel('Email').fill(family.email);
  await passwordField(page).fill(PASSWORD);
  letGo();
  await signInButton(page).click();
  await expect(page).toHaveURL(paths.account);
  await expect(title(page)).toHaveText('Your account');
});
