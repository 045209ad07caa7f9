// Which number of the question explains a wrong answer, and that nothing is explained otherwise.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { markNumber, type NumberKey } from './marking.ts';
import { explainRatio } from './ratio.ts';

const key = (value: string, changes: Partial<NumberKey> = {}): NumberKey => ({
  value,
  unit: 'J',
  unit_asked: false,
  tolerance_percent: 1,
  figures: null,
  known: [],
  ...changes,
});

/** The ratio of a typed answer as text: '15 m s^-1 to the -1'. */
function explain(question: NumberKey, text: string, typed: string): string | null {
  const marked = markNumber(question, typed);
  if ('fault' in marked) throw new Error(marked.fault);
  const ratio = explainRatio(question, text, marked.read);
  return ratio === null ? null : `${`${ratio.value} ${ratio.unit}`.trim()} to the ${ratio.power}`;
}

const CAR = 'A car of $m = 1200\\,\\text{kg}$ drives at $15\\,\\text{m s}^{-1}$.';

describe('the kinetic energy of a car, 1.35e5 J', () => {
  test.each([
    ['9000', '15 m s^-1 to the -1'],
    ['9 kJ', '15 m s^-1 to the -1'],
    ['600', '15 m s^-1 to the -2'],
    ['2.025e6', '15 m s^-1 to the 1'],
    ['112.5', '1200 kg to the -1'],
    ['113', '1200 kg to the -1'],
    ['9050', '15 m s^-1 to the -1'],
    ['9100', null],
    ['2.7e5', null],
    ['-9000', null],
    ['90000', null],
    ['0', null],
  ])('%s: %s', (typed, ratio) => {
    expect(explain(key('1.35e5'), CAR, typed)).toBe(ratio);
  });
});

describe('the numbers of a text', () => {
  test.each([
    ['Light of 600 nm at 3.0 × 10^8 m/s.', '3.0 × 10^8 m s^-1 to the 1', '3e8'],
    ['At $3.0 \\times 10^{8}\\,\\mathrm{m\\,s^{-1}}$.', '3.0 × 10^{8} m s^-1 to the 1', '3e8'],
    ['At 3.0e8 m/s.', '3.0e8 m s^-1 to the 1', '3e8'],
    ['It has 12 000 turns.', '12 000 to the 1', '12000'],
    ['For 6.5 hours.', '6.5 h to the 1', '6.5'],
    ['Through 6.25 Ω.', '6.25 Ω to the 1', '6.25'],
    ['Through $6.25\\,\\Omega$?', '6.25 Ω to the 1', '6.25'],
    ['At 30° to the wall.', '30 ° to the 1', '30'],
    ['Four cells of 1.50 V.', '1.50 V to the 1', '1.5'],
    // Neither an exponent, a name, the number of a figure nor a power of ten.
    ['Use $v^7$ and $s^{-7}$.', null, '7'],
    ['See figure 7 for x7.', null, '7'],
    ['A field of 100 N/C.', null, '300'],
    ['No number.', null, '7'],
    // Twice in the text, with one meaning or two.
    ['First 7 s, then 7 s more.', '7 s to the 1', '7'],
    ['First 7 s, then 7 m more.', null, '7'],
    ['Of 7 and 49.', null, '49'],
    ['Of 7 and 50.', '7 to the 2', '49'],
  ])('%s: %s', (text, ratio, typed) => {
    expect(explain(key('1', { unit: '', tolerance_percent: 0 }), text, typed)).toBe(ratio);
  });
});

const digits = fc.integer({ min: 11, max: 9999 }).filter((number) => !/^10*$/.test(String(number)));
const power = fc.integer({ min: -9, max: 9 });
const powers = fc.constantFrom(-3, -2, -1, 1, 2, 3);

test('explains every small power of the only number, to the figures that were typed', () => {
  fc.assert(
    fc.property(digits, power, digits, powers, (right, ten, number, exponent) => {
      const typed = (right * number ** exponent * 10 ** ten).toExponential(6);
      const question = key(`${right}e${ten}`, { unit: '', tolerance_percent: 0.1 });
      const found = explain(question, `There are ${number} of them.`, typed);
      expect(found).toBe(`${number} to the ${exponent}`);
    }),
  );
});

test('explains nothing that the number does not make right', () => {
  fc.assert(
    fc.property(digits, digits, fc.array(digits, { maxLength: 5 }), (right, given, numbers) => {
      const question = key(String(right), { unit: '' });
      const text = numbers.map((number) => `There are ${number}.`).join(' ');
      const marked = markNumber(question, String(given));
      if ('fault' in marked) throw new Error(marked.fault);
      const ratio = explainRatio(question, text, marked.read);
      if (ratio === null) return;
      const again = (right * Number(ratio.value) ** ratio.power).toExponential(9);
      expect(markNumber({ ...question, value: again }, String(given))).toMatchObject({
        result: 'right',
      });
    }),
    { numRuns: 2000 },
  );
});

test('reads no unit into the words of a question', () => {
  for (const words of ['of the cells', 'students in all', 'times as far', 'and a half', 'at rest'])
    expect(explain(key('1', { unit: '' }), `There are 7 ${words}.`, '7')).toBe('7 to the 1');
});

// A room shows it with each answer of each student: one account could keep the server busy.
test('takes no time for a long question and an answer of many digits', () => {
  const text = Array.from({ length: 200 }, (_, index) => `${index + 11} m`).join(' and ');
  const before = process.cpuUsage();
  for (let times = 0; times < 20; times += 1)
    expect(explain(key('1.5', { unit: 'J' }), text, `9${'0'.repeat(57)}`)).toBeNull();
  const { user } = process.cpuUsage(before);
  expect(user / 1000).toBeLessThan(1000);
});
