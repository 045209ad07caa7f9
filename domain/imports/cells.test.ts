// The cells of an imported file: what is read, mended and left out, and what keeps a row out.
import { expect, test } from 'vitest';

import { changedRow, readRow, rowColumns } from '../testing/import-row.ts';
import { importFields } from './import.ts';
import { createRowReader } from './rows.ts';

const CREDITS = 'Credits must be a whole number from 0 to 100';

test.for([
  ['', null],
  ['Year 9', null],
  ['10', 'year-10'],
  ['yr13', 'year-13'],
  ['Y 11', 'year-11'],
  ['year-10', 'year-10'],
  ['2012', null],
  ['14', null],
  ['L6', 'year-12'],
  ['Lower Sixth', 'year-12'],
  ['LVI', 'year-12'],
  ['lower 6th form', 'year-12'],
  ['U6', 'year-13'],
  ['Upper Sixth', 'year-13'],
  ['12.0', 'year-12'],
  ['12A', 'year-12'],
  ['10X2', 'year-10'],
  ['Year Twelve', 'year-12'],
  ['12th', 'year-12'],
  ['Year 12 (A-level)', 'year-12'],
  ['Lower Sixth (Year 12)', 'year-12'],
  ['L6/Y12', 'year-12'],
  ['１２', 'year-12'],
  ['="11"', 'year-11'],
])('reads %j as the year %s', ([text, year]) => {
  expect(readRow(changedRow(4, text ?? '')).year_class).toBe(year);
});

test.for(['NULL', '\\N', 'null', 'undefined'])(
  'takes the %s of a program for an empty cell',
  (text) => {
    for (const column of [0, 1, 2, 3, 4, 5])
      expect(readRow(changedRow(column, text))).toEqual(readRow(changedRow(column, '')));
    expect(readRow(changedRow(3, text)).problems).toHaveLength(1);
    expect(readRow(changedRow(3, 'Null')).problems).toEqual([]);
  },
);

test.for([
  ['+44 7700 900123', '+44 7700 900123'],
  ['+44 (0)7700 900-123', '+447700900123'],
  ['07700900123 ::: 02079460000', '07700900123'],
  ["'+447700900123", '+447700900123'],
  ['="07700900123"', '07700900123'],
  ["'07700900123", '07700900123'],
  // What LibreOffice 7.4 and Gnumeric 1.12 make of 07700900123.
  ['7700900123', '07700900123'],
  ['7700900123.0', '07700900123'],
  ['7,700,900,123', '07700900123'],
  ['7.700900123E+09', '07700900123'],
  ['4.47700900123E+11', '447700900123'],
  ['+44 (0) 7700.900.123', '+447700900123'],
  ['020/7946 0000', '020/7946 0000'],
  // Numbers in groups that no date has.
  ['44-20-7946 0958', '44-20-7946 0958'],
  ['44.20.7946 0958', '44.20.7946 0958'],
  ['0-20-7946 0958', '0-20-7946 0958'],
  ['31-20-1234 567', '31-20-1234 567'],
  ['33-1-4567 8901', '33-1-4567 8901'],
  ['91-22-2345 6789', '91-22-2345 6789'],
  ['06-20-1234 567', '06-20-1234 567'],
  ['06-20-2034 567', '06-20-2034 567'],
  ['01-23-4567', '01-23-4567'],
  ['22-33-4455', '22-33-4455'],
])('reads the phone number %s', ([text, number]) => {
  expect(readRow(changedRow(2, text ?? ''))).toMatchObject({
    Parent_Phone_Number: number,
    problems: [],
  });
});

test('puts a 0 before a number that may be another country’s, and says so', () => {
  expect(readRow(changedRow(2, '2079460000'))).toMatchObject({
    Parent_Phone_Number: '02079460000',
    problems: [],
    notes: [{ field: 'Parent_Phone_Number', message: 'A 0 is put before "2079460000"' }],
  });
});

test.for([
  ['07700900123 / 02079460000', '07700900123'],
  ['Mum: 07700 900123, home 020 7946 0000', '07700 900123'],
  ['07700 900123 (after six)', '07700 900123'],
  ['tel:+447700900123', '+447700900123'],
  ['June 020 7946 0000', '020 7946 0000'],
  ['36-30-1234 567 (mum)', '36-30-1234 567'],
])('takes one number of %s, and says so', ([text, number]) => {
  expect(readRow(changedRow(2, text ?? ''))).toMatchObject({
    Parent_Phone_Number: number,
    problems: [],
    notes: [{ field: 'Parent_Phone_Number', message: `Only "${number}" of "${text}" is taken` }],
  });
});

