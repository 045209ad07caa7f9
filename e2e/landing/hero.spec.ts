// The two buttons of the landing page's first screen, on screens and with text of any size.
import { expect, type Page } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { test } from '../test.ts';

const LONG = 'Claim your free lesson!';
const SHORT = 'Register Interest';
const WIDTHS = [320, 360, 390, 412, 430, 480, 540, 640, 768, 1024, 1280];

interface Row {
  /** The label of the first button. */
  readonly label: string;
  /** The width of both ways with the gap between them, and the space available, in pixels. */
  readonly taken: number;
  readonly room: number;
  /**
   * The number of lines that the buttons take, and how far one of them extends beyond the screen.
   */
  readonly lines: number;
  readonly beyond: number;
}

const claim = (page: Page) => page.locator('h1 ~ div').getByRole('link').first();

async function measure(page: Page): Promise<Row> {
  const label = await claim(page).innerText();
  return claim(page).evaluate((first, text) => {
    const row = first.closest('div');
    if (row === null) throw new Error('The button stands alone.');
    const boxes = [...row.children].map((way) => way.getBoundingClientRect());
    const gap = Number.parseFloat(getComputedStyle(row).columnGap);
    return {
      label: text,
      taken: boxes.reduce((sum, { width }) => sum + width, gap),
      room: row.getBoundingClientRect().width,
      lines: new Set(boxes.map(({ top }) => top)).size,
      beyond: Math.max(...boxes.map(({ right }) => right - window.innerWidth)),
    };
  }, label);
}

test('shows the short label where the long one does not fit', async ({ page }) => {
  await page.goto(paths.home);
  await page.evaluate(() => document.fonts.ready);
  const { label, taken } = await measure(page);
  expect(label).toBe(LONG);
  const shown = new Set<string>();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    const row = await measure(page);
    expect(row, `${width} px`).toMatchObject({
      label: row.room < taken ? SHORT : LONG,
      lines: 1,
    });
    expect(row.beyond, `${width} px`).toBeLessThan(0);
    await expect(claim(page)).toHaveAccessibleName(row.label);
    shown.add(row.label);
  }
  expect(shown.size).toBe(2);
});

test('keeps both buttons on the screen when text is twice as large', async ({ page }) => {
  await page.goto(paths.home);
  for (const scale of [1.5, 2]) {
    await page.evaluate((factor) => {
      document.documentElement.style.setProperty('font-size', `${factor * 100}%`);
    }, scale);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      const { beyond } = await measure(page);
      expect(beyond, `${width} px, ${scale} times`).toBeLessThan(0);
    }
  }
});
