// The checks for any page of a journey: it is ready, accessible and makes no foreign requests.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, type Page, test } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}

/** The minified script takes a page half the time to read. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const WCAG_22_AA: axe.RunOnly = { type: 'tag', values: [...WCAG_TAGS, 'best-practice'] };
/** Narrower windows, for pages in a desktop's. */
const TABLET = { width: 768, height: 1024 };
const PHONE = { width: 360, height: 740 };

/** Waits until React owns the page; the landing page starts when it is touched. */
export async function whenReady(page: Page): Promise<void> {
  await page.evaluate(() => document.body.dispatchEvent(new Event('focusin', { bubbles: true })));
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
}

/** An arbitrary instant. */
const START = Date.parse('2026-11-18T12:00:00Z');

/** Gives the page a clock that only the test advances; call it before opening the page. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.install({ time: START });
  await page.clock.pauseAt(START + 1000);
}

/** Waits until fades and colour changes have ended, because axe would measure them half-way. */
export async function whenSettled(page: Page): Promise<void> {
  // A new element starts to fade in only with the next frame.
  await page.waitForFunction(() => document.querySelector('[data-starting-style]') === null);
  await page.evaluate(() => {
    // A skeleton pulses as long as it exists, content hidden by a closed <details> does not
    // animate, and what scrolling moves has no end.
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) =>
          timeline === document.timeline &&
          effect instanceof KeyframeEffect &&
          effect.getComputedTiming().endTime !== Infinity &&
          effect.target?.checkVisibility() === true,
      );
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/**
 * The violations that axe finds on the settled page: rules with their elements. No page has frames.
 */
async function violationsOn(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(AXE);
  for (;;) {
    await whenSettled(page);
    const { violations, isStill } = await page.evaluate(runAxe, runOnly);
    // A toast that appears or disappears while axe runs is half faded.
    if (isStill || violations.length === 0) return violations;
  }
}

/** Runs within the page. */
async function runAxe(only: axe.RunOnly): Promise<{ violations: string[]; isStill: boolean }> {
  const run = window.axe?.run;
  if (run === undefined) throw new Error('axe is not in the page');
  let isStill = true;
  const move = () => {
    isStill = false;
  };
  const moves = ['transitionrun', 'transitionend', 'animationstart', 'animationend'];
  for (const name of moves) document.addEventListener(name, move);
  const { violations } = await run({
    runOnly: only,
    resultTypes: ['violations'],
    iframes: false,
    // No rule of these reads style sheets, which would be fetched and parsed each time.
    preload: { assets: ['media'] },
  });
  for (const name of moves) document.removeEventListener(name, move);
  // Axe takes a button of a bar for the neighbour of what is scrolled beneath the bar.
  const isBeneathBar = (selector: string) => {
    const element = document.querySelector(selector);
    if (element === null) return false;
    const { x, y, width, height } = element.getBoundingClientRect();
    let cover = document.elementFromPoint(x + width / 2, y + height / 2);
    while (cover !== null && !cover.contains(element)) {
      if (['sticky', 'fixed'].includes(getComputedStyle(cover).position)) return true;
      cover = cover.parentElement;
    }
    return false;
  };
  return {
    isStill,
    violations: violations.flatMap(({ id, nodes }) => {
      const selectors = nodes.map(({ target }) => target.join(' '));
      const left = selectors.filter((one) => id !== 'target-size' || !isBeneathBar(one));
      return left.length === 0 ? [] : [`${id}: ${left.join(', ')}`];
    }),
  };
}

export async function expectNothingBeyond(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

/** Repeats a check of a page in a desktop's window at the sizes of a tablet and a phone. */
async function inEachSize(page: Page, check: () => Promise<void>): Promise<void> {
  await check();
  const own = page.viewportSize();
  if (own === null || own.width <= TABLET.width) return;
  for (const size of [TABLET, PHONE]) {
    await page.setViewportSize(size);
    // Where a page was scrolled to, a row may be half beneath a bar that stays: no small target.
    await page.evaluate(() => {
      window.scrollTo({ top: 0, behavior: 'instant' });
    });
    await check();
  }
  await page.setViewportSize(own);
}

/** Expects no violation of WCAG 2.2 AA and nothing wider than the screen, in each size. */
export async function expectAccessible(page: Page): Promise<void> {
  await inEachSize(page, async () => {
    expect(await violationsOn(page, WCAG_22_AA)).toEqual([]);
    await expectNothingBeyond(page);
  });
}

/**
 * Expects no violation of WCAG 2.2 AA in an email, which has no landmarks because an email program
 * shows it within its own page.
 */
export async function expectAccessibleEmail(page: Page): Promise<void> {
  expect(await violationsOn(page, { type: 'tag', values: WCAG_TAGS })).toEqual([]);
}

/**
 * Like expectAccessible, with the contrasts of the dark colours too. With PICTURES set, `picture`
 * names a picture of the page in the results.
 */
export async function expectReadable(page: Page, picture?: string): Promise<void> {
  await expectAccessible(page);
  if (picture !== undefined && process.env['PICTURES'] !== undefined)
    await page.screenshot({ path: test.info().outputPath(`${picture}.png`), fullPage: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await inEachSize(page, async () => {
    expect(await violationsOn(page, { type: 'rule', values: ['color-contrast'] })).toEqual([]);
  });
  await page.emulateMedia({ colorScheme: 'light' });
}

interface PageRecord {
  /** The browser's complaints: errors, warnings and violations of the Content-Security-Policy. */
  readonly complaints: string[];
  /** Requests to any other host. */
  readonly strangers: string[];
}

const watchedPages = new WeakMap<Page, PageRecord>();

/**
 * From now on the page may neither complain, except in these words, nor, unless it is `leaving` the
 * site, request anything from another host: checked when the test ends. Call it before opening the
 * page.
 */
export function watch(
  page: Page,
  { allowed, leaving = false }: { allowed?: RegExp; leaving?: boolean } = {},
): void {
  const watched: PageRecord = { complaints: [], strangers: [] };
  watchedPages.set(page, watched);
  const complain = (text: string) => {
    if (allowed?.test(text) !== true) watched.complaints.push(text);
  };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complain(message.text());
  });
  page.on('pageerror', ({ message }) => complain(message));
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    const own = page.url();
    if (leaving || !protocol.startsWith('http') || own === 'about:blank') return;
    if (host !== new URL(own).host) watched.strangers.push(request.url());
  });
}

/** What a watched page has done so far; it is not watched any longer. */
export function expectQuiet(page: Page): void {
  const watched = watchedPages.get(page);
  watchedPages.delete(page);
  if (watched !== undefined) expect(watched).toEqual({ complaints: [], strangers: [] });
}

/** A word that no other test uses, for names and addresses. */
export function uniqueWord(): string {
  return crypto.randomUUID().slice(0, 8);
}

/**
 * A mobile number that no other test uses: families that share one count as one for the free first
 * lesson.
 */
export function uniquePhone(): string {
  return `07${String(Number.parseInt(uniqueWord(), 16) % 1e9).padStart(9, '0')}`;
}
