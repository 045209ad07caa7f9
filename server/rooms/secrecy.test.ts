// Nothing that gives an answer away reaches a family before the answer is final: every call and
// stream of a family is searched for secrets while questions are open.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { Attempt } from '../../domain/topics/attempt.ts';
import { giveCredits, makeLesson } from '../testing/factories.ts';
import { DURING, liveTest } from '../testing/lessons/rooms.ts';
import { codeOf } from '../testing/test.ts';

/** Fields that only the tutor's answers have, and markers in every secret text. */
const SECRET =
  /is_right|misconception|"known":|tolerance|explanation|value_html|"points":|"values":|"ratio":|TOP SECRET|7\.77|8\.88/;

const secret = (text: string) => `TOP SECRET ${text}`;
const questions = {
  choice: {
    kind: 'choice',
    text: 'Choose',
    hint: 'A hint',
    explanation: secret('explanation'),
    choices: [
      { text: 'one', is_right: true, feedback: secret('right') },
      { text: 'two', is_right: false, feedback: 'Own', misconception: secret('belief') },
      { text: 'three', is_right: false, feedback: secret('other'), misconception: secret('m') },
    ],
  },
  number: {
    kind: 'number',
    text: 'Calculate',
    explanation: secret('explanation'),
    value: '7.77',
    unit: 'm',
    tolerance_percent: 2,
    known: [
      { value: '8.88', feedback: secret('known'), misconception: secret('belief') },
      { value: '3', feedback: 'Own', misconception: secret('belief') },
    ],
  },
  points: {
    kind: 'points',
    text: 'Explain',
    explanation: secret('explanation'),
    points: [{ text: secret('point') }, { text: secret('another') }],
  },
} as const;
type Kind = keyof typeof questions;
/** Not right; of choices, the second. */
const wrong: Readonly<Record<Kind, (ids: readonly string[]) => unknown>> = {
  choice: ([, second]) => [second],
  number: () => '3',
  points: () => 'Because.',
};
const kinds = Object.keys(questions) as Kind[];

const test = liveTest
  .extend('addQuestion', ({ add }) => (kind: Kind, use: 'before' | 'live') => {
    return add({ kind: 'question', use, question: questions[kind] });
  })
  /** Everything that the family can read. */
  .extend('readAll', ({ family, lessonId }) => async () => {
    const answers = [
      await family.call(endpoints.getRoom, { params: { id: lessonId } }),
      await family.call(endpoints.listLessons),
      await family.call(endpoints.getPractice),
      await family.call(endpoints.exportData),
      await family.call(endpoints.getProfile),
    ];
    return answers.map(({ body }) => body);
  });

describe.for(kinds)('a question of the kind %s', (kind) => {
  test('answered before the lesson shows nothing until the last try', async ({
    addQuestion,
    answer,
    readAll,
    readQuestion,
  }) => {
    const id = await addQuestion(kind, 'before');
    const ids = (await readQuestion(id)).question.choices.map((choice) => choice.id);
    const sent: unknown[] = [await readAll()];
    if (kind !== 'points') {
      sent.push((await answer(id, wrong[kind](ids))).body, (await answer(id, 'x'.repeat(9))).body);
      sent.push(await readAll());
    }
    expect(JSON.stringify(sent)).not.toMatch(SECRET);
    // Control: the search finds the secrets once the answer is final.
    expect(JSON.stringify((await answer(id, wrong[kind](ids))).body)).toMatch(SECRET);
  });

  test('asked live shows nothing, and no result, until the reveal', async ({
    api,
    addQuestion,
    answerAsked,
    askDuring,
    change,
    family,
    readAll,
    readQuestion,
    watchAs,
  }) => {
    const id = await addQuestion(kind, 'live');
    api.clock.set(DURING);
    const stream = await watchAs(family);
    await stream.next('asked');
    const { id: askedId } = await askDuring(id);
    const { question } = await readQuestion(id);
    const ids = question.choices.map((choice) => choice.id);
    const sent: unknown[] = [];
    for (const round of [1, 2]) {
      const answered = await answerAsked(askedId, wrong[kind](ids), { round });
      expect(codeOf(answered)).toBe('done');
      const { attempt } = answered.body as { attempt: Attempt };
      const tick = { params: { id: attempt.id }, body: { points: [] } };
      sent.push(attempt, (await family.either(endpoints.tickPoints, tick)).body);
      await stream.next('asked', ({ asked }) => asked?.round === round && asked.own !== null);
      await change(askedId, 'closed');
      await stream.next('asked', ({ asked }) => asked?.state === 'closed');
      sent.push(await readAll());
      if (round === 1) await change(askedId, 'asked');
    }
    const all = JSON.stringify(sent) + stream.text();
    expect(all).not.toMatch(SECRET);
    expect(all).not.toMatch(/"result":"|"reason":"(?!test")|"right_first":[1-9]/);
    // The own feedback says whether the answer is right, too.
    expect(all).not.toContain('Own');

    await change(askedId, 'revealed');
    await stream.next('asked', ({ asked }) => asked?.state === 'revealed');
    expect(stream.text()).toMatch(SECRET);
    expect(JSON.stringify(await readAll())).toMatch(SECRET);
  });
});

describe('a question that is open in one lesson', () => {
  const start = test
    /** Another lesson of the topic, which the family has booked too. */
    .extend('laterId', async ({ api, family, topicId }) => {
    const { id } = await makeLesson(api, { Date: '2026-11-25', Topic_ID: topicId });
    await giveCredits(api, family.id, 1);
    await family.book(id);
    return id;
  });

  start(
    'shows no result of a live answer in the room of another lesson',
    async ({ addQuestion, answerAsked, askDuring, change, family, laterId, readQuestion }) => {
      const id = await addQuestion('choice', 'before');
      const [first] = (await readQuestion(id)).question.choices;
      const asked = await askDuring(id);
      await answerAsked(asked.id, [first?.id]);
      const readLater = async () =>
        (await family.call(endpoints.getRoom, { params: { id: laterId } })).body.room.items;
      expect(await readLater()).toMatchObject([
        { id, attempts: [{ mode: 'live', result: null, reason: null, feedback: null }] },
      ]);
      await change(asked.id, 'revealed');
      expect(await readLater()).toMatchObject([{ id, attempts: [{ result: 'right' }] }]);
    },
  );

  start(
    'is not practised until the reveal',
    async ({ api, addQuestion, answer, ask, change, family, readQuestion }) => {
      const id = await addQuestion('choice', 'before');
      const [first, second] = (await readQuestion(id)).question.choices;
      await answer(id, [second?.id]);
      const boxes = api.database.db.updateTable('practice_boxes').set({ due_on: '2026-11-18' });
      await boxes.execute();
      const due = async () => (await family.call(endpoints.getPractice)).body.practice.due;
      const practise = () =>
        family.send(endpoints.practise, { body: { Item_ID: id, answer: [first?.id] } });
      expect(await due()).toMatchObject([{ id }]);
      api.clock.set(DURING);
      const { body } = await ask(id);
      if (!body.success) expect.unreachable();
      expect(await due()).toEqual([]);
      const refused = await practise();
      expect(codeOf(refused)).toBe('question_open');
      expect(JSON.stringify(refused.body)).not.toMatch(SECRET);
      await change(body.asked.id, 'revealed');
      expect(await due()).toMatchObject([{ id }]);
      expect(codeOf(await practise())).toBe('done');
    },
  );
});
