// The tutor's morning: today's tasks and lessons beside the enquiries to answer.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import type { AdminBooking } from '../../domain/lessons/booking.ts';
import type { AdminLesson } from '../../domain/lessons/lesson.ts';
import { attendancePath, paths } from '../../domain/paths.ts';
import { formatDate, ukDate } from '../../domain/time.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { inDays, visit } from '../journey.ts';
import {
  ago,
  answerNow,
  enquiry,
  openDashboard,
  serveList,
  visitors,
} from '../pages/tutor-dashboard.ts';
import { test, testAlone } from '../test.ts';

const NOTE = 'Would like Saturday mornings, and asks for her brother, who is older.';
const part = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

/** Serves these lessons and bookings to the page as the whole day. */
async function serveDay(
  page: Page,
  { lessons, bookings }: { lessons: AdminLesson[]; bookings: AdminBooking[] },
): Promise<void> {
  const stats = { totalBookedLessons: 1, totalUsers: 1 };
  for (const [{ path }, json] of [
    [
      endpoints.listAdminLessons,
      { success: true, lessons: lessons.map((one) => ({ students: [], ...one })) },
    ],
    [endpoints.listAdminBookings, { success: true, bookings, stats }],
  ] as const)
    await page.route(new RegExp(`${path}(\\?|$)`), (route) => route.fulfill({ json }));
}

const lesson = (id: string, startsIn: number, changes: Partial<AdminLesson> = {}): AdminLesson => {
  const starts_at = ago(-startsIn);
  return {
    id,
    Date: ukDate(Date.parse(starts_at)),
    Time: '09:00:00',
    Lesson_Name: `Lesson ${id}`,
    Meeting_Link: 'https://meet.example.com/morning',
    Max_Students: 10,
    lesson_notes: '',
    Topic_ID: null,
    starts_at,
    bookedCount: 0,
    reservedCount: 0,
    waitingCount: 0,
    ...changes,
  };
};

const booking = (
  of: AdminLesson,
  name: string,
  changes: Partial<AdminBooking> = {},
): AdminBooking => ({
  id: `${of.id} ${name}`,
  Lesson_ID: of.id,
  Lesson_Name: of.Lesson_Name,
  Lesson_Date: of.Date,
  Lesson_Time: of.Time,
  Lesson_Starts_At: of.starts_at,
  Lesson_Meeting_Link: of.Meeting_Link,
  Lesson_Notes: '',
  Lesson_Max_Students: of.Max_Students,
  Student_ID: name,
  Student_Name: name,
  Family_ID: name,
  absent: false,
  excused: false,
  joined_at: null,
  without_credit: false,
  created_at: of.starts_at,
  ...changes,
});

test('shows three to answer, and six below a full day @both', async ({ page, isMobile, tutor }) => {
  watch(page);
  const joined = { joined_at: ago(49) };
  const [before, last] = [lesson('before', -73), lesson('last', -49)];
  const tomorrow = { Date: inDays(1) };
  const next = ['one', 'two', 'three'].map((id) => lesson(id, 24, tomorrow));
  const [first, second] = next;
  if (first === undefined || second === undefined) throw new Error('no lessons');
  await serveDay(page, {
    lessons: [
      before,
      last,
      ...next,
      lesson('full', 200, { waitingCount: 2 }),
      lesson('fuller', 201, { waitingCount: 11 }),
      lesson('fullest', 202, { waitingCount: 1 }),
    ],
    bookings: [
      ...[before, last].flatMap((one) => [booking(one, 'Ann', joined), booking(one, 'Ben')]),
      ...['Tom', 'Lena', 'Omar'].map((name) => booking(first, name)),
      booking(second, 'Wilhelmina-Josephine Featherstonehaugh-Cholmondeley'),
    ],
  });
  const enquiries = Array.from({ length: 40 }, (_, place) =>
    enquiry({
      id: String(place),
      name: `${place % 5 === 0 ? 'Wilhelmina Featherstonehaugh-Cholmondeley' : 'Visitor'} ${place}`,
      email: `visitor.with.a.rather.long.address.${place}@averylongcompanyname.example.co.uk`,
      note: place % 3 === 0 ? NOTE : '',
      created_at: ago(2 * place),
    }),
  );
  await serveList(page, enquiries);
  await openDashboard(tutor);
  await expect(page.getByRole('heading', { name: /^Next\s?, / })).toBeVisible();
  await expect(part(page, 'Lessons')).toContainText('Tom, Lena and Omar');
  await expect(part(page, 'Lessons')).toContainText('and 1 more');
  await expect(part(page, 'Waiting')).toContainText('2 waiting');
  await expect(part(page, 'Absences to confirm').getByRole('link')).toHaveCount(2);
  await expect(answerNow(page).getByText(NOTE)).toBeVisible();
  await expectReadable(page, 'full');
  if (!isMobile) {
    const rows = page.locator('tbody tr');
    const boxes = await Promise.all(
      Array.from({ length: 40 }, (_, place) => rows.nth(place).boundingBox()),
    );
    for (const box of boxes) expect(box?.height).toBeLessThanOrEqual(48);
    const masthead = await page.getByRole('banner').boundingBox();
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect((title?.y ?? 0) - (masthead?.height ?? Infinity)).toBeGreaterThanOrEqual(24);
    const sixth = boxes[5];
    expect((sixth?.y ?? Infinity) + (sixth?.height ?? 0)).toBeLessThanOrEqual(800);
    const date = page.locator('tbody td', { hasText: /\d\d\/\d\d\/\d{4}, \d\d:\d\d/ }).first();
    const lines = await date.evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
  }
});

