// The tutor's morning: today's tasks, late enquiries, and one answered in one tap.
import { expect, type Page } from '@playwright/test';

import type { AdminBooking } from '../domain/booking.ts';
import * as endpoints from '../domain/endpoints.ts';
import type { AdminLesson } from '../domain/lesson.ts';
import { paths, attendancePath } from '../domain/paths.ts';
import { addDays, formatDate, ukDate, ukTime } from '../domain/time.ts';
import { call } from './api.ts';
import { expectReadable, uniqueWord, watch } from './checks.ts';
import { enquiry, HOUR_MS, openDashboard, rowOf, serveList, stat } from './enquiries.ts';
import { bookFor, createFamily, createLesson, signInTutor, visit } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { test, testAlone } from './test.ts';

const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
const part = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

/** Serves these lessons and bookings to the page as the whole day. */
async function serveDay(
  page: Page,
  { lessons, bookings }: { lessons: readonly AdminLesson[]; bookings: readonly AdminBooking[] },
): Promise<void> {
  const only = (path: string) => new RegExp(`${path}(\\?|$)`);
  await page.route(only(endpoints.listAdminLessons.path), (route) =>
    route.fulfill({ json: { success: true, lessons } }),
  );
  await page.route(only(endpoints.listAdminBookings.path), (route) =>
    route.fulfill({
      json: { success: true, bookings, stats: { totalBookedLessons: 1, totalUsers: 1 } },
    }),
  );
}

const lesson = (id: string, startsIn: number, changes: Partial<AdminLesson> = {}): AdminLesson => {
  const starts_at = new Date(Date.now() + startsIn * HOUR_MS).toISOString();
  return {
    id,
    Date: ukDate(Date.parse(starts_at)),
    Time: '09:00:00',
    Lesson_Name: `Lesson ${id}`,
    Meeting_Link: 'https://meet.example.com/morning',
    Max_Students: 10,
    lesson_notes: '',
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
  Student_ID: name,
  Student_Name: name,
  Family_ID: name,
  absent: false,
  joined_at: null,
  created_at: of.starts_at,
  ...changes,
});

test('shows twelve enquiries beneath the fullest day, each in a row with one date and one tap', async ({
  page,
  isMobile,
}, info) => {
  const { complaints } = watch(page);
  const joined = { joined_at: ago(49) };
  const [before, last] = [lesson('before', -73), lesson('last', -49)];
  const next = [lesson('one', 24), lesson('two', 24), lesson('three', 24)].map((one) => ({
    ...one,
    Date: addDays(ukDate(Date.now()), 1),
  }));
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
  await serveList(
    page,
    Array.from({ length: 40 }, (_, place) =>
      enquiry({
        id: String(place),
        name:
          place % 5 === 0
            ? `Wilhelmina Featherstonehaugh-Cholmondeley ${place}`
            : `Visitor ${place}`,
        email: `visitor.with.a.rather.long.address.${place}@averylongcompanyname.example.co.uk`,
        note:
          place % 3 === 0
            ? 'Would like Saturday mornings, and asks for her brother, who is older.'
            : '',
        created_at: ago(2 * place),
      }),
    ),
  );
  await openDashboard(page);
  await expect(part(page, /^Next lessons/)).toContainText('3 booked: Tom, Lena and Omar');
  await expect(part(page, /^Next lessons/)).toContainText('and 1 more');
  await expect(part(page, 'Waiting')).toContainText('2 waiting');
  await expect(part(page, 'Absences to confirm').getByRole('link')).toHaveCount(2);
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('full.png') });
  if (!isMobile) {
    const rows = page.locator('tbody tr');
    const boxes = await Promise.all(
      Array.from({ length: 40 }, (_, place) => rows.nth(place).boundingBox()),
    );
    for (const box of boxes) expect(box?.height).toBeLessThanOrEqual(48);
    const twelfth = boxes[11];
    expect((twelfth?.y ?? Infinity) + (twelfth?.height ?? 0)).toBeLessThanOrEqual(800);
    const date = page.locator('tbody td', { hasText: /\d\d\/\d\d\/\d{4}, \d\d:\d\d/ }).first();
    const lines = await date.evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
  }
  expect(complaints).toEqual([]);
});

