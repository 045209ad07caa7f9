// The landing page's two figures as drawn: light where the curve says so, and a week of seven days.
import { expect } from '@playwright/test';
import sharp from 'sharp';

import { openLanding } from '../pages/landing.ts';
import { test } from '../test.ts';

const YOUNG = /Young's two-slit experiment/;

for (const colorScheme of ['light', 'dark'] as const)
  test(`lights the screen most where the curve peaks, ${colorScheme} @both`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openLanding(page);
    const figure = page.getByRole('img', { name: YOUNG });
    await figure.scrollIntoViewIfNeeded();
    // The position of each extreme of the curve on the screen, as fractions of the figure's height.
    const { across, peaks, troughs } = await figure.evaluate((svg) => {
      const box = svg.getBoundingClientRect();
      const screen = svg.querySelector('[data-part="screen"]')?.getBoundingClientRect();
      const curve = svg.querySelector<SVGPathElement>('[data-part="brightness"]');
      const toPage = curve?.getScreenCTM();
      if (!screen || !curve || !toPage) throw new Error('The figure has no screen or no curve.');
      const half = Array.from({ length: 600 }, (_, step) =>
        curve.getPointAtLength((step / 599) * curve.getTotalLength()).matrixTransform(toPage),
      );
      // From the axis downwards; the upper half is the same.
      const axis = half[0]?.y ?? 0;
      const along = [
        ...half
          .slice(1)
          .toReversed()
          .map(({ x, y }) => new DOMPoint(x, 2 * axis - y)),
        ...half,
      ];
      const inner = along.slice(1, -1);
      const isHigher = (sign: 1 | -1) => (point: DOMPoint, index: number) =>
        sign * point.x > sign * (along[index]?.x ?? 0) &&
        sign * point.x >= sign * (along[index + 2]?.x ?? 0);
      const part = ({ y }: DOMPoint) => (y - box.y) / box.height;
      return {
        across: ((screen.left + screen.right) / 2 - box.x) / box.width,
        peaks: inner.filter(isHigher(1)).map(part),
        troughs: inner.filter(isHigher(-1)).map(part),
      };
    });
    expect([peaks.length, troughs.length]).toEqual([5, 4]);

    const { data, info } = await sharp(await figure.screenshot())
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const lightAt = (y: number) =>
      data[
        (Math.round(y * info.height) * info.width + Math.round(across * info.width)) * info.channels
      ] ?? 0;
    const bright = peaks.map(lightAt);
    const dark = troughs.map(lightAt);
    expect(
      Math.min(...bright) - Math.max(...dark),
      `${String(bright)} over ${String(dark)}`,
    ).toBeGreaterThan(70);
    // The middle one is the brightest of all, whatever the page's colours.
    expect(Math.max(...bright)).toBe(bright[2]);
    expect(bright[2]).toBeGreaterThan(180);
  });

test('draws the curve without corners', async ({ page }) => {
  await openLanding(page);
  const sharpest = await page.getByRole('img', { name: YOUNG }).evaluate((svg) => {
    const curve = svg.querySelector<SVGPathElement>('[data-part="brightness"]');
    if (!curve) throw new Error('The figure has no curve.');
    const step = 0.5;
    const at = (length: number) => curve.getPointAtLength(length);
    let most = 0;
    for (let length = step; length < curve.getTotalLength() - step; length += step) {
      const [before, here, after] = [at(length - step), at(length), at(length + step)];
      const turn =
        Math.atan2(after.y - here.y, after.x - here.x) -
        Math.atan2(here.y - before.y, here.x - before.x);
      most = Math.max(most, Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))));
    }
    return (most * 180) / Math.PI;
  });
  // At the sharpest extreme the true curve turns by about nine degrees over this distance.
  expect(sharpest).toBeLessThan(12);
});

test('divides the week into seven and writes times in one style @both', async ({ page }) => {
  await openLanding(page);
  const week = page.getByRole('figure').filter({ hasText: 'Fig. 2' });
  await week.scrollIntoViewIfNeeded();
  const ruler = week.locator('[data-part="ruler"]');
  const { width } = (await ruler.boundingBox()) ?? { width: 0 };
  const days = await ruler.evaluate((element) => {
    const probe = document.createElement('div');
    probe.style.width =
      getComputedStyle(element).backgroundSize.split(',')[0]?.split(' ').slice(0, -1).join(' ') ??
      '';
    element.append(probe);
    const size = probe.getBoundingClientRect().width;
    probe.remove();
    return size;
  });
  expect(width / days).toBeCloseTo(7, 1);
  await expect(week.getByText('9:00am or 10:00am', { exact: true })).toBeVisible();
  await expect(page.getByText(/\b09:00\b/)).toHaveCount(0);
});
