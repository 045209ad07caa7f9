// Time for families: in other time zones, near the deadline, and across a clock change.
import { expect, type Page } from '@playwright/test';

import type { AdminLesson } from '../domain/lesson.ts';
import { paths, weekPath } from '../domain/paths.ts';
import { addDays, formatDate, mondayOf, ukDate } from '../domain/time.ts';
import { bookFor, createFamily, createLesson, signInAs, visit, type Family } from './journey.ts';
import { test } from './test.ts';

/**
 * The Sunday in March on which the clocks go forward, at 01:00, in a year beyond all empty weeks.
 */
const clocksForward = addDays(mondayOf(`${Number(ukDate(Date.now()).slice(0, 4)) + 2}-04-01`), -1);
const inWords = formatDate(clocksForward, 'long');
const weekInWords = (sunday: string) =>
  `${formatDate(addDays(sunday, -6), 'day')} to ${formatDate(sunday, 'day')} ${sunday.slice(0, 4)}`;
const NEVER = Date.parse('2100-01-01T00:00:00Z') / 1000;
const TOO_LATE = 'Lessons can only be canceled more than 1 hour before the start time';
const STARTED = 'Cancellation is no longer available because the lesson has started';

/** Opens the lesson's details at a time of the page's own clock. */
async function lookAt(page: Page, moment: string, lesson: AdminLesson) {
  await page.clock.setFixedTime(moment);
  await visit(page, `${weekPath(paths.userHome, lesson.Date)}&lesson=${lesson.id}`);
  return page.getByRole('dialog', { name: lesson.Lesson_Name });
}

async function signInForLong(page: Page, family: Family): Promise<void> {
  await signInAs(page, family, { expires_at: NEVER });
}

test(
  'allows cancelling until an hour before the start, by UK clocks that have just gone forward',
  { tag: '@phone' },
  async ({ page, request }, info) => {
    const family = await createFamily(request, { credits: 1 });
    // The clocks go forward at 01:00 that night, so the lesson starts at 08:00 UTC.
    const lesson = await createLesson(request, { Date: clocksForward, Time: '09:00:00' });
    await bookFor(request, family, lesson.id);
    await signInForLong(page, family);
    const dialog = await lookAt(page, `${clocksForward}T06:59:59.999Z`, lesson);
    await expect(dialog).toContainText(`${inWords}, 09:00 to 10:00 UK time`);
    await expect(dialog).toContainText(`You can cancel until 08:00 UK time on ${inWords}`);
    const cancel = dialog.getByRole('button', { name: 'Cancel booking' });
    await expect(cancel).toBeEnabled();
    await lookAt(page, `${clocksForward}T07:00:00.000Z`, lesson);
    await expect(cancel).toBeDisabled();
    await expect(cancel).toHaveAccessibleDescription(TOO_LATE);
    await page.screenshot({ path: info.outputPath('too-late.png') });
    await lookAt(page, `${clocksForward}T08:00:00.000Z`, lesson);
    await expect(cancel).toBeHidden();
    await expect(dialog).toContainText(STARTED);
    await expect(dialog).toContainText('Started, booked by you');
    await expect(dialog.getByRole('link', { name: 'Join the lesson' })).toBeVisible();
    await lookAt(page, `${clocksForward}T09:00:00.000Z`, lesson);
    await expect(dialog).toContainText('Past, booked by you');
    await expect(dialog.getByRole('link', { name: 'Join the lesson' })).toBeHidden();
  },
);

test(
  'starts the new week at midnight in the UK, also after a clock change',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const family = await createFamily(request);
    await signInForLong(page, family);
    await page.clock.setFixedTime(`${clocksForward}T22:59:00Z`);
    await visit(page, paths.userHome);
    await expect(page.getByText(weekInWords(clocksForward))).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: inWords })).toHaveAttribute(
      'aria-current',
      'date',
    );
    await page.clock.setFixedTime(`${clocksForward}T23:00:00Z`);
    await visit(page, paths.userHome);
    await expect(page.getByText(weekInWords(addDays(clocksForward, 7)))).toBeVisible();
  },
);

test(
  'updates a lesson that starts while the page is open',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const family = await createFamily(request, { credits: 1 });
    const lesson = await createLesson(request, { Date: addDays(ukDate(Date.now()), 9) });
    await signInForLong(page, family);
    await page.clock.install({ time: Date.parse(lesson.starts_at) - 60_000 });
    await visit(page, `${weekPath(paths.userHome, lesson.Date)}&lesson=${lesson.id}`);
    const dialog = page.getByRole('dialog', { name: lesson.Lesson_Name });
    const book = dialog.getByRole('button', { name: 'Book for 1 credit' });
    await expect(book).toBeEnabled();
    await page.clock.runFor(80_000);
    await expect(book).toBeHidden();
    await expect(dialog).toContainText(
      'This lesson has already started. Please try another lesson.',
    );
  },
);

test.describe('in Kathmandu', () => {
  test.use({ timezoneId: 'Asia/Kathmandu' });

  test(
    "shows lessons in UK time, with the family's own next to it",
    { tag: '@phone' },
    async ({ page, request }, info) => {
      const family = await createFamily(request, { credits: 1 });
      const date = addDays(ukDate(Date.now()), 10);
      const lesson = await createLesson(request, { Date: date });
      // UK midnight is early morning there: 'today' still means the UK's day.
      await signInForLong(page, family);
      await page.clock.setFixedTime(`${addDays(date, -1)}T20:00:00Z`);
      await visit(page, paths.userHome);
      await expect(page.locator('li[aria-current="date"]')).toContainText(
        formatDate(addDays(date, -1), 'long'),
      );
      await visit(page, `${weekPath(paths.userHome, date)}&lesson=${lesson.id}`);
      const dialog = page.getByRole('dialog', { name: lesson.Lesson_Name });
      await expect(dialog).toContainText(`${formatDate(date, 'long')}, 09:00 to 10:00 UK time`);
      const [hour = '', minutes = ''] = lesson.starts_at.slice(11, 16).split(':');
      const there = (Number(hour) * 60 + Number(minutes) + 5 * 60 + 45) % (24 * 60);
      const clock = `${String(Math.floor(there / 60)).padStart(2, '0')}:${String(there % 60).padStart(2, '0')}`;
      await expect(dialog).toContainText(`${clock} to `);
      await expect(dialog).toContainText('Nepal Time');
      await page.screenshot({ path: info.outputPath('kathmandu.png') });
    },
  );
});
