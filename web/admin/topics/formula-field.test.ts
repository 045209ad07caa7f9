// Where a text is faulty, from the server's message.
import { expect, test } from 'vitest';

import { placeOf } from './formula-field.tsx';

test.each([
  ['Formula, character 5: Double subscript.', '$x_a_b$', 4, '$x_a', '_', 'b$'],
  // The server has not seen the spaces before the text.
  ['Formula, character 5: Double subscript.', '  $x_a_b$', 6, '  $x_a', '_', 'b$'],
  ['Formula, character 3: Too short.', '$x', 2, '$x', '', ''],
  [
    'Formula, character 21: Bad.',
    'Light has the speed $c^$ in every vacuum.',
    20,
    '…has the speed ',
    '$',
    'c^$ in every v…',
  ],
])('finds the place in %s', (message, typed, index, before, character, after) => {
  expect(placeOf(message, typed)).toEqual({ index, before, character, after });
});

test('finds no place in other messages', () => {
  expect(placeOf('The question is missing', '')).toBeNull();
});
