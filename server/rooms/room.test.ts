// Preparing for a lesson: what a student sees of its topic, tries, marks, hints and solutions.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { newId } from '../base/ids.ts';
import { addSignIn, addStudent, makeFamily, makeLesson } from '../testing/factories.ts';
import { roomTest as test, slides, video } from '../testing/lessons/rooms.ts';
import { codeOf } from '../testing/test.ts';

const SECRETS = /is_right|misconception|known|tolerance|explain|SECRET/;

const speed = {
  kind: 'question',
  use: 'before',
  question: {
    kind: 'number',
    text: 'How fast is light?',
    hint: 'Think of $c$.',
    explanation: 'SECRET explanation',
    value: '3.00e8',
    unit: 'm s^-1',
    known: [{ value: '1.5e8', feedback: 'That is half of it.', misconception: 'SECRET half' }],
  },
};
const unit = {
  kind: 'question',
  use: 'before',
  question: {
    kind: 'choice',
    text: 'Which is a unit of power?',
    explanation: 'SECRET explanation',
    choices: [
      { text: 'watt', is_right: true, feedback: 'SECRET yes' },
      { text: 'joule', is_right: false, feedback: 'That is energy.', misconception: 'SECRET' },
      { text: 'newton', is_right: false, feedback: 'SECRET force' },
    ],
  },
};
const why = {
  kind: 'question',
  use: 'before',
  question: {
    kind: 'points',
    text: 'Why does it fall?',
    points: [{ text: 'SECRET gravity' }, { text: 'SECRET mass' }],
  },
};
const live = { ...unit, use: 'live' };

