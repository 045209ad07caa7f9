// The topic of a lesson: planned, changed, copied, and while it is archived or deleted.
import { describe, expect, inject } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { newId } from '../base/ids.ts';
import type { Caller } from '../testing/caller.ts';
import { lessonForm, makeLesson } from '../testing/factories.ts';
import { overlap } from '../testing/races/locks.ts';
import { codeOf, test as base } from '../testing/test.ts';

const makeTopic = async (tutor: Caller, name: string) => {
  const body = { name, course: 'gcse', reference: '4.6' } as const;
  return (await tutor.call(endpoints.createTopic, { body })).body.topic.id;
};
const archive = (tutor: Caller, id: string) =>
  tutor.call(endpoints.updateTopic, { params: { id }, body: { archived: true } });

const test = base
  .extend('waves', ({ tutor }) => makeTopic(tutor, 'Waves'))
  .extend('light', ({ tutor }) => makeTopic(tutor, 'Light'))
  .extend('archived', async ({ tutor }) => {
    const id = await makeTopic(tutor, 'Atoms');
    await archive(tutor, id);
    return id;
  })
  .extend('create', ({ tutor }) => (topicId: unknown) => {
    return tutor.send(endpoints.createLesson, { body: { ...lessonForm, Topic_ID: topicId } });
  })
  /** A lesson about waves. */
  .extend('planned', ({ api, waves }) => makeLesson(api, { Topic_ID: waves }))
  .extend('change', ({ tutor, planned }) => (topicId: unknown) => {
    return tutor.send(endpoints.updateLesson, {
      params: { id: planned.id },
      body: { Topic_ID: topicId },
    });
  })
  .extend('listTopicIds', ({ tutor }) => async () => {
    const { lessons } = (await tutor.call(endpoints.listAdminLessons)).body;
    return lessons.map(({ Topic_ID: topicId }) => topicId);
  });

const withTopic = (topicId: string | null) => ({ body: { lesson: { Topic_ID: topicId } } });
const repeated = (topicIds: readonly unknown[]) => ({
  body: { ...lessonForm, weeks: 3, Topic_IDs: topicIds },
});

test('creates and changes a lesson with a topic', async ({ create, change, waves, light }) => {
  expect(await create(waves)).toMatchObject(withTopic(waves));
  expect(await create(undefined)).toMatchObject(withTopic(null));
  expect(await change(light)).toMatchObject(withTopic(light));
  expect(await change(undefined)).toMatchObject(withTopic(light));
  expect(await change(null)).toMatchObject(withTopic(null));
});

test('refuses an unknown, malformed or archived topic', async ({ create, change, archived }) => {
  for (const send of [create, change]) {
    expect(codeOf(await send(newId()))).toBe('topic_not_found');
    expect(codeOf(await send(archived))).toBe('topic_archived');
    const message = 'Topic ID must be a valid integer or UUID';
    expect(await send('waves')).toMatchObject({ body: { details: [{ message }] } });
  }
});

test('keeps a topic that is archived later, even when its week is copied', async ({
  tutor,
  planned,
  change,
  waves,
  listTopicIds,
}) => {
  await archive(tutor, waves);
  expect(codeOf(await change(waves))).toBe('done');
  await tutor.call(endpoints.copyWeek, { body: { from: planned.Date, to: '2026-11-28' } });
  expect(await listTopicIds()).toEqual([waves, waves]);
});

test('keeps its topic once a question of it was asked', async ({
  db,
  tutor,
  planned,
  change,
  waves,
  light,
}) => {
  const params = { id: waves };
  const video = { kind: 'video', title: 'Waves', address: 'https://example.com', minutes: 5 };
  const answer = await tutor.send(endpoints.createItem, { params, body: video });
  const { item } = answer.body as { readonly item: { readonly id: string } };
  const asked = { id: newId(), lesson_id: planned.id, item_id: item.id, asked_at: 0 };
  await db
    .insertInto('asked_questions')
    .values({ ...asked, state: 'revealed' })
    .execute();
  for (const topicId of [light, null]) expect(codeOf(await change(topicId))).toBe('topic_in_use');
  expect(codeOf(await change(waves))).toBe('done');
});

describe('a lesson repeated weekly', () => {
  test('has a topic for each week', async ({ tutor, waves, light, listTopicIds }) => {
    const topics = [light, null, waves];
    expect((await tutor.send(endpoints.repeatLesson, repeated(topics))).status).toBe(201);
    expect(await listTopicIds()).toEqual(topics);
  });

  test('has the same topic each week unless given', async ({ tutor, waves, listTopicIds }) => {
    const body = { ...lessonForm, weeks: 2, Topic_ID: waves };
    await tutor.call(endpoints.repeatLesson, { body });
    expect(await listTopicIds()).toEqual([waves, waves]);
  });

  test('is refused without one for each week, or with an archived one', async ({
    tutor,
    archived,
    listTopicIds,
  }) => {
    const send = (...topics: unknown[]) => tutor.send(endpoints.repeatLesson, repeated(topics));
    const details = [{ field: 'Topic_IDs', message: 'Give one topic, or null, for each week' }];
    expect(await send(null, null)).toMatchObject({ body: { details } });
    expect(codeOf(await send(null, null, archived))).toBe('topic_archived');
    expect(await listTopicIds()).toEqual([]);
  });
});

test('plans a term with topics, all or none', async ({ tutor, waves, light, listTopicIds }) => {
  const plan = (...topics: string[]) => {
    const lessons = topics.map((topicId, hour) => {
      return { ...lessonForm, Time: `1${hour}:00:00`, Topic_ID: topicId };
    });
    return tutor.send(endpoints.planTerm, { body: { lessons } });
  };
  expect(codeOf(await plan(light, newId()))).toBe('topic_not_found');
  expect((await plan(light, waves)).status).toBe(201);
  expect(await listTopicIds()).toEqual([light, waves]);
});

// The embedded engine has one connection, so nothing runs between its reads and writes.
describe.runIf(inject('engine') === 'postgres')('a topic that changes meanwhile', () => {
  test('gets no further lesson once it is archived', async ({ api, create, waves }) => {
    const planning = await overlap(
      api,
      ({ tx }) =>
        tx.updateTable('topics').set({ archived_at: 1 }).where('id', '=', waves).execute(),
      () => create(waves),
    );
    expect(codeOf(planning)).toBe('topic_archived');
  });

  test('gets no further lesson once it is deleted', async ({ api, create, waves }) => {
    const planning = await overlap(
      api,
      ({ tx }) => tx.deleteFrom('topics').where('id', '=', waves).execute(),
      () => create(waves),
    );
    expect(codeOf(planning)).toBe('topic_not_found');
  });

  test('has no more questions asked once taken away', async ({ api, tutor, waves, light }) => {
    const now = { Date: '2026-11-18', Time: '12:00:00' };
    const { id } = await makeLesson(api, { ...now, Topic_ID: waves });
    const body = { Item_ID: newId() };
    const asking = await overlap(
      api,
      ({ tx }) => tx.updateTable('lessons').set({ topic_id: light }).execute(),
      () => tutor.either(endpoints.askQuestion, { params: { id }, body }),
    );
    expect(codeOf(asking)).toBe('item_not_found');
  });
});
