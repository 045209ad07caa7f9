// Which phone numbers are the same one.
import { expect, test } from 'vitest';

import { isSamePhone } from './phone.ts';

test.each([
  ['07700900123', '07700 900123', true],
  ['07700900123', '+44 7700 900123', true],
  ['07700900123', '0044 7700 900123', true],
  ['07700900123', '+44 (0)7700 900123', true],
  ['+33 1 23 45 67 89', '0033123456789', true],
  ['07700900123', '07700900124', false],
  ['+44 77009', '077009', false],
  ['077009001', '+4477009001', true],
  ['a number', 'a number', false],
])('%s and %s are the same number: %s', (one, other, isSame) => {
  expect(isSamePhone(one, other)).toBe(isSame);
  expect(isSamePhone(other, one)).toBe(isSame);
});
