// Text at twice the usual size on a phone: no page moves sideways.
import { expect, type Page } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { expectNothingBeyond, whenReady } from './checks.ts';
import { test } from './test.ts';

/** Twice the size that browsers start with. */
const FONT_PX = 32;

/** As in the browser's own settings. */
async function enlargeText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: FONT_PX, fixed: FONT_PX } });
}

test.use({ viewport: { width: 360, height: 740 } });

/** Pages that anybody can open. */
const publicPages = [
  paths.home,
  paths.signUp,
  `${paths.signUp}?week=2027-06-28&lesson=1`,
  paths.signIn,
] as const;

for (const path of publicPages)
  test(`keeps ${path} within the screen @phone`, async ({ page }) => {
    await enlargeText(page);
    await page.goto(path);
    await whenReady(page);
    const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    expect(size).toBe(`${FONT_PX}px`);
    await expectNothingBeyond(page);
    // Errors make the forms wider, if anything does.
    await page.locator('main form [type="submit"]').first().click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    await expectNothingBeyond(page);
  });
