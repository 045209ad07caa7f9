// The testimonials: automatic advance, manual control, and when they stop.
import { expect, type Page } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { holdClock } from '../checks.ts';
import { openLanding } from '../pages/landing.ts';
import { test } from '../test.ts';

const CAROUSEL = { intervalMs: 4000, pauseMs: 10_000, breakpointPx: 1024 } as const;

const carousel = (page: Page) => page.getByRole('region', { name: 'What families say' });
const tick = (page: Page, position: number) =>
  page.getByRole('button', { name: `Show review ${position}`, exact: true });
const card = (page: Page, position: number) =>
  carousel(page)
    .getByRole('listitem')
    .nth(position - 1);

async function expectPosition(page: Page, position: number): Promise<void> {
  await expect(tick(page, position)).toHaveAttribute('aria-current', 'true');
  await expect(card(page, position)).toBeInViewport({ ratio: 0.9 });
}

/** Uses a clock that only the test advances, and moves the mouse out of the way. */
async function open(page: Page): Promise<void> {
  await holdClock(page);
  await openLanding(page);
  await card(page, 1).scrollIntoViewIfNeeded();
  await leave(page);
  await expectPosition(page, 1);
}

const leave = (page: Page) => page.mouse.move(1, 1);
const pass = (page: Page, ms: number) => page.clock.runFor(ms);

/**
 * Checks the page's own statement that it advances: its clock may only run once React has caught
 * up.
 */
const expectRunning = (page: Page, isRunning: boolean) =>
  expect(carousel(page)).toHaveAttribute('data-running', String(isRunning));

test('shows three testimonials from 1024 px and one below @both', async ({ page }) => {
  for (const [width, columns] of [
    [1024, 3],
    [1023, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(paths.home);
    const cards = carousel(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('figure') });
    await expect(cards).toHaveCount(6);
    await expect(carousel(page).getByRole('img', { name: 'Rated 5 out of 5' })).toHaveCount(6);
    await carousel(page).scrollIntoViewIfNeeded();
    await expect(cards.nth(columns - 1)).toBeInViewport({ ratio: 0.9 });
    await expect(cards.nth(columns)).not.toBeInViewport({ ratio: 0.1 });
    await expect(page.getByRole('button', { name: /^Show review/ })).toHaveCount(6 - columns + 1);
  }
});

test('advances every 4 seconds and starts again @both', async ({ page, viewport }) => {
  await open(page);
  await expectRunning(page, true);
  const places = (viewport?.width ?? 0) >= CAROUSEL.breakpointPx ? 4 : 6;
  await pass(page, CAROUSEL.intervalMs - 100);
  await expectPosition(page, 1);
  await pass(page, 200);
  for (let position = 2; position <= places; position++) {
    await expectPosition(page, position);
    await pass(page, CAROUSEL.intervalMs);
  }
  await expectPosition(page, 1);
});

test('moves by hand, wraps around, and pauses for 10 seconds @both', async ({ page, viewport }) => {
  await open(page);
  const places = (viewport?.width ?? 0) >= CAROUSEL.breakpointPx ? 4 : 6;
  await page.getByRole('button', { name: 'Previous review' }).click();
  await expectPosition(page, places);
  await page.getByRole('button', { name: 'Next review' }).click();
  await expectPosition(page, 1);
  await tick(page, 3).click();
  await expectPosition(page, 3);
  await expect(carousel(page).getByRole('status')).toHaveText(/^Reviews? 3 (to 5 )?of 6$/);

  await leave(page);
  await pass(page, CAROUSEL.pauseMs - 100);
  await expectRunning(page, false);
  await expectPosition(page, 3);
  await pass(page, 200);
  await expectRunning(page, true);
  await pass(page, CAROUSEL.intervalMs);
  await expectPosition(page, 4);
  // Automatic moves are not announced.
  await expect(carousel(page).getByRole('status')).toHaveText('');
});

test('stops with the pause button until it is pressed again @phone', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Pause the reviews' }).click();
  await leave(page);
  await expectRunning(page, false);
  await pass(page, 5 * CAROUSEL.intervalMs);
  await expectPosition(page, 1);
  await page.getByRole('button', { name: 'Play the reviews' }).click();
  await leave(page);
  await expectRunning(page, true);
  await pass(page, CAROUSEL.intervalMs + 100);
  await expectPosition(page, 2);
});

test('pauses for the keyboard, and obeys the arrow keys', async ({ page }) => {
  await open(page);
  await page.getByRole('region', { name: 'All reviews' }).focus();
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2);
  await page.keyboard.press('ArrowLeft');
  await expectPosition(page, 1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Previous review' })).toBeFocused();
  await expectRunning(page, false);
  await pass(page, CAROUSEL.pauseMs + 3 * CAROUSEL.intervalMs);
  await expectPosition(page, 1);
  await page.keyboard.press('Enter');
  await expect(tick(page, 1)).not.toHaveAttribute('aria-current');
});

test('pauses while the page is hidden', async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expectRunning(page, false);
  await pass(page, 3 * CAROUSEL.intervalMs);
  await expectPosition(page, 1);
});

test('does not advance for people who want less motion @phone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await expectRunning(page, false);
  await pass(page, 3 * CAROUSEL.intervalMs);
  await expectPosition(page, 1);
  await expect(page.getByRole('button', { name: 'Pause the reviews' })).toBeHidden();
  await page.getByRole('button', { name: 'Next review' }).click();
  await expectPosition(page, 2);
});

test('pauses under a mouse, and follows a finger @both', async ({ page, isMobile }) => {
  await open(page);
  if (!isMobile) {
    await card(page, 1).hover();
    await expectRunning(page, false);
    await pass(page, 3 * CAROUSEL.intervalMs);
    await expectPosition(page, 1);
    await leave(page);
    await expectRunning(page, true);
    await pass(page, CAROUSEL.intervalMs + 100);
    await expectPosition(page, 2);
    return;
  }
  await swipe(page);
  await expectPosition(page, 2);
  await pass(page, CAROUSEL.pauseMs - 100);
  await expectRunning(page, false);
  await expectPosition(page, 2);
  await pass(page, 200);
  await expectRunning(page, true);
  await pass(page, CAROUSEL.intervalMs);
  await expectPosition(page, 3);
});

/** Drags a finger over the first card, from right to left. */
async function swipe(page: Page): Promise<void> {
  const box = await card(page, 1).boundingBox();
  if (box === null) throw new Error('the first card has no place');
  const session = await page.context().newCDPSession(page);
  const y = Math.round(box.y + box.height / 2);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  const right = Math.round(box.x + box.width - 40);
  const left = Math.round(box.x + 40);
  await touch('touchStart', right);
  for (let x = right - 20; x > left; x -= 20) await touch('touchMove', x);
  await touch('touchEnd', left);
}
