// What the tutor may still change or delete once lessons and students have used a topic.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import { newItemSchema } from '../../domain/topics/topic.ts';
import { newId } from '../base/ids.ts';
import { transact, type Work } from '../engine/context.ts';
import { NEW_REQUEST } from '../engine/idempotency.ts';
import { askQuestion } from '../rooms/live/ask.ts';
import { closeRooms } from '../rooms/live/close.ts';
import { adminOf, makeLesson } from '../testing/factories.ts';
import { roomTest, video } from '../testing/lessons/rooms.ts';
import { race } from '../testing/races/races.ts';
import { codeOf } from '../testing/test.ts';
import { createTopic } from './commands.ts';
import { createItem, deleteItem } from './items.ts';

const DURING = '2026-11-18T15:10:00Z';
const power = {
  kind: 'question',
  use: 'before',
  question: { kind: 'number', text: 'How many?', value: '3', explanation: 'Why' },
} as const;
const two = { ...power, question: { ...power.question, value: '2' } };

const test = roomTest
  .extend(
    'ask',
    ({ api, tutor, lessonId }) =>
      async (itemId: string, ...states: readonly ('closed' | 'revealed')[]) => {
        api.clock.set(DURING);
        const lesson = { params: { id: lessonId }, body: { Item_ID: itemId } };
        const { body } = await tutor.call(endpoints.askQuestion, lesson);
        for (const state of states)
          await tutor.call(endpoints.changeAsked, {
            params: { id: lessonId, askedId: body.asked.id },
            body: { state },
          });
      },
  )
  .extend('change', ({ tutor, topicId }) => (itemId: string, body: object) => {
    return tutor.send(endpoints.updateItem, { params: { id: topicId, itemId }, body });
  })
  .extend('remove', ({ tutor, topicId }) => (itemId: string) => {
    return tutor.send(endpoints.deleteItem, { params: { id: topicId, itemId } });
  })
  .extend('readTopic', ({ tutor }) => async (id: string) => {
    const { body } = await tutor.call(endpoints.getTopic, { params: { id } });
    return body.topic;
  });

describe('a question that is asked in a lesson', () => {
  test.for([
    [[], DURING, 'question_open'],
    [['closed'], DURING, 'question_open'],
    [['revealed'], DURING, 'done'],
    [['closed', 'revealed'], DURING, 'done'],
    [[], '2026-11-18T16:14:59.999Z', 'question_open'],
    [['closed'], '2026-11-18T16:15:00.000Z', 'done'],
  ] as const)(
    'after %j, at %s: %s',
    async ([states, at, code], { api, topicId, add, ask, change, remove, readTopic }) => {
      const [itemId, other] = [await add(power), await add(power)];
      await ask(itemId, ...states);
      api.clock.set(at);
      expect(codeOf(await change(itemId, two))).toBe(code);
      expect(codeOf(await remove(itemId))).toBe(code);
      expect(codeOf(await change(other, { use: 'live' }))).toBe('done');
      expect((await readTopic(topicId)).items.map(({ id }) => id)).toEqual(
        code === 'done' ? [other] : [itemId, other],
      );
    },
  );
});

describe('a question that was answered', () => {
  test('keeps the marks of its answers on a change', async ({ add, answer, change, readItems }) => {
    const id = await add(power);
    await answer(id, '2');
    await change(id, two);
    expect(await readItems()).toMatchObject([
      { attempts: [{ answer: '2', result: 'wrong' }], tries_left: 1 },
    ]);
    expect((await answer(id, '2')).body).toMatchObject({ attempt: { result: 'right' } });
  });

  test('goes from everything but records and the export when it is deleted', async ({
    api,
    tutor,
    family,
    topicId,
    add,
    answer,
    remove,
    ask,
    change,
    lessonId,
    readItems,
    readTopic,
  }) => {
    const [kept, deleted, watched] = [await add(power), await add(power), await add(video)];
    await answer(deleted, '2');
    await ask(kept);
    const tick = { params: { id: lessonId, itemId: watched }, body: { done: true } };
    await family.call(endpoints.tickItem, tick);
    for (const id of [deleted, watched]) expect(codeOf(await remove(id))).toBe('done');

    const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
    expect(ids((await readTopic(topicId)).items)).toEqual([kept]);
    const { topics } = (await tutor.call(endpoints.listTopics)).body;
    expect(topics).toMatchObject([{ videos: 0, questions: 1 }]);
    const copy = await tutor.call(endpoints.duplicateTopic, { params: { id: topicId } });
    expect(copy.body.topic.items).toHaveLength(1);
    expect(ids(await readItems())).toEqual([kept]);
    expect(codeOf(await answer(deleted, '3'))).toBe('item_not_found');
    expect(codeOf(await family.either(endpoints.tickItem, tick))).toBe('item_not_found');
    expect(codeOf(await change(deleted, two))).toBe('item_not_found');
    expect(codeOf(await remove(deleted))).toBe('item_not_found');

    api.clock.set('2026-11-19T12:00:00Z');
    await closeRooms(api.context(null));
    expect((await family.call(endpoints.getPractice)).body.practice).toMatchObject({
      due: [],
      topics: [{ prepared: { done: 0, all: 1 }, answered: 1, right_first: 0, learning: 1 }],
    });
    const { data } = (await family.call(endpoints.exportData)).body;
    expect(data.practice).toMatchObject({ answers: [{ answer: '2' }], done: [{}], boxes: [{}] });
  });

  test('enters no practice once it is deleted', async ({ api, db, add, ask, remove }) => {
    const id = await add(power);
    await ask(id, 'revealed');
    await remove(id);
    api.clock.set('2026-11-18T16:15:00Z');
    await closeRooms(api.context(null));
    expect(await db.selectFrom('practice_boxes').selectAll().execute()).toEqual([]);
  });
});

