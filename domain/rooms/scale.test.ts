// The ruler of a number question: where the answers stand, and what is written beneath.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { scaleOf } from './scale.ts';

const right = { value: '1.25', unit: 'V', tolerance_percent: 2 };
const typed = (value: string, count = 1, unit = '') => ({ value, unit, count });
const labels = ({ ticks }: ReturnType<typeof scaleOf>) =>
  ticks.map(({ label, power }) => (power === null ? label : `${label}^${power}`));
const rounded = (places: readonly { at: number }[]) =>
  places.map(({ at }) => Math.round(at * 100) / 100);

describe('the ruler', () => {
  test.each([
    ['no answers', right, [], ['1.24', '1.26'], 0],
    ['answers nearby', right, ['1.2', '1.5'], ['1.2', '1.3', '1.4', '1.5'], 0],
    ['a negative answer', right, ['-1.25'], ['−1', '0', '1'], 0],
    ['zero among them', right, ['0', '2'], ['0.0', '0.5', '1.0', '1.5', '2.0'], 0],
    ['a hundred times as much', right, ['1.25e2'], ['0', '50', '100'], 0],
    ['more than that', right, ['1.26e2'], ['10', '100'], 0],
    ['a minus among powers', right, ['-5e2'], ['−100', '−10', '0'], 0],
    ['nine powers of ten', right, ['1e-4', '1e5'], ['10^-3', '10^-1', '10^1', '10^3', '10^5'], 0],
    ['large values', { ...right, value: '1.35e5' }, ['2.7e5'], ['1.5', '2.0', '2.5'], 5],
    ['small values', { ...right, value: '1.6e-19' }, ['1.5e-19'], ['1.50', '1.55', '1.60'], -19],
    ['nothing but zero', { ...right, value: '0' }, ['0'], ['−1.0', '−0.5', '0.0', '0.5', '1.0'], 0],
    [
      'no tolerance',
      { ...right, tolerance_percent: 0 },
      [],
      ['1.15', '1.20', '1.25', '1.30', '1.35'],
      0,
    ],
  ])('with %s', (_, key, values, written, power) => {
    const scale = scaleOf(
      key,
      values.map((value) => typed(value)),
    );
    expect(labels(scale)).toEqual(written);
    expect(scale.power).toBe(power);
  });

  test('shows the tolerance around the right value', () => {
    const { from, at, to } = scaleOf(right, [typed('1.2'), typed('1.3')]).right;
    expect(from).toBeLessThan(at);
    expect((from + to) / 2).toBeCloseTo(at);
    const exact = scaleOf({ ...right, tolerance_percent: 0 }, []).right;
    expect(exact).toEqual({ from: 0.5, at: 0.5, to: 0.5 });
  });
});

describe('the answers', () => {
  test('stand where their units put them', () => {
    const { dots } = scaleOf(right, [
      typed('1.25e3', 1, 'mV'),
      typed('1.25'),
      // Another quantity counts as the unit of the right answer.
      typed('1.25', 1, 'A'),
      typed('1.25e-3', 1, 'kV'),
    ]);
    expect(new Set(dots.map(({ at }) => at))).toHaveProperty('size', 1);
    expect(dots.map(({ level }) => level)).toEqual([0, 1, 2, 3]);
  });

  test('stand beside each other unless they would touch', () => {
    const { dots, earlier } = scaleOf(right, [typed('1', 2), typed('1.5')], [typed('1.25', 3)]);
    expect(rounded(dots)).toEqual([0.05, 0.05, 0.95]);
    expect(dots.map(({ level }) => level)).toEqual([0, 1, 0]);
    expect(rounded(earlier)).toEqual([0.5, 0.5, 0.5]);
  });

  test('never leave the ruler, and keep their order', () => {
    const number = fc
      .tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: -97, max: 96 }))
      .map(([digits, power]) => `${digits}e${power}`);
    fc.assert(
      fc.property(number, fc.array(number, { maxLength: 50 }), (value, values) => {
        const scale = scaleOf(
          { ...right, value },
          values.map((one) => typed(one)),
        );
        const sorted = values.toSorted((one, other) => Number(one) - Number(other));
        const places = sorted.map((one) => scale.placeOf({ value: one, unit: '' }));
        expect(places).toEqual(places.toSorted((one, other) => one - other));
        const all = [
          ...places,
          scale.right.from,
          scale.right.to,
          ...scale.ticks.map(({ at }) => at),
        ];
        expect(all.every((at) => at >= 0 && at <= 1)).toBe(true);
        expect(scale.dots).toHaveLength(values.length);
        expect(scale.ticks.length).toBeGreaterThan(0);
        expect(scale.ticks.length).toBeLessThan(8);
      }),
    );
  });

  test.each(['TV^9 pV^-9 TN^9 pN^-9 V', 'pV^9 TV^-9 pN^9 TN^-9 V', 'm^18', 'V^18 V^-17'])(
    'stay on it for one in %s',
    (unit) => {
      const scale = scaleOf(right, [typed('1.3'), typed('1e99', 1, unit)], [typed('-1e-99')]);
      const places = [...scale.dots, ...scale.earlier, ...scale.ticks].map(({ at }) => at);
      expect(places.every((at) => at >= 0 && at <= 1)).toBe(true);
      expect(scale.ticks.length).toBeLessThan(8);
    },
  );
});
