// A question that a lesson is asking is open for its students everywhere: they answer it in no
// other room and not in practice, and nothing of its solution is sent that was not final before.
import { describe, expect } from 'vitest';

import { addressOf } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { FamilyRoomEvent } from '../../domain/rooms/family-room.ts';
import { addStudent, giveCredits, makeLesson } from '../testing/factories.ts';
import { DURING, liveTest } from '../testing/lessons/rooms.ts';
import { watchStream } from '../testing/servers/streams.ts';
import { codeOf } from '../testing/test.ts';
import { closeRooms } from './live/close.ts';

const SECRET = /SECRET|is_right":true|"points":\[\{/;

const choice = {
  kind: 'choice',
  text: 'Which?',
  explanation: 'SECRET explanation',
  choices: [
    { text: 'one', is_right: true, feedback: 'SECRET right' },
    { text: 'two', is_right: false, feedback: 'SECRET wrong' },
  ],
};
const points = {
  kind: 'points',
  text: 'Why?',
  explanation: 'SECRET explanation',
  points: [{ text: 'SECRET point' }, { text: 'SECRET other' }],
};

/** The family has booked three lessons of the topic: `lessonId` asks the questions. */
const test = liveTest
  .extend('bookAt', ({ api, family, topicId }) => async (Date: string, Time: string) => {
    const { id } = await makeLesson(api, { Date, Time, Topic_ID: topicId });
    await giveCredits(api, family.id, 1);
    await family.book(id);
    return id;
  })
  /** Over when `lessonId` asks. */
  .extend('overId', ({ bookAt }) => bookAt('2026-11-18', '13:00:00'))
  .extend('aheadId', ({ bookAt }) => bookAt('2026-11-25', '15:00:00'))
  .extend('addQuestion', ({ add }) => (use: 'before' | 'live', question: object = choice) => {
    return add({ kind: 'question', use, question });
  })
  /** Asks the question; returns the id of the asking. */
  .extend('askNow', ({ ask }) => async (itemId: string) => {
    const { body } = await ask(itemId);
    if (!body.success) throw new Error(body.error);
    return body.asked.id;
  })
  .extend('itemIn', ({ family }) => async (id: string, itemId: string) => {
    const { body } = await family.call(endpoints.getRoom, { params: { id } });
    return body.room.items.find((item) => item.id === itemId);
  })
  .extend(
    'answerIn',
    ({ family }) =>
      (id: string, itemId: string, answer: unknown, key?: string) =>
        family.send(endpoints.giveAttempt, {
          params: { id },
          body: { Item_ID: itemId, answer },
          ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
        }),
  );

describe('while a lesson asks a question', () => {
  for (const [where, use] of [
    ['over', 'live'],
    ['over', 'before'],
    ['ahead', 'before'],
  ] as const)
    test(`a ${use} question takes no answer in the room of a lesson ${where}`, async ({
      api,
      addQuestion,
      answerIn,
      askNow,
      change,
      itemIn,
      lessonId,
      overId,
      aheadId,
    }) => {
      const other = where === 'over' ? overId : aheadId;
      const id = await addQuestion(use);
      api.clock.set(DURING);
      const askedId = await askNow(id);
      const item = await itemIn(lessonId, id);
      const [right] = item?.kind === 'question' ? item.question.choices : [];
      for (const state of ['asked', 'closed'] as const) {
        await change(askedId, state);
        expect(await itemIn(other, id)).toMatchObject({ solution: null, tries_left: 0 });
        const refused = await answerIn(other, id, [right?.id]);
        expect(codeOf(refused)).toBe('question_open');
        // Nor does a refusal say whether the answer could be read.
        expect(codeOf(await answerIn(other, id, ['unknown']))).toBe('question_open');
        expect(JSON.stringify(refused.body)).not.toMatch(SECRET);
      }
      await change(askedId, 'revealed');
      expect(await itemIn(other, id)).toMatchObject({ solution: null, tries_left: 2 });
      expect(codeOf(await answerIn(other, id, [right?.id]))).toBe('done');
    });

  test('it stays missing in a room that has yet to ask it', async ({
    api,
    addQuestion,
    aheadId,
    answerIn,
    askNow,
    itemIn,
  }) => {
    const id = await addQuestion('live');
    api.clock.set(DURING);
    await askNow(id);
    expect(await itemIn(aheadId, id)).toBeUndefined();
    expect(codeOf(await answerIn(aheadId, id, ['x']))).toBe('item_not_found');
  });

  test('what was final before stays, and a try that was not says nothing more', async ({
    api,
    addQuestion,
    answerIn,
    askNow,
    itemIn,
    lessonId,
    overId,
    choicesOf,
  }) => {
    const [final, begun] = [await addQuestion('before'), await addQuestion('before')];
    const [right] = await choicesOf(final);
    const [, wrong] = await choicesOf(begun);
    await answerIn(overId, final, [right]);
    await answerIn(overId, begun, [wrong], 'key');
    api.clock.set(DURING);
    await askNow(begun);
    const repeated = await answerIn(overId, begun, [wrong], 'key');
    expect(repeated.body).toMatchObject({ attempt: { try: 1 }, item: { solution: null } });
    for (const room of [overId, lessonId])
      expect(await itemIn(room, final)).toMatchObject({
        solution: { explanation_html: expect.stringContaining('SECRET') },
      });
  });

  test('points of an earlier answer wait', async ({
    api,
    addQuestion,
    answerIn,
    askNow,
    change,
    family,
    overId,
  }) => {
    const id = await addQuestion('before', points);
    const { body } = await answerIn(overId, id, 'Because.');
    const { attempt } = body as { attempt: { id: string } };
    api.clock.set(DURING);
    const askedId = await askNow(id);
    const tick = () =>
      family.send(endpoints.tickPoints, { params: { id: attempt.id }, body: { points: [] } });
    expect(codeOf(await tick())).toBe('question_open');
    await change(askedId, 'revealed');
    expect(codeOf(await tick())).toBe('done');
  });

  test('a sibling who has not booked that lesson may answer', async ({
    api,
    addQuestion,
    askNow,
    family,
    topicId,
    choicesOf,
  }) => {
    const id = await addQuestion('before');
    const [first] = await choicesOf(id);
    const sibling = await addStudent(api, family);
    const own = await makeLesson(api, { Date: '2026-11-25', Topic_ID: topicId });
    await giveCredits(api, family.id, 1);
    const body = { Lesson_ID: own.id, Student_ID: sibling };
    await family.call(endpoints.bookLesson, { body });
    api.clock.set(DURING);
    await askNow(id);
    const given = await family.send(endpoints.giveAttempt, {
      params: { id: own.id },
      body: { Item_ID: id, answer: [first], Student_ID: sibling },
    });
    expect(codeOf(given)).toBe('done');
  });

  test('practice does not know a question that was never in a box', async ({
    api,
    addQuestion,
    askNow,
    family,
  }) => {
    const id = await addQuestion('before');
    api.clock.set(DURING);
    await askNow(id);
    const body = { Item_ID: id, answer: ['x'] };
    expect(codeOf(await family.send(endpoints.practise, { body }))).toBe('item_not_found');
  });
});

