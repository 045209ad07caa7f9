// A lesson with a topic that the family has booked, and what they do in its room.
import * as endpoints from '../../domain/endpoints.ts';
import type { RoomItem } from '../../domain/room.ts';
import { makeLesson } from './factories.ts';
import { test } from './test.ts';

export const roomTest = test
  .extend('topicId', async ({ tutor }) => {
    const body = { name: 'Light', course: 'a-level' } as const;
    return (await tutor.call(endpoints.createTopic, { body })).body.topic.id;
  })
  /** Adds an item to the topic and returns its id. */
  .extend('add', ({ tutor, topicId }) => async (body: object) => {
    const answer = await tutor.send(endpoints.createItem, { params: { id: topicId }, body });
    return (answer.body as { item: { id: string } }).item.id;
  })
  /** A lesson of the topic, three hours ahead, that the family has booked. */
  .extend('lessonId', async ({ api, topicId, family }) => {
    const { id } = await makeLesson(api, { Date: '2026-11-18', Time: '15:00:00' });
    const lessons = api.database.db.updateTable('lessons');
    await lessons.set({ topic_id: topicId }).where('id', '=', id).execute();
    await family.book(id);
    return id;
  })
  .extend('readItems', ({ family, lessonId }) => async (): Promise<RoomItem[]> => {
    const { body } = await family.call(endpoints.getRoom, { params: { id: lessonId } });
    return body.room.items;
  })
  .extend(
    'answer',
    ({ family, lessonId }) =>
      (Item_ID: string, given: unknown, key?: string) =>
        family.send(endpoints.giveAttempt, {
          params: { id: lessonId },
          body: { Item_ID, answer: given },
          ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
        }),
  );
