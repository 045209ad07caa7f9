// Measures how long a family's phone takes to the first booking: from an empty cache to the week,
// and from 'Book' to 'Lesson Booked!'.
import { type Browser, chromium, type Page } from '@playwright/test';

import { verify } from '../domain/endpoints.ts';
import { paths } from '../domain/paths.ts';
import type { ServedBuild } from './served-build.ts';

/** Lighthouse's slow 4G in the browser's terms: milliseconds, and bytes per second. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1638.4 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
/** Where browsers store a family's session. */
const SESSION_KEY = 'student-session';
const LESSON = 'Forces and motion';
const BOOKED = 'Lesson Booked!';
const DAY_SECONDS = 86_400;

export interface FirstBooking {
  /** Milliseconds from the start of the navigation until the week's lessons are visible. */
  readonly week: number;
  /** Milliseconds from the tap on 'Book' until the confirmation is visible. */
  readonly booked: number;
}

interface Condition {
  readonly name: string;
  readonly isSlow: boolean;
  /** How many times slower the processor is made. */
  readonly slowdown: number;
}

export const CONDITIONS: readonly Condition[] = [
  { name: 'on slow 4G', isSlow: true, slowdown: 1 },
  { name: 'without a line', isSlow: false, slowdown: 1 },
  { name: 'without a line, processor slowed 4x', isSlow: false, slowdown: 4 },
];

/**
 * For each build and condition, each by a family with an empty cache: the bookings of `rounds`
 * rounds, in which the builds take turns.
 */
export async function measureFirstBookings(
  builds: ServedBuild[],
  { chromePath, rounds }: { chromePath: string; rounds: number },
): Promise<FirstBooking[][][]> {
  const browser = await chromium.launch({
    executablePath: chromePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const found = builds.map(() => CONDITIONS.map((): FirstBooking[] => []));
    // Each uses another family, which has booked nothing in that week.
    let family = 0;
    for (let round = 0; round < rounds; round += 1)
      for (const [nth, condition] of CONDITIONS.entries()) {
        for (const [index, build] of builds.entries()) {
          const booking = await bookOnce(browser, build, family, condition);
          console.log(condition.name, index, Math.round(booking.week), Math.round(booking.booked));
          found[index]?.[nth]?.push(booking);
        }
        family += 1;
      }
    return found;
  } finally {
    await browser.close();
  }
}

async function bookOnce(
  browser: Browser,
  { url, filled: { tokens, week } }: ServedBuild,
  family: number,
  { isSlow, slowdown }: Condition,
): Promise<FirstBooking> {
  const token = tokens[family] ?? '';
  const headers = { authorization: `Bearer ${token}` };
  const { user } = (await (await fetch(url + verify.path, { headers })).json()) as {
    readonly user: unknown;
  };
  const context = await browser.newContext(PHONE);
  const expires_at = Math.floor(Date.now() / 1000) + 29 * DAY_SECONDS;
  const session = { access_token: token, refresh_token: 'never used', expires_at };
  await context.addInitScript(([key, text]) => localStorage.setItem(key, text), [
    SESSION_KEY,
    JSON.stringify({ session, user }),
  ] as const);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  if (isSlow) await devTools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await recordWhenShown(page, [LESSON, BOOKED]);
  await page.goto(`${url}${paths.familyHome}?week=${week.from}`, { waitUntil: 'commit' });
  await page.getByText(LESSON).first().click();
  const book = page.getByRole('button', { name: /^Book .*1 credit$/ });
  await book.waitFor();
  // Times the tap itself, without finding the button.
  const tapped = await book.evaluate((button) => {
    if (button instanceof HTMLElement) button.click();
    return performance.now();
  });
  await page.getByText(BOOKED).first().waitFor();
  const times = await page.evaluate(() => ({ ...window.shownAt }));
  await context.close();
  return { week: times[LESSON] ?? Number.NaN, booked: (times[BOOKED] ?? Number.NaN) - tapped };
}

declare global {
  interface Window {
    shownAt?: Record<string, number>;
  }
}

/**
 * Records in the page when each of the texts is first painted, in milliseconds since the navigation
 * began.
 */
async function recordWhenShown(page: Page, texts: string[]): Promise<void> {
  await page.addInitScript((awaited) => {
    const shownAt: Record<string, number> = {};
    window.shownAt = shownAt;
    const look = () => {
      const body = document.body?.innerText ?? '';
      for (const text of awaited) if (body.includes(text)) shownAt[text] ??= performance.now();
    };
    // Records the time after the frame that paints the change.
    new MutationObserver(() => requestAnimationFrame(() => setTimeout(look))).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  }, texts);
}
