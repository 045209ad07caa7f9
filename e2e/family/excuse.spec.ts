// The link "Can't come?" of a reminder, on a parent's phone: one tap does it, another undoes it.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { excusePath } from '../../domain/paths.ts';
import { HOUR_MS, MINUTE_MS, ukDate, ukTime } from '../../domain/time.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { visit } from '../journey.ts';
import { testAlone } from '../test.ts';

const test = testAlone();
test.use({ credits: 1 });

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test('moves, tells and cancels, and undoes it @phone', async ({ page, family, tutor, site }) => {
  watch(page);
  const lessonAt = (instant: number) =>
    site.newLesson({
      Date: ukDate(instant),
      Time: `${ukTime(instant)}:00`,
      Lesson_Name: `GCSE ${uniqueWord()}`,
    });
  // The reminder is due two minutes after the booking.
  const start = Date.now() + 24 * HOUR_MS + 2 * MINUTE_MS;
  const lesson = await lessonAt(start);
  const other = await lessonAt(start + HOUR_MS);
  // A link that acts without signing in goes only to an address that is known to be theirs.
  await family.confirm();
  await family.book(lesson);
  site.advance(3);
  const link = async () =>
    /\/excuse\/[\w-]{43}/.exec((await site.emails(family.email)).join('\n'))?.[0] ?? '';
  await expect.poll(link).not.toBe('');

  await visit(page, await link());
  await expect(heading(page, "Can't come?")).toBeVisible();
  await expect(page.getByText(`Kim, ${lesson.Lesson_Name}`)).toBeVisible();
  await expectReadable(page, 'open');

  await page.getByRole('button', { name: other.Lesson_Name }).click();
  await expect(heading(page, 'The booking is moved')).toBeVisible();
  await expect(page.getByText(`Kim, ${other.Lesson_Name}`)).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^1[0-3]:\d\d$/);
  await expectReadable(page, 'moved');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: Kim is booked again.')).toBeVisible();

  await page.getByRole('button', { name: 'Tell the tutor' }).click();
  await expect(heading(page, 'Your tutor knows')).toBeVisible();
  const { bookings } = await tutor.call(endpoints.listAdminBookings);
  expect(bookings.find(({ Lesson_ID: lessonId }) => lessonId === lesson.id)).toMatchObject({
    excused: true,
  });
  await page.getByRole('button', { name: 'Undo' }).click();

  await page.getByRole('button', { name: 'Cancel the booking' }).click();
  await expect(heading(page, 'The booking is cancelled')).toBeVisible();
  await expectReadable(page, 'cancelled');
  await page.reload();
  await expect(heading(page, 'The booking is cancelled')).toBeVisible();
});

test('says that a link no longer works @phone', async ({ page }) => {
  await visit(page, excusePath('x'.repeat(43)));
  await expect(heading(page, 'This link no longer works')).toBeVisible();
  await expectReadable(page, 'unknown');
});
