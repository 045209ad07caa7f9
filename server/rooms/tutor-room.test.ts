// The tutor's room: which questions a class missed, by which misconception, and whom to help.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { TestFamily } from '../testing/caller.ts';
import { makeFamily } from '../testing/factories.ts';
import { liveTest as test, unitQuestion } from '../testing/lessons/rooms.ts';
import { HELP } from './tutor-room.ts';

const choice = { ...unitQuestion, use: 'before' };
const speed = {
  kind: 'question',
  use: 'before',
  question: {
    kind: 'number',
    text: 'How fast is light?',
    value: '3e8',
    unit: 'm/s',
    unit_asked: true,
    known: [{ value: '3e5', feedback: 'In km/s', misconception: 'Kilometres' }],
  },
};

interface InLesson {
  lessonId: string;
  family: TestFamily;
}

/** Answers a question; a choice by the place of its option. */
async function give({ lessonId, family }: InLesson, itemId: string, given: string | number) {
  const params = { id: lessonId };
  const { items } = (await family.call(endpoints.getRoom, { params })).body.room;
  const item = items.find(({ id }) => id === itemId);
  if (item?.kind !== 'question') expect.unreachable();
  const answer = typeof given === 'number' ? [item.question.choices[given]?.id ?? ''] : given;
  await family.call(endpoints.giveAttempt, { params, body: { Item_ID: itemId, answer } });
}

test('counts first answers by question, most not right first, with misconceptions', async ({
  api,
  add,
  family,
  lessonId,
  tutor,
}) => {
  await api.database.db.updateTable('lessons').set({ max_students: 50 }).execute();
  const [right, unit, light] = [await add(choice), await add(choice), await add(speed)];
  const families: TestFamily[] = [family];
  for (let n = 0; n < 2; n += 1) {
    const other = await makeFamily(api, 1);
    await other.book(lessonId);
    families.push(other);
  }
  const answers = [
    [0, 1, '3e5 m/s'],
    [0, 0, '3e8'],
    [0, 1, '3e8 m/s'],
  ];
  for (const [nth, one] of families.entries())
    for (const [place, itemId] of [right, unit, light].entries())
      await give({ lessonId, family: one }, itemId, answers[nth]?.[place] ?? '');
  // A second try changes nothing.
  await give({ lessonId, family }, unit, 0);
  const { room } = (await tutor.call(endpoints.getTutorRoom, { params: { id: lessonId } })).body;
  expect(room.missed).toEqual([
    {
      Item_ID: unit,
      right: 1,
      partly: 0,
      wrong: 2,
      misconceptions: [{ text: 'SECRET', count: 2 }],
    },
    {
      Item_ID: light,
      right: 1,
      partly: 1,
      wrong: 1,
      misconceptions: [{ text: 'Kilometres', count: 1 }],
    },
  ]);
  // One question missed is below the minimum.
  expect(room.help).toEqual([family.studentId]);
});

test('points to who missed the most, up to a number', async ({ api, add, lessonId, tutor }) => {
  await api.database.db.updateTable('lessons').set({ max_students: 50 }).execute();
  const items: string[] = [];
  for (let n = 0; n < HELP.minMissed + HELP.students; n += 1) items.push(await add(choice));
  const missedMost: string[] = [];
  for (let more = 0; more <= HELP.students; more += 1) {
    const one = await makeFamily(api, 1);
    await one.book(lessonId);
    for (const item of items.slice(0, HELP.minMissed + more))
      await give({ lessonId, family: one }, item, 1);
    missedMost.unshift(one.studentId);
  }
  const { room } = (await tutor.call(endpoints.getTutorRoom, { params: { id: lessonId } })).body;
  expect(room.help).toEqual(missedMost.slice(0, HELP.students));
});

test('keeps the first answers, and has those to a question that is asked again in the lesson', async ({
  add,
  answerAsked,
  askDuring,
  change,
  family,
  join,
  lessonId,
  choicesOf,
  tutor,
}) => {
  const itemId = await add(choice);
  const other = await join();
  await give({ lessonId, family }, itemId, 1);
  const [watt = '', joule = ''] = await choicesOf(itemId);
  const { id } = await askDuring(itemId);
  const reply = (by: TestFamily, answer: string, round = 1) =>
    answerAsked(id, [answer], { by, round });
  const read = async () => {
    const { room } = (await tutor.call(endpoints.getTutorRoom, { params: { id: lessonId } })).body;
    return { results: room.students.map(({ results }) => results), asked: room.asked };
  };
  const answerOf = ({ studentId }: TestFamily, round: number, result: string) => ({
    Student_ID: studentId,
    round,
    result,
  });
  await reply(family, watt);
  await reply(other, joule);
  await change(id, 'closed');
  await change(id, 'asked');
  await reply(family, joule, 2);
  const { results, asked } = await read();
  expect(results).toEqual(expect.arrayContaining([{ [itemId]: 'wrong' }]));
  expect(asked).toMatchObject([{ answered: 1 }]);
  const answers = [answerOf(family, 2, 'wrong'), answerOf(other, 1, 'wrong')];
  expect(asked[0]?.answers).toHaveLength(answers.length);
  expect(asked[0]?.answers).toEqual(expect.arrayContaining(answers));
});
