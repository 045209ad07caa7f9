// How codes are read.
import { expect, test } from 'vitest';

import { readAppCode, twoFactorCodeSchema } from './two-factor.ts';

test.for([
  ['123456', '123456'],
  ['123 456', '123456'],
  [' 12 34 56\n', '123456'],
  ['123\u00a0456', '123456'],
  ['123\u2009456', '123456'],
  ['123\u200b456', '123456'],
  ['123-456', '123456'],
  ['123\u2013456', '123456'],
  ['１２３４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['000000', '000000'],
  ['12345', null],
  ['1234567', null],
  ['123.456', null],
  ['12345a', null],
  ['7f3a-91c2-b04e-55d1', null],
  ['', null],
] as const)('reads %j as %j', ([typed, code]) => {
  expect(readAppCode(typed)).toBe(code);
  expect(twoFactorCodeSchema.safeParse({ code: typed }).success).toBe(code !== null);
});

test('refuses a text that is too long to be a code', () => {
  const code = `123456${' '.repeat(60)}`;
  expect(twoFactorCodeSchema.safeParse({ code }).success).toBe(false);
});
