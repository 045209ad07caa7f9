// CSV as RFC 4180 has it, and cells that would be formulas.
import { expect, test } from 'vitest';

import { toCsv } from './csv.ts';

const cellOf = (text: string) => toCsv([[text]]).slice(1, -2);

test('a file begins with a byte order mark and every line ends with CR LF', () => {
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
])('%j is written %j', (text, cell) => {
  expect(cellOf(text)).toBe(cell);
});

test.each([
  ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
  ['+447700900123', "'+447700900123"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  // Spreadsheets read the full-width and small forms as the plain ones.
  ['＝SUM(A1)', "'＝SUM(A1)"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['﹦1', "'﹦1"],
])('%j cannot become a formula', (text, cell) => {
  expect(cellOf(text)).toBe(cell);
});
