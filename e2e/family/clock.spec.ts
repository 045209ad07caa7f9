// Time for families: in other time zones, near the deadline, and across a clock change.
import { expect, type Page } from '@playwright/test';

import type { AdminLesson } from '../../domain/lessons/lesson.ts';
import { paths, weekPath } from '../../domain/paths.ts';
import { addDays, formatDate, mondayOf, ukDate, weekday } from '../../domain/time.ts';
import { expectTexts, inDays, visit } from '../journey.ts';
import {
  bookButton,
  cancelButton,
  joinLink,
  lessonDialog,
  pathOf,
} from '../pages/lesson-dialog.ts';
import { test } from '../test.ts';

/**
 * The Sunday in March on which the clocks go forward, at 01:00, in a year beyond all empty weeks.
 */
const clocksForward = addDays(mondayOf(`${Number(ukDate(Date.now()).slice(0, 4)) + 5}-04-01`), -1);
const inWords = formatDate(clocksForward, 'short');
const NEVER = Date.parse('2100-01-01T00:00:00Z') / 1000;
const TOO_LATE = 'Lessons can only be canceled more than 1 hour before the start time';
const STARTED = 'Cancellation is no longer available because the lesson has started';

/** Opens the lesson's details at a time of the page's own clock. */
async function lookAt(page: Page, moment: string, lesson: AdminLesson) {
  await page.clock.setFixedTime(moment);
  await visit(page, pathOf(lesson));
  return lessonDialog(page, lesson);
}

test.use({ credits: 1 });

test('allows cancelling until an hour before, in the UK @phone', async ({ page, family, site }) => {
  // The clocks go forward at 01:00 that night, so the lesson starts at 08:00 UTC.
  const lesson = await site.newLesson({ Date: clocksForward, Time: '09:00:00' });
  await family.book(lesson);
  await family.signIn(page, NEVER);
  const dialog = await lookAt(page, `${clocksForward}T06:59:59.999Z`, lesson);
  await expectTexts(
    dialog,
    `${inWords}, 09:00 to 10:00 UK time`,
    `You can cancel until 08:00 UK time on ${inWords}`,
  );
  const cancel = cancelButton(dialog);
  await expect(cancel).toBeEnabled();
  await lookAt(page, `${clocksForward}T07:00:00.000Z`, lesson);
  await expect(cancel).toBeDisabled();
  await expect(cancel).toHaveAccessibleDescription(TOO_LATE);
  await lookAt(page, `${clocksForward}T08:00:00.000Z`, lesson);
  await expect(cancel).toBeHidden();
  await expectTexts(dialog, STARTED, 'Now, booked for Kim');
  await expect(joinLink(dialog)).toBeVisible();
  await lookAt(page, `${clocksForward}T09:00:00.000Z`, lesson);
  await expect(dialog).toContainText('Past, booked for Kim');
  await expect(joinLink(dialog)).toBeHidden();
});

test('starts the new week at midnight in the UK', async ({ page, family }) => {
  await family.signIn(page, NEVER);
  const today = page.getByRole('link', { name: 'Today' });
  for (const [time, sunday] of [
    ['22:59', clocksForward],
    ['23:00', addDays(clocksForward, 7)],
  ] as const) {
    await page.clock.setFixedTime(`${clocksForward}T${time}:00Z`);
    await visit(page, paths.familyHome);
    await expect(today).toHaveAttribute('href', weekPath(paths.familyHome, mondayOf(sunday)));
  }
});

test('updates a lesson that starts while it is open', async ({ page, family, site }) => {
  // The server lists twelve weeks by its own clock, which does not follow the page's.
  const lesson = await site.newLesson({ Date: inDays(11) });
  await family.signIn(page, NEVER);
  await page.clock.install({ time: Date.parse(lesson.starts_at) - 60_000 });
  await visit(page, pathOf(lesson));
  const dialog = lessonDialog(page, lesson);
  const book = bookButton(dialog);
  await expect(book).toBeEnabled();
  await page.clock.runFor(80_000);
  await expect(book).toBeHidden();
  await expect(dialog).toContainText('This lesson has already started. Please try another lesson.');
});

test.describe('in Kathmandu', () => {
  test.use({ timezoneId: 'Asia/Kathmandu' });

  test("shows UK time and the family's own", async ({ page, family, site }) => {
    // A Monday's eve would be in the week before.
    const date = inDays(weekday(inDays(10)) === 1 ? 11 : 10);
    const lesson = await site.newLesson({ Date: date });
    // UK midnight is early morning there: 'today' still means the UK's day.
    await family.signIn(page, NEVER);
    await page.clock.setFixedTime(`${addDays(date, -1)}T20:00:00Z`);
    await visit(page, paths.familyHome);
    const today = formatDate(addDays(date, -1), 'long');
    await expect(page.locator('li[aria-current="date"]')).toContainText(today);
    await visit(page, pathOf(lesson));
    const dialog = lessonDialog(page, lesson);
    await expect(dialog).toContainText(`${formatDate(date, 'short')}, 09:00 to 10:00 UK time`);
    const [hour = '', minutes = ''] = lesson.starts_at.slice(11, 16).split(':');
    const there = (Number(hour) * 60 + Number(minutes) + 5 * 60 + 45) % (24 * 60);
    const clock = `${String(Math.floor(there / 60)).padStart(2, '0')}:${String(there % 60).padStart(2, '0')}`;
    await expectTexts(dialog, `${clock} to `, 'Nepal Time');
  });
});
