// Practice: what enters the boxes, when it is due, and the record by topic.
import { describe, expect, inject } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { newId } from '../../base/ids.ts';
import type { Work } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { NEW_REQUEST } from '../../engine/idempotency.ts';
import { makeFamily } from '../../testing/factories.ts';
import { DURING, roomTest, video } from '../../testing/lessons/rooms.ts';
import { overlap } from '../../testing/races/locks.ts';
import { codeOf } from '../../testing/test.ts';
import { closeRooms } from '../live/close.ts';
import { practise, readPractice } from './practice.ts';

const light = {
  kind: 'question',
  use: 'before',
  question: { kind: 'number', text: 'How fast?', value: '3.00e8', unit: '', explanation: 'Why' },
};
const why = {
  kind: 'question',
  use: 'before',
  question: { kind: 'points', text: 'Why?', points: [{ text: 'One' }, { text: 'Two' }] },
};

const test = roomTest
  .extend('practice', ({ family }) => async () => {
    return (await family.call(endpoints.getPractice)).body.practice;
  })
  .extend('attempt', ({ family }) => (itemId: string, answer: unknown, key = newId()) => {
    return family.send(endpoints.practise, {
      body: { Item_ID: itemId, answer },
      headers: { 'idempotency-key': key },
    });
  })
  /** Ticks the first points of an answer's solution. */
  .extend('tick', ({ family }) => ({ body }: { body: unknown }, count: number) => {
    const { attempt, item } = body as {
      attempt: { id: string };
      item: { solution: { points: { id: string }[] } };
    };
    const points = item.solution.points.slice(0, count).map(({ id }) => id);
    return family.send(endpoints.tickPoints, { params: { id: attempt.id }, body: { points } });
  });

test('begins with the question that was asked for, if it is due', async ({
  api,
  add,
  answer,
  family,
  attempt,
}) => {
  const [first, second] = [await add(light), await add(light)];
  for (const id of [first, second]) await answer(id, '1');
  const read = async (itemId: string) => {
    const query = { Item_ID: itemId };
    const { practice } = (await family.call(endpoints.getPractice, { query })).body;
    return { item: practice.item, due: practice.due.map(({ id }) => id) };
  };
  const item = (id: string, due_on = '2026-11-19') => ({ id, due_on });
  expect(await read(second)).toEqual({ item: item(second), due: [] });
  api.clock.advance({ days: 1 });
  expect(await read(first)).toEqual({ item: item(first), due: [first, second] });
  expect(await read(second)).toEqual({ item: item(second), due: [second, first] });
  await attempt(second, '3e8');
  expect(await read(second)).toEqual({ item: item(second, '2026-11-22'), due: [first] });
  expect(await read(newId())).toEqual({ item: null, due: [first] });
  const refused = await family.send(endpoints.getPractice, { query: { Item_ID: 'x' } });
  expect(codeOf(refused)).toBe('validation_failed');
});