// The shapes that spreadsheets give to long numbers, to 10/11 and to a column that is too narrow.
test.for([
  [2, '4.47701E+11', /has rounded this number/],
  [2, '7.7009E+09', /has rounded this number/],
  [2, '#######', /formula of the spreadsheet has failed/],
  [4, '10-Nov', /has made a date of this/],
  [4, 'Nov-10', /has made a date of this/],
  [4, '2026-11-10', /has made a date of this/],
  // As Gnumeric 1.12 writes the years '10/11' as CSV, and dates stand in Hungary and Japan.
  [4, '2026/10/11', /has made a date of this/],
  [4, '2026/10/11 00:00:00', /has made a date of this/],
  [3, '2026.10.11', /has made a date of this/],
  [0, '2026/3/1', /has made a date of this/],
  [5, '2026. 10. 11.', /has made a date of this/],
  [5, '11. 10. 2026', /has made a date of this/],
  [0, '12 Oct 2026 17:00', /has made a date of this/],
  [3, 'Sunday, 11 October 2026', /has made a date of this/],
  [4, 'Sunday, October 11, 2026', /has made a date of this/],
  // As xls2csv of catdoc 0.95 writes the year '10/11' that a spreadsheet has taken for a date.
  [4, '11-11-30', /has made a date of this/],
  [2, '11.10.2026 16.00', /has made a date of this/],
  [2, '2026-10-11T16:00:00Z', /has made a date of this/],
  [2, '10-11-2026 16:00', /has made a date of this/],
  [4, '46336', /has made a date of this: "46336"\. Type the year/],
  [3, '11-11-2030', /has made a date of this/],
  [5, '10-Nov', /has made a date of this/],
  [5, '05/10/2026', /has made a date of this/],
  [0, '#REF!', /formula of the spreadsheet has failed/],
  [3, '#N/A', /formula of the spreadsheet has failed/],
] as const)('column %i: finds what a spreadsheet has spoiled in %s', ([index, text, message]) => {
  const { problems } = readRow(changedRow(index, text));
  expect(problems).toEqual([
    {
      field: importFields.find((name) => new Map(Object.entries(rowColumns)).get(name) === index),
      message: expect.stringMatching(message),
    },
  ]);
});

test.for(['Year 7', '9', 'Year 10 or 11', '12/13', 'Sixth form', '2012', 'GCSE', '10-11-12'])(
  'names the year %s, which is not stored',
  (text) => {
    const message = `"${text}" is not Year 10, 11, 12 or 13, so no year is stored`;
    expect(readRow(changedRow(4, text))).toMatchObject({
      year_class: null,
      problems: [],
      notes: [{ field: 'year_class', message }],
    });
  },
);

test.for([
  ['Ann Lee <ann@example.com>', 'ann@example.com', false],
  ['mailto:Ann@example.com', 'ann@example.com', false],
  ['Bob <ann@example.com>', 'ann@example.com', true],
  ['ann@example.com; bob@example.com', 'ann@example.com', true],
  ['ann@example.com, bob@example.com', 'ann@example.com', true],
  ['ann@example.com ::: bob@example.com', 'ann@example.com', true],
  ['ann@example.com (work)', 'ann@example.com', true],
] as const)('reads the email in %s', ([text, address, hasNote]) => {
  const row = readRow(changedRow(1, text));
  expect(row).toMatchObject({ Parent_Email: address, problems: [] });
  expect(row.notes !== undefined).toBe(hasNote);
});

test.for([
  [0, 'Lee, Ann', 'Ann Lee'],
  [0, 'Ann\u00A0 Lee', 'Ann Lee'],
  // As csvjson 5.1.0 writes 'Lee, Ann'.
  [0, 'Lee\t Ann', 'Ann Lee'],
  [3, 'Lee\t Ada', 'Ada Lee'],
  [0, 'Lee, Jr', 'Lee, Jr'],
  [0, 'Mr & Mrs Lee', 'Mr & Mrs Lee'],
  [3, 'Lee, Ada', 'Ada Lee'],
  [3, 'LEE, Ada Mary', 'Ada Mary LEE'],
  [3, 'Ada, Jr', 'Ada, Jr'],
  [0, 'Ann Lee <ann@example.com>', 'Ann Lee'],
  [3, 'Anne-Marie Sanderson', 'Anne-Marie Sanderson'],
  // Names that begin like a month, told apart by a number.
  [3, 'Maya 11', 'Maya 11'],
  [3, 'Mark 2', 'Mark 2'],
] as const)('column %i: reads the name %s', ([index, text, name]) => {
  const row = readRow(changedRow(index, text));
  expect(row.problems).toEqual([]);
  expect(index === 0 ? row.Parent_Name : row.Student_Name).toBe(name);
});

test.for([
  ['Ann', 'Lee', 'Ann Lee'],
  ['Ann Lee', 'Lee', 'Ann Lee'],
  ['Ann LEE', 'Lee', 'Ann LEE'],
  // As split-human-name 2.0.13 splits 'Esther Ma'.
  ['Esther', ', Ma', 'Esther Ma'],
] as const)('adds the last name beside %s once', ([first, last, name]) => {
  const read = createRowReader({ ...rowColumns, Parent_Last_Name: 6 }, () => undefined);
  expect(read([...changedRow(0, first), last], 2).Parent_Name).toBe(name);
});

