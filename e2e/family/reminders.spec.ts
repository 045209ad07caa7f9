// A family chooses its reminders, and is told about a change together with its options.
import { expect, type Page } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { expectReadable } from '../checks.ts';
import { expectToast, visit } from '../journey.ts';
import { bookButton, expectMoment, moveTo, pathOf } from '../pages/lesson-dialog.ts';
import { test } from '../test.ts';

test.use({ credits: 2 });

test('sets reminders, and shows their times when booking', async ({ page, family, site }) => {
  const [lesson, other] = await site.newLessons();
  await family.open(`${paths.accountCalendar}#reminders`);
  const section = page.getByRole('region', { name: 'Reminders' });
  const dayBefore = section.getByRole('switch', { name: 'The day before' });
  const twoHours = section.getByRole('switch', { name: 'Two hours before' });
  await expect(dayBefore).toBeChecked();
  await expect(twoHours).not.toBeChecked();
  // Presses a key because the switch updates a moment later, while check() looks at once.
  await twoHours.press('Space');
  await expectToast(page, 'Reminders saved', 'the day before and two hours before');
  await expectReadable(page, 'reminders');

  const dialog = page.getByRole('dialog');
  await visit(page, pathOf(lesson));
  await bookButton(dialog).click();
  await expect(dialog).toContainText(
    'Reminders come by email the day before and two hours before.',
  );

  await visit(page, paths.accountCalendar);
  await dayBefore.press('Space');
  await expectToast(page, 'Reminders saved', 'two hours before');
  await twoHours.press('Space');
  await expectToast(page, 'Reminders saved', 'not reminded');
  await page.reload();
  await expect(dayBefore).not.toBeChecked();
  await expect(twoHours).not.toBeChecked();
  await visit(page, pathOf(other));
  await bookButton(dialog).click();
  await expect(dialog).toContainText('The details come by email now.');
});

test('keeps what each of two tabs has switched', async ({ page, family }) => {
  const switches = (on: Page) => on.getByRole('region', { name: 'Reminders' }).getByRole('switch');
  const other = await page.context().newPage();
  await family.open(paths.accountCalendar);
  await visit(other, paths.accountCalendar);
  await expect(switches(page).first()).toBeChecked();
  await expect(switches(other).first()).toBeChecked();
  await switches(other).last().press('Space');
  await expectToast(other, 'Reminders saved');
  await switches(page).first().press('Space');
  await expectToast(page, 'Reminders saved', 'is reminded two hours before.');
  await expect(switches(page).last()).toBeChecked();
  expect((await family.readProfile()).user.reminder_hours).toEqual([2]);
});

test('emails both times of a moved lesson @phone', async ({ page, family, tutor, site }) => {
  const [lesson, other] = await site.newLessons();
  await family.book(lesson);
  await tutor.changeLesson(lesson, { Time: '11:00:00' });
  const changed = async () =>
    (await site.emails(family.email))
      .filter((text) => text.includes('Subject: Lesson changed'))
      .join();
  await expect.poll(changed).toContain('Until now: ');
  const way = /\/user-home\?\S*do=move/.exec(await changed())?.[0] ?? '';
  expect(way).not.toBe('');

  await family.open(way);
  await moveTo(page, other);
  await expectMoment(page, 'Booking moved', 'Kim is booked');
});
