// A Saturday morning from 08:30 to 10:15 on three phones: the parent books the last spot, the tutor
// asks, the student answers, and the letter leads to the next lesson.
import { type Browser, expect, type Page } from '@playwright/test';

import { paths, tutorRoomPath } from '../../domain/paths.ts';
import { addDays, formatDate, HOUR_MS, MINUTE_MS, mondayOf, ukTime } from '../../domain/time.ts';
import type { NewItem } from '../../domain/topics/topic.ts';
import { watch } from '../checks.ts';
import { expectToast, inDays, question, visit } from '../journey.ts';
import { lessonRow, rowButton } from '../pages/family-home.ts';
import { bookButton, expectMoment, lessonDialog } from '../pages/lesson-dialog.ts';
import {
  asked,
  clickButton,
  energy,
  expectFeedback,
  falling,
  field,
  heading,
  makeTopic,
  slides,
  UNSENT,
} from '../pages/room.ts';
import type { Site } from '../site.ts';
import { testAlone } from '../test.ts';

// The clocks of the server and of all pages are moved.
const test = testAlone();
test.use({ viewport: { width: 390, height: 844 } });

const MEETING = 'https://meet.example.com';
/** The next one that is not today. */
const saturday = addDays(mondayOf(inDays(2)), 5);

/** Moves the clocks of the server and the pages to 08:30, and then on together. */
async function startClock(site: Site, pages: readonly Page[]) {
  const inWinter = Date.parse(`${saturday}T08:30:00Z`);
  const start = ukTime(inWinter) === '08:30' ? inWinter : inWinter - HOUR_MS;
  site.advance((start - Date.now()) / MINUTE_MS);
  for (const page of pages) await page.clock.install({ time: start });
  let now = start;
  return async (time: string) => {
    const to = start + Date.parse(`${saturday}T${time}Z`) - inWinter;
    site.advance((to - now) / MINUTE_MS);
    for (const page of pages) await page.clock.fastForward(to - now);
    now = to;
  };
}

/** Another person's phone. */
async function openPhone(browser: Browser, width: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 740 } });
  watch(page, { allowed: /ERR_INTERNET_DISCONNECTED/ });
  return page;
}

const inLesson = (item: NewItem): NewItem =>
  item.kind === 'question' ? { ...item, use: 'live' } : item;

const step = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Steps' }).getByRole('button', { name }).click();

