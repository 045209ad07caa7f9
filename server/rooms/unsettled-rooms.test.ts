// The room of a lesson that a slip of the tutor has moved: until the move is settled, it reveals
// nothing, and a lesson that is on goes on.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { settleMoves } from '../lessons/planner/settle-moves.ts';
import { liveTest, slides, unitQuestion } from '../testing/lessons/rooms.ts';
import { codeOf } from '../testing/test.ts';

const SLIP = { Date: '2025-11-18' };
const SECRET = /SECRET|is_right|example.com\/s/;

const test = liveTest
  .extend(
    'slip',
    ({ tutor, lessonId }) =>
      () =>
        tutor.updateLesson(lessonId, SLIP),
  )
  .extend('settle', ({ api }) => async () => {
    api.clock.advance({ minutes: 10 });
    await settleMoves(api.context(null));
  })
  /** The state of the room as the family and the tutor see it, and all that the family is sent. */
  .extend('look', ({ family, tutor, lessonId }) => async () => {
    const params = { id: lessonId };
    const { room } = (await family.call(endpoints.getRoom, { params })).body;
    const own = (await tutor.call(endpoints.getTutorRoom, { params })).body.room;
    return { states: [room.state, own.lesson.state], sent: JSON.stringify(room), own };
  });

test('of a lesson that is ahead stays closed until the move is settled', async ({
  add,
  slip,
  look,
  settle,
}) => {
  await add(slides);
  await add(unitQuestion);
  await slip();
  const { states, sent } = await look();
  expect(states).toEqual(['before', 'before']);
  expect(sent).not.toMatch(SECRET);
  expect(sent).not.toContain('unit of power');
  await settle();
  const later = await look();
  expect(later.states).toEqual(['after', 'after']);
  expect(later.sent).toMatch(SECRET);
});

describe('of a lesson that is on', () => {
  test('stays open, with the question that it asks', async ({
    family,
    tutor,
    lessonId,
    topicId,
    slip,
    look,
    asked,
    choices: [watt],
    answerAsked,
    change,
  }) => {
    await slip();
    const { states, sent, own } = await look();
    expect(states).toEqual(['live', 'live']);
    expect(sent).not.toMatch(SECRET);
    expect(own.asked).toMatchObject([{ state: 'asked' }]);
    const answer = await answerAsked(asked.id, [watt]);
    expect(answer.body).toMatchObject({ attempt: { result: null } });
    const exported = await family.call(endpoints.exportData);
    expect(JSON.stringify(exported.body)).not.toMatch(SECRET);
    const item = { params: { id: topicId, itemId: asked.Item_ID } };
    expect(codeOf(await tutor.either(endpoints.deleteItem, item))).toBe('question_open');
    const closed = await change(asked.id, 'closed');
    expect(closed.body).toMatchObject({ asked: { state: 'closed', answered: 1 } });
    expect((await look()).sent).not.toMatch(SECRET);
    await change(asked.id, 'revealed');
    expect((await look()).sent).toMatch(SECRET);
    const params = { id: lessonId };
    const letter = await tutor.either(endpoints.changeLetter, { params, body: { state: 'sent' } });
    expect(codeOf(letter)).toBe('lesson_not_over');
  });

  test('stays open when it is put off', async ({ tutor, lessonId, asked, change, look }) => {
    await tutor.updateLesson(lessonId, { Date: '2026-11-25' });
    expect((await look()).states).toEqual(['live', 'live']);
    expect((await change(asked.id, 'revealed')).status).toBe(200);
  });

  test('opens at once when it is brought forward', async ({ api, tutor, lessonId, look }) => {
    api.clock.set('2026-11-18T13:00:00Z');
    await tutor.updateLesson(lessonId, { Time: '13:00:00' });
    expect((await look()).states).toEqual(['live', 'live']);
  });
});
