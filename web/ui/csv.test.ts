// CSV by RFC 4180, and cells that spreadsheets would take for formulas.
import { expect, test } from 'vitest';

import { toCsv } from './csv.ts';

const cellOf = (text: string) => toCsv([[text]]).slice(1, -2);

test('begins with a byte order mark and ends every line with CR LF', () => {
  expect(
    toCsv([
      ['Name', 'Note'],
      ['Ada', ''],
    ]),
  ).toBe('\uFEFFName,Note\r\nAda,\r\n');
});

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['Zoë Müller', 'Zoë Müller'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['1-2', '1-2'],
])('writes %j as %j', (text, cell) => {
  expect(cellOf(text)).toBe(cell);
});

test.each([
  ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
  ['+447700900123', "'+447700900123"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  // Spreadsheets treat full-width and small forms like the plain characters.
  ['＝SUM(A1)', "'＝SUM(A1)"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['﹦1', "'﹦1"],
])('keeps %j from becoming a formula', (text, cell) => {
  expect(cellOf(text)).toBe(cell);
});