describe('the room', () => {
  test("shows the topic's items in order, without a secret", async ({ add, family, lessonId }) => {
    for (const item of [video, speed, unit, why, live, slides]) await add(item);
    const { body } = await family.call(endpoints.getRoom, { params: { id: lessonId } });
    expect(body.room).toMatchObject({
      Lesson_ID: lessonId,
      state: 'before',
      Student_ID: family.studentId,
      topic: { name: 'Light', reference: '' },
      items: [
        { ...video, done: false },
        {
          kind: 'question',
          use: 'before',
          tries_left: 2,
          hint_html: null,
          solution: null,
          done: false,
          question: {
            kind: 'number',
            html: '<p>How fast is light?</p>',
            unit_html: 'm s<sup>−1</sup>',
            unit_asked: false,
            figures_asked: false,
          },
        },
        {
          question: {
            kind: 'choice',
            several: false,
            choices: [{ html: '<p>watt</p>' }, { html: '<p>joule</p>' }, {}],
          },
        },
        { tries_left: 1, question: { kind: 'points', choices: [] } },
        { ...slides, address: null, done: false },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(SECRETS);
  });

  test('opens slides and unasked questions after the lesson', async ({ api, add, readItems }) => {
    for (const item of [live, slides]) await add(item);
    api.clock.set('2026-11-18T16:14:59.999Z');
    expect(await readItems()).toMatchObject([{ kind: 'slides', address: null }]);
    api.clock.advance({ ms: 1 });
    expect(await readItems()).toMatchObject([
      { use: 'live', tries_left: 2 },
      { kind: 'slides', address: slides.address },
    ]);
  });

  test('is empty in a lesson without a topic', async ({ api, family }) => {
    const { id } = await makeLesson(api);
    await family.send(endpoints.bookLesson, { body: { Lesson_ID: id } });
    const { body } = await family.call(endpoints.getRoom, { params: { id } });
    expect(body.room).toMatchObject({ topic: null, items: [] });
  });

  test('is for students who are booked', async ({ api, family, lessonId }) => {
    const ask = (caller: typeof family, id: string, studentId?: string) =>
      caller.either(endpoints.getRoom, { params: { id }, query: { Student_ID: studentId } });
    const other = await makeFamily(api);
    expect(codeOf(await ask(other, lessonId))).toBe('not_booked');
    expect(codeOf(await ask(family, newId()))).toBe('lesson_not_found');
    const sibling = await addStudent(api, family);
    expect(codeOf(await ask(family, lessonId))).toBe('validation_failed');
    expect(codeOf(await ask(family, lessonId, sibling))).toBe('not_booked');
    expect(codeOf(await ask(family, lessonId, family.studentId))).toBe('done');
    const student = await addSignIn(api, family, family.studentId);
    const own = await student.either(endpoints.getRoom, { params: { id: lessonId } });
    expect(codeOf(own)).toBe('done');
  });
});

describe('answering', () => {
  test('gives a hint after the first wrong try and the solution after the last', async ({
    add,
    answer,
  }) => {
    const id = await add(speed);
    const first = await answer(id, '1.5e8');
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      attempt: {
        Item_ID: id,
        mode: 'room',
        round: null,
        try: 1,
        answer: '1.5e8',
        result: 'wrong',
        reason: 'known',
        read: { value: '1.5e8', unit: '', figures: [2, 2] },
        feedback: [{ id: null, html: '<p>That is half of it.</p>' }],
      },
      item: {
        tries_left: 1,
        hint_html: '<p>Think of <span class="whole"><math><mi>c</mi></math>.</span></p>',
        solution: null,
        done: false,
      },
    });
    expect(JSON.stringify(first.body)).not.toMatch(/SECRET|misconception/);
    expect((await answer(id, '5 m')).body).toMatchObject({
      attempt: { try: 2, result: 'wrong', reason: 'unit_wrong' },
      item: {
        tries_left: 0,
        done: true,
        attempts: [{ try: 1 }, { try: 2 }],
        solution: {
          value_html: '3.00 × 10<sup>8</sup> m s<sup>−1</sup>',
          explanation_html: '<p>SECRET explanation</p>',
        },
      },
    });
    expect(codeOf(await answer(id, '3e8'))).toBe('no_tries_left');
  });

  test('ends with a right answer', async ({ add, answer, choicesOf }) => {
    const id = await add(unit);
    const [watt, joule] = await choicesOf(id);
    const wrong = await answer(id, [joule]);
    expect(wrong.body).toMatchObject({
      attempt: { result: 'wrong', feedback: [{ id: joule, html: '<p>That is energy.</p>' }] },
      item: { hint_html: null, solution: null },
    });
    expect(JSON.stringify(wrong.body)).not.toMatch(SECRETS);
    expect((await answer(id, [watt])).body).toMatchObject({
      attempt: { try: 2, result: 'right' },
      item: {
        done: true,
        solution: { choices: [{ id: watt, is_right: true }, { is_right: false }, {}] },
      },
    });
    expect(codeOf(await answer(id, [watt]))).toBe('already_answered');
  });

  test('costs no try when the answer cannot be read', async ({ add, answer, readItems }) => {
    const [number, choice] = [await add(speed), await add(unit)];
    const messageOf = async (id: string, given: unknown) => {
      const { body } = await answer(id, given);
      return 'details' in (body as object)
        ? (body as { details: { field: string; message: string }[] }).details[0]
        : body;
    };
    const fault = (message: string) => ({ field: 'answer', message });
    expect(await messageOf(number, '3x108')).toEqual(
      fault('Write the power of ten as 3e8 or 3 x 10^8.'),
    );
    expect(await messageOf(number, null)).toEqual(fault('Answer is required'));
    expect(await messageOf(number, ['a'])).toEqual(fault('Type a number'));
    for (const given of [[], ['x'], 'watt'])
      expect(await messageOf(choice, given)).toEqual(fault('Choose from the answers given'));
    expect(await readItems()).toMatchObject([{ tries_left: 2 }, { tries_left: 2 }]);
  });

  test('in words is compared with the points by the student', async ({ add, answer, family }) => {
    const id = await add(why);
    const { body } = await answer(id, 'Because of gravity.');
    expect(body).toMatchObject({
      attempt: { result: null, feedback: [] },
      item: { done: true, solution: { points: [{ html: '<p>SECRET gravity</p>' }, {}] } },
    });
    const { attempt, item } = body as {
      attempt: { id: string };
      item: { solution: { points: { id: string }[] } };
    };
    const [gravity, mass] = item.solution.points.map((point) => point.id);
    const compare = (points: readonly unknown[]) =>
      family.send(endpoints.tickPoints, { params: { id: attempt.id }, body: { points } });
    expect(codeOf(await compare([newId()]))).toBe('validation_failed');
    expect((await compare([gravity])).body).toMatchObject({ attempt: { result: 'partly' } });
    expect((await compare([gravity])).body).toMatchObject({ attempt: { result: 'partly' } });
    expect(codeOf(await compare([gravity, mass]))).toBe('already_marked');
  });

  test('twice with one key counts once', async ({ add, answer, readItems }) => {
    const id = await add(speed);
    const answers = await Promise.all(['k', 'k', 'k'].map((key) => answer(id, '1e8', key)));
    const ids = answers.map(({ body }) => (body as { attempt: { id: string } }).attempt.id);
    expect(new Set(ids).size).toBe(1);
    expect(await readItems()).toMatchObject([{ tries_left: 1 }]);
    expect(codeOf(await answer(id, '2e8', 'k'))).toBe('idempotency_key_reused');
    expect(codeOf(await answer(newId(), '2e8', 'k'))).toBe('item_not_found');
  });

  test('five times at once uses two tries', async ({ add, answer }) => {
    const id = await add(speed);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => answer(id, '1e8')));
    expect(answers.map(codeOf).toSorted()).toEqual([
      'done',
      'done',
      'no_tries_left',
      'no_tries_left',
      'no_tries_left',
    ]);
  });

  test("never shows another student's answers", async ({ api, add, answer, lessonId }) => {
    const id = await add(speed);
    await answer(id, '3e8');
    const other = await makeFamily(api, 1);
    await other.book(lessonId);
    const { body } = await other.call(endpoints.getRoom, { params: { id: lessonId } });
    expect(body.room.items).toMatchObject([{ attempts: [], tries_left: 2, solution: null }]);
  });
});

