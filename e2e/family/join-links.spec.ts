// A booking's join link: into the lesson at the right time, and a clear text at any other.
import { expect, type Page } from '@playwright/test';

import { addressOf } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { AdminLesson } from '../../domain/lessons/lesson.ts';
import { joinPath, paths, roomPath } from '../../domain/paths.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { expectLink, inDays, visit } from '../journey.ts';
import { doubling, energy, makeTopic, slides, video } from '../pages/room.ts';
import { test as base } from '../test.ts';

const MEETING = 'https://meet.example.com';
const REFUSED = { status: 400, json: { success: false, error: 'Not now.', code: 'bad_json' } };

interface BookedLesson {
  readonly lesson: AdminLesson;
  readonly booking: string;
  /** The path of its join link. */
  readonly link: string;
  /** When the family joined, or null. */
  readonly joinedAt: () => Promise<string | null | undefined>;
}

/** A booking of the family, of a lesson in three days. */
const test = base.extend<{ booked: BookedLesson }>({
  booked: async ({ family, tutor, site }, use) => {
    const meetingLink = `${MEETING}/${uniqueWord()}`;
    const lesson = await site.newLesson({ Date: inDays(3), Meeting_Link: meetingLink });
    const booking = await family.book(lesson);
    const link = await family.readJoinLink(lesson);
    const joinedAt = async () =>
      (await tutor.call(endpoints.listAdminBookings)).bookings.find(({ id }) => id === booking)
        ?.joined_at;
    await use({ lesson, booking, link, joinedAt });
  },
});

test.use({ credits: 1 });

/** Stands in for the tutor's meeting; returns the referrers that it received. */
async function holdMeeting(page: Page): Promise<(string | undefined)[]> {
  const referrers: (string | undefined)[] = [];
  await page.route(`${MEETING}/**`, async (route) => {
    referrers.push(route.request().headers()['referer']);
    const body = '<!doctype html><title>The meeting</title>';
    await route.fulfill({ contentType: 'text/html', body });
  });
  return referrers;
}

const deadHeading = (page: Page) =>
  page.getByRole('heading', { name: 'This link no longer works', level: 1 });
test('says when to come; opens the lesson then', async ({ page, family, tutor, site, booked }) => {
  test.slow();
  watch(page, { leaving: true });
  const { lesson, link, joinedAt } = booked;
  const emails = async () => (await site.emails(family.email)).join();
  await expect.poll(emails).toContain(link);
  expect(await emails()).not.toContain(lesson.Meeting_Link);
  await visit(page, link);
  await expect(page.getByRole('heading', { name: lesson.Lesson_Name, level: 1 })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^2 days(, \d+ hours?)?$|^3 days/);
  await expect(
    page.getByText('or leave this page open: it opens the meeting by itself'),
  ).toBeVisible();
  await expect(page.locator('meta[name="description"]')).toHaveCount(0);
  await expectReadable(page, 'early');
  expect(await joinedAt()).toBeNull();

  const referrers = await holdMeeting(page);
  await tutor.startLessonIn(lesson, 5);
  await page.goto(link);
  await expect(page).toHaveURL(lesson.Meeting_Link);
  expect(referrers).toEqual([undefined]);
  expect(await joinedAt()).not.toBeNull();
});

test('redirects only the signed-in family from an old link', async ({ page, family, booked }) => {
  const { lesson, link } = booked;
  await family.confirm();
  for (let n = 0; n < 2; n += 1) await family.call(endpoints.renewCalendar);
  await visit(page, link);
  await expect(deadHeading(page)).toBeVisible();
  const current = await family.readJoinLink(lesson);
  expect(current).not.toBe(link);
  await family.open(link);
  await expect(page).toHaveURL(current);
  await expect(page.getByRole('heading', { name: lesson.Lesson_Name, level: 1 })).toBeVisible();
  await expectReadable(page);
});

