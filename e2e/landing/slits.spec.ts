// The landing page's interference figure as a control, loaded late and harmlessly.
import { expect, type Page } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { expectReadable, whenReady } from '../checks.ts';
import { tabTo } from '../keyboard.ts';
import { drawing, openLanding } from '../pages/landing.ts';
import { test } from '../test.ts';

const SCRIPT = '**/assets/late-parts-*.js';
const slits = (page: Page) => page.getByRole('slider', { name: 'Slit separation' });
const light = (page: Page) => page.getByRole('slider', { name: 'Wavelength' });
const readings = (page: Page) => page.getByRole('paragraph').filter({ hasText: /^Fringe spacing/ });
const handles = (page: Page) => page.locator('[data-part="handle"]');

/** The distance from the axis to the first bright fringe, as a fraction of the drawing's height. */
const drawnSpacing = (page: Page) =>
  drawing(page).evaluate((svg) => {
    const curve = svg.querySelector<SVGPathElement>('[data-part="brightness"]');
    if (!curve) throw new Error('The figure has no curve.');
    const points = Array.from({ length: 800 }, (_, step) =>
      curve.getPointAtLength((step / 799) * curve.getTotalLength()),
    );
    const dark = points.findIndex((point, index) => point.x < (points[index + 1]?.x ?? 0));
    const bright = points.findIndex(
      (point, index) => index > dark && point.x > (points[index + 1]?.x ?? 0),
    );
    return ((points[bright]?.y ?? 0) - (points[0]?.y ?? 0)) / 480;
  });

async function open(page: Page): Promise<void> {
  await openLanding(page);
  await expect(slits(page)).toBeVisible();
  await drawing(page).evaluate((svg) =>
    svg.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
}

test('moves the slits apart and the fringes together by keyboard', async ({ page }) => {
  await open(page);
  await expect(readings(page)).toContainText('600 nm × 2.0 m / 0.40 mm = 3.0 mm');
  const before = await drawnSpacing(page);
  await tabTo(page, slits(page));
  await expect(slits(page)).toHaveAttribute('aria-valuetext', '0.40 mm, fringe spacing 3.0 mm');
  await page.keyboard.press('ArrowRight');
  await expect(slits(page)).toHaveAttribute('aria-valuetext', '0.41 mm, fringe spacing 2.9 mm');
  await page.keyboard.press('End');
  await expect(slits(page)).toHaveAttribute('aria-valuetext', '0.60 mm, fringe spacing 2.0 mm');
  await expect(readings(page)).toContainText('600 nm × 2.0 m / 0.60 mm = 2.0 mm');
  // Angles in the drawing are not small: it matches the formula within a twentieth.
  expect((await drawnSpacing(page)) / before).toBeCloseTo(0.4 / 0.6, 1);
  await tabTo(page, light(page));
  await page.keyboard.press('Home');
  await expect(light(page)).toHaveAttribute('aria-valuetext', '450 nm, fringe spacing 1.5 mm');
  expect((await drawnSpacing(page)) / before).toBeCloseTo(1 / 2, 1);
  await expectReadable(page, 'moved');
});

test('moves the fringes with a dragged slit, within its limits @both', async ({ page }) => {
  await open(page);
  const box = (await handles(page).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  // Pressing alone moves nothing.
  await expect(readings(page)).toContainText('0.40 mm = 3.0 mm');
  await page.mouse.move(x, y - 10, { steps: 4 });
  await expect(readings(page)).not.toContainText('0.40 mm');
  const nearer = await slits(page).inputValue();
  expect(Number(nearer)).toBeGreaterThan(0.4);
  await page.mouse.move(x, y - 300, { steps: 4 });
  await expect(readings(page)).toContainText('0.60 mm = 2.0 mm');
  await expect(slits(page)).toHaveValue('0.6');
  await page.mouse.move(x, y + 300, { steps: 4 });
  await expect(readings(page)).toContainText('0.25 mm = 4.8 mm');
  await page.mouse.up();
  await page.mouse.move(x, y);
  await expect(readings(page)).toContainText('0.25 mm = 4.8 mm');
});

test('drags nothing with the other mouse button', async ({ page }) => {
  await open(page);
  await handles(page).last().hover();
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(0, 0);
  await page.mouse.up({ button: 'right' });
  await expect(readings(page)).toContainText('0.40 mm = 3.0 mm');
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true });

  test('drags a slit with a finger, and scrolls elsewhere @both', async ({ page }) => {
    await open(page);
    const cdp = await page.context().newCDPSession(page);
    const swipe = async (x: number, y: number, by: number) => {
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
        cdp.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: at === undefined ? [] : [{ x, y: at }],
        });
      await send('touchStart', y);
      for (let step = 1; step <= 8; step += 1) await send('touchMove', y + (by * step) / 8);
      await send('touchEnd');
    };
    const scrolled = () => page.evaluate(() => scrollY);
    const before = await scrolled();
    const slit = (await handles(page).last().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await swipe(slit.x + slit.width / 2, slit.y + slit.height / 2, 80);
    await expect(readings(page)).toContainText('0.60 mm = 2.0 mm');
    expect(await scrolled()).toBe(before);
    const all = (await drawing(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await swipe(all.x + all.width / 2, all.y + all.height / 2, -120);
    await expect.poll(scrolled).toBeGreaterThan(before + 40);
    await expect(readings(page)).toContainText('0.60 mm = 2.0 mm');
  });
});

test('wakes up without moving, and not before it is needed @both', async ({ page }) => {
  const [start, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/assets/entry-landing-*.js', async (route) => {
    await start.promise;
    await route.continue();
  });
  let calls = 0;
  await page.route(SCRIPT, async (route) => {
    calls += 1;
    await late.promise;
    await route.continue();
  });
  await page.goto(paths.home);
  await page.evaluate(() => document.fonts.ready);
  const still = await drawing(page).screenshot();
  const [box, text] = [await drawing(page).boundingBox(), await readings(page).boundingBox()];
  // Not before the page itself is interactive.
  expect(calls).toBe(0);
  start.resolve();
  await whenReady(page);
  await expect.poll(() => calls).toBe(1);
  await expect(drawing(page)).toBeVisible();
  late.resolve();
  await expect(slits(page)).toBeVisible();
  const after = [await drawing(page).boundingBox(), await readings(page).boundingBox()];
  expect(after).toEqual([box, text]);
  expect(await drawing(page).screenshot()).toEqual(still);
});

test('keeps the drawing when its script fails, and retries at the next touch', async ({ page }) => {
  await page.route(SCRIPT, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await openLanding(page);
  await failed;
  await expect(drawing(page)).toBeVisible();
  await expect(slits(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('alert')).toHaveCount(0);
  await page.unroute(SCRIPT);
  await page.keyboard.press('Tab');
  await expect(slits(page)).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('shows a drawing with its numbers, and no dead controls', async ({ page }) => {
    await page.goto(paths.home);
    await expect(drawing(page)).toBeVisible();
    await expect(readings(page)).toContainText('600 nm × 2.0 m / 0.40 mm = 3.0 mm');
    await expect(page.getByRole('slider')).toHaveCount(0);
    await expect(page.getByText('Drag a slit')).toBeHidden();
  });
});
