// The weight of each page: bytes and requests as the browser counts them, compressed.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { generalErrors } from '../../domain/general-errors.ts';
import { paths, roomPath } from '../../domain/paths.ts';
import { DEMO_STUDENT } from '../../sandbox/seed.ts';
import { watch, whenReady } from '../checks.ts';
import { visit } from '../journey.ts';
import { openLanding } from '../pages/landing.ts';
import { signIn, signInAsTutor } from '../pages/sign-in.ts';
import { test } from '../test.ts';

const KB = 1024;

interface Load {
  readonly path: string;
  readonly bytes: number;
}

/** Counts what is transferred from now on; the browser's cache transfers nothing. */
async function count(page: Page): Promise<Load[]> {
  const loads: Load[] = [];
  const requested = new Map<string, string>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('data:')) requested.set(requestId, new URL(request.url).pathname);
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) requested.delete(requestId);
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => requested.delete(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = requested.get(requestId);
    if (path !== undefined) loads.push({ path, bytes: encodedDataLength });
  });
  return loads;
}

const isScript = ({ path }: Load) => path.endsWith('.js');
const sum = (loads: readonly Load[]) => loads.reduce((total, { bytes }) => total + bytes, 0) / KB;
/** Touching a link prefetches the scripts of every page; nothing is touched here. */
const scripts = (loads: readonly Load[]) => sum(loads.filter(isScript));

test('keeps the list of all pages out of the landing page', async ({ request }) => {
  // A constant of domain/paths.ts that is computed at load pulls all of them into the script in
  // the HTML.
  const html = await (await request.get(paths.home)).text();
  expect(html).toContain(paths.signIn);
  expect(html).not.toContain(paths.paymentCancelled);
});

// The limits leave margin on purpose: a tutor's longer text, or another part of the page, must not
// fail.
test('keeps the landing page light', async ({ page }) => {
  watch(page, { allowed: /./ });
  const loads = await count(page);
  await openLanding(page);
  await expect(page.getByRole('slider')).toHaveCount(2);
  await page.waitForLoadState('networkidle');
  // The browser requests the icon when and as often as it likes.
  const requestedPaths = loads.map(({ path }) => path).filter((path) => path !== '/icon.svg');
  expect(requestedPaths.length, requestedPaths.join(' ')).toBeLessThanOrEqual(10);
  // Scripts that only enhance parts of the page come after everything else.
  const isLate = ({ path }: Load) => path.includes('/late-parts-');
  expect(scripts(loads.filter((load) => !isLate(load)))).toBeLessThanOrEqual(100);
  expect(loads.filter(isLate)).toHaveLength(1);
  expect(scripts(loads.filter(isLate))).toBeLessThanOrEqual(6);
  expect(sum(loads.filter(({ path }) => path === paths.home))).toBeLessThanOrEqual(20);
  expect(sum(loads)).toBeLessThanOrEqual(150);
  // Checks that the counting itself works.
  expect(sum(loads)).toBeGreaterThan(60);
});

test('loads only its own call and the general refusals', async ({ page }) => {
  const texts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) texts.push(response.text());
  });
  await openLanding(page);
  await expect(page.getByRole('slider')).toHaveCount(2);
  await page.waitForLoadState('networkidle');
  const code = (await Promise.all(texts)).join('\n');
  // One path may be a prefix of another.
  const isIn = (path: string) =>
    ['"', "'", '`'].some((quote) => code.includes(quote + path + quote));
  const found = Object.entries(endpoints).filter(([, { path }]) => isIn(path));
  const names = found.map(([name]) => name).toSorted();
  expect(names).toEqual(['listNextLessons', 'registerInterest']);
  const refusals = Object.keys(errorCatalogue).filter((one) => code.includes(one));
  expect(refusals.toSorted()).toEqual(Object.keys(generalErrors).toSorted());
});

test('keeps the sign-in page light', async ({ page }) => {
  const loads = await count(page);
  await page.goto(paths.signIn);
  await expect(page.getByLabel('Email')).toBeVisible();
  await whenReady(page);
  expect(scripts(loads)).toBeLessThanOrEqual(140);
});

test("keeps a family's home page light", async ({ page }) => {
  await page.goto(paths.signIn);
  await signIn(page, DEMO_STUDENT.email, DEMO_STUDENT.password);
  await page.waitForURL(`**${paths.familyHome}`);
  await expectLight(page, paths.familyHome);
});

test('keeps the planner light', async ({ page }) => {
  await page.goto(paths.adminLogin);
  await signInAsTutor(page);
  await page.waitForURL(`**${paths.adminDashboard}`);
  await expectLight(page, paths.adminPlanner);
});

test('keeps the pages of students light', async ({ page, site, family }) => {
  // The page of a lesson that is not booked loads the same.
  const lesson = await site.newLesson();
  await family.signIn();
  await expectLight(page, roomPath(lesson.id), 154);
  await expectLight(page, paths.practice, 154);
});

/** Reopens the page with an empty cache, until it is usable. */
async function expectLight(page: Page, path: string, kilobytes = 190): Promise<void> {
  // What the page before is still loading does not count.
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  const loads = await count(page);
  await visit(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(scripts(loads)).toBeLessThanOrEqual(kilobytes);
  expect(scripts(loads)).toBeGreaterThan(50);
}
