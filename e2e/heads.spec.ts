// The heads of pages before any script has run, as search engines, link previews and slow phones
// read them.
import { expect, type Page } from '@playwright/test';

import { findablePages, paths } from '../domain/paths.ts';
import { watch, whenReady } from './checks.ts';
import { createFamily, signInAs, signInTutor, visit } from './journey.ts';
import { test } from './test.ts';

const headOf = (html: string) => html.slice(0, html.indexOf('</head>'));
const titlesOf = (html: string) =>
  [...headOf(html).matchAll(/<title[^>]*>([^<]*)<\/title>/g)].map(([, title]) => title);

/** They redirect anyone who is signed in. */
const forStrangers: readonly string[] = [paths.signUp, paths.signIn, paths.adminLogin];
/**
 * The landing page and the privacy page keep their prerendered HTML; the others need an address of
 * their own.
 */
const apart: readonly string[] = [
  paths.home,
  paths.privacy,
  paths.confirmEmail,
  paths.invoice,
  paths.join,
];
const others = Object.values(paths).filter(
  (path) => !forStrangers.includes(path) && !apart.includes(path),
);

test(
  'gives every page its title before a script runs, and more to pages that may be indexed',
  { tag: '@desktop' },
  async ({ request, baseURL }) => {
    for (const path of Object.values(paths)) {
      const html = await (await request.get(path)).text();
      expect([path, titlesOf(html)]).toEqual([path, [expect.stringMatching(/Sample Physics/)]]);
    }
    for (const path of findablePages) {
      const head = headOf(await (await request.get(path)).text());
      expect(head, path).toMatch(/<meta[^>]* name="description" content="[^"]{40,}"/);
      expect([path, /<link[^>]* rel="canonical" href="([^"]*)"/.exec(head)?.[1]]).toEqual([
        path,
        baseURL + path,
      ]);
    }
  },
);

test(
  'puts no style or script into a page that its own policy refuses',
  { tag: '@desktop' },
  async ({ page }) => {
    const { complaints } = watch(page);
    for (const path of [...Object.values(paths), '/no-such-page']) await page.goto(path);
    expect(complaints.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
  },
);

/** Expects the prerendered title to equal the one that the page renders, as the only title. */
async function expectSameTitle(page: Page, path: string): Promise<void> {
  const html = await (await page.request.get(path)).text();
  await visit(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect([path, [await page.title()]]).toEqual([path, titlesOf(html)]);
  await expect(page.locator('head title')).toHaveCount(1);
}

test(
  'keeps the title of every page once its script runs',
  { tag: '@desktop' },
  async ({ page, request }) => {
    for (const path of forStrangers) await expectSameTitle(page, path);
    await signInAs(page, await createFamily(request));
    await signInAs(page, await signInTutor(request), { audience: 'admin' });
    for (const path of others) await expectSameTitle(page, path);
  },
);

test(
  "changes the title with the page, and removes another page's metadata",
  { tag: '@desktop' },
  async ({ page }) => {
    await visit(page, paths.signIn);
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(1);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page).toHaveTitle('Sign Up · Sample Physics');
    await expect(page.locator('link[rel="canonical"], meta[name="description"]')).toHaveCount(0);
    await page.getByRole('link', { name: 'Privacy' }).click();
    await expect(page).toHaveTitle('Privacy · Sample Physics');
    await page.goBack();
    await expect(page).toHaveTitle('Sign Up · Sample Physics');
  },
);

test(
  'redirects a trailing slash to the page, with the query',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await page.goto(`${paths.resetPassword}/?for=admin#token`);
    await whenReady(page);
    expect(page.url()).toMatch(/\/reset-password\?for=admin#token$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect((await request.get('/no-such-page/')).status()).toBe(404);
  },
);

test(
  'serves the icon, and absolute addresses for link previews',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const icon = await request.get('/favicon.ico');
    expect([icon.status(), icon.headers()['content-type']]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ]);
    // The header of an ICO file: type 1, at least one picture.
    expect([...(await icon.body()).subarray(0, 4)]).toEqual([0, 0, 1, 0]);
    await page.goto(paths.home);
    for (const link of await page.locator('link[rel~="icon"]').all()) {
      const href = (await link.getAttribute('href')) ?? '';
      expect(href).toMatch(/^[\w\-.~:/?#[\]@!$&()*+,;=%]+$/);
      expect([href, (await request.get(href)).status()]).toEqual([href, 200]);
    }
    const sizes = await page.evaluate(async () => {
      const address =
        document.querySelector('link[rel~="icon"][type="image/svg+xml"]')?.getAttribute('href') ??
        '';
      const image = new Image();
      image.src = address;
      await image.decode();
      return [image.naturalWidth > 0, image.naturalHeight > 0];
    });
    expect(sizes).toEqual([true, true]);
  },
);
