// The join link of a booking: from the email into the lesson at the right time, and a clear text at
// any other.
import { type APIRequestContext, expect, type Page } from '@playwright/test';

import { addressOf } from '../domain/endpoint.ts';
import * as endpoints from '../domain/endpoints.ts';
import type { AdminLesson } from '../domain/lesson.ts';
import { joinPath, paths } from '../domain/paths.ts';
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
  visit,
} from './journey.ts';
import { confirmFamily } from './people.ts';
import { test } from './test.ts';

const MEETING = 'https://meet.example.com';
const MINUTE_MS = 60_000;

interface Scene {
  readonly family: Family;
  readonly lesson: AdminLesson;
  readonly booking: string;
  /** The path of its join_link. */
  readonly join_link: string;
}

/** A booking of a lesson in three days. */
async function makeScene(request: APIRequestContext): Promise<Scene> {
  const family = await createFamily(request, { credits: 1 });
  const lesson = await createLesson(request, {
    Date: addDays(ukDate(Date.now()), 3),
    Meeting_Link: `${MEETING}/${uniqueWord()}`,
  });
  const booking = await bookFor(request, family, lesson.id);
  const { lessons } = await call(request, endpoints.listLessons, {
    token: family.session.access_token,
  });
  return {
    family,
    lesson,
    booking,
    join_link: lessons.find(({ id }) => id === lesson.id)?.join_link ?? '',
  };
}

async function change(
  request: APIRequestContext,
  { id }: AdminLesson,
  body: Record<string, string>,
) {
  const { session } = await signInTutor(request);
  return call(request, endpoints.updateLesson, {
    token: session.access_token,
    params: { id },
    body,
  });
}

/** Moves the lesson's start to this many minutes from now; a negative number is in the past. */
async function startIn(request: APIRequestContext, lesson: AdminLesson, minutes: number) {
  const start = Date.now() + minutes * MINUTE_MS;
  return change(request, lesson, { Date: ukDate(start), Time: `${ukTime(start)}:00` });
}

async function joinedAt(request: APIRequestContext, booking: string) {
  const { session } = await signInTutor(request);
  const { bookings } = await call(request, endpoints.listAdminBookings, {
    token: session.access_token,
  });
  return bookings.find(({ id }) => id === booking)?.joined_at;
}

/** Stands in for the tutor's meeting; returns the referrers that it received. */
async function holdMeeting(page: Page): Promise<(string | undefined)[]> {
  const referrers: (string | undefined)[] = [];
  await page.route(`${MEETING}/**`, async (route) => {
    referrers.push(route.request().headers()['referer']);
    await route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>The meeting</title>',
    });
  });
  return referrers;
}

test('says when to come back, and leads into the lesson once the link is open', async ({
  page,
  request,
  demo,
}, info) => {
  test.slow();
  const { complaints } = watch(page);
  const { family, lesson, booking, join_link } = await makeScene(request);
  const emails = () => demo.emails(family.form.Parent_Email);
  await expect.poll(async () => (await emails()).join()).toContain(join_link);
  expect((await emails()).join()).not.toContain(lesson.Meeting_Link);

  await visit(page, join_link);
  await expect(page.getByRole('heading', { name: lesson.Lesson_Name, level: 1 })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^2 days(, \d+ hours?)?$|^3 days/);
  await expect(page.getByText('or leave this page open: it takes you in by itself')).toBeVisible();
  await expect(page.locator('meta[name="description"]')).toHaveCount(0);
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('early.png'), fullPage: true });
  expect(await joinedAt(request, booking)).toBeNull();

  const referrers = await holdMeeting(page);
  await startIn(request, lesson, 5);
  await page.goto(join_link);
  await expect(page).toHaveURL(lesson.Meeting_Link);
  expect(referrers).toEqual([undefined]);
  expect(await joinedAt(request, booking)).not.toBeNull();
  expect(complaints).toEqual([]);
});

