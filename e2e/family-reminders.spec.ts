// A family chooses its reminders, and is told about a change together with its options.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths } from '../domain/paths.ts';
import { addDays, mondayOf } from '../domain/time.ts';
import { call } from './api.ts';
import { expectReadable } from './checks.ts';
import {
  bookFor,
  createFamily,
  createLesson,
  emptyWeek,
  signInAs,
  signInTutor,
  toast,
  visit,
} from './journey.ts';
import { test } from './test.ts';

test('sets reminders under Account, and shows their times at the next booking', async ({
  page,
  request,
}, info) => {
  const family = await createFamily(request, { credits: 2 });
  const saturday = addDays(emptyWeek(), 5);
  const lesson = await createLesson(request, { Date: saturday });
  const other = await createLesson(request, { Date: saturday, Time: '10:00:00' });
  await signInAs(page, family);
  await visit(page, `${paths.account}#reminders`);
  const section = page.getByRole('region', { name: 'Reminders' });
  const dayBefore = section.getByRole('switch', { name: 'The day before' });
  const twoHours = section.getByRole('switch', { name: 'Two hours before' });
  await expect(dayBefore).toBeChecked();
  await expect(twoHours).not.toBeChecked();
  // Presses a key because the switch updates a moment later, while check() looks at once.
  await twoHours.press('Space');
  await expect(toast(page, 'Reminders Saved')).toContainText('the day before and two hours before');
  await expectReadable(page);
  await section.screenshot({ path: info.outputPath('reminders.png') });

  const book = async (id: string) => {
    await visit(page, `${paths.userHome}?week=${mondayOf(saturday)}&lesson=${id}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Book for 1 credit' }).click();
  };
  await book(lesson.id);
  await expect(page.getByRole('dialog')).toContainText(
    'Reminders come by email the day before and two hours before.',
  );

  await visit(page, paths.account);
  await dayBefore.press('Space');
  await expect(toast(page, 'Reminders Saved')).toContainText('two hours before');
  await twoHours.press('Space');
  await expect(toast(page, 'Reminders Saved')).toContainText('not reminded');
  await page.reload();
  await expect(dayBefore).not.toBeChecked();
  await expect(twoHours).not.toBeChecked();
  await book(other.id);
  await expect(page.getByRole('dialog')).toContainText('The details come by email now.');
});

test(
  'emails the old and the new time of a moved lesson, with a link to another one',
  { tag: '@phone' },
  async ({ page, request, demo }) => {
    const family = await createFamily(request, { credits: 1 });
    const saturday = addDays(emptyWeek(), 5);
    const lesson = await createLesson(request, { Date: saturday });
    const other = await createLesson(request, { Date: saturday, Time: '14:00:00' });
    await bookFor(request, family, lesson.id);
    const { session } = await signInTutor(request);
    await call(request, endpoints.updateLesson, {
      token: session.access_token,
      params: { id: lesson.id },
      body: { Time: '11:00:00' },
    });
    const changed = async () =>
      (await demo.emails(family.form.Parent_Email))
        .filter((text) => text.includes('Subject: Lesson changed'))
        .join();
    await expect.poll(changed).toContain('Until now: ');
    const way = /\/user-home\?\S*do=move/.exec(await changed())?.[0] ?? '';
    expect(way).not.toBe('');

    await signInAs(page, family);
    await visit(page, way);
    const dialog = page.getByRole('dialog', { name: 'Move booking' });
    await dialog.getByRole('radio', { name: new RegExp(other.Lesson_Name) }).check();
    await dialog.getByRole('button', { name: /^Move to/ }).click();
    await expect(toast(page, 'Booking Moved')).toBeVisible();
  },
);
