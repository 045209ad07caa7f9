// Questions asked live: rounds, what students see, and the distribution of their answers.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { newId } from '../../base/ids.ts';
import { addStudent, giveCredits, makeFamily, makeLesson } from '../../testing/factories.ts';
import { DURING, liveTest as test, unitQuestion, video } from '../../testing/lessons/rooms.ts';
import { codeOf } from '../../testing/test.ts';

const unit = unitQuestion;

describe('asking', () => {
  test.for([
    ['2026-11-18T14:44:59.999Z', 'room_closed'],
    ['2026-11-18T14:45:00.000Z', 'done'],
    ['2026-11-18T16:14:59.999Z', 'done'],
    ['2026-11-18T16:15:00.000Z', 'room_closed'],
  ] as const)('at %s: %s', async ([now, code], { api, add, ask }) => {
    const id = await add(unit);
    api.clock.set(now);
    expect(codeOf(await ask(id))).toBe(code);
  });

  test('needs a question of the topic, not asked before', async ({ add, ask, asked, change }) => {
    const other = await add(unit);
    expect(codeOf(await ask(other))).toBe('question_open');
    await change(asked.id, 'closed');
    expect(codeOf(await ask(asked.Item_ID))).toBe('asked_before');
    expect(codeOf(await ask(await add(video)))).toBe('item_not_found');
    expect(codeOf(await ask(newId()))).toBe('item_not_found');
    expect(codeOf(await ask(other))).toBe('done');
  });

  test('asks one of three questions that are asked at once', async ({ api, add, ask }) => {
    const ids = [await add(unit), await add(unit), await add(unit)];
    api.clock.set(DURING);
    const answers = await Promise.all(ids.map((id) => ask(id)));
    expect(answers.map(codeOf).toSorted()).toEqual(['done', 'question_open', 'question_open']);
  });

  test.for([
    [[], 'asked', 'done', 1],
    [['closed'], 'closed', 'done', 1],
    [['closed'], 'asked', 'done', 2],
    [['closed', 'asked', 'closed'], 'asked', 'no_more_rounds', 2],
    [['closed', 'asked', 'closed'], 'revealed', 'done', 2],
    [['revealed'], 'revealed', 'done', 1],
    [['revealed'], 'asked', 'already_revealed', 1],
    [['revealed'], 'closed', 'already_revealed', 1],
  ] as const)(
    'after %j, %s: %s, round %i',
    async ([before, state, code, round], { asked, change }) => {
      for (const one of before) await change(asked.id, one);
      const answer = await change(asked.id, state);
      expect(codeOf(answer)).toBe(code);
      if (answer.body.success) expect(answer.body.asked).toMatchObject({ state, round });
      expect(codeOf(await change(newId(), state))).toBe('asked_not_found');
    },
  );
});