describe('the forty items of a topic', () => {
  test('are those that are not deleted', async ({ tutor, topicId, add, remove }) => {
    const first = await add(video);
    for (let n = 1; n < 40; n += 1) await add(video);
    await remove(first);
    const more = { params: { id: topicId }, body: video };
    const answers = await Promise.all(
      [1, 2].map(() => tutor.send(endpoints.createItem, { ...more })),
    );
    expect(answers.map(codeOf).toSorted()).toEqual(['done', 'too_many_items']);
  });
});

describe('a topic', () => {
  test('cannot be deleted once somebody has answered in it', async ({
    tutor,
    lessonId,
    topicId,
    add,
    answer,
    remove,
  }) => {
    const deleteTopic = async () =>
      codeOf(await tutor.either(endpoints.deleteTopic, { params: { id: topicId } }));
    const id = await add(power);
    await answer(id, '2');
    await remove(id);
    await tutor.deleteLesson(lessonId);
    expect(await deleteTopic()).toBe('topic_in_use');
  });

  test('can be deleted when its questions were asked and not answered', async ({
    db,
    api,
    tutor,
    lessonId,
    topicId,
    add,
    ask,
  }) => {
    await add(video);
    await ask(await add(power), 'revealed');
    api.clock.set('2026-11-18T16:15:00Z');
    await closeRooms(api.context(null));
    expect(await db.selectFrom('practice_boxes').select('box').execute()).toHaveLength(1);
    await tutor.deleteLesson(lessonId);
    const { status } = await tutor.call(endpoints.deleteTopic, { params: { id: topicId } });
    expect(status).toBe(200);
  });
});

/** Deletes an item without a lock: looks whether the question is asked, then deletes it. */
async function deleteCarelessly({ tx, now }: Work, itemId: string): Promise<void> {
  const asked = tx.selectFrom('asked_questions').select('id').where('item_id', '=', itemId);
  if ((await asked.executeTakeFirst()) !== undefined) throw new Refusal('question_open');
  await tx.updateTable('topic_items').set({ deleted_at: now }).where('id', '=', itemId).execute();
}

/** Asks a question without a lock. */
async function askCarelessly({ tx, now }: Work, lesson_id: string, item_id: string) {
  const item = tx.selectFrom('topic_items').select('deleted_at').where('id', '=', item_id);
  const { deleted_at } = await item.executeTakeFirstOrThrow();
  if (deleted_at !== null) throw new Refusal('item_not_found');
  const row = { id: newId(), lesson_id, item_id, state: 'asked', asked_at: now } as const;
  await tx.insertInto('asked_questions').values(row).execute();
}

race({
  title: 'either asks a question or deletes it',
  rounds: 10,
  setup: async ({ api, context, tutor }) => {
    const admin = context(adminOf(await tutor()));
    const topic = { name: 'Light', course: 'a-level', reference: '' } as const;
    const { id: topicId } = await createTopic(admin, topic, NEW_REQUEST);
    const item = newItemSchema.parse(power);
    const { id: itemId } = await createItem(admin, topicId, item, NEW_REQUEST);
    const { id: lessonId } = await makeLesson(api, { Date: '2026-11-18', Time: '15:00:00' });
    const lessons = api.database.db.updateTable('lessons').where('id', '=', lessonId);
    await lessons.set({ topic_id: topicId }).execute();
    const during = () => ({ ...context(admin.actor), now: Date.parse(DURING) });
    return { topicId, itemId, lessonId, during };
  },
  actors: ({ during, ...ids }) => [
    () => askQuestion(during(), ids, new Set()),
    () => deleteItem(during(), ids),
  ],
  invariant: ({ outcomes }) => {
    expect([
      ['done', 'question_open'],
      ['item_not_found', 'done'],
    ]).toContainEqual(outcomes);
  },
  naive: {
    only: 'postgres',
    actors: ({ during, itemId, lessonId }) => [
      () => transact(during(), (work) => askCarelessly(work, lessonId, itemId)),
      () => transact(during(), (work) => deleteCarelessly(work, itemId)),
    ],
  },
});