test('redirects a signed-in family from an old link, and nobody else', async ({
  page,
  request,
  demo,
}) => {
  const { family, lesson, join_link } = await makeScene(request);
  const token = family.session.access_token;
  await confirmFamily(request, demo, family);
  for (let n = 0; n < 2; n += 1) await call(request, endpoints.renewCalendar, { token });
  await visit(page, join_link);
  await expect(
    page.getByRole('heading', { name: 'This link no longer works', level: 1 }),
  ).toBeVisible();
  const { lessons } = await call(request, endpoints.listLessons, { token });
  const current = lessons.find(({ id }) => id === lesson.id)?.join_link ?? '';
  expect(current).not.toBe(join_link);
  await signInAs(page, family);
  await visit(page, join_link);
  await expect(page).toHaveURL(current);
  await expect(page.getByRole('heading', { name: lesson.Lesson_Name, level: 1 })).toBeVisible();
  await expectReadable(page);
});

test(
  'opens the lesson by itself on a waiting page',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const { lesson, booking, join_link } = await makeScene(request);
    await holdMeeting(page);
    await page.clock.install({ time: Date.parse(lesson.starts_at) - 16 * MINUTE_MS });
    await visit(page, join_link);
    await expect(page.getByRole('timer')).toHaveText(/^(1:00|0:5\d)$/);
    expect(await joinedAt(request, booking)).toBeNull();
    await startIn(request, lesson, 10);
    await page.clock.runFor(70_000);
    await expect(page).toHaveURL(lesson.Meeting_Link);
    expect(await joinedAt(request, booking)).not.toBeNull();
  },
);

test(
  'records no attendance for a program that only loads the page, like a mail scanner',
  { tag: '@phone' },
  async ({ request }) => {
    const { lesson, booking, join_link } = await makeScene(request);
    await startIn(request, lesson, 5);
    const answer = await request.get(join_link);
    expect([answer.status(), answer.headers()]).toMatchObject([
      200,
      { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex', 'cache-control': 'no-store' },
    ]);
    await request.head(join_link);
    await request.head(
      addressOf(endpoints.readJoinLink, { params: { token: join_link.split('/').at(-1) ?? '' } }),
    );
    expect(await joinedAt(request, booking)).toBeNull();
  },
);

test(
  'keeps the link into the lesson when the meeting does not load',
  { tag: '@phone' },
  async ({ page, request }, info) => {
    const { lesson, join_link } = await makeScene(request);
    await startIn(request, lesson, -5);
    // As when a browser hands the address to an app and stays on the page.
    await page.route(`${MEETING}/**`, (route) => route.fulfill({ status: 204 }));
    await visit(page, join_link);
    const join = page.getByRole('link', { name: 'Join the lesson' });
    await expect(join).toHaveAttribute('href', lesson.Meeting_Link);
    await expect(page.getByText('The lesson is open. Taking you there...')).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('open.png'), fullPage: true });
  },
);

test(
  'leads to the lesson once it is over, and nowhere after the booking is gone',
  { tag: '@desktop' },
  async ({ page, request }, info) => {
    const { family, lesson, booking, join_link } = await makeScene(request);
    await startIn(request, lesson, -90);
    await visit(page, join_link);
    await expect(page.getByText('This lesson is over.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'See the lesson' })).toHaveAttribute(
      'href',
      new RegExp(`lesson=${lesson.id}`),
    );
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('over.png'), fullPage: true });

    await startIn(request, lesson, 3 * 24 * 60);
    await call(request, endpoints.cancelBooking, {
      token: family.session.access_token,
      params: { bookingId: booking },
    });
    for (const dead of [join_link, joinPath('half-a-link')]) {
      await visit(page, dead);
      await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
      await expect(
        page.getByRole('main').getByRole('link', { name: 'My lessons' }),
      ).toHaveAttribute('href', paths.userHome);
    }
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('nowhere.png'), fullPage: true });
  },
);

test(
  'says so without a connection, and tries again',
  { tag: '@phone' },
  async ({ page, request }) => {
    const { lesson, join_link } = await makeScene(request);
    await holdMeeting(page);
    await startIn(request, lesson, 5);
    const api = `**/api${join_link}`;
    await page.route(api, (route) =>
      route.fulfill({ status: 400, json: { success: false, error: 'Not now.', code: 'bad_json' } }),
    );
    await visit(page, join_link);
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await page.unroute(api);
    await page.route(api, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 400,
            json: { success: false, error: 'Not now.', code: 'bad_json' },
          })
        : route.continue(),
    );
    await again.click();
    await expect(page.getByText('Error Joining Lesson').first()).toBeVisible();
    await page.unroute(api);
    await again.click();
    await expect(page).toHaveURL(lesson.Meeting_Link);
  },
);
