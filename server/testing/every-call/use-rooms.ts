// Calls every endpoint of the library, of a lesson's room and of practice.
import * as endpoints from '../../../domain/endpoints.ts';
import { sendLetters } from '../../rooms/letter/send-letters.ts';
import { closeRooms } from '../../rooms/live/close.ts';
import type { TestApp } from '../app.ts';
import type { Caller } from '../caller.ts';
import { makeFamily, makeLesson } from '../factories.ts';
import { DURING } from '../lessons/rooms.ts';

const withId = (id: string) => ({ params: { id } });

/** A topic with a video and slides. */
export async function makeTopic(tutor: Caller): Promise<string> {
  const { topic } = (
    await tutor.call(endpoints.createTopic, {
      body: { name: 'Light', course: 'gcse', reference: '' },
    })
  ).body;
  const item = { title: 'Light', address: 'https://example.com/light' };
  for (const body of [
    { ...item, kind: 'video', minutes: 5 },
    { ...item, kind: 'slides' },
  ] as const)
    await tutor.call(endpoints.createItem, { ...withId(topic.id), body });
  return topic.id;
}

/** A topic that is filled, copied, emptied and deleted. */
export async function useLibrary(tutor: Caller): Promise<void> {
  const { topic } = (
    await tutor.call(endpoints.createTopic, { body: { name: 'Waves', course: 'gcse' } })
  ).body;
  const body = { kind: 'slides', title: 'Slides', address: 'https://example.com/' } as const;
  const { item } = (await tutor.call(endpoints.createItem, { ...withId(topic.id), body })).body;
  const params = { id: topic.id, itemId: item.id };
  await tutor.call(endpoints.updateItem, { params, body: { title: 'More slides' } });
  await tutor.call(endpoints.orderItems, { ...withId(topic.id), body: { Item_IDs: [item.id] } });
  await tutor.call(endpoints.duplicateTopic, withId(topic.id));
  await tutor.call(endpoints.listTopics);
  await tutor.call(endpoints.deleteItem, { params });
  await tutor.call(endpoints.deleteTopic, withId(topic.id));
}

/** Prepares for a lesson, answers in it, and practises afterwards. */
export async function useRoom(api: TestApp, tutor: Caller): Promise<void> {
  const family = await makeFamily(api, 1);
  const topicId = await makeTopic(tutor);
  const add = async (use: 'before' | 'live') => {
    const question = { kind: 'number', text: 'How many?', value: '2' } as const;
    const body = { kind: 'question', use, question } as const;
    return (await tutor.call(endpoints.createItem, { ...withId(topicId), body })).body.item.id;
  };
  const [before, live] = [await add('before'), await add('live')];
  const changes = { Date: '2026-11-18', Time: '15:00:00', Topic_ID: topicId };
  const room = withId((await makeLesson(api, changes)).id);
  await family.book(room.params.id);
  const { body } = await family.call(endpoints.getRoom, room);
  const [video] = body.room.items;
  const params = { ...room.params, itemId: video?.id ?? '' };
  await family.call(endpoints.tickItem, { params, body: { done: true } });
  await family.call(endpoints.giveAttempt, { ...room, body: { Item_ID: before, answer: '3' } });
  api.clock.set(DURING);
  const { asked } = (await tutor.call(endpoints.askQuestion, { ...room, body: { Item_ID: live } }))
    .body;
  const answer = { Asked_ID: asked.id, round: 1, answer: '3' };
  await family.call(endpoints.answerAsked, { ...room, body: answer });
  await tutor.call(endpoints.changeAsked, {
    params: { ...room.params, askedId: asked.id },
    body: { state: 'closed' },
  });
  await tutor.call(endpoints.getTutorRoom, room);
  api.clock.advance({ hours: 1 });
  const draft = { sentence: 'Well done.', Student_ID: family.studentId };
  await tutor.call(endpoints.previewLetter, { ...room, body: draft });
  await tutor.call(endpoints.changeLetter, { ...room, body: { state: 'off' } });
  await tutor.call(endpoints.changeLetter, { ...room, body: { state: 'planned' } });
  api.clock.advance({ hours: 1 });
  await sendLetters(api.context(null));
  api.clock.advance({ days: 1 });
  await closeRooms(api.context(null));
  await family.call(endpoints.getPractice);
  await family.call(endpoints.practise, { body: { Item_ID: before, answer: '2' } });
}
