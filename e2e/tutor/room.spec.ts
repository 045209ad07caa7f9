// The tutor's lesson room: asking step by step, by buttons and keys; a cut stream; the summary.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { tutorRoomPath } from '../../domain/paths.ts';
import { urlOf } from '../api.ts';
import { expectReadable, watch } from '../checks.ts';
import { expectLink } from '../journey.ts';
import { reply, test } from '../pages/held-lesson.ts';
import { asked, doubling, energy, heading, makeTopic, slides } from '../pages/room.ts';

test.use({ credits: 1 });

const bar = (page: Page) => page.getByRole('region', { name: 'Steps' });
const step = (page: Page, name: string) => bar(page).getByRole('button', { name });
const expectState = (page: Page, state: string) =>
  expect(bar(page).getByRole('status').last()).toHaveText(state);
/** The steps that are possible now, the usual next one last. */
const expectSteps = (page: Page, ...names: string[]) =>
  expect(bar(page).getByRole('button')).toContainText(names);

const rightAnswers = (page: Page) => page.getByText('✓ Right', { exact: true });

test('asks, closes, asks again, reveals and goes on', async ({ page, tutor, family, held }) => {
  watch(page);
  await tutor.open(tutorRoomPath(held.id));
  await expectState(page, 'Nothing asked yet');
  await expect(page.getByText('Which of these is a unit of energy?').first()).toBeVisible();
  const area = page.getByRole('navigation', { name: "Tutor's area" });
  await expect(area.locator('[aria-current]')).toHaveText(['Live']);
  await expectReadable(page, 'waiting');
  await step(page, 'Ask next question').click();
  await expectState(page, 'Open');
  await reply(family, held, 0, 2);
  await expect(page.getByText('1 of 1 answered')).toBeVisible();
  await expect(rightAnswers(page)).toHaveCount(0);
  // The bars are in ink until the reveal.
  await expect(page.locator('.fill-ink')).toHaveCount(3);
  await expect(page.locator('.fill-positive')).toHaveCount(0);
  await expectReadable(page, 'open');
  // A question that is open is closed before the next one.
  await expectSteps(page, 'Reveal', 'Close');
  const other = page.getByText('The speed of a car doubles.').last();
  await expect(other).toBeHidden();
  await page.getByText('Questions to ask').click();
  await expect(other).toBeVisible();
  await step(page, 'Close').click();
  await expectState(page, 'Closed');
  await expectSteps(page, 'Second round', 'Ask next question', 'Reveal');
  await step(page, 'Second round').click();
  await expectState(page, 'Open, second round');
  await reply(family, held, 0, 1);
  await step(page, 'Close').click();
  await expectState(page, 'Closed, second round');
  await expectSteps(page, 'Ask next question', 'Reveal');
  await step(page, 'Reveal').click();
  await expectState(page, 'Revealed, second round');
  await expectSteps(page, 'Ask next question');
  await expect(step(page, 'Ask next question')).toBeFocused();
  await expect(rightAnswers(page)).toHaveCount(2);
  await expect(page.locator('.fill-positive')).toHaveCount(2);
  await expect(page.getByText('A newton metre is a joule.')).toBeVisible();
  await expectReadable(page, 'revealed');
  await step(page, 'Ask next question').click();
  await expectState(page, 'Open');
  await step(page, 'Reveal').click();
  await expectState(page, 'Revealed. All asked.');
  await expect(bar(page).getByRole('button')).toHaveCount(0);
  await expect(bar(page).getByRole('status')).toBeFocused();
  // The last answer in the lesson counts.
  await expect(page.getByRole('row', { name: /Kim Journey.* right/ })).toBeVisible();

  await tutor.startLessonIn(held, -100);
  await page.reload();
  await expect(heading(page, 'Summary')).toBeVisible();
  await expect(page.getByText('Power (1)')).toBeVisible();
  await expectReadable(page, 'summary');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});

test('shows who has answered, and who was right, when a question is asked again @both', async ({
  page,
  isMobile,
  family,
  tutor,
  bookTopic,
}) => {
  watch(page);
  const { lesson, itemIds } = await bookTopic([doubling, asked]);
  const params = { id: lesson.id };
  const { items } = (await family.call(endpoints.getRoom, { params })).room;
  const choices = items[0]?.kind === 'question' ? items[0].question.choices : [];
  const body = { Item_ID: itemIds[0] ?? '', answer: [choices[0]?.id ?? ''] };
  await family.call(endpoints.giveAttempt, { params, body });
  await tutor.startLessonIn(lesson, 5);
  await tutor.open(tutorRoomPath(lesson.id));
  const cells = page.getByRole('row', { name: 'Kim Journey' }).getByRole('cell');
  await expect(cells).toHaveText(['nothing yet', '✗not right']);
  await page.getByText('Ask this').last().click();
  await expectState(page, 'Open');
  await expect(page.getByRole('columnheader', { name: /^(Before|Lesson) \d: / })).toHaveText([
    /^1/,
    /^2/,
    /^1/,
  ]);
  const inBar = bar(page).getByRole('listitem');
  if (isMobile) await expect(inBar).toHaveText('○Kim: nothing yet');
  await reply(family, lesson, 1);
  await expect(cells).toHaveText(['nothing yet', '•answered', '✗not right']);
  if (isMobile) {
    await expect(inBar).toHaveText('●Kim: answered');
    await expect(inBar).toBeInViewport();
    await expectReadable(page, 'answered');
  }
  await step(page, 'Reveal').click();
  await expect(cells).toHaveText(['nothing yet', '✓right', '✗not right']);
  if (isMobile) await expect(inBar).toHaveText('✓Kim: right');
  else await expect(inBar).toBeHidden();
});

