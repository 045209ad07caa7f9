// The tutor's library: topics with videos, slides and questions.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { Item } from '../../domain/topics/topic.ts';
import { newId } from '../base/ids.ts';
import { makeLesson } from '../testing/factories.ts';
import { codeOf, test as base } from '../testing/test.ts';

const waves = { name: 'Waves', course: 'gcse', reference: '4.6.1.2' } as const;
const video = {
  kind: 'video',
  title: 'Transverse waves',
  address: 'https://example.com/waves',
  minutes: 5,
} as const;
const slides = { kind: 'slides', title: 'Slides', address: 'https://example.com/slides' } as const;
const question = {
  kind: 'question',
  use: 'before',
  question: {
    kind: 'choice',
    text: 'What is $f$?',
    choices: [
      { text: 'Frequency', is_right: true },
      { text: 'Force', is_right: false, feedback: 'That is $F$.' },
    ],
  },
} as const;

const test = base
  .extend('topic', async ({ tutor }) => {
    const { body } = await tutor.call(endpoints.createTopic, { body: waves });
    return body.topic;
  })
  .extend('add', ({ tutor, topic }) => async (body: object): Promise<Item> => {
    const answer = await tutor.send(endpoints.createItem, { params: { id: topic.id }, body });
    return (answer.body as { readonly item: Item }).item;
  })
  .extend('read', ({ tutor, topic }) => async (id = topic.id) => {
    const { body } = await tutor.call(endpoints.getTopic, { params: { id } });
    return body.topic;
  });

describe('the list of topics', () => {
  test('is sorted by course, reference and name', async ({ tutor }) => {
    const topics = [
      ['Circular motion', 'a-level', '3.6.1.1'],
      ['Young modulus', 'a-level', '3.4.2.2'],
      ['Graphs', 'a-level', '3.4.1.10'],
      ['Motion', 'a-level', '3.4.1.9'],
      ['Waves', 'gcse', '4.6'],
      ['Atoms', 'gcse', '4.6'],
    ] as const;
    for (const [name, course, reference] of topics)
      await tutor.call(endpoints.createTopic, { body: { name, course, reference } });
    const { body } = await tutor.call(endpoints.listTopics);
    expect(body.topics.map(({ name }) => name)).toEqual([
      'Atoms',
      'Waves',
      'Motion',
      'Graphs',
      'Young modulus',
      'Circular motion',
    ]);
  });

  test('counts items and lessons; lists archived apart', async ({ api, tutor, topic, add }) => {
    for (const item of [video, video, slides, question]) await add(item);
    const { id } = await makeLesson(api);
    const lessons = api.database.db.updateTable('lessons').where('id', '=', id);
    await lessons.set({ topic_id: topic.id }).execute();
    const list = async (archived: 'true' | 'false') =>
      (await tutor.call(endpoints.listTopics, { query: { archived } })).body.topics;
    const listed = { ...waves, id: topic.id, videos: 2, questions: 1, slides: 1, lessons: 1 };
    expect(await list('false')).toEqual([{ ...listed, archived: false }]);
    await tutor.call(endpoints.updateTopic, { params: { id: topic.id }, body: { archived: true } });
    expect(await list('false')).toEqual([]);
    expect(await list('true')).toEqual([{ ...listed, archived: true }]);
    await lessons.set({ deleted_at: api.clock.now }).execute();
    expect(await list('true')).toMatchObject([{ lessons: 0 }]);
  });
});

