// The preview of a question that is not saved.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { newId } from '../base/ids.ts';
import { sharedTest } from '../testing/test.ts';

const test = sharedTest.extend(
  'preview',
  ({ tutor }) =>
    async (question: object, answer?: unknown) => {
      const { status, body } = await tutor.send(endpoints.previewQuestion, {
        body: { question, ...(answer === undefined ? {} : { answer }) },
      });
      return { status, body };
    },
);

const kept = newId();
const choice = {
  kind: 'choice',
  text: 'What is $f$?',
  explanation: 'See **waves**.',
  choices: [
    { text: 'Frequency', is_right: true },
    {
      id: kept,
      text: 'Force',
      is_right: false,
      feedback: 'That is $F$.',
      misconception: 'Letters',
    },
    { id: kept, text: 'Field', is_right: false },
  ],
};
const number = {
  kind: 'number',
  text: 'How fast is light?',
  value: '3.00e8',
  unit: 'm s^-1',
  unit_asked: true,
  figures: { min: 2, max: 3 },
  known: [{ value: '3e5', feedback: 'In km.', misconception: 'Units' }],
};
const points = {
  kind: 'points',
  text: 'Why?',
  points: [{ text: 'One' }, { id: kept, text: 'Two' }],
};

const f = '<span class="whole"><math><mi>f</mi></math>?</span>';
const F = '<span class="whole"><math><mi>F</mi></math>.</span>';
const asked = { html: '<p>How fast is light?</p>', several: false, choices: [], unit_html: null };

describe('a preview', () => {
  test('names the texts that are not shown as typed', async ({ preview }) => {
    const { status, body } = await preview({
      ...points,
      text: '- 3 V',
      hint: '20 &deg;C',
      points: [{ text: 'One' }, { text: '&lt;' }],
    });
    const message = (typed: string) =>
      `"${typed}" is not shown as you typed it. Look at the preview.`;
    expect(status).toBe(200);
    expect(body).toMatchObject({
      notices: [
        { field: 'question.hint', message: message('&deg;C') },
        { field: 'question.points.1.text', message: message('&lt;') },
      ],
    });
  });

  test('shows a choice and its solution as students get them', async ({ preview }) => {
    const choices = [
      { id: 'c0', html: '<p>Frequency</p>' },
      { id: kept, html: '<p>Force</p>' },
      { id: 'c2', html: '<p>Field</p>' },
    ];
    const feedback = ['', `<p>That is ${F}</p>`, ''];
    expect(await preview(choice)).toEqual({
      status: 200,
      body: {
        success: true,
        question: {
          ...asked,
          kind: 'choice',
          html: `<p>What is ${f}</p>`,
          choices,
          unit_asked: false,
          figures_asked: false,
        },
        solution: {
          choices: choices.map((one, index) => ({
            ...one,
            is_right: index === 0,
            feedback_html: feedback[index],
          })),
          explanation_html: '<p>See <strong>waves</strong>.</p>',
        },
        outcome: null,
      },
    });
  });

  test('shows a number and points', async ({ preview }) => {
    expect((await preview(number)).body).toMatchObject({
      question: { ...asked, kind: 'number', unit_asked: true, figures_asked: true },
      solution: { value_html: '3.00 × 10<sup>8</sup> m s<sup>−1</sup>' },
    });
    expect((await preview(points)).body).toMatchObject({
      solution: { points: [{ id: 'p0', html: '<p>One</p>' }, { id: kept }] },
    });
  });

  test.for([
    ['the right choice', choice, ['c0'], { result: 'right', feedback: [] }],
    [
      'a wrong choice',
      choice,
      [kept],
      { result: 'wrong', feedback: [{ id: kept, html: `<p>That is ${F}</p>` }] },
    ],
    [
      'a right number',
      number,
      '3.0e8 m/s',
      { result: 'right', reason: null, read: { value: '3e8', figures: [2, 2] } },
    ],
    ['a number without its unit', number, '3.0e8', { result: 'partly', reason: 'unit_missing' }],
    [
      'a known wrong number',
      number,
      '3e5 m/s',
      { reason: 'known', feedback: [{ id: null, html: '<p>In km.</p>' }] },
    ],
    ['a text', points, 'Because.', { result: null, reason: null, read: null, feedback: [] }],
  ] as const)('marks %s', async ([, question, answer, outcome], { preview }) => {
    const { body } = await preview(question, answer);
    expect(body).toMatchObject({ outcome });
    expect(JSON.stringify(body)).not.toMatch(/misconception|keys|Letters|Units/);
  });

  test.for([
    ['an unknown choice', choice, ['c9'], ['answer: Choose from the answers given']],
    ['no choice', choice, [], ['answer: Choose from the answers given']],
    ['an unreadable number', number, '3e8e8', [expect.stringMatching(/^answer: /)]],
    [
      'a value with a unit',
      { ...number, value: '3e8 m' },
      '3e8',
      ['question.value: Type the number without a unit.'],
    ],
    [
      'every faulty formula',
      {
        ...number,
        text: 'Light has a $\\frac{1$',
        hint: '$x_a_b$',
        known: [{ value: '1', feedback: 'No: $\\boxed{x}$' }],
      },
      '3e8',
      [
        expect.stringMatching(/^question.text: Formula, character \d+: /),
        'question.hint: Formula, character 5: Double subscript.',
        expect.stringMatching(/^question.known.0.feedback: Formula, character 6: /),
      ],
    ],
  ] as const)('refuses %s', async ([, question, answer, faults], { preview }) => {
    const { status, body } = await preview(question, answer);
    const { details = [] } = body as { details?: { field: string; message: string }[] };
    expect(status).toBe(400);
    expect(details.map(({ field, message }) => `${field}: ${message}`)).toEqual(faults);
  });

  test('stores nothing', async ({ db, preview }) => {
    await preview(choice, ['c0']);
    expect(await db.selectFrom('topic_items').select('id').execute()).toEqual([]);
  });
});
