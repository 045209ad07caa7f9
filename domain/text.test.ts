// Tests text fields: trimming, refusals, and that invisible names are refused.
import { describe, expect, test } from 'vitest';

import { newAdminSchema } from './auth/new-admin.ts';
import { enquiryFormSchema } from './enquiries/enquiry.ts';
import { newLessonSchema } from './lessons/lesson.ts';
import { LENGTHS } from './limits.ts';
import { signUpSchema } from './people/sign-up.ts';
import { email, personName, phone, digitCount, joinWords, shortenPhone } from './text.ts';
import { adjustmentSchema } from './tutor/family-record.ts';

const name = personName('Name');
const SHORT = 'Name must be at least 2 characters';
const CONTROLS = 'Remove the control characters';

interface ParseResult {
  success: boolean;
  error?: { issues: readonly { message: string }[] } | undefined;
}
const messagesOf = ({ error }: ParseResult) => error?.issues.map(({ message }) => message) ?? [];

test.each([
  ['  Ann  ', 'Ann'],
  ['\u00a0Ann\u3000', 'Ann'],
  ['\ufeffAnn\u200b', 'Ann'],
  ['\u200eAnn\u200f', 'Ann'],
  ['\u202aAnn\u202c', 'Ann'],
  ['\u2060\u00adAnn\u2066', 'Ann'],
  ['Ann Example', 'Ann Example'],
  ['Zoë', 'Zoë'],
  ['אן', 'אן'],
  ['نی\u200cکو', 'نی\u200cکو'],
  ['Jo\u200dAnn', 'Jo\u200dAnn'],
  ['王芳', '王芳'],
  ['\u{20bb7}野', '\u{20bb7}野'],
  ['👩\u200d🔬', '👩\u200d🔬'],
  // Plain text: no email or page turns it into a link.
  ['Pay here: https://elsewhere.example', 'Pay here: https://elsewhere.example'],
])('reads %j as %j', (typed, stored) => {
  expect(name.safeParse(typed)).toEqual({ success: true, data: stored });
});

test.each([
  ['', SHORT],
  ['\u{1d538}', SHORT],
  ['   ', SHORT],
  ['a', SHORT],
  [' a ', SHORT],
  ['\u200b\u200b\u200b', SHORT],
  ['\u2060\ufeff\u00ad', SHORT],
  ['\u3000\u00a0', SHORT],
  ['a\u200b', SHORT],
  // Fillers, selectors, tags and the empty braille cell are letters or marks by their kind, and
  // show nothing.
  ['\u3164\u3164', SHORT],
  ['\u115f\u1160', SHORT],
  ['\uffa0\uffa0', SHORT],
  ['\u2800\u2800\u2800', SHORT],
  ['\ufe0f\ufe0f', SHORT],
  ['\u{e0061}\u{e0062}', SHORT],
  ['a \u2800 \u3164', SHORT],
  ['Ann\u0000', CONTROLS],
  ['Ann\r\nBcc: all@example.com', CONTROLS],
  ['Ann\u2028Example', CONTROLS],
  ['Ann\u202egnp.exe', CONTROLS],
  ['Ann\u2066Example\u2069 and more', CONTROLS],
])('refuses %j: %s', (typed, message) => {
  expect(messagesOf(name.safeParse(typed))).toEqual([message]);
});

test.each([
  ['Parent_Name', signUpSchema, 'Parent name must be at least 2 characters'],
  ['Student_Name', signUpSchema, 'Student name must be at least 2 characters'],
  ['name', enquiryFormSchema, SHORT],
  ['name', newAdminSchema, SHORT],
  ['Lesson_Name', newLessonSchema, 'Lesson name is required'],
  ['reason', adjustmentSchema, 'Reason must be at least 2 characters'],
])('refuses invisible characters as %s', (field, schema, message) => {
  for (const value of ['\u200b\u200b', '\u3164\u3164', '\u2800\u2800']) {
    const { error } = schema.safeParse({ [field]: value });
    const found = error?.issues
      .filter(({ path }) => path[0] === field)
      .map((issue) => issue.message);
    expect(found).toEqual([message]);
  }
});

test('trims invisible characters around a copied phone number and email', () => {
  expect(phone.safeParse('\u202a+44 7700 900123\u202c').data).toBe('+44 7700 900123');
  expect(email.safeParse('\u200bAnn@Example.com\ufeff').data).toBe('ann@example.com');
});

describe('phone', () => {
  const SHORT_PHONE = 'Phone number must be at least 10 digits';
  const LONG_PHONE = 'Phone number must be less than 15 digits';

  test.each([
    ['0123456 78', []],
    ['(020) 123-4', []],
    ['０７７００９００１２３', []],
    ['020 123 4567 x9', []],
    ['1234567   ', [SHORT_PHONE]],
    ['123456789', [SHORT_PHONE]],
    ['1234-56---', [SHORT_PHONE]],
    ['no number at', [SHORT_PHONE]],
    ['٠٧٧٠٠٩٠٠١٢٣', [SHORT_PHONE]],
    ['1234567890123456', [LONG_PHONE]],
  ])('%j: %j', (number, messages) => {
    expect([...new Set(messagesOf(phone.safeParse(number)))]).toEqual(messages);
  });
});

test.each([
  ['+44 7700 900123', '+44 7700 900123'],
  [' +44 7700 900123 ', ' +44 7700 900123 '],
  ['+44 7700 900 123', '+447700900123'],
  ['+44 (0)7700 900123', '+447700900123'],
  ['+44(0)7700 900 123', '+447700900123'],
  ['+44 ( 0 ) 7700 900123', '+447700900123'],
  ['0044 (0)7700 900123', '00447700900123'],
  ['(+44) 7700.900.123', '+447700900123'],
  ['(0)7700 900 123 45', '0770090012345'],
  ['+44-7700-900-123', '+447700900123'],
  ['+44‑7700–900−123', '+447700900123'],
  ['+44\u00A07700\u2009900\u202F123', '+447700900123'],
  ['\u202A+44 7700 900123\u202C', '+447700900123'],
  ['07700 900123 and more', '07700900123andmore'],
])('%j is sent as %j', (typed, sent) => {
  expect(shortenPhone(typed, LENGTHS.phone.max)).toBe(sent);
});

test('refuses a number that is too long without its spaces, too', () => {
  const tooLong = shortenPhone('+44 7700 900 123 456 7', LENGTHS.phone.max);
  expect(phone.safeParse(tooLong).error?.issues[0]?.message).toBe(
    'Phone number must be less than 15 digits',
  );
});

describe('digitCount', () => {
  test.each([
    ['07700 900123', 11],
    ['０７７００９００１２３', 11],
    ['٠٧٧٠٠٩٠٠١٢٣', 0],
    ['0770090 ٠١٢٣', 7],
    ['no number', 0],
  ])('counts the ASCII digits in %s: %i', (written, count) => {
    expect(digitCount(written)).toBe(count);
  });
});

test.each([
  [[], ''],
  [['Ann'], 'Ann'],
  [['Ann', 'Ben'], 'Ann and Ben'],
  [['Ann', 'Ben', 'Cy'], 'Ann, Ben and Cy'],
])('lists words as British English does (%#)', (words, list) => {
  expect(joinWords(words)).toBe(list);
  expect(new Intl.ListFormat('en-GB').format(words)).toBe(list);
});

// ITU-T E.123 has no 0 of the country itself after the country's code: nobody is reached by +440.
