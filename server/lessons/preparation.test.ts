// What families see of a lesson's topic, and how much of it is prepared.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import {
  addSignIn,
  addStudent,
  giveCredits,
  makeFamily,
  makeLesson,
} from '../testing/factories.ts';
import { roomTest, slides, video } from '../testing/lessons/rooms.ts';
import { queueReminders } from './reminders/reminders.ts';

const number = { kind: 'number', text: 'How fast?', value: '3.00e8' };
const points = { kind: 'points', text: 'Why?', points: [{ text: 'One' }] };
const choice = {
  kind: 'choice',
  text: 'Which?',
  choices: [
    { text: 'This', is_right: true },
    { text: 'That', is_right: false },
  ],
};
const asked = (question: object, use = 'before') => ({ kind: 'question', use, question });

const test = roomTest.extend('tick', ({ family, lessonId }) => (itemId: string) => {
  return family.send(endpoints.tickItem, {
    params: { id: lessonId, itemId },
    body: { done: true },
  });
});

test('shows the topic to every family, and what is prepared to those who booked', async ({
  api,
  family,
  lessonId,
  topicId,
  add,
}) => {
  const topic = { id: topicId, name: 'Light', reference: '' };
  expect(await family.readLesson(lessonId)).toMatchObject({ topic, prepared: { done: 0, all: 0 } });
  await add(video);
  expect(await family.readLesson(lessonId)).toMatchObject({ topic, prepared: { done: 0, all: 1 } });
  const other = await makeFamily(api);
  expect(await other.readLesson(lessonId)).toMatchObject({ topic, prepared: null });
  const { id } = await makeLesson(api);
  expect(await other.readLesson(id)).toMatchObject({ topic: null, prepared: null });
});

test('counts videos and questions for before the lesson as the record does', async ({
  family,
  lessonId,
  tutor,
  topicId,
  add,
  answer,
  tick,
}) => {
  const items = [asked(choice), asked(number), asked(points), asked(number), slides, video];
  const ids: string[] = [];
  for (const item of [...items, asked(number, 'live')]) ids.push(await add(item));
  const [missed = '', right = '', words = '', tried = '', read = '', seen = ''] = ids;
  // A question that was edited is stored again.
  await tutor.send(endpoints.updateItem, {
    params: { id: topicId, itemId: words },
    body: { question: { ...points, text: 'Why so?' } },
  });
  const steps = [
    [() => answer(right, '3e8'), 1],
    [() => answer(tried, '1'), 1],
    [() => answer(words, 'Because'), 2],
    [() => tick(read), 2],
    [() => tick(seen), 3],
    [() => answer(tried, '2'), 4],
    [() => answer(missed, []), 4],
  ] as const;
  for (const [step, done] of steps) {
    await step();
    const { prepared } = await family.readLesson(lessonId);
    expect(prepared).toEqual({ done, all: 5 });
    const { practice } = (await family.call(endpoints.getPractice)).body;
    expect(practice.topics[0]?.prepared).toEqual(prepared);
  }
});

test('counts for the first student, or their own', async ({ api, family, lessonId, add, tick }) => {
  const id = await add(video);
  await tick(id);
  const sibling = await addStudent(api, family);
  await giveCredits(api, family.id, 1);
  await family.book(lessonId, sibling);
  expect(await family.readLesson(lessonId)).toMatchObject({ prepared: { done: 1, all: 1 } });
  const own = await addSignIn(api, family, sibling);
  expect(await own.readLesson(lessonId)).toMatchObject({ prepared: { done: 0, all: 1 } });
});

test('says in the reminder what to prepare', async ({ api, family, topicId, add }) => {
  const { id } = await makeLesson(api, { Topic_ID: topicId });
  await add(video);
  await add(slides);
  for (const use of ['before', 'before', 'live']) await add(asked(number, use));
  await giveCredits(api, family.id, 1);
  await family.book(id);
  api.clock.set('2026-11-20T09:00:00.000Z');
  await queueReminders(api.context(null));
  const [reminder] = await family.readEmails('reminder:');
  expect(reminder?.body).toContain('1 video (5 minutes) and 2 questions');
});