/** Follows a link out of the site, which opens in a tab of its own. */
async function joinMeeting(page: Page): Promise<void> {
  await page
    .context()
    .route(`${MEETING}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Meeting</title>' }),
    );
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: /^Join the meeting/ }).click();
  await expect(await opened).toHaveTitle('Meeting');
  await (await opened).close();
}

test('goes from the last spot to the next one @phone', async ({ page, browser, site, tutor }) => {
  // A morning of three people.
  test.slow();
  const [parent, student] = [await openPhone(browser, 390), await openPhone(browser, 360)];
  watch(page);
  const clock = await startClock(site, [page, parent, student]);
  // The letter leads to the next lesson of the course.
  for (const sample of await tutor.readLessons(saturday, addDays(saturday, 7)))
    await tutor.deleteLesson(sample);
  const { topicId } = await makeTopic(tutor, [asked, inLesson(energy), inLesson(falling), slides]);
  const lesson = await site.newLesson({
    Date: saturday,
    Lesson_Name: 'GCSE: Energy of cars',
    Meeting_Link: `${MEETING}/saturday`,
    Max_Students: 2,
    Topic_ID: topicId,
  });
  const next = { Date: addDays(saturday, 7), Lesson_Name: 'GCSE: Waves in ropes' };
  await site.newLesson(next);
  const other = await site.newFamily({ credits: 1, Student_Name: 'Ben Late' });
  await other.book(lesson);
  const family = await site.newFamily({ credits: 2 });
  const kim = await family.letIn('student', family.studentId);

  await test.step('08:30, the parent books the last spot', async () => {
    await tutor.open(paths.adminLive);
    await expect(page.getByText('0 of 1 have joined.')).toBeVisible();
    await family.open(paths.familyHome, parent);
    const row = lessonRow(parent, lesson);
    await expect(row).toContainText('1 spot left');
    await rowButton(row).click();
    const sheet = lessonDialog(parent, lesson);
    await expect(sheet).toContainText("Starts in 30 minutes. It can't be cancelled.");
    await bookButton(sheet).click();
    await expectMoment(parent, 'Lesson Booked!', 'Kim is booked');
  });

  await test.step('08:50, the student comes in', async () => {
    await clock('08:50');
    await kim.open(paths.familyHome, student);
    await student.getByRole('link', { name: 'Lesson room' }).click();
    await expect(student.getByText('Live now')).toBeVisible();
    await joinMeeting(student);
    await clock('08:51');
    await expect(page.getByText('1 of 2 has joined, Kim Journey last at 08:5')).toBeVisible();
  });

  await test.step('09:05, a choice in two rounds, the second one offline', async () => {
    await clock('09:05');
    await page.getByRole('link', { name: 'Lesson room' }).click();
    await step(page, 'Ask next question');
    await expect(heading(student, 'Your tutor asks')).toBeFocused();
    await student.getByLabel('watt').check();
    await clickButton(student, 'Send answer');
    await expect(page.getByText('1 of 2 answered')).toBeVisible();
    await step(page, 'Close');
    await expectFeedback(student, 'Closed. Wait for the answer.');
    await step(page, 'Second round');
    await expectFeedback(student, 'Second round: answer once more.');
    await student.context().setOffline(true);
    await student.getByLabel('joule').check();
    await student.getByLabel('newton metre').check();
    await clickButton(student, 'Send answer');
    await expect(student.getByText(UNSENT)).toBeVisible();
    await expect(page.getByText('0 of 2 answered')).toBeVisible();
    await student.context().setOffline(false);
    await expect(page.getByText('1 of 2 answered')).toBeVisible();
    await step(page, 'Reveal');
    await expectFeedback(student, "Here's the answer.", 'Right');
  });

  await test.step('09:30, a number', async () => {
    await clock('09:30');
    await step(page, 'Ask next question');
    await field(student).fill('2.7e5 J');
    await clickButton(student, 'Send answer');
    await expect(page.getByText('1 of 2 answered')).toBeVisible();
    await step(page, 'Reveal');
    await expectFeedback(student, 'Not right', 'You left out the half.');
    for (const one of [page, student])
      await expect(one.getByRole('figure', { name: 'The class on a scale' }).first()).toBeVisible();
  });

  await test.step('09:45, an answer in words', async () => {
    await clock('09:45');
    await step(page, 'Ask next question');
    await field(student).fill('It falls faster and faster.');
    await clickButton(student, 'Send answer');
    await expect(page.getByText('1 of 2 answered')).toBeVisible();
    await step(page, 'Reveal');
    await student.getByLabel('Its kinetic store rises.').check();
    await clickButton(student, 'Save');
    await expectFeedback(student, 'Partly right');
  });

  await test.step('10:01, the tutor marks who did not come', async () => {
    await clock('10:01');
    await page.getByRole('main').getByRole('link', { name: 'Live' }).click();
    await expect(page.getByText('1 did not join: Ben Late')).toBeVisible();
    await page.getByRole('button', { name: 'Mark absent, credit back' }).click();
    await expectToast(page, 'Marked absent');
    expect(await other.readCredits()).toBe(1);
  });

  await test.step('10:15, the letter, and the room afterwards', async () => {
    await clock('10:15:01');
    await expect(heading(student, '1 of 3 right')).toBeVisible();
    await expect(heading(student, 'To look at again')).toBeVisible();
    await visit(page, tutorRoomPath(lesson.id));
    await page.getByLabel('Your sentence for all families').fill('We let cars roll.');
    await clickButton(page, 'Send now');
    await question(page).getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByText(/^Sent on Saturday .* at 10:1\d UK time\.$/)).toBeVisible();
  });

  await test.step('the parent reads it and books the next lesson', async () => {
    const letter = async () =>
      (await site.emails(family.email)).find((text) => text.includes('We let cars roll.')) ?? '';
    await expect.poll(letter).toContain('Kim has no lesson booked.');
    const [way = ''] = /\/user-home\?\S+/.exec(await letter()) ?? [];
    await visit(parent, way);
    await bookButton(lessonDialog(parent, next)).click();
    await expectMoment(parent, 'Lesson Booked!', 'Kim is booked');
    await student.reload();
    const link = `Next lesson: ${formatDate(next.Date, 'short')}, 09:00`;
    await expect(student.getByRole('link', { name: link })).toBeVisible();
  });
  for (const one of [parent, student]) await one.close();
});
