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
  ['Year 12', 'Year 12'],
  ['140.00', '140.00'],
  ['2026-12-01', '2026-12-01'],
  ['01/12/2026, 09:30', '"01/12/2026, 09:30"'],
  ['2026-0041', '2026-0041'],
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

// What LibreOffice 7.4 or Gnumeric 1.12 makes of each is another number, or a date.
test.each([
  ['07700900123', '07700 900123'],
  ['02079460000', '02079 460000'],
  ['447700900123', '44770 0900123'],
  ['00447700900123', '00447 700900123'],
  ['007', "'007"],
  ['1e5', "'1e5"],
  ['10/11', "'10/11"],
  ['1/2', "'1/2"],
  ['1 1/2', "'1 1/2"],
  ['10-Nov', "'10-Nov"],
  ['Nov-10', "'Nov-10"],
  ['2026-12', "'2026-12"],
  ['12345678901234567890', "'12345678901234567890"],
])('keeps every digit of %s', (text, cell) => {
  expect(cellOf(text)).toBe(cell);
});
