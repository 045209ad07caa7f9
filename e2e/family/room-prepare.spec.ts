// A student prepares for a lesson: videos, questions with two tries, and answers given offline.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { lessonSpan } from '../../domain/lessons/lesson.ts';
import { paths, practicePath, roomPath } from '../../domain/paths.ts';
import { addDays, ukDate } from '../../domain/time.ts';
import { expectReadable, watch } from '../checks.ts';
import { expectLink, logOut, visit } from '../journey.ts';
import { pressUntil, tabAndPressButton, tabTo } from '../keyboard.ts';
import { bookButton, expectMoment, lessonDialog } from '../pages/lesson-dialog.ts';
import {
  doubling,
  energy,
  expectFeedback,
  falling,
  field,
  heading,
  UNSENT,
  clickButton,
  slides,
  video,
} from '../pages/room.ts';
import { test } from '../test.ts';

test.use({ credits: 2 });

test('prepares a lesson: videos, tries, hint, solution', async ({ page, family, bookTopic }) => {
  test.slow();
  watch(page);
  const { lesson } = await bookTopic([video, energy, doubling, falling, slides]);
  await family.open(roomPath(lesson.id));
  await expect(heading(page, lesson.Lesson_Name)).toBeVisible();
  await expect(page.getByText('Prepared 0 of 4')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Join the meeting/ })).toHaveCount(0);
  await expectLink(page, /^Kinetic energy.*new tab/, 'https://example.com/video');
  await page.getByLabel('Watched: Kinetic energy').click();
  await expect(page.getByText('Prepared 1 of 4')).toBeVisible();
  await expect(page.getByText('You can open them after the lesson.')).toBeVisible();

  // A spelling that cannot be read is refused before it is sent.
  await expect(heading(page, 'Question 1 of 3')).toBeVisible();
  await field(page).fill('2.7x105 J');
  await clickButton(page, 'Check');
  await expect(field(page)).toHaveAccessibleDescription(/2.7e5 or 2.7 x 10\^5/);
  await expect(field(page)).toBeFocused();
  await field(page).fill('2.7');
  await clickButton(page, '× 10^, times ten to the power');
  await field(page).pressSequentially('5 J');
  await expect(page.getByText('Read as 2.7 × 105 J')).toBeVisible();
  await expectReadable(page, 'reading');
  await clickButton(page, 'Check');
  await expectFeedback(
    page,
    'Not right',
    'You have one try left.',
    'You left out the half.',
    'Hint',
  );
  await expectReadable(page, 'hint');
  await page.reload();
  await field(page).fill('135 kJ');
  await clickButton(page, 'Check');
  await expectFeedback(page, 'Right');
  await expect(page.getByText('Right answer')).toBeVisible();
  await expectReadable(page, 'solution');
  // A formula that fits does not fade at its end, even if it did not fit before.
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const formula = page.getByRole('main').locator('p:has(> math[display="block"])');
  await page.setViewportSize({ width: 440, height });
  await expect(formula).toHaveAttribute('tabindex', '0');
  const missing = await formula.evaluate(
    (block) => (block.firstElementChild?.scrollWidth ?? 0) - block.clientWidth,
  );
  await page.setViewportSize({ width: 440 + missing + 8, height });
  await expect(formula).not.toHaveAttribute('tabindex');
  await page.setViewportSize({ width, height });

  await clickButton(page, 'Next question');
  await expect(heading(page, 'Question 2 of 3')).toBeFocused();
  await clickButton(page, 'Check');
  await expect(page.getByText('Choose an answer first.')).toBeVisible();
  await page.getByLabel('It doubles').check();
  await clickButton(page, 'Check');
  await expectFeedback(page, 'Not right');
  await page.getByLabel('It is four times as large').check();
  await clickButton(page, 'Check');
  await expectFeedback(page, 'Right');
  await expectReadable(page, 'choice');

  await clickButton(page, 'Next question');
  await field(page).fill('It speeds up.');
  await clickButton(page, 'Compare with a full answer');
  await page.getByLabel('Its kinetic store rises.').check();
  await expectReadable(page, 'points');
  await clickButton(page, 'Save');
  await expectFeedback(page, 'Partly right', 'All questions are answered.');
  await expect(page.getByRole('link', { name: 'Go to practice' })).toBeVisible();
  await expect(page.getByText('Prepared 4 of 4')).toBeVisible();

  await visit(page, paths.practice);
  await expect(page.getByText('Nothing is due today')).toBeVisible();
  await expect(page.getByText('The next question is due on')).toBeVisible();
  await expectReadable(page, 'practice');
  await page.getByRole('region', { name: 'Topics' }).getByRole('link').click();
  await expect(page.getByRole('main')).toContainText('Prepared4 of 4');
});

test('keeps answers given offline, sends them in order', async ({ page, family, bookTopic }) => {
  const { lesson, itemIds } = await bookTopic([doubling, energy]);
  await family.open(roomPath(lesson.id));
  await expect(heading(page, 'Question 1 of 2')).toBeVisible();
  const line = page.context();
  await line.setOffline(true);
  await page.getByLabel('It doubles').check();
  await clickButton(page, 'Check');
  await expect(page.getByText(UNSENT)).toBeVisible();
  await clickButton(page, 'Next question');
  await field(page).fill('1 J');
  await clickButton(page, 'Check');
  await expect(page.getByText('2 answers are not sent yet.')).toBeVisible();
  await expectReadable(page, 'kept');
  // The page is loaded again once the connection is back, and knows them still.
  await line.setOffline(false);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Question 1, not right' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Question 2, not right' })).toBeVisible();
  await expect(page.getByText('not sent yet')).toHaveCount(0);

  // The second try waits here while another device answers.
  await page.getByRole('button', { name: 'Question 2, not right' }).click();
  await line.setOffline(true);
  await field(page).fill('2 J');
  await clickButton(page, 'Check');
  await expect(page.getByText(UNSENT)).toBeVisible();
  const [, itemId = ''] = itemIds;
  const body = { Item_ID: itemId, answer: '135 kJ' };
  await family.call(endpoints.giveAttempt, { params: { id: lesson.id }, body });
  await line.setOffline(false);
  await expect(page.getByText('This question has already been answered.')).toBeVisible();
  await expectFeedback(page, 'Right');
  await clickButton(page, 'Dismiss');
  await expect(page.getByText('This question has already been answered.')).toHaveCount(0);
});

