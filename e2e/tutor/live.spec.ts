// The day's lessons on the tutor's phone: names that light up, a lost line, and who did not come.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { MINUTE_MS, ukTime } from '../../domain/time.ts';
import { urlOf } from '../api.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { expectLink, expectToast, inDays } from '../journey.ts';
import type { Family } from '../people.ts';
import { testAlone } from '../test.ts';

// Lessons of other journeys would be on the same day.
const test = testAlone({});

/** How far to put the clock forward so that the next three hours are on one day. */
const minutesFromMidnight = () => (ukTime(Date.now()) >= '21:00' ? 4 * 60 : 0);

test('shows who comes in, and who did not come', async ({ page, tutor, site }) => {
  watch(page, { allowed: /Failed to load resource/ });
  const word = uniqueWord();
  const [now, next] = await site.newLessons({ Date: inDays(3), Lesson_Name: `Optics ${word}` });
  const families: Family[] = [];
  for (const name of ['Ann', 'Ben', 'Cy']) {
    const family = await site.newFamily({ credits: 1, Student_Name: `${name} ${word}` });
    await family.book(now);
    families.push(family);
  }
  // One in between could be over by the end, and would come next.
  await tutor.deleteNearLessons();
  const ahead = minutesFromMidnight();
  site.advance(ahead);
  const { lesson } = await tutor.startLessonIn(now, ahead + 5);
  await tutor.startLessonIn(next, ahead + 130);
  const join = async (family: Family | undefined) => {
    const token = ((await family?.readJoinLink(now)) ?? '').split('/').at(-1) ?? '';
    await family?.call(endpoints.joinLesson, { params: { token } });
  };
  await page.clock.install({ time: Date.now() + ahead * MINUTE_MS });
  await tutor.open(paths.adminLive);
  const chip = (time: string) =>
    page.getByRole('list', { name: 'Lessons of the day' }).getByRole('button', { name: time });
  await expect(chip(lesson.Time.slice(0, 5))).toContainText('3 booked');
  await chip(lesson.Time.slice(0, 5)).click();
  await expect(page.getByRole('heading', { name: `Optics ${word}` })).toBeVisible();
  await expect(page.getByText('0 of 3 have joined.')).toBeVisible();
  await expectLink(page, /^Join the meeting/, lesson.Meeting_Link);
  await expect(page.getByRole('link', { name: /^Join the meeting/ })).toBeInViewport({ ratio: 1 });
  await join(families[0]);
  await page.clock.runFor(11_000);
  await expect(page.getByText(new RegExp(`^1 of 3 has joined, Ann ${word} last at`))).toBeVisible();
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: `${name} ${word}` });
  await expect(row('Ann')).toContainText(/Joined \d\d:\d\d/);
  await expect(row('Ben')).toContainText('Not joined yet');
  await expectReadable(page, 'live');

  // A lost line keeps what is known, says since when, and comes back by itself.
  await page.route(urlOf(endpoints.listAdminBookings), (route) => route.abort());
  await page.clock.runFor(25_000);
  await expect(page.getByText(/^No connection: shown as of \d\d:\d\d/)).toBeVisible();
  await expect(row('Ann')).toContainText(/Joined \d\d:\d\d/);
  await expectReadable(page, 'lost');
  await page.unroute(urlOf(endpoints.listAdminBookings));
  await page.clock.runFor(25_000);
  await expect(page.getByText(/^No connection/)).toBeHidden();

  // Once the lesson has started, the tutor can call the families of missing students.
  await page.clock.runFor(12 * MINUTE_MS);
  await expect(row('Ben')).toContainText(/\d+ min late/);
  const number = families[1]?.user.Parent_Phone_Number ?? '';
  await expectLink(row('Ben'), /^Call Robin Journey/, `tel:${number.replaceAll(' ', '')}`);
  await expect(row('Ann').getByRole('link')).toHaveCount(0);
  await expectReadable(page, 'running');

  site.advance(70);
  await page.clock.runFor(70 * MINUTE_MS);
  await expect(page.getByText(`2 did not join: Ben ${word} and Cy ${word}`)).toBeVisible();
  await expectReadable(page, 'over');
  await page.getByRole('button', { name: 'Mark 2 absent, credits back' }).click();
  await expectToast(page, 'Marked absent');
  await expect(row('Cy')).toContainText('Absent, credit back');
  await row('Cy').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`1 did not join: Cy ${word}`)).toBeVisible();
  expect(await families[1]?.readCredits()).toBe(1);
  expect(await families[2]?.readCredits()).toBe(0);
  await page.getByRole('button', { name: /^Next lesson: / }).click();
  await expect(page.getByRole('link', { name: /^Join the meeting/ })).toBeVisible();
});
