// Tests which names may appear in an email to an unconfirmed address.
import { expect, test } from 'vitest';

import { isPlainName } from './names.ts';

test.each([
  ['Priya Sample', true],
  ['Jean-Luc O’Neill', true],
  ["Siân d'Arcy", true],
  ['Dr. Ada King', true],
  ['Martin Luther King Jr.', true],
  ['J. R. R. Tolkien', true],
  ['Ольга Иванова', true],
  ['李 小龍', true],
  ['Zoe\u0301 K', true],
  ['Mary - Ann', true],
  ['a'.repeat(40), true],
  ['a'.repeat(41), false],
  ['\u{10400}'.repeat(40), true],
  ['', false],
  [' ', false],
  ['.', false],
  ['\u0301', false],
  ["'t Hooft", true],
  ["James'", true],
  ['Ann  King', true],
  ['Ann..', false],
  ['Ann\nBob', false],
  ['evil.example', false],
  ['Visit evil.example', false],
  ['Visit www.evil.example.', false],
  ['evil。example', false],
  ['evil．example', false],
  ['evil․example', false],
  ['//evil', false],
  ['a@b', false],
  ['http: evil', false],
  ['Win 1000', false],
  ['٠٧٧٠٠', false],
  ['<b>Ann</b>', false],
  ['{name}', false],
  ['Ann\u200bKing', false],
  ['Ann\u202eKing', false],
  ['Ann,', false],
  ['Ann! Hurry', false],
  ['Ann ☎', false],
])('%j is plain: %s', (name, isPlain) => {
  expect(isPlainName(name)).toBe(isPlain);
});
