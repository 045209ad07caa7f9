// A lesson with a topic that the family has booked, and what they do in its room.
import { addressOf } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import type { FamilyRoomEvent, TutorRoomEvent } from '../../../domain/rooms/family-room.ts';
import type { AskedQuestion, QuestionItem, RoomItem } from '../../../domain/rooms/room.ts';
import { newId } from '../../base/ids.ts';
import type { Database } from '../../engine/database.ts';
import type { Caller, TestFamily } from '../caller.ts';
import { makeFamily, makeLesson } from '../factories.ts';
import { watchStream } from '../servers/streams.ts';
import { test } from '../test.ts';

/** Ten minutes into the lesson. */
export const DURING = '2026-11-18T15:10:00Z';

export const video = { kind: 'video', title: 'V', address: 'https://example.com/v', minutes: 5 };
export const slides = { kind: 'slides', title: 'S', address: 'https://example.com/s' };

export const unitQuestion = {
  kind: 'question',
  use: 'live',
  question: {
    kind: 'choice',
    text: 'Which is a unit of power?',
    explanation: 'SECRET explanation',
    choices: [
      { text: 'watt', is_right: true, feedback: 'SECRET yes' },
      { text: 'joule', is_right: false, feedback: 'SECRET energy', misconception: 'SECRET' },
    ],
  },
};

/** Resolves once this process hears announcements. Results announced earlier would be lost. */
async function hearing(database: Database): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = database.listen(() => resolve());
  database.announce('hearing');
  await promise;
  stop();
}

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
    const changes = { Date: '2026-11-18', Time: '15:00:00', Topic_ID: topicId };
    const { id } = await makeLesson(api, changes);
    await family.book(id);
    return id;
  })
  .extend('readItems', ({ family, lessonId }) => async (): Promise<RoomItem[]> => {
    const { body } = await family.call(endpoints.getRoom, { params: { id: lessonId } });
    return body.room.items;
  })
  .extend('readQuestion', ({ readItems }) => async (itemId: string): Promise<QuestionItem> => {
    const item = (await readItems()).find(({ id }) => id === itemId);
    if (item?.kind !== 'question') throw new Error('no such question');
    return item;
  })
  /** The ids of a question's choices. */
  .extend('choicesOf', ({ readQuestion }) => async (itemId: string): Promise<string[]> => {
    const { question } = await readQuestion(itemId);
    return question.choices.map(({ id }) => id);
  })
  .extend('answer', ({ family, lessonId }) => (itemId: string, given: unknown, key?: string) => {
    return family.send(endpoints.giveAttempt, {
      params: { id: lessonId },
      body: { Item_ID: itemId, answer: given },
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    });
  });

/** Questions asked live. */
export const liveTest = roomTest
  .extend('ask', ({ tutor, lessonId }) => (itemId: string) => {
    return tutor.either(endpoints.askQuestion, {
      params: { id: lessonId },
      body: { Item_ID: itemId },
    });
  })
  .extend(
    'change',
    ({ tutor, lessonId }) =>
      (askedId: string, state: AskedQuestion['state']) =>
        tutor.either(endpoints.changeAsked, { params: { id: lessonId, askedId }, body: { state } }),
  )
  /** Asks a question ten minutes into the lesson. */
  .extend('askDuring', ({ api, ask }) => async (itemId: string) => {
    api.clock.set(DURING);
    const { body } = await ask(itemId);
    if (!body.success) throw new Error(body.error);
    return body.asked;
  })
  .extend('asked', async ({ add, askDuring }) => askDuring(await add(unitQuestion)))
  .extend('choices', ({ asked, choicesOf }) => choicesOf(asked.Item_ID))
  .extend(
    'answerAsked',
    ({ family, lessonId }) =>
      (
        askedId: string,
        answer: unknown,
        {
          by = family,
          round = 1,
          key = newId(),
        }: { by?: TestFamily; round?: number; key?: string } = {},
      ) =>
        by.send(endpoints.answerAsked, {
          params: { id: lessonId },
          body: { Asked_ID: askedId, round, answer },
          headers: { 'idempotency-key': key },
        }),
  )
  .extend(
    'reply',
    ({ asked, answerAsked }) =>
      (by: TestFamily, choice: string | undefined, round = 1, key = newId()) =>
        answerAsked(asked.id, [choice], { by, round, key }),
  )
  /** Another family that has booked the lesson, in time. */
  .extend('join', ({ api, lessonId }) => async () => {
    const { now } = api.clock;
    api.clock.set('2026-11-18T12:00:00Z');
    const family = await makeFamily(api, 1);
    await family.book(lessonId);
    api.clock.now = now;
    return family;
  })
  .extend('url', ({ api }) => api.app.listen({ port: 0, host: '127.0.0.1' }))
  .extend('watchAs', ({ url, lessonId }) => (caller: Caller, studentId?: string) => {
    const options = { params: { id: lessonId }, query: { Student_ID: studentId } };
    const path = addressOf(endpoints.watchRoom, options);
    return watchStream<FamilyRoomEvent>(url + path, caller);
  })
  .extend('watchAsTutor', ({ api, url, lessonId, tutor }) => async () => {
    await hearing(api.database);
    const path = addressOf(endpoints.watchTutorRoom, { params: { id: lessonId } });
    return watchStream<TutorRoomEvent>(url + path, tutor);
  });
