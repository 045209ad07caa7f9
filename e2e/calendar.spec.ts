// The calendar feed: its address is created, handed to calendar programs, rotated and revoked.
import { expect, type Page } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { addDays } from '../domain/time.ts';
import { expectReadable, watch } from './checks.ts';
import {
  bookFor,
  createFamily,
  createLesson,
  emptyWeek,
  signInAs,
  signInTutor,
  toast,
  visit,
} from './journey.ts';
import { confirmFamily, letIn } from './people.ts';
import { test } from './test.ts';

const calendar = (page: Page) => page.getByRole('region', { name: 'Calendar' });

/** The feed address that the page links to, as a path of this site. */
async function addressOn(page: Page): Promise<string> {
  const href = await calendar(page)
    .getByRole('link', { name: 'Apple Calendar' })
    .getAttribute('href');
  expect(href).toMatch(/^webcal:\/\/localhost:\d+\/calendar\/[\w-]{43}\.ics$/);
  return new URL(href?.replace(/^webcal:/, 'http:') ?? '').pathname;
}

/** The titles of the events; the names in journeys are short enough for one line. */
const titlesIn = (text: string) =>
  [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title);

test('subscribes a family, rotates its feed, and revokes it', async ({
  page,
  request,
  demo,
}, info) => {
  const watched = watch(page);
  const family = await createFamily(request, { credits: 1 });
  await confirmFamily(request, demo, family);
  const lesson = await createLesson(request, { Date: addDays(emptyWeek(), 5) });
  await bookFor(request, family, lesson.id);
  await signInAs(page, family);
  await visit(page, paths.userHome);
  await page.getByRole('link', { name: 'See your lessons in your own calendar' }).click();
  const section = calendar(page);
  // Content above it loads as well.
  await expect(page.getByRole('region', { name: 'Students' })).toBeAttached();
  await expect(section.getByRole('heading', { name: 'Calendar' })).toBeInViewport();
  await expect(section).toContainText(
    'Anyone with its address can see these lessons and join them',
  );
  await section.getByRole('button', { name: 'Subscribe' }).click();
  await expect(toast(page, 'Address Made')).toBeVisible();
  await expect(section.getByRole('link', { name: 'Apple Calendar' })).toBeFocused();
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('subscribed.png') });

  const first = await addressOn(page);
  const encoded = encodeURIComponent(first);
  const ways = section.getByRole('list', { name: 'Subscribe with' }).getByRole('link');
  await expect(ways).toHaveText(['Apple Calendar', 'Google Calendar', 'Outlook']);
  await expect(ways.nth(1)).toHaveAttribute(
    'href',
    /^https:\/\/calendar\.google\.com\/calendar\/r\?cid=webcal/,
  );
  await expect(ways.nth(2)).toHaveAttribute(
    'href',
    /^https:\/\/outlook\.live\.com\/calendar\/0\/addfromweb\?url=http/,
  );
  for (const way of [ways.nth(1), ways.nth(2)])
    expect(await way.getAttribute('href')).toContain(encoded);
  for (const way of await ways.all())
    expect((await way.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  const read = await request.get(first);
  expect(read.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(titlesIn(await read.text())).toEqual([lesson.Lesson_Name]);

  await section.getByRole('button', { name: 'Renew address' }).click();
  const question = page.getByRole('alertdialog', { name: 'Renew the address?' });
  await expectReadable(page);
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(question).toBeHidden();
  expect((await request.get(first)).status()).toBe(200);
  await section.getByRole('button', { name: 'Renew address' }).click();
  await question.getByRole('button', { name: 'Renew address' }).click();
  await expect(toast(page, 'Address Renewed')).toBeVisible();
  const second = await addressOn(page);
  expect(second).not.toBe(first);
  expect((await request.get(first)).status()).toBe(404);
  expect((await request.get(second)).status()).toBe(200);
  await page.reload();
  expect(await addressOn(page)).toBe(second);

  await section.getByRole('button', { name: 'End address' }).click();
  await page
    .getByRole('alertdialog', { name: 'End the address?' })
    .getByRole('button', { name: 'End address' })
    .click();
  await expect(toast(page, 'Address Ended')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Subscribe' })).toBeFocused();
  expect((await request.get(second)).status()).toBe(404);
  expect(watched).toEqual({ complaints: [], strangers: [] });
});

test(
  'copies the address, and says so when the clipboard is out of reach',
  { tag: '@desktop' },
  async ({ page, context, request, demo }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const family = await createFamily(request);
    await confirmFamily(request, demo, family);
    await signInAs(page, family);
    await visit(page, paths.account);
    await calendar(page).getByRole('button', { name: 'Subscribe' }).click();
    await calendar(page).getByRole('button', { name: 'Copy address' }).click();
    await expect(toast(page, 'Copied')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(new URL(await addressOn(page), page.url()).href);
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await calendar(page).getByRole('button', { name: 'Copy address' }).click();
    await expect(toast(page, 'Not Copied')).toContainText(copied);
  },
);

test(
  "subscribes a student's own sign-in and the tutor",
  { tag: '@phone' },
  async ({ page, request, demo }) => {
    const family = await createFamily(request);
    const [student] = family.user.students;
    const own = await letIn(request, demo, family, {
      role: 'student',
      Student_ID: student?.id ?? '',
    });
    await signInAs(page, own);
    await visit(page, paths.account);
    await calendar(page).getByRole('button', { name: 'Subscribe' }).click();
    expect((await request.get(await addressOn(page))).status()).toBe(200);

    await signInAs(page, await signInTutor(request), { audience: 'admin' });
    await visit(page, paths.adminAccount);
    await calendar(page).getByRole('button', { name: 'Subscribe' }).click();
    await expect(calendar(page)).toContainText('and their meeting links');
    const titles = titlesIn(await (await request.get(await addressOn(page))).text());
    expect(titles.length).toBeGreaterThan(5);
    for (const title of titles) expect(title).toMatch(/ \(\d+ of \d+ booked\)$/);
  },
);