describe('the boxes', () => {
  test('take questions whose first answer is not right', async ({ api, add, answer, practice }) => {
    const [missed, solved] = [await add(light), await add(light)];
    await answer(missed, '1');
    await answer(missed, '3e8');
    await answer(solved, '3e8');
    expect(await practice()).toMatchObject({ due: [], next_due_on: '2026-11-19' });
    api.clock.advance({ days: 1 });
    expect(await practice()).toMatchObject({
      due: [{ id: missed, attempts: [], solution: null, hint_html: null, tries_left: 2 }],
      next_due_on: null,
      topics: [{ name: 'Light', answered: 2, right_first: 1, learning: 1, learned: 0 }],
    });
  });

  test('lengthen the pause until the question is learned', async ({ api, add, answer, family }) => {
    const id = await add(light);
    await answer(id, '1');
    // Through the commands: the session ends before the last box is due.
    const again = () =>
      practise(family.context(), { studentId: undefined, itemId: id, answer: '3e8' }, NEW_REQUEST);
    for (const days of [1, 3, 7, 14, 28]) {
      await expect(again()).rejects.toMatchObject({ code: 'not_due' });
      api.clock.advance({ days });
      expect(await again()).toMatchObject({
        attempt: { mode: 'revise', round: null, try: 1, result: 'right' },
        item: { solution: { value_html: '3.00 × 10<sup>8</sup>' } },
      });
    }
    api.clock.advance({ days: 60 });
    const learner = { studentId: family.studentId, familyId: family.id };
    expect(await readPractice(api.database.db, learner, undefined, api.clock.now)).toMatchObject({
      due: [],
      next_due_on: null,
      topics: [{ learning: 0, learned: 1 }],
    });
  });

  test('start again after a wrong answer', async ({ api, add, answer, practice, attempt }) => {
    const id = await add(light);
    await answer(id, '1');
    api.clock.advance({ days: 1 });
    await attempt(id, '3e8');
    api.clock.advance({ days: 3 });
    expect((await attempt(id, '1')).body).toMatchObject({ attempt: { result: 'wrong' } });
    expect(await practice()).toMatchObject({ due: [], next_due_on: '2026-11-23' });
  });

  test('move once for answers at once, and once for a repeat', async ({
    api,
    add,
    answer,
    practice,
    attempt,
  }) => {
    const id = await add(light);
    await answer(id, '1');
    api.clock.advance({ days: 1 });
    const answers = await Promise.all([1, 2, 3].map(() => attempt(id, '3e8', 'k')));
    expect(answers.map(codeOf)).toEqual(['done', 'done', 'done']);
    expect(codeOf(await attempt(id, '3e8'))).toBe('not_due');
    expect(await practice()).toMatchObject({ next_due_on: '2026-11-22' });
  });

  test('refuse a key used for two questions at once', async ({ api, add, answer, attempt }) => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => add(light)));
    for (const id of ids) await answer(id, '1');
    api.clock.advance({ days: 1 });
    const codes = (await Promise.all(ids.map((id) => attempt(id, '3e8', 'k')))).map(codeOf);
    const [done, ...others] = codes.toSorted();
    expect([done, new Set(others)]).toEqual(['done', new Set(['idempotency_key_reused'])]);
  });

  test('wait while the tutor asks the question', async ({
    api,
    add,
    answer,
    lessonId,
    practice,
    attempt,
    tutor,
  }) => {
    const itemId = await add(light);
    api.clock.set('2026-11-17T12:00:00Z');
    await answer(itemId, '1');
    api.clock.set(DURING);
    const lesson = { id: lessonId };
    const { body } = await tutor.call(endpoints.askQuestion, {
      params: lesson,
      body: { Item_ID: itemId },
    });
    for (const [state, due, code] of [
      ['asked', 0, 'question_open'],
      ['closed', 0, 'question_open'],
      ['revealed', 1, 'done'],
    ] as const) {
      const params = { ...lesson, askedId: body.asked.id };
      await tutor.call(endpoints.changeAsked, { params, body: { state } });
      expect((await practice()).due).toHaveLength(due);
      expect(codeOf(await attempt(itemId, '3e8'))).toBe(code);
    }
  });

  test('take points once they are compared', async ({
    api,
    add,
    answer,
    practice,
    attempt,
    tick,
  }) => {
    const id = await add(why);
    const first = await answer(id, 'Because.');
    expect(await practice()).toMatchObject({ next_due_on: null });
    await tick(first, 1);
    expect(await practice()).toMatchObject({ next_due_on: '2026-11-19' });
    api.clock.advance({ days: 1 });
    const second = await attempt(id, 'Because of both.');
    expect((await practice()).due).toHaveLength(1);
    await tick(second, 2);
    expect(await practice()).toMatchObject({ due: [], next_due_on: '2026-11-22' });
  });

  test('store one answer until its points are compared', async ({
    api,
    add,
    answer,
    attempt,
    tick,
    readQuestion,
  }) => {
    const id = await add(why);
    await tick(await answer(id, 'Because.'), 1);
    api.clock.advance({ days: 1 });
    const [first] = await Promise.all(['a', 'b', 'c'].map((key) => attempt(id, 'Because?', key)));
    const last = await attempt(id, 'Because!');
    const given = async () => (await readQuestion(id)).attempts.map(({ answer: text }) => text);
    expect(await given()).toEqual(['Because.', 'Because!']);
    if (first === undefined) throw new Error('no answer');
    expect(codeOf(await tick(first, 2))).toBe('attempt_not_found');
    expect(codeOf(await tick(last, 2))).toBe('done');
    expect(codeOf(await attempt(id, 'Because!', 'late'))).toBe('not_due');
    expect(await given()).toEqual(['Because.', 'Because!']);
  });

  test('take the same points several times at once', async ({ add, answer, tick }) => {
    const answered = await answer(await add(why), 'Because.');
    const answers = await Promise.all(Array.from({ length: 20 }, () => tick(answered, 2)));
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['done']));
  });

  test('take a question that was asked and not answered, after the lesson', async ({
    api,
    add,
    tutor,
    lessonId,
    practice,
  }) => {
    const id = await add({ ...light, use: 'live' });
    api.clock.set('2026-11-18T15:10:00Z');
    await tutor.send(endpoints.askQuestion, { params: { id: lessonId }, body: { Item_ID: id } });
    await closeRooms(api.context(null));
    expect(await practice()).toMatchObject({ next_due_on: null });
    api.clock.set('2026-11-18T16:15:00Z');
    await Promise.all([1, 2].map(() => closeRooms(api.context(null))));
    expect(await practice()).toMatchObject({ next_due_on: '2026-11-19' });
  });
});