describe('answering', () => {
  test('counts the first answer of a round and hides its result until the reveal', async ({
    family,
    asked,
    choices: [watt, joule],
    reply,
    change,
    readItems,
  }) => {
    const answer = await reply(family, joule);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      attempt: { mode: 'live', round: 1, try: 1, result: null, reason: null, feedback: null },
    });
    expect(codeOf(await reply(family, watt))).toBe('already_answered');
    expect(JSON.stringify([answer.body, await readItems()])).not.toMatch(/SECRET|is_right/);
    const closed = await change(asked.id, 'closed');
    expect(closed.body).toMatchObject({
      asked: {
        booked: 1,
        answered: 1,
        answers: [{ Student_ID: family.studentId, round: 1, result: 'wrong' }],
        earlier: null,
        distribution: [
          { key: watt, html: '<p>watt</p>', count: 0 },
          { key: joule, html: '<p>joule</p>', count: 1 },
        ],
      },
    });
    expect(codeOf(await reply(family, watt))).toBe('question_closed');

    await change(asked.id, 'asked');
    expect(codeOf(await reply(family, watt, 1))).toBe('question_closed');
    expect(codeOf(await reply(family, watt, 2))).toBe('done');
    expect((await change(asked.id, 'revealed')).body).toMatchObject({
      asked: {
        round: 2,
        answered: 1,
        answers: [{ Student_ID: family.studentId, round: 2, result: 'right' }],
        distribution: [{ count: 1 }, { count: 0 }],
        earlier: [{ count: 0 }, { count: 1 }],
      },
    });
    expect(await readItems()).toMatchObject([
      {
        tries_left: 0,
        attempts: [
          { round: 1, result: 'wrong', feedback: [{ html: '<p>SECRET energy</p>' }] },
          { round: 2, result: 'right' },
        ],
        solution: { explanation_html: '<p>SECRET explanation</p>' },
      },
    ]);
  });

  test('gives a repeat with the same key the first answer', async ({
    family,
    choices: [watt, joule],
    reply,
  }) => {
    const [first, again] = [await reply(family, watt, 1, 'k'), await reply(family, watt, 1, 'k')];
    expect(again.body).toEqual(first.body);
    expect(codeOf(await reply(family, joule, 1, 'k'))).toBe('idempotency_key_reused');
    expect(codeOf(await reply(family, 'x', 1))).toBe('already_answered');
  });

  test('refuses a key that is used in two lessons at once', async ({
    api,
    family,
    topicId,
    lessonId,
    choices,
    asked,
    tutor,
  }) => {
    api.clock.set('2026-11-18T12:00:00Z');
    const next = { Date: '2026-11-18', Time: '16:15:00', Topic_ID: topicId };
    const { id } = await makeLesson(api, next);
    await giveCredits(api, family.id, 1);
    await family.book(id);
    api.clock.set('2026-11-18T16:10:00Z');
    const { body } = await tutor.call(endpoints.askQuestion, {
      params: { id },
      body: { Item_ID: asked.Item_ID },
    });
    const rooms = [
      [lessonId, asked.id],
      [id, body.asked.id],
    ] as const;
    const answers = await Promise.all(
      rooms.map(([room, askedId]) =>
        family.send(endpoints.answerAsked, {
          params: { id: room },
          body: { Asked_ID: askedId, round: 1, answer: [choices[0]] },
          headers: { 'idempotency-key': 'k' },
        }),
      ),
    );
    expect(answers.map(codeOf).toSorted()).toEqual(['done', 'idempotency_key_reused']);
  });

  test('refuses the key of a sibling', async ({ api, family, lessonId, asked, choices }) => {
    api.clock.set('2026-11-18T12:00:00Z');
    const sibling = await addStudent(api, family);
    await giveCredits(api, family.id, 1);
    await family.book(lessonId, sibling);
    api.clock.set(DURING);
    const codes: string[] = [];
    for (const studentId of [family.studentId, sibling])
      codes.push(
        codeOf(
          await family.send(endpoints.answerAsked, {
            params: { id: lessonId },
            body: { Asked_ID: asked.id, round: 1, answer: [choices[0]], Student_ID: studentId },
            headers: { 'idempotency-key': 'k' },
          }),
        ),
      );
    expect(codes).toEqual(['done', 'idempotency_key_reused']);
  });

  test("refuses the first round's key later", async ({ asked, change, choices, family, reply }) => {
    await reply(family, choices[0], 1, 'k');
    await change(asked.id, 'closed');
    await change(asked.id, 'asked');
    expect(codeOf(await reply(family, choices[0], 2, 'k'))).toBe('idempotency_key_reused');
    expect(codeOf(await reply(family, choices[0], 2))).toBe('done');
  });

  test('is for students who are booked, and ends with the lesson', async ({
    api,
    asked,
    family,
    reply,
    change,
  }) => {
    expect(codeOf(await reply(await makeFamily(api), 'x'))).toBe('not_booked');
    api.clock.set('2026-11-18T16:15:00Z');
    expect(codeOf(await reply(family, 'x'))).toBe('question_closed');
    expect(codeOf(await change(asked.id, 'asked'))).toBe('already_revealed');
  });
});
