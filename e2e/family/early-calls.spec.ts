// A family's home page asks for its data before its scripts have arrived, once for each call.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths, weekPath } from '../../domain/paths.ts';
import { addDays, mondayOf } from '../../domain/time.ts';
import { urlOf } from '../api.ts';
import { watch } from '../checks.ts';
import { inDays, lessonButton, visit } from '../journey.ts';
import { credits } from '../pages/family-home.ts';
import { signInAsTutor } from '../pages/sign-in.ts';
import { test } from '../test.ts';

const saturday = addDays(mondayOf(inDays(8)), 5);
const EARLY = [endpoints.getProfile, endpoints.listLessons];

/** Records the page's first calls from now on. */
function record(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (EARLY.some(({ path }) => path === pathname)) calls.push(pathname);
  });
  return calls;
}

test('asks for the week before its scripts arrive, and only once', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 2 });
  const lesson = await site.newLesson({ Date: saturday });
  await family.signIn();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  const calls = record(page);
  const answered = EARLY.map(({ path }) => page.waitForResponse(`**${path}`));
  await page.goto(weekPath(paths.familyHome, saturday), { waitUntil: 'commit' });
  await Promise.all(answered);
  release();
  await expect(lessonButton(page, lesson)).toBeVisible();
  await expect(credits(page)).toHaveText('2');
  expect(calls.toSorted()).toEqual(EARLY.map(({ path }) => path).toSorted());
});

test('asks again when the first answers fail', async ({ page, site }) => {
  watch(page, { allowed: /503/ });
  const family = await site.newFamily({ credits: 2 });
  const lesson = await site.newLesson({ Date: saturday });
  await family.signIn();
  for (const endpoint of EARLY) {
    let isFirst = true;
    await page.route(urlOf(endpoint), async (route) => {
      const fails = isFirst;
      isFirst = false;
      await (fails ? route.fulfill({ status: 503, json: { success: false } }) : route.continue());
    });
  }
  await visit(page, weekPath(paths.familyHome, saturday));
  await expect(lessonButton(page, lesson)).toBeVisible();
  await expect(credits(page)).toHaveText('2');
});

test('asks for nothing without a session of a family', async ({ page }) => {
  const calls = record(page);
  await page.goto(paths.familyHome);
  await page.waitForURL(`**${paths.signIn}`);
  await page.goto(paths.adminLogin);
  await signInAsTutor(page);
  await page.waitForURL(`**${paths.adminDashboard}`);
  await page.goto(paths.familyHome);
  await page.waitForURL(`**${paths.signIn}`);
  expect(calls).toEqual([]);
});

test('shows the week again after Back from another document', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 2 });
  const lesson = await site.newLesson({ Date: saturday });
  await family.open(weekPath(paths.familyHome, saturday));
  await expect(lessonButton(page, lesson)).toBeVisible();
  await page.goto(paths.terms);
  await page.goBack();
  await expect(lessonButton(page, lesson)).toBeVisible();
  await expect(credits(page)).toHaveText('2');
});