test('opens the lesson by itself on a waiting page', async ({ page, tutor, booked }) => {
  const { lesson, link, joinedAt } = booked;
  await holdMeeting(page);
  await page.clock.install({ time: Date.parse(lesson.starts_at) - 16 * MINUTE_MS });
  await visit(page, link);
  await expect(page.getByRole('timer')).toHaveText(/^(1:00|0:5\d)$/);
  expect(await joinedAt()).toBeNull();
  await tutor.startLessonIn(lesson, 10);
  await page.clock.runFor(70_000);
  await expect(page).toHaveURL(lesson.Meeting_Link);
  expect(await joinedAt()).not.toBeNull();
});

test('records no attendance for a mail scanner @phone', async ({ request, tutor, booked }) => {
  const { lesson, link, joinedAt } = booked;
  await tutor.startLessonIn(lesson, 5);
  const answer = await request.get(link);
  expect([answer.status(), answer.headers()]).toMatchObject([
    200,
    { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex', 'cache-control': 'no-store' },
  ]);
  await request.head(link);
  const params = { token: link.split('/').at(-1) ?? '' };
  await request.head(addressOf(endpoints.readJoinLink, { params }));
  expect(await joinedAt()).toBeNull();
});

test('keeps the link when the meeting does not load @phone', async ({ page, tutor, booked }) => {
  const { lesson, link } = booked;
  await tutor.startLessonIn(lesson, -5);
  // As when a browser hands the address to an app and stays on the page.
  await page.route(`${MEETING}/**`, (route) => route.fulfill({ status: 204 }));
  await visit(page, link);
  await expectLink(page, 'Join the meeting', lesson.Meeting_Link);
  await expect(page.getByText('The meeting is open. Taking you there...')).toBeVisible();
  await expectReadable(page, 'open');
});

test('leads nowhere once it is over or cancelled', async ({ page, family, tutor, booked }) => {
  const { lesson, booking, link } = booked;
  await tutor.startLessonIn(lesson, -90);
  await visit(page, link);
  await expect(page.getByText('This lesson is over.')).toBeVisible();
  await expectLink(page, 'See the lesson', new RegExp(`lesson=${lesson.id}`));
  await expectReadable(page, 'over');

  await tutor.startLessonIn(lesson, 3 * 24 * 60);
  await family.cancel(booking);
  for (const dead of [link, joinPath('half-a-link')]) {
    await visit(page, dead);
    await expect(deadHeading(page)).toBeVisible();
    await expectLink(page.getByRole('main'), 'My lessons', paths.familyHome);
  }
  await expectReadable(page, 'nowhere');
});

test('leads to what there is to prepare, and afterwards to the slides @phone', async ({
  page,
  family,
  tutor,
  booked: { lesson, link },
}) => {
  const { topicId } = await makeTopic(tutor, [video, energy, doubling, slides]);
  await tutor.changeLesson(lesson, { Topic_ID: topicId });
  await visit(page, link);
  await expectLink(page, 'Prepare for the lesson', roomPath(lesson.id));
  await expect(page.getByText('as soon as it has them')).toBeVisible();
  await family.open(link);
  const work = '1 video (6 minutes) and 2 questions: 0 of 3 done.';
  await expect(page.getByText(work)).toBeVisible();
  await expectReadable(page, 'to prepare');
  await tutor.startLessonIn(lesson, -100);
  await page.reload();
  await expectLink(page, 'Look back on the lesson', roomPath(lesson.id));
});

test('says so without a connection, and tries again @phone', async ({ page, tutor, booked }) => {
  const { lesson, link } = booked;
  await holdMeeting(page);
  await tutor.startLessonIn(lesson, 5);
  const api = `**/api${link}`;
  const again = page.getByRole('button', { name: 'Try again' });
  await page.route(api, (route) => route.fulfill(REFUSED));
  await visit(page, link);
  await expect(again).toBeVisible();
  await page.unroute(api);
  await page.route(api, (route) =>
    route.request().method() === 'POST' ? route.fulfill(REFUSED) : route.continue(),
  );
  await again.click();
  await expect(page.getByText('Error joining lesson').first()).toBeVisible();
  await page.unroute(api);
  await again.click();
  await expect(page).toHaveURL(lesson.Meeting_Link);
});