test.runIf(inject('engine') === 'postgres')(
  'closes no room of a lesson that is moved while it is about to be closed',
  async ({ api, add, lessonId, answer }) => {
    await answer(await add(light), '1');
    api.clock.set('2026-11-18T16:15:00Z');
    const lesson = (db: Db) => db.updateTable('lessons').where('id', '=', lessonId);
    const move = ({ tx }: Work) =>
      lesson(tx)
        .set({ starts_at: api.clock.now + 1 })
        .execute();
    await overlap(api, move, () => closeRooms(api.context(null)));
    const { room_closed_at } = await api.database.db
      .selectFrom('lessons')
      .select('room_closed_at')
      .where('id', '=', lessonId)
      .executeTakeFirstOrThrow();
    expect(room_closed_at).toBeNull();
  },
);

test('counts what is prepared by topic', async ({ add, answer, family, lessonId, practice }) => {
  const [watched, , question] = [await add(video), await add(video), await add(light)];
  await add({ ...light, use: 'live' });
  await family.send(endpoints.tickItem, {
    params: { id: lessonId, itemId: watched },
    body: { done: true },
  });
  expect(await practice()).toMatchObject({ topics: [{ prepared: { done: 1, all: 3 } }] });
  await answer(question, '3e8');
  expect(await practice()).toMatchObject({ topics: [{ prepared: { done: 2, all: 3 } }] });
});

test('does not know questions that were never missed', async ({ add, answer, attempt }) => {
  const id = await add(light);
  await answer(id, '3e8');
  expect(codeOf(await attempt(id, '3e8'))).toBe('item_not_found');
  expect(codeOf(await attempt(newId(), '3e8'))).toBe('item_not_found');
});

test('shows what was answered of a topic, and nothing before its lesson reveals it', async ({
  api,
  add,
  answer,
  family,
  lessonId,
  topicId,
  tutor,
  practice,
}) => {
  const [first, second] = [await add(light), await add(light)];
  await add(light);
  const read = async () => {
    const params = { id: topicId };
    return (await family.call(endpoints.getPracticeTopic, { params })).body;
  };
  await answer(first, '1');
  expect(await read()).toMatchObject({
    topic: { id: topicId, name: 'Light' },
    items: [{ id: first, attempts: [{ result: 'wrong' }], solution: null }],
  });
  expect((await practice()).topics[0]?.questions).toEqual([
    { Item_ID: first, box: 1, due_on: '2026-11-19' },
  ]);
  await answer(first, '2');
  const { items } = await read();
  expect(items[0]?.solution).toMatchObject({ explanation_html: '<p>Why</p>' });

  api.clock.set(DURING);
  const lesson = { id: lessonId };
  const { asked } = (
    await tutor.call(endpoints.askQuestion, { params: lesson, body: { Item_ID: second } })
  ).body;
  const body = { Asked_ID: asked.id, round: 1, answer: '5' };
  await family.call(endpoints.answerAsked, { params: lesson, body });
  const hidden = { id: second, attempts: [{ result: null, reason: null }], solution: null };
  expect((await read()).items[1]).toMatchObject(hidden);
  const params = { ...lesson, askedId: asked.id };
  await tutor.call(endpoints.changeAsked, { params, body: { state: 'revealed' } });
  expect((await read()).items[1]).toMatchObject({
    attempts: [{ result: 'wrong' }],
    solution: { value_html: '3.00 × 10<sup>8</sup>' },
  });
});

test('knows no topic of lessons that the student has not booked', async ({ api, topicId }) => {
  const other = await makeFamily(api);
  const answer = await other.refused(endpoints.getPracticeTopic, { params: { id: topicId } });
  expect([answer.status, codeOf(answer)]).toEqual([404, 'topic_not_found']);
});
