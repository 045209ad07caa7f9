// The sample topics: their texts render, and students' answers are marked as a physics teacher
// would mark them.
import { describe, expect, test } from 'vitest';

import { markNumber, type Reason } from '../../domain/marking/marking.ts';
import type { NewQuestion } from '../../domain/topics/question.ts';
import { renderQuestion } from '../../server/topics/render-question.ts';
import { SAMPLE_TOPICS } from './topics.ts';

const questionsOf = (items: (typeof SAMPLE_TOPICS)[number]['items']): readonly NewQuestion[] =>
  items.flatMap((item) => (item.kind === 'question' ? [item.question] : []));
const all = SAMPLE_TOPICS.flatMap(({ topic, items }) =>
  questionsOf(items).map((question, index) => ({ name: `${topic.name} ${index + 1}`, question })),
);
const numbers = all.flatMap(({ name, question }) =>
  question.kind === 'number' ? [{ name, question }] : [],
);

/** The reason, 'right', or a known wrong value as 'known 0'; null when it is wrong without one. */
function markingOf(name: string, typed: string): string | null {
  const found = numbers.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no number question ${name}`);
  const marked = markNumber(found.question, typed);
  if ('fault' in marked) throw new Error(marked.fault);
  if (marked.known !== null) return `known ${marked.known}`;
  return marked.result === 'right' ? 'right' : marked.reason;
}

test('has the kinds of questions that lessons need', () => {
  const kinds = Object.groupBy(all, ({ question }) => question.kind);
  expect(SAMPLE_TOPICS).toHaveLength(12);
  expect([kinds.number, kinds.choice, kinds.points].map((list) => list?.length)).toEqual([
    17, 16, 3,
  ]);
  expect(numbers.filter(({ question }) => question.unit_asked)).toHaveLength(10);
});

test.each(all)('$name renders', ({ question }) => {
  expect(() => renderQuestion(question)).not.toThrow();
});

test.each(numbers)('$name marks its value right and its known values by their index', (each) => {
  const { value, unit, known } = each.question;
  expect(markingOf(each.name, `${value} ${unit}`)).toBe('right');
  for (const [index, wrong] of known.entries())
    expect(markingOf(each.name, `${wrong.value} ${unit}`)).toBe(`known ${index}`);
});

describe('answers of students', () => {
  test.each<[name: string, typed: string, marking: Reason | 'right' | `known ${number}` | null]>([
    ['Changes in energy 2', '135000', 'right'],
    ['Changes in energy 2', '1.35 x 10^5 J', 'right'],
    ['Changes in energy 2', '135 kJ', 'right'],
    ['Changes in energy 2', '140 000', 'right'],
    ['Changes in energy 2', '135', 'power_of_ten'],
    ['Changes in energy 2', '270 kJ', 'known 0'],
    ['Changes in energy 2', '9000', 'known 1'],
    ['Changes in energy 2', '81000000', 'known 2'],
    ['Specific heat capacity 1', '126 kJ', 'right'],
    ['Specific heat capacity 1', '130000', 'right'],
    ['Specific heat capacity 1', '168000', 'known 0'],
    ['Specific heat capacity 1', '42000', 'known 1'],
    ['Specific heat capacity 1', '252 kJ', 'known 2'],
    ['Specific heat capacity 2', '196.9', 'right'],
    ['Specific heat capacity 2', '200', 'right'],
    ['Specific heat capacity 2', '3.3 min', 'right'],
    ['Specific heat capacity 2', '196 875', 'known 0'],
    ['Current, resistance and potential difference 1', '24 ohms', 'right'],
    ['Current, resistance and potential difference 1', '24 V/A', 'right'],
    ['Current, resistance and potential difference 1', '0.024 kΩ', 'right'],
    ['Current, resistance and potential difference 1', '24', 'unit_missing'],
    ['Current, resistance and potential difference 1', '24 V', 'unit_wrong'],
    ['Current, resistance and potential difference 1', '0.042 Ω', 'known 1'],
    ['Half-life 1', '8', 'right'],
    ['Half-life 1', '480 min', 'right'],
    ['Half-life 1', '3 hours', 'known 0'],
    ['Half-life 1', '0.5 d', 'known 1'],
    ["Newton's second law 1", '1 m/s²', 'right'],
    ["Newton's second law 1", '1.0 ms^-2', 'right'],
    ["Newton's second law 1", '1.0 N/kg', 'right'],
    ["Newton's second law 1", '1.0 m/s', 'unit_wrong'],
    ['Properties of waves 1', '340 ms⁻¹', 'right'],
    ['Properties of waves 1', '0.34 km/s', 'right'],
    ['Properties of waves 1', '735 m/s', 'known 0'],
    ['Properties of waves 2', '20 ms', 'right'],
    ['Properties of waves 2', '0.2 s', 'power_of_ten'],
    ['Properties of waves 2', '0.02', 'unit_missing'],
    ['The photoelectric effect 1', '0.80', 'right'],
    ['The photoelectric effect 1', '0.808 eV', 'right'],
    ['The photoelectric effect 1', '1.3e-19 J', 'right'],
    ['The photoelectric effect 1', '3.11 eV', 'known 0'],
    ['The photoelectric effect 1', '5.41', 'known 1'],
    ['Interference 1', '6.2 mm', 'right'],
    ['Interference 1', '6.24e-3 m', 'right'],
    ['Interference 1', '6 mm', 'too_few_figures'],
    ['Interference 1', '6.2400 mm', 'too_many_figures'],
    ['Interference 1', '0.00624', 'unit_missing'],
    ['Interference 1', '6.24 m', 'power_of_ten'],
    ['Interference 1', '3.12 mm', 'known 1'],
    ['Interference 1', '12.5 mm', 'known 2'],
    ['Motion along a straight line 1', '-0.8 ms-2', 'right'],
    ['Motion along a straight line 1', '0.80 m s^-2', 'sign'],
    ['Motion along a straight line 1', '−1.6 m s⁻²', 'known 0'],
    ['Motion along a straight line 2', '31 m', 'right'],
    ['Motion along a straight line 2', '30.66', 'too_many_figures'],
    ['Motion along a straight line 2', '30', 'too_few_figures'],
    ['Motion along a straight line 2', '24.5', 'known 2'],
    ['The Young modulus 1', '198 GPa', 'right'],
    ['The Young modulus 1', '2.0e11 N m^-2', 'right'],
    ['The Young modulus 1', '2e11 Pa', 'too_few_figures'],
    ['The Young modulus 1', '1.98e5 Pa', 'power_of_ten'],
    ['The Young modulus 1', '49.4 GPa', 'known 0'],
    ['Electromotive force and internal resistance 1', '1250 mV', 'right'],
    ['Electromotive force and internal resistance 1', '1.5', 'known 0'],
    ['Electromotive force and internal resistance 3', '0.5 ohm', 'right'],
    ['Electromotive force and internal resistance 3', '-0.5 Ω', 'sign'],
    ['Electromotive force and internal resistance 3', '1.4 Ω', 'known 0'],
    ['Circular motion 1', '3 N', 'right'],
    ['Circular motion 1', '3.0 kg m s^-2', 'right'],
    ['Circular motion 2', '4.7 s^-1', 'right'],
    ['Circular motion 2', '4.712 rad/s', 'right'],
    ['Circular motion 2', '270 °/s', 'right'],
    ['Circular motion 2', '283 rad s^-1', 'known 1'],
    ['Circular motion 2', '12', null],
  ])('%s: %s is %s', (name, typed, marking) => {
    expect(markingOf(name, typed)).toBe(marking);
  });
});