test('ticks videos and slides, not questions', async ({ add, family, lessonId, readItems }) => {
  const [watched, read, asked] = [await add(video), await add(slides), await add(speed)];
  const tick = (itemId: string, done: unknown) =>
    family.send(endpoints.tickItem, { params: { id: lessonId, itemId }, body: { done } });
  for (const id of [watched, watched, read]) expect(codeOf(await tick(id, true))).toBe('done');
  expect(await readItems()).toMatchObject([{ done: true }, { done: true }, { done: false }]);
  await tick(watched, false);
  expect(await readItems()).toMatchObject([{ done: false }, { done: true }, {}]);
  expect(codeOf(await tick(asked, true))).toBe('item_not_found');
  expect(codeOf(await tick(newId(), true))).toBe('item_not_found');
  expect(codeOf(await tick(watched, 'yes'))).toBe('validation_failed');
});

test('gives the way into the meeting', async ({ family, lessonId }) => {
  const { room } = (await family.call(endpoints.getRoom, { params: { id: lessonId } })).body;
  const { lessons } = (await family.call(endpoints.listLessons)).body;
  expect(room.join_link).toMatch(/^\/join\/[\w-]{43}$/);
  expect(room.join_link).toBe(lessons.find(({ id }) => id === lessonId)?.join_link);
});

test("links to the chat of the topic's course, otherwise of the lesson's name", async ({
  api,
  tutor,
  family,
  lessonId,
}) => {
  const chat_links = {
    gcse: 'https://chat.example.com/g',
    'a-level': 'https://chat.example.com/a',
  };
  const chatLink = async () =>
    (await family.call(endpoints.getRoom, { params: { id: lessonId } })).body.room.chat_link;
  expect(await chatLink()).toBeNull();
  await tutor.call(endpoints.updateSettings, { body: { chat_links } });
  expect(await chatLink()).toBe(chat_links['a-level']);
  const lessons = api.database.db.updateTable('lessons').where('id', '=', lessonId);
  await lessons.set({ topic_id: null, name: 'GCSE: Light' }).execute();
  expect(await chatLink()).toBe(chat_links.gcse);
  await lessons.set({ name: 'Light' }).execute();
  expect(await chatLink()).toBeNull();
});
