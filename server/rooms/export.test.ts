// What the data export of a family says about rooms and practice.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { roomTest as test, video } from '../testing/lessons/rooms.ts';

const choice = {
  kind: 'question',
  use: 'before',
  question: {
    kind: 'choice',
    text: 'Which is a unit of $P$?',
    explanation: 'SECRET explanation',
    choices: [
      { text: 'watt', is_right: true, feedback: 'SECRET yes' },
      { text: 'joule', is_right: false, feedback: 'SECRET no', misconception: 'SECRET' },
    ],
  },
};
const number = {
  kind: 'question',
  use: 'before',
  question: { kind: 'number', text: 'How *fast*?', value: '7.77', unit: '', explanation: 'SECRET' },
};

test('names what was answered, ticked and is to be practised', async ({
  add,
  answer,
  choicesOf,
  family,
  lessonId,
  tutor,
  topicId,
}) => {
  const [which, fast, clip] = [await add(choice), await add(number), await add(video)];
  const [, joule] = await choicesOf(which);
  await answer(which, [joule]);
  await answer(fast, '3');
  const params = { id: lessonId, itemId: clip };
  await family.call(endpoints.tickItem, { params, body: { done: true } });
  const read = async () => (await family.call(endpoints.exportData)).body.data.practice;
  const practice = await read();
  expect(practice).toMatchObject({
    answers: [
      { question: 'Which is a unit of $P$?', answer: [joule], chosen: ['joule'], result: 'wrong' },
      { question: 'How *fast*?', answer: '3', chosen: null, result: 'wrong' },
    ],
    done: [{ kind: 'video', title: 'V', topic: 'Light' }],
  });
  const boxes = practice.boxes.map(({ question }) => question);
  expect(boxes.toSorted()).toEqual(['How *fast*?', 'Which is a unit of $P$?']);
  expect(JSON.stringify(practice)).not.toMatch(/SECRET|watt|7\.77/);
  await tutor.call(endpoints.deleteItem, { params: { id: topicId, itemId: fast } });
  expect((await read()).answers).toEqual(practice.answers);
});
