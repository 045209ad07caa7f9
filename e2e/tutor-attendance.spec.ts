// Attendance by join link in the tutor's view, and the students proposed as absent after the
// lesson.
import { type APIRequestContext, expect, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import type { AdminLesson } from '../domain/lesson.ts';
import { paths } from '../domain/paths.ts';
import { addDays, ukDate, ukTime } from '../domain/time.ts';
import { call } from './api.ts';
import { expectReadable, uniqueWord, watch } from './checks.ts';
import {
  bookFor,
  createFamily,
  createLesson,
  type Family,
  signInAs,
  signInTutor,
  toast,
  visit,
} from './journey.ts';
import { test } from './test.ts';

const MINUTE_MS = 60_000;

/** A lesson that started half an hour ago, with this many bookings. */
async function makeLesson(request: APIRequestContext, count: number) {
  const word = uniqueWord();
  const lesson = await createLesson(request, {
    Date: addDays(ukDate(Date.now()), 3),
    Lesson_Name: `Optics ${word}`,
  });
  const families: Family[] = [];
  for (const name of ['Ann', 'Ben', 'Cy'].slice(0, count)) {
    const family = await createFamily(request, { credits: 1, Student_Name: `${name} ${word}` });
    await bookFor(request, family, lesson.id);
    families.push(family);
  }
  const start = Date.now() - 30 * MINUTE_MS;
  await call(request, endpoints.updateLesson, {
    token: (await signInTutor(request)).session.access_token,
    params: { id: lesson.id },
    body: { Date: ukDate(start), Time: `${ukTime(start)}:00` },
  });
  return { lesson, families };
}

async function join(request: APIRequestContext, { session }: Family, { id }: AdminLesson) {
  const { lessons } = await call(request, endpoints.listLessons, { token: session.access_token });
  const join_link = lessons.find((lesson) => lesson.id === id)?.join_link ?? '';
  await call(request, endpoints.joinLesson, {
    params: { token: join_link.split('/').at(-1) ?? '' },
  });
}

const card = (page: Page, { Lesson_Name }: AdminLesson) =>
  page.getByRole('group').filter({ hasText: Lesson_Name });

async function openAt(page: Page, now: number) {
  await page.clock.install({ time: now });
  await signInAs(page, await signInTutor(page.request), { audience: 'admin' });
  await visit(page, paths.bookedLessons);
}

test(
  'shows who has joined during the lesson, and proposes nobody as absent',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const { lesson, families } = await makeLesson(request, 2);
    await openAt(page, Date.now());
    const here = card(page, lesson);
    await here.locator('summary').click();
    await expect(here.getByText('Confirmed')).toHaveCount(2);
    if (families[0] !== undefined) await join(request, families[0], lesson);
    await page.clock.runFor(45_000);
    await expect(here.getByText(/^Joined \d\d:\d\d$/)).toHaveCount(1);
    await expect(here.getByText('did not come in')).toHaveCount(0);
  },
);

test('proposes the others as absent after the lesson, which takes one tap and can be undone', async ({
  page,
  request,
}, info) => {
  const { complaints } = watch(page);
  const { lesson, families } = await makeLesson(request, 3);
  const [ann, ben, cy] = families.map(({ user }) => user.Student_Name);
  if (families[0] !== undefined) await join(request, families[0], lesson);
  await openAt(page, Date.now() + 60 * MINUTE_MS);
  await page.getByRole('button', { name: /^Show past lessons/ }).click();
  const here = card(page, lesson);
  await here.locator('summary').click();
  const row = (name = '') => here.getByRole('listitem').filter({ hasText: name });
  await expect(row(ann).getByText(/^Joined \d\d:\d\d$/)).toBeVisible();
  for (const name of [ben, cy]) await expect(row(name).getByText('Did not join')).toBeVisible();
  await expect(here.getByText(`${ben} and ${cy} did not come in by their links.`)).toBeVisible();
  await expectReadable(page);
  await here.screenshot({ path: info.outputPath('proposed.png') });

  // Nothing has been marked automatically.
  const credits = async (family: Family | undefined) =>
    (await call(request, endpoints.getProfile, { token: family?.session.access_token ?? '' })).stats
      .creditsRemaining;
  expect(await credits(families[1])).toBe(0);
  await here.getByRole('button', { name: 'Mark 2 students absent' }).click();
  await expect(toast(page, 'Marked Absent')).toContainText(
    `The credits were returned to ${ben} and ${cy}.`,
  );
  for (const name of [ben, cy])
    await expect(row(name).getByText('Absent, credit returned')).toBeVisible();
  await expect(here.getByText('did not come in')).toHaveCount(0);
  expect([
    await credits(families[0]),
    await credits(families[1]),
    await credits(families[2]),
  ]).toEqual([0, 1, 1]);
  await here.getByRole('button', { name: `Undo: ${cy}` }).click();
  await expect(here.getByText(`${cy} did not come in by the link.`)).toBeVisible();

  await page.evaluate(() => {
    window.print = () => {};
  });
  await here.getByRole('button', { name: 'Print Attendance List' }).click();
  await page.emulateMedia({ media: 'print' });
  const printed = page.getByRole('region', { name: 'Attendance list' });
  await expect(
    printed.getByRole('row', { name: new RegExp(`${ann}.*Joined \\d\\d:\\d\\d`) }),
  ).toBeVisible();
  await expect(printed.getByRole('row', { name: new RegExp(`${ben}.*Absent`) })).toBeVisible();
  expect(complaints).toEqual([]);
});
