// Tests which phone numbers are the same, and what a phone dials.
import { describe, expect, test } from 'vitest';

import { comparablePhone, dialledNumber, isSamePhone } from './phone-numbers.ts';

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

describe('comparablePhone', () => {
  test.each([
    ['full-width digits', '０７７００９００１２３'],
    ['a full-width plus sign', '＋44 7700 900123'],
    ['superscript digits', '0770090012³'],
    ['Arabic-Indic digits', '٠٧٧٠٠٩٠٠١٢٣'],
    ['Persian digits', '۰۷۷۰۰۹۰۰۱۲۳'],
    ['Devanagari digits', '०७७००९००१२३'],
    ['mathematical digits', '𝟎𝟕𝟕𝟎𝟎𝟗𝟎𝟎𝟏𝟐𝟑'],
    ['digits of two scripts', '0770090٠١٢٣'],
    ['an extension', '07700900123 ext 12'],
    ['an extension with a full stop', '07700900123 ext.12'],
    ['a whole word', '07700900123 extension 12'],
    ['an x', '07700900123x12'],
    ['a capital X and a space', '07700900123 X 12'],
    ['a multiplication sign', '07700900123×12'],
    ['a hash', '07700900123#12'],
    ['a full-width hash', '07700900123＃12'],
    ['the extension of a tel: address', '07700900123;ext=12'],
    ['a pause', '07700900123,,12'],
    ['an extension without a number', '07700900123 ext'],
  ])('reads %s as the plain number', (_, written) => {
    expect(comparablePhone(written)).toBe('7700900123');
  });

  test.each([
    ['x before the number', 'x07700900123', '7700900123'],
    ['ext before the number', 'ext 07700900123', '7700900123'],
    ['six digits before an extension', '123456 x 789', '123456789'],
    ['seven digits before an extension', '1234567 x 89', '1234567'],
    ['six digits', '123456', null],
    ['seven digits', '1234567', '1234567'],
  ])('%s: %s is %s', (_, written, comparable) => {
    expect(comparablePhone(written)).toBe(comparable);
  });
});

test.for([
  ['+44 (0)7700 900123', '+447700900123'],
  ['(+44) (0) 20 7946 0018', '+442079460018'],
  ['0044(0)7700 900123', '00447700900123'],
  ['(07700) 900123', '07700900123'],
  ['(0)7700 900123', '07700900123'],
  ['07700 900123 ext 12', '07700900123'],
  ['07700 900123 / 020 7946 0018', '07700900123'],
  ['020 7946 0018 or 07700 900123', '02079460018'],
  ['020/7946 0018', '02079460018'],
  ['\u0660\u0667\u0667\u0660\u0660 \u0669\u0660\u0660\u0661\u0662\u0663', '07700900123'],
  ['ask my wife', ''],
] as const)('dials of %j %j', ([typed, dialled]) => expect(dialledNumber(typed)).toBe(dialled));