test('shows the lesson that runs first, with the way into it @both', async ({ page, tutor }) => {
  watch(page);
  const running = lesson('now', -0.5, { Topic_ID: 'forces' });
  const next = lesson('next', 24, { Date: inDays(1) });
  await serveDay(page, {
    lessons: [running, next],
    bookings: [booking(running, 'Ann', { joined_at: ago(0.4) }), booking(running, 'Ben')],
  });
  await serveList(page, [enquiry({ id: 'new' })]);
  await openDashboard(tutor);
  const now = part(page, /^Now$/);
  await expect(now).toContainText('1 of 2 has joined: Ann');
  const join = now.getByRole('link', { name: 'Join the meeting of Lesson now' });
  await expect(join).toHaveAttribute('href', running.Meeting_Link);
  await expect(now.getByRole('link', { name: 'Lesson room' })).toBeVisible();
  await expect(part(page, 'Lessons')).not.toContainText('Lesson now');
  const [first, second] = [await now.boundingBox(), await answerNow(page).boundingBox()];
  expect(first?.y ?? Infinity).toBeLessThan(second?.y ?? 0);
  await expectReadable(page, 'running');
});

// Lessons and enquiries of other journeys would come before its own.
testAlone()('lists absences to confirm @phone', async ({ page, tutor, site }) => {
  const word = uniqueWord();
  const made = await site.newLesson({ Date: inDays(4), Lesson_Name: `Optics ${word}` });
  const family = await site.newFamily({ credits: 1, Student_Name: `Ann ${word}` });
  await family.book(made);
  const { lesson: moved } = await tutor.startLessonIn(made, -30);
  // Once it is over; a booking made later than that is not proposed.
  await page.clock.install({ time: Date.now() + 3_600_000 });
  await openDashboard(tutor);
  const absences = part(page, 'Absences to confirm').getByRole('listitem');
  const absence = absences.filter({ hasText: `Ann ${word}` });
  const slot = `${formatDate(moved.Date, 'short')}, ${moved.Time.slice(0, 5)}`;
  await expect(absence).toContainText(slot);
  await absence.getByRole('link').click();
  await expect(page).toHaveURL(attendancePath(made.id));
  const register = page.getByRole('group').filter({ hasText: `Optics ${word}` });
  const proposed = register.getByText(`Ann ${word} did not join by the link.`);
  await expect(proposed).toBeInViewport();
  // It is in view even when the page is reloaded at that address.
  await page.reload();
  await expect(proposed).toBeInViewport();
});

test('shows the enquiries when the day fails to load', async ({ page, tutor }) => {
  await serveList(page, [enquiry({ id: 'new' })]);
  const lessons = new RegExp(`${endpoints.listAdminLessons.path}\\?`);
  const answer = { status: 404, json: { success: false, error: 'Gone.', code: 'not_found' } };
  await page.route(lessons, (route) => route.fulfill(answer));
  await openDashboard(tutor);
  await expect(page.getByText('Lessons and bookings could not be loaded.')).toBeVisible();
  await expect(visitors(page)).toHaveText(['Visitor new']);
  await page.unroute(lessons);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(part(page, 'Lessons')).toBeVisible();
  await visit(page, paths.adminDashboard);
  await expect(page.getByRole('heading', { name: /^(Today|Next)\s?, / })).toBeVisible();
});
