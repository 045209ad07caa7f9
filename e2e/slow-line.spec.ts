// Page changes while the next page's script is slow.
import { expect, type Page } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { expectAccessible } from './checks.ts';
import { createFamily, PASSWORD, signInAs, visit } from './journey.ts';
import { test } from './test.ts';

/** Delays a page's script; the returned function lets it arrive. */
async function holdBack(page: Page, name: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/**
 * The chunk's name in the build, without the eight characters of its hash, whose first may be a
 * hyphen too.
 */
const scriptOf = (address: string) => /\/assets\/([a-z-]+)-[\w-]{8}\.js$/.exec(address)?.[1] ?? '';

/**
 * Opens the address with the app's first script delayed; the returned list collects the requested
 * scripts.
 */
async function startWithoutApp(
  page: Page,
  path: string,
): Promise<{ asked: string[]; letGo: () => void }> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(scriptOf(request.url())));
  const letGo = await holdBack(page, 'entry-client');
  await page.goto(path, { waitUntil: 'commit' });
  // The document, including its inline script, has been parsed completely.
  await page.waitForFunction(() => document.readyState !== 'loading');
  return { asked, letGo };
}

test(
  "loads the page's script together with the app's for signed-in people",
  { tag: '@desktop' },
  async ({ page, request }) => {
    await signInAs(page, await createFamily(request));
    const { asked, letGo } = await startWithoutApp(page, paths.userHome);
    await expect.poll(() => asked).toEqual(expect.arrayContaining(['pages', 'user-home']));
    letGo();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello');
  },
);

test(
  'loads nothing of a page behind a sign-in for a stranger',
  { tag: '@desktop' },
  async ({ page }) => {
    const { asked, letGo } = await startWithoutApp(page, paths.userHome);
    await expect.poll(() => asked).toContain('router');
    expect(asked).not.toContain('user-home');
    letGo();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  },
);

const loading = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading…' });

test(
  'keeps a page and its address until the next one can be shown, and says that it is loading',
  { tag: '@phone' },
  async ({ page }) => {
    const letGo = await holdBack(page, 'sign-up');
    await visit(page, paths.signIn);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(loading(page)).toBeVisible();
    await expectAccessible(page);
    expect(new URL(page.url()).pathname).toBe(paths.signIn);
    await page.getByLabel('Email').fill('still@example.com');
    letGo();
    await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(paths.signUp);
    await expect(loading(page)).toBeHidden();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  },
);

test(
  'does not return to the first page when another is requested meanwhile',
  { tag: '@desktop' },
  async ({ page }) => {
    const letGo = await holdBack(page, 'sign-up');
    await visit(page, paths.signIn);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(loading(page)).toBeVisible();
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    await expect(page).toHaveURL(new RegExp(paths.forgotPassword));
    const arrived = page.waitForResponse(/\/assets\/sign-up-/);
    letGo();
    await arrived;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgotten password');
    await expect(loading(page)).toBeHidden();
  },
);

test('stays on the previous page after Back', { tag: '@desktop' }, async ({ page }) => {
  const letGo = await holdBack(page, 'sign-up');
  await visit(page, paths.forgotPassword);
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(loading(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgotten password');
  letGo();
  await expect(loading(page)).toBeHidden();
  expect(new URL(page.url()).pathname).toBe(paths.forgotPassword);
});

test(
  'does not report a missing script until its link is followed',
  { tag: '@phone' },
  async ({ page }) => {
    await visit(page, paths.signIn);
    await page.route('**/assets/sign-up-*.js', (route) => route.fulfill({ status: 404 }));
    let documents = 0;
    page.on('domcontentloaded', () => (documents += 1));
    await page.getByLabel('Email').fill('kept@example.com');
    const refused = page.waitForResponse(/\/assets\/sign-up-/);
    await page.getByRole('link', { name: 'Create an account' }).focus();
    await refused;
    // A reload would have started with the refusal.
    await page.waitForTimeout(1000);
    expect(documents).toBe(0);
    await expect(page.getByLabel('Email')).toHaveValue('kept@example.com');
  },
);

test(
  'keeps the form until the dashboard is ready after signing in',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const { form } = await createFamily(request);
    const letGo = await holdBack(page, 'user-home');
    await visit(page, paths.signIn);
    await page.getByLabel('Email').fill(form.Parent_Email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const answered = page.waitForResponse('**/api/user-auth/login');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await answered;
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
    letGo();
    await expect(page).toHaveURL(new RegExp(paths.userHome));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
);

test(
  'redirects from the sign-up page after signing in',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const { form } = await createFamily(request);
    const letGo = await holdBack(page, 'user-home');
    await visit(page, paths.signIn);
    await page.getByLabel('Email').fill(form.Parent_Email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
    await expect(loading(page)).toBeVisible();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page).toHaveURL(paths.signUp);
    letGo();
    await expect(page).toHaveURL(paths.userHome);
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  },
);

test(
  'shows the sign-in page without waiting for the page behind it',
  { tag: '@phone' },
  async ({ page, request }) => {
    const { form } = await createFamily(request);
    const letGo = await holdBack(page, 'account');
    await visit(page, paths.account);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.getByLabel('Email').fill(form.Parent_Email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    letGo();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(paths.account);
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  },
);
