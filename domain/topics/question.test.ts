// Which questions the tutor may write.
import { describe, expect, test } from 'vitest';

import { faultsOf, letters } from '../testing/faults.ts';
import { newQuestionSchema, proposeFigures } from './question.ts';

const choices = (...right: boolean[]) =>
  right.map((is_right, index) => ({ text: `Choice ${index}`, is_right }));
const choice = { kind: 'choice', text: 'Which?', choices: choices(true, false) };
const number = { kind: 'number', text: 'How fast?', value: '3.0e8', unit: 'm s^-1' };
const points = { kind: 'points', text: 'Why?', points: [{ text: 'Because.' }] };

const faults = (question: object) => faultsOf(newQuestionSchema, question);

test.each([choice, number, points])('accepts a question of kind $kind', (question) => {
  expect(faults(question)).toEqual([]);
});

test('fills in what may be left out', () => {
  expect(newQuestionSchema.parse(number)).toEqual({
    ...number,
    hint: '',
    explanation: '',
    unit_asked: false,
    tolerance_percent: 1,
    figures: null,
    known: [],
  });
});

describe('choices', () => {
  test.each([
    [choices(true, false, false, false, false, false), false, []],
    [choices(true, false, true), true, []],
    [choices(true), false, ['choices: Give 2 to 6 choices']],
    [choices(...Array<boolean>(7).fill(false)), false, ['choices: Give 2 to 6 choices']],
    [choices(false, false), false, ['choices: Mark a choice as right']],
    [choices(true, true), true, ['choices: Mark a choice as wrong']],
    [choices(true, true, false), false, ['choices: Mark one choice as right, or allow several']],
  ])('%j, several %s: %j', (list, several, expected) => {
    expect(faults({ ...choice, choices: list, several })).toEqual(expected);
  });
});

describe('numbers', () => {
  test.each([
    [{ value: '3x108' }, ['value: Write the power of ten as 3e8 or 3 x 10^8.']],
    [{ value: '5 m' }, ['value: Type the number without a unit.']],
    [{ unit: 'ms^-1' }, ['unit: This can be read in several ways. Type m s^-1 or ms^-1.']],
    [{ unit: 'ms' }, []],
    [{ unit: 'mhz' }, ['unit: "mhz" is not a unit here. MHz?']],
    [{ unit: '' }, []],
    [{ unit: `m${' '.repeat(58)}s` }, []],
    [{ unit: `m${' '.repeat(59)}s` }, ['unit: That unit is too long.']],
    [{ tolerance_percent: 20 }, []],
    [{ tolerance_percent: 20.1 }, ['tolerance_percent: The tolerance goes from 0 to 20 percent']],
    [{ tolerance_percent: -1 }, ['tolerance_percent: The tolerance goes from 0 to 20 percent']],
    [{ figures: { min: 1, max: 6 } }, []],
    [{ figures: { min: 3, max: 2 } }, ['figures: Figures go from 1 to 6']],
    [{ figures: { min: 2, max: 7 } }, ['figures.max: Figures go from 1 to 6']],
    [{ known: [{ value: '1.5e8' }] }, []],
    [
      { known: [{ value: '1.5e8' }, { value: '3.01e8' }] },
      ['known.1.value: This value is right, or right but for its figures.'],
    ],
    [
      { known: [{ value: '3.0' }, { value: '1/3' }] },
      ['known.1.value: Type the result as one decimal, such as 0.45 or 3.2e-5.'],
    ],
    [
      { known: Array.from({ length: 7 }, () => ({ value: '1' })) },
      ['known: Give up to 6 wrong values'],
    ],
  ])('%j: %j', (changes, expected) => {
    expect(faults({ ...number, ...changes })).toEqual(expected);
  });
});

describe('texts', () => {
  test.each([
    ['no text', { text: '' }, ['text: The question is missing']],
    ['the longest text', { text: letters(2000) }, []],
    [
      'a longer text',
      { text: letters(2001) },
      ['text: The question must be 2000 characters or fewer'],
    ],
    ['a long hint', { hint: letters(501) }, ['hint: The hint must be 500 characters or fewer']],
    ['no points', { points: [] }, ['points: Give 1 to 6 points']],
    ['an empty point', { points: [{ text: '' }] }, ['points.0.text: The point is missing']],
    ['another kind', { kind: 'essay' }, ['kind: Choose a kind of question']],
  ])('%s', (_, changes, expected) => {
    expect(faults({ ...points, ...changes })).toEqual(expected);
  });
});

test.for([
  ['How fast is it?', null],
  ['A mass of 2.50 kg moves at 3.0 m/s.', [1, 2]],
  ['A mass of 2.50 kg moves at 3.05 m/s.', [2, 3]],
  ['A train covers 1200 m in 62.5 s.', [2, 3]],
  ['Light of $4.86\\times10^{-7}$ m, $d = 2.000 \\times 10^{-6}$ m', [2, 3]],
  ['A charge of 1.60e-19 C', [2, 3]],
  ['A charge of 1.60×10⁻¹⁹ C and $v_0 = 20.0$ m s$^{-1}$', [2, 3]],
  ['At 3.00 m s-1 in Figure 2, with x2 doubled', [2, 3]],
  ['It takes 2 s.', [1, 1]],
  ['$\\frac{1.234567891}{2.345678912}$', [5, 6]],
  ['From 0 to 12.0 m', [2, 3]],
] as const)('%s: %j', ([text, figures]) => {
  const proposed = proposeFigures(text);
  expect(proposed === null ? null : [proposed.min, proposed.max]).toEqual(figures);
});