describe('a topic', () => {
  test('changes its given fields alone', async ({ tutor, topic, read }) => {
    const change = (body: object) =>
      tutor.call(endpoints.updateTopic, { params: { id: topic.id }, body });
    await change({ name: 'Waves again' });
    expect(await read()).toEqual({ ...topic, name: 'Waves again' });
    await change({ archived: true, course: 'a-level', reference: '' });
    expect(await read()).toMatchObject({ archived: true, course: 'a-level', reference: '' });
    await change({ archived: false });
    expect(await read()).toMatchObject({ archived: false });
  });

  test.for([
    ['name: Name is required', { ...waves, name: '' }],
    ['name: Name must be 200 characters or fewer', { ...waves, name: 'x'.repeat(201) }],
    ['course: Choose GCSE or A-level', { ...waves, course: 'ks3' }],
    [
      'reference: Reference must be 40 characters or fewer',
      { ...waves, reference: 'x'.repeat(41) },
    ],
    ['reference: Reference must be one line', { ...waves, reference: '4.6\n4.7' }],
  ] as const)('is refused: %s', async ([fault, body], { tutor }) => {
    const { body: answer } = await tutor.refused(endpoints.createTopic, { body });
    expect(answer.details?.map(({ field, message }) => `${field}: ${message}`)).toEqual([fault]);
  });

  test('is duplicated with its items, under new ids', async ({ tutor, topic, add, read }) => {
    for (const item of [question, video]) await add(item);
    const { body } = await tutor.call(endpoints.duplicateTopic, { params: { id: topic.id } });
    const [original, copy] = [await read(), await read(body.topic.id)];
    expect(copy).toMatchObject({ ...waves, name: 'Waves (copy)', archived: false });
    const contents = (items: typeof copy.items) => items.map(({ id: _, ...content }) => content);
    expect(contents(copy.items)).toEqual(contents(original.items));
    expect(copy.items[0]?.id).not.toBe(original.items[0]?.id);
  });

  test('is deleted with its items unless a lesson has it', async ({ api, tutor, topic, add }) => {
    await add(video);
    const { id } = await makeLesson(api);
    const lessons = api.database.db.updateTable('lessons').where('id', '=', id);
    await lessons.set({ topic_id: topic.id }).execute();
    const remove = () => tutor.either(endpoints.deleteTopic, { params: { id: topic.id } });
    expect(codeOf(await remove())).toBe('topic_in_use');
    await lessons.set({ deleted_at: api.clock.now }).execute();
    expect(codeOf(await remove())).toBe('done');
    expect(codeOf(await remove())).toBe('topic_not_found');
  });
});

