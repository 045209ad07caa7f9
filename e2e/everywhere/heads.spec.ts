// The heads of pages before any script has run, as search engines and previews read them.
import { expect, type Page } from '@playwright/test';

import { findablePages, paths } from '../../domain/paths.ts';
import { watch } from '../checks.ts';
import { visit } from '../journey.ts';
import { test } from '../test.ts';

const headOf = (html: string) => html.slice(0, html.indexOf('</head>'));
const titlesOf = (html: string) =>
  [...headOf(html).matchAll(/<title[^>]*>([^<]*)<\/title>/g)].map(([, title]) => title);

/** They redirect anyone who is signed in. */
const { signUp, signIn, adminLogin, setup } = paths;
const forStrangers: readonly string[] = [signUp, signIn, adminLogin, setup];
/**
 * The landing page and the pages of words keep their prerendered HTML; the others need an address
 * of their own.
 */
const { home, privacy, terms, confirmEmail, invoice, join, excuse, account, adminAccount } = paths;
// On a wide screen an account leads to its first page.
const apart: readonly string[] = [
  home,
  privacy,
  terms,
  confirmEmail,
  invoice,
  join,
  excuse,
  account,
  adminAccount,
];
const others = Object.values(paths).filter(
  (path) => !forStrangers.includes(path) && !apart.includes(path),
);

test('gives every page its title before a script runs', async ({ request, baseURL }) => {
  for (const path of Object.values(paths)) {
    const html = await (await request.get(path)).text();
    expect([path, titlesOf(html)]).toEqual([path, [expect.stringMatching(/Sample Physics/)]]);
  }
  for (const path of findablePages) {
    const head = headOf(await (await request.get(path)).text());
    expect(head, path).toMatch(/<meta[^>]* name="description" content="[^"]{40,}"/);
    const canonical = /<link[^>]* rel="canonical" href="([^"]*)"/.exec(head)?.[1];
    expect([path, canonical]).toEqual([path, baseURL + path]);
  }
});

test('puts nothing into a page that its policy refuses', async ({ page }) => {
  // Pages may ask for what a stranger does not get.
  watch(page, { allowed: /^(?!.*Content Security Policy)/s });
  for (const path of [...Object.values(paths), '/no-such-page']) await page.goto(path);
});

/** Expects the prerendered title to equal the one that the page renders, as the only title. */
async function expectSameTitle(page: Page, path: string): Promise<void> {
  const html = await (await page.request.get(path)).text();
  await visit(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect([await page.title()]).toEqual(titlesOf(html));
  await expect(page.locator('head title')).toHaveCount(1);
}

// A test for each page: a slow machine takes seconds for one.
for (const path of forStrangers) {
  test(`keeps the title of ${path}`, ({ page }) => expectSameTitle(page, path));
}
for (const path of others) {
  test(`keeps the title of ${path}`, async ({ page, family, tutor }) => {
    await family.signIn();
    await tutor.signIn();
    await expectSameTitle(page, path);
  });
}

test('changes the title and metadata with the page', async ({ page }) => {
  await visit(page, paths.signIn);
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(1);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveTitle('Sign Up · Sample Physics');
  await expect(page.locator('link[rel="canonical"], meta[name="description"]')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveTitle('Sign In · Sample Physics');
  await page.getByRole('link', { name: 'Terms', exact: true }).click();
  await expect(page).toHaveTitle('Terms · Sample Physics');
});

test('redirects a trailing slash, with the query', async ({ page, request }) => {
  await visit(page, `${paths.resetPassword}/?for=admin#token`);
  expect(page.url()).toMatch(/\/reset-password\?for=admin#token$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await request.get('/no-such-page/')).status()).toBe(404);
});

test('serves icons and absolute preview addresses', async ({ page, request }) => {
  const icon = await request.get('/favicon.ico');
  expect(icon.status()).toBe(200);
  expect(icon.headers()['content-type']).toMatch(/^image\//);
  // The header of an ICO file: type 1, at least one picture.
  expect([...(await icon.body()).subarray(0, 4)]).toEqual([0, 0, 1, 0]);
  await page.goto(paths.home);
  for (const link of await page.locator('link[rel~="icon"]').all()) {
    const href = (await link.getAttribute('href')) ?? '';
    expect(href).toMatch(/^[\w\-.~:/?#[\]@!$&()*+,;=%]+$/);
    expect([href, (await request.get(href)).status()]).toEqual([href, 200]);
  }
  const sizes = await page.evaluate(async () => {
    const link = document.querySelector('link[rel~="icon"][type="image/svg+xml"]');
    const image = new Image();
    image.src = link?.getAttribute('href') ?? '';
    await image.decode();
    return [image.naturalWidth > 0, image.naturalHeight > 0];
  });
  expect(sizes).toEqual([true, true]);
});
