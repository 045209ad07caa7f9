// How the numbers of a class are counted.
import { expect, test } from 'vitest';

import { countValues, MAX_TYPED_VALUES } from './typed-values.ts';

const read = (text: string) => {
  const [value = '', unit = ''] = text.split(' ');
  return { value, unit };
};

test.each([
  ['nothing', [], []],
  ['one number', ['5'], ['1 × 5 ']],
  ['the most frequent first', ['5', '7 m', '7 m'], ['2 × 7 m', '1 × 5 ']],
  ['another unit as another number', ['5 m', '5', '5 km'], ['1 × 5 ', '1 × 5 km', '1 × 5 m']],
  ['equally frequent ones by their texts', ['9', '10', '8e3'], ['1 × 10 ', '1 × 8e3 ', '1 × 9 ']],
])('counts %s', (_, typed, counted) => {
  const values = countValues(typed.map(read));
  expect(values.map(({ value, unit, count }) => `${count} × ${value} ${unit}`)).toEqual(counted);
});

test('keeps the most frequent of too many', () => {
  const different = Array.from({ length: MAX_TYPED_VALUES }, (_, index) => `${index}`);
  const values = countValues([...different, 'last', 'last'].map(read));
  expect(values).toHaveLength(MAX_TYPED_VALUES);
  expect(values[0]).toEqual({ value: 'last', unit: '', count: 2 });
});