test('drops kept answers on signing out @phone', async ({ page, family, bookTopic }) => {
  const { lesson } = await bookTopic([energy]);
  await family.open(roomPath(lesson.id));
  await page.context().setOffline(true);
  await field(page).fill('1 J');
  await clickButton(page, 'Check');
  await expect(page.getByText(UNSENT)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('unsent-answers'))).toContain('1 J');
  await logOut(page);
  expect(await page.evaluate(() => localStorage.getItem('unsent-answers'))).toBeNull();
});

test('answers by keyboard alone', async ({ page, family, bookTopic }) => {
  const { lesson } = await bookTopic([doubling, energy]);
  await family.open(roomPath(lesson.id));
  await tabTo(page, page.getByLabel('It doubles'));
  await page.keyboard.press('ArrowDown');
  // What is not sent stays while another question shows.
  for (const number of [2, 1]) {
    await pressUntil(page.getByRole('button', { name: `Question ${number}` }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(heading(page, `Question ${number} of 2`)).toBeFocused();
  }
  await expect(page.getByLabel('It is four times as large')).toBeChecked();
  await tabAndPressButton(page, 'Check');
  await expect(page.getByRole('status').filter({ hasText: 'Right' })).toBeFocused();
  await tabAndPressButton(page, 'Next question');
  await tabTo(page, field(page));
  await page.keyboard.type('135 kJ');
  await page.keyboard.press('Enter');
  await expectFeedback(page, 'Right', 'All questions are answered.');
});

test('asks a family of several which student it is for', async ({ page, site, family }) => {
  const sam = await family.addStudent({ Student_Name: 'Sam Journey' });
  const lesson = await site.newLesson();
  await family.book(lesson, sam.id);
  const parent = await family.signInAgain();
  await parent.open(roomPath(lesson.id));
  const students = page.getByRole('navigation', { name: 'Students' });
  await students.getByRole('link', { name: 'Kim Journey' }).click();
  await expect(page.getByText('Not booked')).toBeVisible();
  await expectReadable(page);
  await students.getByRole('link', { name: 'Sam Journey' }).click();
  await expect(page.getByText('For Sam Journey')).toBeVisible();
  await expect(page.getByText('No topic yet')).toBeVisible();
  await expectReadable(page, 'no-topic');
  await visit(page, practicePath(sam.id));
  await expect(page.getByText('Nothing is due today')).toBeVisible();
  await visit(page, roomPath('7', sam.id));
  await expect(page.getByText('This lesson no longer exists')).toBeVisible();
});

test('explains a wrong number by one of the question', async ({ page, family, bookTopic }) => {
  const { lesson } = await bookTopic([energy]);
  await family.open(roomPath(lesson.id));
  const ratio = page.getByText('Yours is 1/15 of it: 15 m s−1 is in the question.');
  for (const count of [0, 1]) {
    await field(page).fill('9000 J');
    await expect(ratio).toHaveCount(0);
    await clickButton(page, 'Check');
    await expect(page.getByText('Not right')).toBeVisible();
    await expect(ratio).toHaveCount(count);
  }
  await expectReadable(page, 'explained');
});

test('names a lesson that is not booked, and books it @both', async ({ page, site, family }) => {
  const lesson = await site.newLesson({ Date: addDays(ukDate(Date.now()), 3) });
  await family.open(roomPath(lesson.id));
  await expect(heading(page, lesson.Lesson_Name)).toBeVisible();
  await expect(page.getByText(`${lessonSpan(lesson, Date.now())} UK time`)).toBeVisible();
  await expect(page.getByRole('definition')).toHaveText(['1 credit', '10 left']);
  await expectLink(page.getByRole('main'), 'Dashboard', paths.familyHome);
  await expectReadable(page, 'not booked');
  await page.getByRole('link', { name: 'Book this lesson' }).click();
  await bookButton(lessonDialog(page, lesson)).click();
  await expectMoment(page, 'Lesson Booked!');
  await visit(page, roomPath(lesson.id));
  await expect(page.getByText('No topic yet')).toBeVisible();
});

test('says why a lesson cannot be booked', async ({ page, site, tutor, family }) => {
  const lesson = await site.newLesson({ Date: addDays(ukDate(Date.now()), 3), Max_Students: 1 });
  await (await site.newFamily({ credits: 1 })).book(lesson);
  await family.open(roomPath(lesson.id));
  await expect(page.getByRole('definition')).toHaveText(['1 credit', 'None left']);
  await page.getByRole('link', { name: 'See the lesson' }).click();
  await expect(lessonDialog(page, lesson)).toContainText('waiting list');
  await tutor.startLessonIn(lesson, -5);
  await visit(page, roomPath(lesson.id));
  await expect(page.getByText('This lesson has started, so it can no longer be')).toBeVisible();
  await expectLink(page, 'My lessons', paths.familyHome);
});