describe('a reveal in another lesson at the same time', () => {
  /** The other lesson has asked the question first, and is still going on. */
  const start = test
    .extend('otherId', ({ bookAt }) => bookAt('2026-11-18', '14:30:00'))
    .extend('both', async ({ api, addQuestion, askNow, family, otherId, tutor, itemIn }) => {
      const itemId = await addQuestion('live');
      api.clock.set('2026-11-18T15:05:00Z');
      const params = { id: otherId };
      const { body } = await tutor.call(endpoints.askQuestion, {
        params,
        body: { Item_ID: itemId },
      });
      const item = await itemIn(otherId, itemId);
      const [right] = item?.kind === 'question' ? item.question.choices : [];
      const reply = () =>
        family.send(endpoints.answerAsked, {
          params,
          body: { Asked_ID: body.asked.id, round: 1, answer: [right?.id] },
          headers: { 'idempotency-key': 'other' },
        });
      await reply();
      api.clock.set(DURING);
      const askedId = await askNow(itemId);
      return { itemId, otherAskedId: body.asked.id, askedId, reply };
    })
    /** Everything that the family can read. */
    .extend('readAll', ({ family, lessonId, otherId, both }) => async () => {
      const answers = [
        await family.call(endpoints.getRoom, { params: { id: lessonId } }),
        await family.call(endpoints.getRoom, { params: { id: otherId } }),
        await family.call(endpoints.getPractice),
        await family.call(endpoints.exportData),
        await both.reply(),
      ];
      return JSON.stringify(answers.map(({ body }) => body));
    });
  const TOLD = /SECRET|"result":"|"right_first":[1-9]/;

  start(
    'shows nothing until this one has revealed it',
    async ({ api, both, change, otherId, readAll, tutor }) => {
      api.clock.advance({ minutes: 1 });
      await tutor.call(endpoints.changeAsked, {
        params: { id: otherId, askedId: both.otherAskedId },
        body: { state: 'revealed' },
      });
      expect(await readAll()).not.toMatch(TOLD);
      api.clock.advance({ minutes: 1 });
      await change(both.askedId, 'revealed');
      expect(await readAll()).toMatch(/SECRET/);
      expect(await readAll()).toMatch(/"right_first":1/);
    },
  );

  start('waits in the stream, too', async ({ api, both, change, family, otherId, tutor, url }) => {
    const path = addressOf(endpoints.watchRoom, { params: { id: otherId } });
    const stream = await watchStream<FamilyRoomEvent>(url + path, family);
    await stream.next('asked');
    api.clock.advance({ minutes: 1 });
    await tutor.call(endpoints.changeAsked, {
      params: { id: otherId, askedId: both.otherAskedId },
      body: { state: 'revealed' },
    });
    await stream.next('asked', ({ asked }) => asked?.state === 'closed');
    expect(stream.text()).not.toMatch(TOLD);
    await change(both.askedId, 'revealed');
    await stream.next('asked', ({ asked }) => asked?.state === 'revealed');
    expect(stream.text()).toMatch(/SECRET/);
  });

  start('is that of the end of the other lesson', async ({ api, both, change, readAll }) => {
    // The other room ends at 15:45, this one at 16:15.
    api.clock.set('2026-11-18T15:50:00Z');
    expect(await readAll()).not.toMatch(TOLD);
    await closeRooms(api.context(null));
    expect(await readAll()).not.toMatch(TOLD);
    await change(both.askedId, 'revealed');
    expect(await readAll()).toMatch(/SECRET/);
  });

  start(
    'stays if it came first',
    async ({ both, change, readAll, api, addQuestion, askNow, otherId, tutor }) => {
      await change(both.askedId, 'revealed');
      await tutor.call(endpoints.changeAsked, {
        params: { id: otherId, askedId: both.otherAskedId },
        body: { state: 'revealed' },
      });
      api.clock.advance({ minutes: 1 });
      await askNow(await addQuestion('live'));
      expect(await readAll()).toMatch(/SECRET/);
    },
  );
});
