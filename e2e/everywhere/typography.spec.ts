// Typography: plain zeros, and nothing drawn behind text.
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';

import { paths } from '../../domain/paths.ts';
import { whenReady } from '../checks.ts';
import { visit } from '../journey.ts';
import { openLanding } from '../pages/landing.ts';
import { test } from '../test.ts';

test('draws a plain zero: nothing crosses its middle, in any weight', async ({ page }) => {
  await openLanding(page);
  const shares = await page.evaluate(async () => {
    const size = 200;
    const canvas = document.createElement('canvas');
    canvas.width = size;
    canvas.height = size;
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    if (pen === null) throw new Error('The browser does not draw.');
    const { fontFamily } = getComputedStyle(document.body);
    const drawn: Record<string, number> = {};
    for (const weight of ['400', '700']) {
      pen.font = `${weight} ${size}px ${fontFamily}`;
      await document.fonts.load(pen.font, '0');
      pen.clearRect(0, 0, size, size);
      pen.textAlign = 'center';
      pen.textBaseline = 'alphabetic';
      pen.fillText('0', size / 2, size * 0.9);
      const { actualBoundingBoxAscent } = pen.measureText('0');
      const middle = Math.round(size * 0.9 - actualBoundingBoxAscent / 2);
      // A fifth of the letter's height around its middle, well within its outline.
      const { data } = pen.getImageData(size / 2 - 10, middle - 14, 20, 28);
      drawn[weight] = data
        .filter((_, index) => index % 4 === 3)
        .reduce((sum, alpha) => sum + alpha, 0);
    }
    return drawn;
  });
  expect(shares).toEqual({ '400': 0, '700': 0 });
});

/** The colour variation behind this text, measured with the text itself made transparent. */
async function unrestBehind(page: Page, words: Locator): Promise<number> {
  await words.scrollIntoViewIfNeeded();
  await words.evaluate((element) => {
    for (const one of [element, ...element.querySelectorAll('*')]) {
      if (!(one instanceof HTMLElement)) continue;
      one.style.setProperty('color', 'transparent');
      one.style.setProperty('text-decoration-color', 'transparent');
    }
  });
  const box = await words.boundingBox();
  if (box === null) throw new Error('The words are not shown.');
  const { channels } = await sharp(await page.screenshot({ clip: box })).stats();
  return Math.max(...channels.map(({ stdev }) => stdev));
}

for (const [path, places] of [
  [
    paths.home,
    ['Physics that finally adds up.', /^Weekly live group/, /^Fig. 1/, /^Claim your free lesson$/],
  ],
  [paths.signIn, ['Sign in', /^Book lessons/, 'Forgotten your password?', /^New here/]],
  ['/no-such-page', ['Oops! Page not found']],
] as const)
  test(`draws no line of squared paper through the words of ${path} @both`, async ({ page }) => {
    await page.goto(path);
    if (path !== '/no-such-page') await whenReady(page);
    for (const words of places) {
      const place = page.locator('h1, h2, p, a, figcaption').filter({ hasText: words }).first();
      // A card's shadow may extend there; a line would count several times as much.
      expect(await unrestBehind(page, place), String(words)).toBeLessThan(0.5);
    }
  });

test("keeps a select's arrow away from the edge", async ({ page, tutor }) => {
  await openLanding(page);
  await tutor.signIn();
  for (const [path, label] of [
    [paths.home, 'Year level'],
    [paths.adminDashboard, 'Show'],
    [paths.adminDashboard, /^Status of /],
  ] as const) {
    await visit(page, path);
    const choice = page.getByRole('combobox', { name: label }).first();
    await expect(choice).toHaveCSS('appearance', 'none');
    await expect(choice).toHaveCSS('background-position', /calc\(100% - 14px\) 50%$/);
    await expect(choice).toHaveCSS('padding-right', '40px');
  }
});
