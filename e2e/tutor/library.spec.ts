// The tutor's library: topics with their videos, slides and questions, in the tutor's order.
import { expect, type Locator, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import type { ItemChanges } from '../../domain/topics/topic.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { expectFaults, expectToast, fillIn, question, visit } from '../journey.ts';
import {
  dialog,
  editor,
  items,
  moveButton,
  preview,
  row,
  saveQuestion,
  topicPath,
} from '../pages/library.ts';
import {
  doubling,
  expectFeedback,
  heading,
  makeTopic,
  clickButton,
  slides,
  video,
} from '../pages/room.ts';
import { test } from '../test.ts';

const field = (place: Page | Locator, label: string) => place.getByLabel(label, { exact: true });
const tryAnswer = (page: Page) =>
  preview(page).getByRole('button', { name: 'Try this answer' }).click();
/** The editor has closed, and the item can be seen and edited again. */
async function expectShown(page: Page, place: number, words: string) {
  await expect(items(page).nth(place)).toContainText(words);
  await expect(items(page).nth(place).getByRole('link', { name: /^Edit/ })).toBeFocused();
  await expect(items(page).nth(place)).toBeInViewport();
}

test('makes a topic with a video and slides', async ({ page, tutor }) => {
  watch(page);
  const name = `Waves ${uniqueWord()}`;
  await tutor.open(paths.adminTopics);
  await clickButton(page, 'New topic');
  await clickButton(page, 'Create topic');
  await expectFaults(dialog(page, 'New topic'), { Name: /^Name is required/ });
  await fillIn(dialog(page, 'New topic'), { Name: name, Reference: '4.6.1.2' });
  await expectReadable(page, 'new-topic');
  await clickButton(page, 'Create topic');
  await expect(heading(page, name)).toBeVisible();
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await expectReadable(page, 'empty');

  await clickButton(page, 'Add a video');
  const adding = dialog(page, 'Add a video');
  await fillIn(adding, { Title: 'What waves are', Address: 'example.com', Minutes: '6' });
  await clickButton(page, 'Save');
  await expectFaults(adding, { Address: /^Address must start with http/ });
  await field(adding, 'Address').fill('https://example.com/waves');
  await clickButton(page, 'Save');
  await expectToast(page, 'Video Saved');
  await clickButton(page, 'Add slides');
  await fillIn(dialog(page, 'Add slides'), { Title: 'Slides', Address: 'https://example.com' });
  await clickButton(page, 'Save');
  await expect(items(page)).toHaveCount(2);
  await expectReadable(page, 'topic');
  await page.goBack();
  await expect(heading(page, 'Topics')).toBeVisible();
  await page.getByRole('searchbox').fill(name);
  await expect(page.getByText('1 video, 0 questions, slides, not used yet')).toBeVisible();
});

test('scrolls to a focused field before the next click hits it @phone', async ({ page, tutor }) => {
  const { topicId } = await makeTopic(tutor, []);
  await tutor.open(topicPath(topicId));
  await page.getByRole('link', { name: 'Add a question' }).click();
  const bottom = await field(editor(page), 'Explanation (optional)').evaluate((element) => {
    element.focus();
    return element.getBoundingClientRect().bottom;
  });
  expect(bottom).toBeLessThan(page.viewportSize()?.height ?? 0);
});

test('writes a choice, and mends its formula at the place shown', async ({ page, tutor }) => {
  // A preview of a faulty formula is refused.
  watch(page, { allowed: /status of 400/ });
  const { topicId } = await makeTopic(tutor, [video, slides]);
  await tutor.open(topicPath(topicId));
  await page.getByRole('link', { name: 'Add a question' }).click();
  const text = field(editor(page), 'Question');
  await text.fill('What is $\\frac{1{T}$ of a wave?');
  await expect(text).toHaveAccessibleDescription(/^Formula, character 20: /);
  await expect(editor(page).locator('mark')).toHaveText('$');
  await expectReadable(page, 'fault');
  await editor(page).getByRole('button', { name: 'Go to character 20' }).click();
  await expect(text).toBeFocused();
  await text.fill('What is $\\frac{1}{T}$ of a wave?');
  await expect(preview(page).getByRole('math')).toBeVisible();
  await saveQuestion(page);
  await expect(field(row(page, 'Choice 1'), 'Text')).toBeFocused();
  await field(row(page, 'Choice 1'), 'Text').fill('Its speed');
  await field(row(page, 'Choice 1'), 'Feedback (optional)').fill('Speed is $\\lambda / T$.');
  await field(row(page, 'Choice 2'), 'Text').fill('Its frequency');
  await row(page, 'Choice 2').getByRole('radio', { name: 'Right answer' }).click();
  for (const choice of ['4', '3'])
    await editor(page)
      .getByRole('button', { name: `Remove choice ${choice}` })
      .click();
  // A right choice that goes leaves none.
  await editor(page).getByRole('button', { name: 'Add a choice' }).click();
  await expect(field(row(page, 'Choice 3'), 'Text')).toBeFocused();
  await field(row(page, 'Choice 3'), 'Text').fill('Its period');
  await editor(page).getByRole('button', { name: 'Remove choice 2' }).click();
  await expect(field(row(page, 'Choice 2'), 'Text')).toHaveValue('Its period');
  await saveQuestion(page);
  await expect(page.getByText('Mark a choice as right')).toBeVisible();
  await expect(row(page, 'Choice 1').getByRole('radio')).toBeFocused();
  await row(page, 'Choice 2').getByRole('radio').click();
  await expect(page.getByText('Mark a choice as right')).toBeHidden();
  await field(row(page, 'Choice 2'), 'Text').fill('Its frequency');
  await preview(page).getByRole('radio', { name: 'Its speed' }).click();
  await expect(preview(page).getByText('✓ Right answer')).toBeVisible();
  await tryAnswer(page);
  await expectFeedback(page, 'Not right', 'Speed is');
  await expectReadable(page, 'choice');
  await saveQuestion(page);
  await expectShown(page, 2, 'of a wave?');
});

test('writes a number and a question in own words', async ({ page, tutor }) => {
  watch(page);
  const { topicId } = await makeTopic(tutor, []);
  await tutor.open(topicPath(topicId));
  await page.getByRole('link', { name: 'Add a question' }).click();
  const text = field(editor(page), 'Question');
  await editor(page)
    .getByRole('radio', { name: /^Number/ })
    .click();
  await text.fill('A wave has 2.50 Hz and 4.0 m. How fast is it?');
  await field(editor(page), 'Right value').fill('10 m/s');
  await expectFaults(editor(page), { 'Right value': /without a unit/ });
  await field(editor(page), 'Right value').fill('10.0');
  await field(editor(page), 'Unit (optional)').fill('m s^-1');
  // AQA's habit is proposed.
  await editor(page).getByRole('checkbox', { name: 'Significant figures count' }).click();
  await expect(field(editor(page), 'From')).toHaveValue('1');
  await expect(field(editor(page), 'To')).toHaveValue('2');
  await field(editor(page), 'To').fill('0');
  await expectFaults(editor(page), { To: /^Figures go from 1 to 6/ });
  await editor(page).getByRole('button', { name: 'Take 1 or 2, as AQA does' }).click();
  await editor(page).getByRole('button', { name: 'Add a wrong value' }).click();
  await expect(field(row(page, 'Wrong value 1'), 'Value')).toBeFocused();
  await field(row(page, 'Wrong value 1'), 'Value').fill('1.6');
  await fillIn(row(page, 'Wrong value 1'), { Feedback: 'Multiply instead.' });
  await field(editor(page), 'Hint (optional)').fill('Use $v = f \\lambda$.');
  await expect(preview(page).getByText('Hint, after a first try')).toBeVisible();
  await expect(preview(page).getByText('Right answer', { exact: true })).toBeVisible();
  await field(preview(page), 'Your answer').fill('1.6');
  await tryAnswer(page);
  await expectFeedback(page, 'Not right', 'You have one try left.', 'Multiply instead.', 'Hint');
  await expectReadable(page, 'number');
  await saveQuestion(page);
  await expectShown(page, 0, 'Number, before the lesson');

  await page.getByRole('link', { name: 'Add a question' }).click();
  await editor(page)
    .getByRole('radio', { name: /^Own words/ })
    .click();
  await editor(page).getByRole('radio', { name: /^Live/ }).click();
  await text.fill('Why does a shadow have a soft edge?');
  await field(row(page, 'Point 1'), 'Text').fill('Light bends.');
  await field(row(page, 'Point 2'), 'Text').fill('The source is wide.');
  await field(preview(page), 'Your answer').fill('It is blurred.');
  await expect(preview(page).getByText('The source is wide.')).toBeVisible();
  await tryAnswer(page);
  await expectFeedback(page, 'Then the student compares');
  await expectReadable(page, 'points');
  await saveQuestion(page);
  await expectShown(page, 1, 'Own words, live in the lesson');
});

test('orders items by buttons and by dragging @both', async ({ page, tutor, isMobile }) => {
  watch(page);
  const { topicId } = await makeTopic(tutor, [video, doubling, slides]);
  await tutor.open(topicPath(topicId));
  const first = moveButton(page, 'down', 'Kinetic energy');
  await first.click();
  await expect(page.getByRole('status').getByText('Kinetic energy: now 2 of 3')).toBeAttached();
  await expect(first).toBeFocused();
  await first.press('Enter');
  await expect(items(page).nth(2)).toContainText('Kinetic energy');
  // At the end only one direction is left.
  await expect(moveButton(page, 'up', 'Kinetic energy')).toBeFocused();
  const order = ['The speed of a car', 'Slides of the lesson', 'Kinetic energy'];
  await expect(items(page)).toContainText(order);
  if (!isMobile) {
    await items(page).nth(2).getByTitle('Drag to move').hover();
    await page.mouse.down();
    await items(page)
      .nth(0)
      .hover({ position: { x: 60, y: 8 } });
    await page.mouse.up();
    order.unshift(order.pop() ?? '');
    await expect(items(page)).toContainText(order);
  }
  await visit(page, topicPath(topicId));
  await expect(items(page)).toContainText(order);

  await page.getByRole('button', { name: 'Delete Slides of the lesson' }).click();
  await question(page).getByRole('button', { name: 'Delete' }).click();
  await expect(items(page)).toHaveCount(2);
  await expect(heading(page, 'Videos, slides and questions')).toBeFocused();
});

test('archives, duplicates and deletes topics', async ({ page, tutor, site }) => {
  watch(page, { allowed: /status of 409/ });
  const { topicId } = await makeTopic(tutor, [video]);
  const name = `Energy ${uniqueWord()}`;
  await site.newLesson({ Topic_ID: topicId });
  await tutor.open(topicPath(topicId));
  await clickButton(page, 'Edit');
  await fillIn(dialog(page, 'Edit topic'), { Name: name });
  await page.keyboard.press('Escape');
  await clickButton(page, 'Keep writing');
  await dialog(page, 'Edit topic').getByLabel('Course').selectOption('A-level');
  await clickButton(page, 'Save');
  await expect(page.getByText('A-level, 4.1.1.2')).toBeVisible();
  await clickButton(page, 'Delete');
  await clickButton(page, 'Delete topic');
  await expectToast(page, 'Topic in use', 'Please archive it instead.');
  await clickButton(page, 'Archive');
  await expectToast(page, 'Topic saved', 'is archived');
  await expectReadable(page, 'archived');
  await page.getByRole('link', { name: 'Archived topics' }).click();
  await page.getByRole('link', { name }).click();
  await clickButton(page, 'Restore');
  await expect(page.getByRole('link', { name: 'All topics' })).toBeVisible();

  await clickButton(page, 'Duplicate');
  await expect(heading(page, `${name} (copy)`)).toBeVisible();
  await expect(items(page)).toHaveCount(1);
  await clickButton(page, 'Delete');
  await clickButton(page, 'Delete topic');
  await expectToast(page, 'Topic deleted');
  await page.getByRole('searchbox').fill(name);
  await expect(page.getByText('1 topic', { exact: true })).toBeVisible();
});

test('keeps a question that is not saved', async ({ page, tutor }) => {
  watch(page, { allowed: /status of 404/ });
  const { topicId, itemIds } = await makeTopic(tutor, [doubling]);
  await tutor.open(topicPath(topicId));
  const edit = page.getByRole('link', { name: /^Edit/ });
  const ids = async () => {
    const { topic } = await tutor.call(endpoints.getTopic, { params: { id: topicId } });
    return JSON.stringify(topic).match(/"id":"[^"]+"/g);
  };
  const before = await ids();
  await edit.click();
  const form = editor(page, 'Edit question');
  await field(form, 'Question').fill('Its speed doubles.');
  await saveQuestion(page);
  await expectToast(page, 'Question Saved');
  // Choices stay what students have chosen.
  expect(await ids()).toEqual(before);
  await edit.click();
  const several = form.getByRole('checkbox', { name: 'Several choices may be right' });
  await several.click();
  for (const leave of [() => clickButton(page, 'Cancel'), () => page.goBack()]) {
    await leave();
    await clickButton(page, 'Keep writing');
    await expect(several).toBeChecked();
  }
  // What the server refuses stays too.
  await tutor.call(endpoints.deleteItem, { params: { id: topicId, itemId: itemIds[0] ?? '' } });
  await clickButton(page, 'Cancel');
  await clickButton(page, 'Throw away');
  await expect(edit).toBeFocused();
  await edit.click();
  await saveQuestion(page);
  await expectToast(page, 'Error saving', 'This part of the topic no longer exists.');
  await expect(page.getByText('This question no longer exists')).toBeVisible();
});

test('keeps what was saved elsewhere while a form was open', async ({ page, tutor }) => {
  watch(page, { allowed: /status of 409/ });
  const { topicId, itemIds } = await makeTopic(tutor, [video, doubling]);
  const [videoId = '', questionId = ''] = itemIds;
  const saveElsewhere = (itemId: string, body: ItemChanges) =>
    tutor.call(endpoints.updateItem, { params: { id: topicId, itemId }, body });
  const read = async () => {
    const { topic } = await tutor.call(endpoints.getTopic, { params: { id: topicId } });
    return topic;
  };
  await tutor.open(topicPath(topicId));
  await clickButton(page, 'Edit');
  const name = `Energy ${uniqueWord()}`;
  await tutor.call(endpoints.updateTopic, { params: { id: topicId }, body: { name } });
  await field(dialog(page, 'Edit topic'), 'Reference (optional)').fill('4.9');
  await clickButton(page, 'Save');
  await expect(heading(page, name)).toBeVisible();
  expect(await read()).toMatchObject({ name, reference: '4.9' });

  await clickButton(page, 'Edit Kinetic energy');
  const address = 'https://example.com/corrected';
  await saveElsewhere(videoId, { address });
  await field(dialog(page, 'Edit video'), 'Title').fill('A better title');
  await clickButton(page, 'Save');
  await expectToast(page, 'Video Saved');
  expect((await read()).items[0]).toMatchObject({ address, title: 'A better title' });

  await page.getByRole('link', { name: /^Edit/ }).click();
  const hint = field(editor(page, 'Edit question'), 'Hint (optional)');
  await hint.fill('Think of $v^2$.');
  if (doubling.kind !== 'question') throw new Error('this is no question');
  const explanation = 'Half an hour of words.';
  await saveElsewhere(questionId, { question: { ...doubling.question, explanation } });
  // By the second time the page has the other question.
  for (let n = 0; n < 2; n += 1) {
    await saveQuestion(page);
    await expectToast(page, 'Error saving', 'then open the question again.');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(hint).toHaveValue('Think of $v^2$.');
  }
  expect((await read()).items[1]).toMatchObject({ question: { explanation, hint: '' } });
  // When it is asked was not changed elsewhere.
  await clickButton(page, 'Cancel');
  await clickButton(page, 'Throw away');
  await page.getByRole('link', { name: /^Edit/ }).click();
  await editor(page, 'Edit question').getByRole('radio', { name: /^Live/ }).click();
  await saveElsewhere(questionId, { question: doubling.question });
  await saveQuestion(page);
  await expectToast(page, 'Question Saved');
  expect((await read()).items[1]).toMatchObject({
    use: 'live',
    question: { explanation: doubling.question.explanation },
  });
});