test(
  'shows late enquiries with one tap, the longest first, and the newest first afterwards',
  { tag: '@desktop' },
  async ({ page }, info) => {
    await serveList(page, [
      enquiry({ id: 'new', created_at: ago(1) }),
      enquiry({ id: 'soon', created_at: ago(22) }),
      enquiry({ id: 'late', created_at: ago(30) }),
      enquiry({ id: 'later', created_at: ago(99) }),
      enquiry({ id: 'done', created_at: ago(50), answered_at: ago(45), status: 'contacted' }),
    ]);
    await openDashboard(page);
    const names = page.getByRole('button', { name: /^Visitor/ });
    const all = ['Visitor new', 'Visitor soon', 'Visitor late', 'Visitor done', 'Visitor later'];
    await expect(names).toHaveText(all);
    const late = page.getByRole('button', { name: '2 late' });
    await late.click();
    await expect(page.getByRole('button', { name: '2 late', pressed: true })).toBeVisible();
    await expect(names).toHaveText(['Visitor later', 'Visitor late']);
    await expect(stat(page, 'Filtered Results')).toHaveText('2');
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('late.png') });
    await page.getByRole('button', { name: '1 due within 4 hours' }).click();
    await expect(names).toHaveText(['Visitor soon']);
    await page.getByRole('button', { name: '1 due within 4 hours' }).click();
    await expect(names).toHaveText(all);
    await serveList(page, [enquiry({ id: 'new' })]);
    await page.reload();
    await expect(page.getByText('Nothing urgent')).toBeVisible();
  },
);

test('answers an enquiry in one tap, by keyboard too, and can undo it', async ({
  page,
  request,
}) => {
  const word = uniqueWord();
  for (const name of [`Ada ${word}`, `Mei ${word}`])
    await call(request, endpoints.registerInterest, {
      body: { name, email: `${word}@example.com`, mobile: '07700900123', year_class: 'year-12' },
    });
  await openDashboard(page);
  await page.getByRole('searchbox', { name: 'Search' }).fill(word);
  const row = rowOf(page, `Ada ${word}`);
  const contacted = row.getByRole('button', { name: 'Contacted' });
  await expect(contacted).toHaveAccessibleDescription(`Ada ${word}`);
  await contacted.click();
  await expect(row).toContainText('Answered in time');
  await expect(contacted).toBeHidden();
  const status = page.getByRole('combobox', { name: `Status of Ada ${word}` });
  await expect(status).toHaveValue('contacted');

  await page.getByRole('searchbox', { name: 'Search' }).focus();
  await tabTo(page, rowOf(page, `Mei ${word}`).getByRole('button', { name: 'Contacted' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: `Status of Mei ${word}` })).toBeFocused();
  await expect(page.getByRole('combobox', { name: `Status of Mei ${word}` })).toHaveValue(
    'contacted',
  );
  await status.selectOption('New');
  await expect(contacted).toBeVisible();
});

// Lessons of other journeys would come before its own.
const alone = testAlone({});

alone(
  'who did not come in is there to confirm, and leads to the attendance list',
  { tag: '@phone' },
  async ({ page, request }) => {
    const word = uniqueWord();
    const made = await createLesson(request, {
      Date: addDays(ukDate(Date.now()), 4),
      Lesson_Name: `Optics ${word}`,
    });
    const family = await createFamily(request, { credits: 1, Student_Name: `Ann ${word}` });
    await bookFor(request, family, made.id);
    const start = Date.now() - 2 * HOUR_MS;
    const token = (await signInTutor(request)).session.access_token;
    await call(request, endpoints.updateLesson, {
      token,
      params: { id: made.id },
      body: { Date: ukDate(start), Time: `${ukTime(start)}:00` },
    });
    await openDashboard(page);
    const absences = part(page, 'Absences to confirm');
    const slot = `${formatDate(ukDate(start), 'short')} ${ukTime(start)}`;
    await expect(absences.getByRole('listitem').filter({ hasText: `Ann ${word}` })).toContainText(
      slot,
    );
    await absences
      .getByRole('listitem')
      .filter({ hasText: `Ann ${word}` })
      .getByRole('link')
      .click();
    await expect(page).toHaveURL(attendancePath(made.id));
    const attendance = page.getByRole('group').filter({ hasText: `Optics ${word}` });
    await expect(attendance.getByText(`Ann ${word} did not come in by the link.`)).toBeInViewport();
    // Also when the page is reloaded at that address.
    await page.reload();
    await expect(attendance.getByText(`Ann ${word} did not come in by the link.`)).toBeInViewport();
  },
);

test(
  'says so when a day fails to load, offers to try again, and shows the enquiries anyway',
  { tag: '@desktop' },
  async ({ page }) => {
    await serveList(page, [enquiry({ id: 'new' })]);
    const lessons = new RegExp(`${endpoints.listAdminLessons.path}\\?`);
    await page.route(lessons, (route) =>
      route.fulfill({ status: 404, json: { success: false, error: 'Gone.', code: 'not_found' } }),
    );
    await openDashboard(page);
    await expect(page.getByText('Lessons and bookings could not be loaded.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Visitor new' })).toBeVisible();
    await page.unroute(lessons);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(part(page, /^(Next lessons|Lessons today)/)).toBeVisible();
    await visit(page, paths.adminDashboard);
    await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
  },
);