test('shows numbers on a scale, round by round @both', async ({ page, isMobile, site, tutor }) => {
  watch(page);
  const { topicId, itemIds } = await makeTopic(tutor, [energy]);
  const lesson = await site.newLesson({ Topic_ID: topicId });
  const families = [await site.newFamily({ credits: 1 }), await site.newFamily({ credits: 1 })];
  for (const family of families) await family.book(lesson);
  await tutor.startLessonIn(lesson, 5);
  const params = { id: lesson.id };
  const body = { Item_ID: itemIds[0] ?? '' };
  const { id } = (await tutor.call(endpoints.askQuestion, { params, body })).asked;
  const answer = (round: number, ...values: string[]) =>
    Promise.all(
      families.map((family, index) =>
        family.call(endpoints.answerAsked, {
          params,
          body: { Asked_ID: id, round, answer: values[index] ?? '' },
        }),
      ),
    );
  const to = (state: 'closed' | 'asked' | 'revealed') =>
    tutor.call(endpoints.changeAsked, { params: { ...params, askedId: id }, body: { state } });
  await tutor.open(tutorRoomPath(lesson.id));
  await answer(1, '9 kJ', '2.7e5 J');
  const scale = page.getByRole('figure', { name: 'The class on a scale' });
  await scale.getByText('The answers as a table').click();
  await expect(scale.getByRole('row')).toHaveText([/^Answer/, '2.7 × 105 J1', '9 kJ1']);
  await expect(page.getByText('Other', { exact: true })).toHaveCount(0);
  await expectReadable(page, 'open');
  await to('closed');
  await to('asked');
  await expect(scale.getByRole('row')).toHaveText([/^Answer/, '2.7 × 105 J10', '9 kJ10']);
  await answer(2, '135 kJ', '2.7e5 J');
  await expect(scale.getByRole('row')).toHaveText([
    'AnswerRound 1Round 2',
    '135 kJ01',
    '2.7 × 105 J11',
    '9 kJ10',
  ]);
  const dot = scale.locator('[class*="from-earlier"]').first();
  await expect(dot).toHaveCSS('animation-duration', '0.5s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(dot).toHaveCSS('animation-duration', '0.001s');
  await to('revealed');
  await expect(page.getByText('✓ Right answer:')).toBeVisible();
  await expectReadable(page, 'revealed');
  await page.goto(tutorRoomPath(lesson.id, 'screen'));
  await expect(scale).toBeVisible();
  await expectReadable(page, 'screen');
  // Nobody scrolls a shared window.
  if (!isMobile) await expect(page.locator('main [tabindex="0"]')).toHaveCount(0);
});

test('takes the steps by keys, unless they are switched off', async ({ page, tutor, held }) => {
  await tutor.open(tutorRoomPath(held.id));
  await expectState(page, 'Nothing asked yet');
  for (const [key, state] of [
    // There is nothing to close.
    ['c', 'Nothing asked yet'],
    ['n', 'Open'],
    ['n', 'Open'],
    ['C', 'Closed'],
    ['a', 'Open, second round'],
    ['r', 'Revealed, second round'],
  ] as const) {
    await page.keyboard.press(key);
    await expectState(page, state);
    await expect(bar(page).locator('button:not([aria-disabled])').first()).toBeVisible();
  }
  const keys = page.getByLabel('Use shortcut keys');
  await keys.uncheck();
  await page.reload();
  await expect(keys).not.toBeChecked();
  await page.keyboard.press('n');
  await expect(page.locator('kbd').first()).toHaveText('c');
  await expect(bar(page).locator('kbd')).toHaveCount(0);
  await expectState(page, 'Revealed, second round');
  await keys.check();
  await page.keyboard.press('n');
  await expectState(page, 'Open');
});

test('says that its stream is cut, and keeps questions @phone', async ({ page, tutor, held }) => {
  await page.route(urlOf(endpoints.watchTutorRoom), (route) => route.abort());
  await tutor.open(tutorRoomPath(held.id));
  const cut = page.getByText('Not live: reconnecting. What you asked stays');
  await expect(cut).toBeVisible();
  // A question that is asked from the end of the page comes into view.
  await page.getByText('Ask this').last().click();
  await expectState(page, 'Open');
  await expect(page.getByText('Asked now')).toBeInViewport();
  await expect(cut).toBeVisible();
  await expectReadable(page, 'cut');
  await page.unroute(urlOf(endpoints.watchTutorRoom));
  // The page may be waiting for half a minute before its next attempt; a network that returns
  // ends that.
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect(cut).toBeHidden();
  await expectState(page, 'Open');
  // On a low screen, or in large text, the bar would cover the question.
  await expect(bar(page)).toHaveCSS('position', 'sticky');
  await page.setViewportSize({ width: 740, height: 360 });
  await expect(bar(page)).toHaveCSS('position', 'static');
  await page.setViewportSize({ width: 360, height: 740 });
});

test('explains what is missing @phone', async ({ page, site, tutor }) => {
  const { topicId } = await makeTopic(tutor, [slides]);
  const [bare, empty] = [await site.newLesson(), await site.newLesson({ Topic_ID: topicId })];
  await tutor.open(tutorRoomPath(bare.id));
  await expectLink(page, 'Choose a topic', /admin-planner\?week=/);
  await expect(page.getByText('Nobody is booked')).toBeVisible();
  await page.goto(tutorRoomPath(empty.id));
  await expect(page.getByText('This topic has no questions')).toBeVisible();
  await expectReadable(page, 'no questions');
  for (const view of ['tutor', 'screen'] as const) {
    await page.goto(tutorRoomPath('gone', view));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('This lesson no longer exists')).toBeVisible();
  }
});