test('takes the first of two parents, and says so', () => {
  expect(readRow(changedRow(0, 'Ann Lee; Bob Lee'))).toMatchObject({
    Parent_Name: 'Ann Lee',
    notes: [{ field: 'Parent_Name', message: 'Only "Ann Lee" of "Ann Lee; Bob Lee" is taken' }],
  });
});

// Lists as csv42 5.0.3 and json-2-csv 5.6.0 write them.
test.for([
  [0, '["Ann Lee"]', { Parent_Name: 'Ann Lee' }],
  [1, '["ann@example.com"]', { Parent_Email: 'ann@example.com' }],
  [2, '["07700 900123"]', { Parent_Phone_Number: '07700 900123' }],
  [3, '["Ada"]', { Student_Name: 'Ada' }],
  [3, '[Ada]', { Student_Name: '[Ada]' }],
  [4, '[11]', { year_class: 'year-11' }],
  [4, '[]', { year_class: null }],
  [5, '[2]', { credits: 2 }],
] as const)('column %i: reads the list %s', ([index, text, read]) => {
  expect(readRow(changedRow(index, text))).toMatchObject({ ...read, problems: [] });
});

test.for([
  [0, '[object Object]'],
  [3, '{"name":"Ada","year":11}'],
  [3, '[{"name":"Ada"},{"name":"Ben"}]'],
  [4, '[object Array]'],
  // As nice-json2csv 0.2.2 writes a list.
  [3, '[Object]'],
] as const)('column %i: takes no text from the record %s', ([index, text]) => {
  expect(readRow(changedRow(index, text)).problems).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/^This is data of another program/) }),
  ]);
});

test.for([
  '["Ada","Ben"]',
  'Ada and Ben',
  'Ada & Ben Lee',
  'Ada / Ben',
  'Ada; Ben',
  'Ada, Ben',
  'Ada\t Ben',
  'Ada Lee, Ben Lee',
  'Ada+Ben',
  'Ada Y10 / Ben Y12',
  'Ada 10 and Ben 12',
])('wants a row for each student of %s', (text) => {
  expect(readRow(changedRow(3, text)).problems).toEqual([
    { field: 'Student_Name', message: 'This cell names several students. Give each student a row' },
  ]);
});

test.for([
  ['Total', '', '', '', '', '42'],
  ['', '', '', 'Grand total:', '', '42'],
  ['12 clients', '', '', '', '', ''],
])('takes the row %j for a sum', (cells) => {
  expect(readRow(cells)).toMatchObject({
    problems: [{ field: 'Parent_Name', message: 'This row is a total, not a family' }],
  });
});

// As jsonexport 3.2.0 writes the second student of a family.
test('says what to do with a student without a parent', () => {
  const message = expect.stringMatching(/^This row has a student without a parent\. If the family/);
  expect(readRow(['', ' ', '', 'Omar', '12', ''])).toMatchObject({
    Student_Name: 'Omar',
    problems: [{ field: 'Parent_Name', message }],
  });
  expect(readRow(['', '', '07700 900123', 'Omar', '12', '']).problems).toHaveLength(2);
});

test.for([
  ['', 0],
  ['3 credits', 3],
  ['2 lessons left', 2],
  ['+3', 3],
  ['1E+01', 10],
  ['-', 0],
  ['n/a', 0],
  ['0', 0],
  ['3.00', 3],
  ['3,0', 3],
  ['100', 100],
])('reads %j as %i credits', ([text, credits]) => {
  expect(readRow(changedRow(5, String(text)))).toMatchObject({ credits, problems: [] });
});

test.for([
  [0, 'A', 'Parent_Name', 'Parent name must be at least 2 characters'],
  [0, 'a'.repeat(101), 'Parent_Name', 'Parent name must be less than 100 characters'],
  [0, 'Ann\u0007Lee', 'Parent_Name', 'Remove the control characters'],
  [1, '', 'Parent_Email', 'Invalid email address'],
  [1, 'ann at example', 'Parent_Email', 'Invalid email address'],
  [2, '', 'Parent_Phone_Number', 'Phone number must be at least 10 digits'],
  [3, '', 'Student_Name', 'Student name must be at least 2 characters'],
  [3, 'Ada\nLee', 'Student_Name', 'Remove the control characters'],
  [0, 'Ann\tLee', 'Parent_Name', 'Remove the control characters'],
  ...['-1', '1.5', '101', '1e3', '1,000', '2.000', '=1+1', 'many', '9'.repeat(400)].map(
    (text) => [5, text, 'credits', CREDITS] as const,
  ),
] as const)('says what is wrong with column %i (%#)', ([index, text, field, message]) => {
  const row = readRow(changedRow(index, text));
  expect(row.problems).toEqual([{ field, message }]);
  expect(JSON.stringify(row).length).toBeLessThan(600);
});

test('keeps formulas as text', () => {
  const texts = ['=1+1 Lee', '+Ann', '@Ann', '-Ann', "'=Ann"];
  const names = texts.map((text) => readRow(changedRow(0, text)).Parent_Name);
  expect(names).toEqual(['=1+1 Lee', '+Ann', '@Ann', '-Ann', '=Ann']);
});
