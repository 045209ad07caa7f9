// The calendar feed: its address is created, handed to calendar programs, rotated and revoked.
import { expect, type Page } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { expectReadable, watch } from '../checks.ts';
import { expectToast } from '../journey.ts';
import { calendar, subscribe } from '../pages/account.ts';
import { test } from '../test.ts';

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

test.use({ credits: 1 });

test('subscribes, rotates and revokes a feed', async ({ page, request, family, lesson }) => {
  watch(page);
  await family.confirm();
  await family.book(lesson);
  await family.open(paths.familyHome);
  await page.getByRole('link', { name: 'See your lessons in your own calendar' }).click();
  const section = calendar(page);
  await expect(section.getByRole('heading', { name: 'Calendar' })).toBeInViewport();
  await expect(section).toContainText(
    'Keep it to yourself: anyone who has it can join these lessons',
  );
  await subscribe(page);
  await expectToast(page, 'Calendar address ready');
  await expect(section.getByRole('link', { name: 'Apple Calendar' })).toBeFocused();
  await expectReadable(page, 'subscribed');

  const first = await addressOn(page);
  const encoded = encodeURIComponent(first);
  const ways = section.getByRole('list', { name: 'Subscribe with' }).getByRole('link');
  await expect(ways).toHaveText(['Apple Calendar', 'Google Calendar', 'Outlook']);
  const calendars = [
    /^https:\/\/calendar\.google\.com\/calendar\/r\?cid=webcal/,
    /^https:\/\/outlook\.live\.com\/calendar\/0\/addfromweb\?url=http/,
  ];
  for (const [place, href] of calendars.entries()) {
    await expect(ways.nth(place + 1)).toHaveAttribute('href', href);
    expect(await ways.nth(place + 1).getAttribute('href')).toContain(encoded);
  }
  for (const way of await ways.all())
    expect((await way.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  const read = await request.get(first);
  expect(read.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(titlesIn(await read.text())).toEqual([lesson.Lesson_Name]);

  await section.getByRole('button', { name: 'Renew address' }).click();
  const renewal = page.getByRole('alertdialog', { name: 'Renew the address?' });
  await expectReadable(page);
  await renewal.getByRole('button', { name: 'Keep it' }).click();
  await expect(renewal).toBeHidden();
  expect((await request.get(first)).status()).toBe(200);
  await section.getByRole('button', { name: 'Renew address' }).click();
  await renewal.getByRole('button', { name: 'Renew address' }).click();
  await expectToast(page, 'Calendar address renewed');
  const second = await addressOn(page);
  expect(second).not.toBe(first);
  expect((await request.get(first)).status()).toBe(404);
  expect((await request.get(second)).status()).toBe(200);
  await page.reload();
  expect(await addressOn(page)).toBe(second);

  await section.getByRole('button', { name: 'Remove address' }).click();
  const end = page.getByRole('alertdialog', { name: 'Remove the address?' });
  await end.getByRole('button', { name: 'Remove address' }).click();
  await expectToast(page, 'Calendar address removed');
  await expect(section.getByRole('button', { name: 'Subscribe' })).toBeFocused();
  expect((await request.get(second)).status()).toBe(404);
});

test('copies the address, or shows it instead', async ({ page, context, family }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await family.confirm();
  await family.open(paths.accountCalendar);
  await subscribe(page);
  await calendar(page).getByRole('button', { name: 'Copy address' }).click();
  await expectToast(page, 'Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(new URL(await addressOn(page), page.url()).href);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await calendar(page).getByRole('button', { name: 'Copy address' }).click();
  await expectToast(page, 'Not copied', copied);
});

test('subscribes a student and the tutor @phone', async ({ page, request, family, tutor }) => {
  const own = await family.letIn('student', family.studentId);
  await own.open(paths.accountCalendar);
  await subscribe(page);
  expect((await request.get(await addressOn(page))).status()).toBe(200);

  await tutor.open(paths.adminAccountCalendar);
  await subscribe(page);
  await expect(calendar(page)).toContainText('and their meeting links');
  const titles = titlesIn(await (await request.get(await addressOn(page))).text());
  expect(titles.length).toBeGreaterThan(5);
  for (const title of titles) expect(title).toMatch(/ \(\d+ of \d+ booked\)$/);
});