describe('items', () => {
  test('are stored whole and answered with rendered texts', async ({ add, read }) => {
    expect(await add(video)).toEqual({ id: expect.any(String), ...video });
    expect(await add(slides)).toEqual({ id: expect.any(String), ...slides });
    const added = await add(question);
    expect(added).toMatchObject({
      use: 'before',
      question: {
        text: 'What is $f$?',
        text_html: '<p>What is <span class="whole"><math><mi>f</mi></math>?</span></p>',
        hint_html: '',
        several: false,
        choices: [
          { id: expect.any(String), text_html: '<p>Frequency</p>', is_right: true, feedback: '' },
          {
            feedback_html: '<p>That is <span class="whole"><math><mi>F</mi></math>.</span></p>',
            misconception: '',
          },
        ],
      },
    });
    expect((await read()).items.map(({ kind }) => kind)).toEqual(['video', 'slides', 'question']);
    expect((await read()).items[2]).toEqual(added);
  });

  test('name every faulty formula and store nothing', async ({ tutor, topic, read }) => {
    const body = {
      ...question,
      question: {
        ...question.question,
        text: '$\\frac{1$',
        choices: [
          { text: 'Fine', is_right: true },
          { text: '$x_a_b$', is_right: false, feedback: '$\\boxed{x}$' },
        ],
      },
    };
    const refused = await tutor.refused(endpoints.createItem, { params: { id: topic.id }, body });
    expect(refused.body.details?.map(({ field }) => field)).toEqual([
      'question.text',
      'question.choices.1.text',
      'question.choices.1.feedback',
    ]);
    expect(refused.body.details?.[1]?.message).toBe('Formula, character 5: Double subscript.');
    expect((await read()).items).toEqual([]);
  });

  test('change the given fields of their kind', async ({ tutor, topic, add, read }) => {
    const change = async (itemId: string, body: object) =>
      (await tutor.call(endpoints.updateItem, { params: { id: topic.id, itemId }, body })).body
        .item;
    const { id } = await add(video);
    const longer = { ...video, id, minutes: 6 };
    expect(await change(id, { minutes: 6, use: 'live' })).toEqual(longer);
    expect((await read()).items).toEqual([longer]);
  });

  test('keep the ids of choices that are sent back', async ({ tutor, topic, add }) => {
    const item = await add(question);
    if (item.kind !== 'question' || item.question.kind !== 'choice') expect.unreachable();
    const [right, wrong] = item.question.choices;
    const choices = [
      { id: wrong?.id, text: 'Force', is_right: false },
      { id: newId(), text: 'Farad', is_right: false },
      { id: right?.id, text: 'Frequency', is_right: true },
      { id: right?.id, text: 'Frequencies', is_right: false },
    ];
    const { body } = await tutor.call(endpoints.updateItem, {
      params: { id: topic.id, itemId: item.id },
      body: { question: { ...question.question, choices } },
    });
    if (body.item.kind !== 'question' || body.item.question.kind !== 'choice') expect.unreachable();
    const ids = body.item.question.choices.map(({ id }) => id);
    expect([ids[0], ids[2]]).toEqual([wrong?.id, right?.id]);
    expect(new Set([...ids, choices[1]?.id]).size).toBe(5);
  });

  test('tell one of two tabs that change the same question', async ({
    tutor,
    topic,
    add,
    read,
  }) => {
    const { id: itemId } = await add(question);
    const { question: question_before } = question;
    const change = (body: object) =>
      tutor.either(endpoints.updateItem, { params: { id: topic.id, itemId }, body });
    const texts = [{ hint: 'Think of $T$.' }, { explanation: 'It is $1 / T$.' }];
    const questions = texts.map((text) => ({ ...question_before, ...text }));
    const codes = (
      await Promise.all(questions.map((typed) => change({ question: typed, question_before })))
    ).map(codeOf);
    expect(codes.toSorted()).toEqual(['done', 'question_changed']);
    const saved = codes.indexOf('done');
    expect((await read()).items).toMatchObject([{ question: texts[saved] }]);

    // What is sent again, or leaves the question out, is no other change.
    for (const body of [{ question: questions[saved], question_before }, { use: 'live' }])
      expect(codeOf(await change({ ...body, question_before }))).toBe('done');
    expect((await read()).items).toMatchObject([{ use: 'live', question: texts[saved] }]);
    // Having seen it, either may change it; without what it was, the last one wins.
    const seen = { question: question_before, question_before: questions[saved] };
    expect(codeOf(await change(seen))).toBe('done');
    expect(codeOf(await change({ question: questions[0] }))).toBe('done');
  });

  test('stay of their kind', async ({ tutor, topic, add }) => {
    const { id: itemId } = await add(question);
    const { body } = await tutor.refused(endpoints.updateItem, {
      params: { id: topic.id, itemId },
      body: { question: { kind: 'points', text: 'Why?', points: [{ text: 'Because.' }] } },
    });
    expect(body.details).toMatchObject([{ field: 'question.kind' }]);
  });

  test('end at forty, even when added at once', async ({ tutor, topic, add, read }) => {
    for (let n = 0; n < 38; n += 1) await add(video);
    const about = { params: { id: topic.id }, body: video };
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => tutor.send(endpoints.createItem, about)),
    );
    expect(answers.map(codeOf).toSorted()).toEqual([
      'done',
      'done',
      'too_many_items',
      'too_many_items',
    ]);
    expect((await read()).items).toHaveLength(40);
  });

  test('are ordered by naming each once', async ({ tutor, topic, add, read }) => {
    const ids: string[] = [];
    for (const item of [video, slides, question]) ids.push((await add(item)).id);
    const order = (itemIds: readonly string[]) =>
      tutor.either(endpoints.orderItems, {
        params: { id: topic.id },
        body: { Item_IDs: [...itemIds] },
      });
    expect(codeOf(await order(ids.toReversed()))).toBe('done');
    expect((await read()).items.map(({ id }) => id)).toEqual(ids.toReversed());
    for (const wrong of [ids.slice(1), [...ids, newId()], [ids[0] ?? '', ...ids.slice(0, 2)]])
      expect(codeOf(await order(wrong))).toBe('validation_failed');
  });

  test('are deleted without leaving a gap', async ({ tutor, topic, add, read }) => {
    const ids: string[] = [];
    for (const item of [video, slides, question]) ids.push((await add(item)).id);
    const remove = (itemId: string, id = topic.id) =>
      tutor.either(endpoints.deleteItem, { params: { id, itemId } });
    expect((await remove(ids[1] ?? '')).body).toMatchObject({ item: { id: ids[1], ...slides } });
    await add(slides);
    expect((await read()).items.map(({ kind }) => kind)).toEqual(['video', 'question', 'slides']);
    expect(codeOf(await remove(ids[1] ?? ''))).toBe('item_not_found');
  });

  test('are not found in another topic', async ({ tutor, add }) => {
    const { id: itemId } = await add(video);
    const { body } = await tutor.call(endpoints.createTopic, { body: waves });
    const params = { id: body.topic.id, itemId };
    for (const endpoint of [endpoints.updateItem, endpoints.deleteItem])
      expect(codeOf(await tutor.send(endpoint, { params, body: {} }))).toBe('item_not_found');
    expect(
      codeOf(await tutor.send(endpoints.updateItem, { params: { id: newId(), itemId }, body: {} })),
    ).toBe('topic_not_found');
  });
});
