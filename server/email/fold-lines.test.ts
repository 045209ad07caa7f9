// Where the lines of calendars are cut.
import { expect, test } from 'vitest';

import { foldLines } from './fold-lines.ts';

test.each([
  // The 75th octet is a space.
  `DESCRIPTION:${'x'.repeat(62)} ${'y'.repeat(80)}`,
  `DESCRIPTION:${'x'.repeat(63)} ${'y'.repeat(80)}`,
  `DESCRIPTION:${'x'.repeat(62)}\\n\\nSee it here`,
  `DESCRIPTION:${'3 × 10⁸ m s⁻¹ '.repeat(20)}.`,
  `SUMMARY:${'😀'.repeat(40)}`,
  'SUMMARY:Waves',
])('folds %s within words, into lines of up to 75 octets', (line) => {
  const folded = foldLines(`BEGIN:VEVENT\r\n${line}\r\n`);
  expect(folded.replaceAll('\r\n ', '')).toBe(`BEGIN:VEVENT\r\n${line}\r\n`);
  for (const part of folded.split('\r\n')) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
  expect(folded).not.toMatch(/[ \\]\r\n | \r\n|\r\n {2}/);
});

test('cuts a line of spaces after 75 octets', () => {
  expect(foldLines(' '.repeat(100))).toBe(`${' '.repeat(75)}\r\n ${' '.repeat(25)}`);
});

test('folds anew what was cut beside a space', () => {
  const [first, second] = [`DESCRIPTION:${'x'.repeat(63)}`, 'a ruler'];
  expect(foldLines(`${first}\r\n  ${second}`)).toBe(`${first.slice(0, -1)}\r\n x ${second}`);
});
