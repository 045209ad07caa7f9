// What another tab, the other parent or the waiting list changes shows at once, and what has
// already happened is no error.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths, weekPath } from '../../domain/paths.ts';
import { addDays, mondayOf } from '../../domain/time.ts';
import { cutOff, urlOf } from '../api.ts';
import { expectReadable, uniqueWord } from '../checks.ts';
import { expectToast, inDays, lessonButton, visit } from '../journey.ts';
import { credits, nextLesson } from '../pages/family-home.ts';
import { bookButton, cancelBooking, lessonDialog, pathOf } from '../pages/lesson-dialog.ts';
import { test } from '../test.ts';

const saturday = addDays(mondayOf(inDays(8)), 5);
const named = () => ({ Date: saturday, Lesson_Name: `GCSE: Waves ${uniqueWord()}` });

test('shows what another parent books, cancels and gets @phone', async ({ page, site, tutor }) => {
  const family = await site.newFamily({ credits: 1 });
  const lesson = await site.newLesson(named());
  const other = await family.letIn('parent');
  await other.signIn();
  const isOpen = page.waitForResponse(urlOf(endpoints.watchLessons));
  let streams = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(endpoints.watchLessons.path)) streams += 1;
  });
  await visit(page, weekPath(paths.familyHome, saturday));
  await isOpen;
  const button = lessonButton(page, lesson);
  await expect(button).toContainText('10 spots left');
  const bookingId = await family.book(lesson);
  await expect(button).toContainText('Booked for Kim');
  await expect(credits(page)).toHaveText('0');
  await expect(nextLesson(page)).toContainText(lesson.Lesson_Name);
  await family.cancel(bookingId);
  await expect(button).toContainText('10 spots left');
  await tutor.giveCredits(family, 2);
  await expect(credits(page)).toHaveText('3');
  // All of that came through one stream: a new one would have loaded everything again.
  expect(streams).toBe(1);
});

test('takes what has already happened for done', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 2 });
  const lesson = await site.newLesson(named());
  // The page hears of nothing.
  await cutOff(page, endpoints.watchLessons);
  await family.open(pathOf(lesson));
  const dialog = lessonDialog(page, lesson);
  await expect(bookButton(dialog)).toBeVisible();
  const bookingId = await family.book(lesson);
  await bookButton(dialog).click();
  await expectToast(page, 'Booked already', 'Your family booked this for Kim Journey');
  await expect(dialog).toContainText('Booked for Kim');
  await expect(credits(page)).toHaveText('1');
  await family.cancel(bookingId);
  await cancelBooking(page);
  await expectToast(page, 'Cancelled already', 'Your family cancelled this for Kim Journey');
  await expect(bookButton(dialog)).toBeVisible();
  await expect(credits(page)).toHaveText('2');
});

test('says who is in when a spot comes free', async ({ page, site }) => {
  const lesson = await site.newLesson({ ...named(), Max_Students: 1 });
  const holder = await site.newFamily({ credits: 1 });
  const bookingId = await holder.book(lesson);
  const ahead = await site.newFamily();
  const family = await site.newFamily({ credits: 1 });
  for (const one of [ahead, family]) await one.joinWaitingList(lesson);
  await family.signIn();
  const isOpen = page.waitForResponse(urlOf(endpoints.watchLessons));
  await visit(page, paths.familyHome);
  await isOpen;
  const lists = page.getByRole('list', { name: 'Waiting lists' });
  await expect(lists).toContainText(`1 ahead of you on the waiting list`);
  await expectReadable(page, 'waiting');
  await ahead.leaveWaitingList(lesson);
  await expect(lists).toContainText('First on the waiting list');
  await holder.cancel(bookingId);
  const news = page.getByRole('status').filter({ hasText: 'A spot came free: Kim is booked' });
  await expect(news).toContainText('1 credit used. You can cancel until');
  await expect(nextLesson(page)).toContainText(lesson.Lesson_Name);
  await expectReadable(page, 'promoted');
  await news.getByRole('button', { name: 'Close' }).click();
  await expect(news).toHaveCount(0);
});
