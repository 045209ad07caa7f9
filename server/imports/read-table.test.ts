// Files in the encodings and with the separators that other products write, and files that are no
// tables.
import { expect, test } from 'vitest';

import { Refusal } from '../../domain/errors.ts';
import { IMPORT } from '../../domain/imports/import.ts';
import { readTable } from './read-table.ts';

const TEXT = 'Name,Email\r\nZoë Müller,zoe@example.com\r\n';
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.for([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['Windows-1252', Buffer.from(TEXT, 'latin1')],
  ['UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['UTF-16, big end first', swapped(`\uFEFF${TEXT}`)],
  ['Windows-1252, far into the file', Buffer.from(far(TEXT), 'latin1')],
] as const)('reads text in %s', ([, bytes]) => {
  const { headers, rows } = readTable(bytes);
  expect(headers).toEqual(['Name', 'Email']);
  expect(rows.at(-1)?.cells).toEqual(['Zoë Müller', 'zoe@example.com']);
});

/** The text after so many rows of ASCII that a sample from the start would not contain it. */
function far(text: string): string {
  const [header = '', last = ''] = text.split('\r\n');
  return [header, ...Array.from({ length: 3000 }, () => 'Ann,ann@example.com'), last].join('\r\n');
}

test.for([
  ['semicolons', 'a;b;c\n1;2,5;3\n'],
  ['tabs', 'a\tb\tc\n1\t2,5\t3'],
  ['bars', 'a|b|c\r1|2,5|3\r'],
  ['quotes', 'a,"b",c\n1,"2,5","3"\n'],
  ['empty rows', '\n\na,b,c\n,,\n\n1,"2,5",3\n\n\n'],
  ['spaces before quotes', 'a, "b",c\n1, "2,5" , "3"\n'],
  ['quoted formulas', 'a,b,c\n1,="2,5",="3"\n'],
  // Excel writes this line for those who open the file by a click.
  ["Excel's line", 'sep=;\r\na;b;c\r\n1;2,5;3'],
  ["Excel's line in quotes", '\uFEFF"sep=|"\na|b|c\n1|2,5|3'],
  ['a title', 'Clients, as of 1 May\n\na;b;c\n1;2,5;3'],
] as const)('reads a table with %s', ([, text]) => {
  const { headers, rows } = readTable(Buffer.from(text));
  expect(headers).toEqual(['a', 'b', 'c']);
  expect(rows.map(({ cells }) => cells)).toEqual([['1', '2,5', '3']]);
});

test('finds the header after titles', () => {
  const { headers, rows } = readTable(
    Buffer.from('Report:,Clients\nBy,Ann\n\nName,Email,Phone\nAda,ada@example.com,1'),
  );
  expect(headers).toEqual(['Name', 'Email', 'Phone']);
  expect(rows).toEqual([{ line: 5, cells: ['Ada', 'ada@example.com', '1'], excess: [] }]);
});

test.for([
  ['no header', 'Ada,ada@example.com,1\nBen,ben@example.com,2', 3, [1, 2]],
  ['a header of unknown words', 'x;y\nAda;ada@example.com;1', 3, [2]],
  ['a header with gaps', 'Name,,Email\nAda,1,ada@example.com', 3, [2]],
] as const)('offers every column of a file with %s', ([, text, columns, lines]) => {
  const { headers, rows } = readTable(Buffer.from(text));
  expect(headers).toHaveLength(columns);
  expect(rows.map(({ line }) => line)).toEqual(lines);
});

test.for([
  ['a comma without quotes', 'Name,Email\nLee, Ann,a@example.com\nBo,b@example.com', [1, 0]],
  // As convert-array-to-csv 2.0.0 writes a list. The last cell is an empty one.
  ['a list without quotes', 'Name,Email,x\nAda,Bo,a@example.com,\nBo,b@example.com,', [1, 0]],
  ['a separator after each cell', 'Name,Email\nAnn,a@example.com,\nBo,b@example.com,', [0, 0]],
  ['empty cells left out', 'Name,Email,x\nAnn,a@example.com\nBo,b@example.com,1', [0, 0]],
  ['no header', 'Ann,a@example.com\nBo,b@example.com,1', [0, 0]],
] as const)('counts the cells in excess of the header, with %s', ([, text, counts]) => {
  const { rows } = readTable(Buffer.from(text));
  expect(rows.map(({ excess }) => excess.length)).toEqual(counts);
});

test('keeps quotation marks within a text', () => {
  const { rows } = readTable(Buffer.from('a,b\n1, "Bob" Smith\n2,"x, "" y"'));
  expect(rows.map(({ cells }) => cells[1])).toEqual([' "Bob" Smith', 'x, " y']);
});

test.for([
  // As nice-json2csv 0.2.2 and to-csv 0.1.1 write them.
  ['with a backslash', String.raw`"Lee, Tom \"TJ\"","1\\2"`, ['Lee, Tom "TJ"', String.raw`1\2`]],
  [
    'with a backslash, in the middle',
    String.raw`"Tom \"TJ\" Lee","a, b"`,
    ['Tom "TJ" Lee', 'a, b'],
  ],
  // As abook 0.6.1 and array-to-csv 1.0.1 write them.
  ['as they are', '"Tom "TJ" Lee","a, b"', ['Tom "TJ" Lee', 'a, b']],
  ['as they are, at both ends', '""TJ" Lee","Lee, Tom "TJ""', ['"TJ" Lee', 'Lee, Tom "TJ"']],
  ['as they are, beside doubled ones', '"Tom "TJ" Lee","a ""b"""', ['Tom "TJ" Lee', 'a "b"']],
  ['beside a cell of two lines', '"Tom "TJ" Lee","a\r\nb"', ['Tom "TJ" Lee', 'a\r\nb']],
  [
    'as they are, beside doubled ones before a comma',
    '"Tom "TJ" Lee","said ""hi"", then left"',
    ['Tom "TJ" Lee', 'said "hi", then left'],
  ],
  [
    'with a backslash, after a cell that ends in one',
    String.raw`"C:\\","Tom \"TJ\" Lee"`,
    ['C:\\', 'Tom "TJ" Lee'],
  ],
] as const)('reads quotation marks that are written %s', ([, line, cells]) => {
  const { rows } = readTable(Buffer.from(`a,b\r\n${line}\r\n`));
  expect(rows[0]?.cells).toEqual(cells);
});

test('looks for the end of an open quote once', () => {
  const started = performance.now();
  expect(refusalOf(Buffer.from(`a,b\n"${'"x,'.repeat(300_000)}`))).toMatch(/^validation_failed/);
  expect(performance.now() - started).toBeLessThan(5000);
});

test('counts rows as spreadsheets do', () => {
  const { rows } = readTable(Buffer.from('a,b\n"1\n2",3\n\n4,5\n'));
  expect(rows.map(({ line }) => line)).toEqual([2, 4]);
});

const refusalOf = (bytes: Buffer): string => {
  try {
    readTable(bytes);
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'read';
};
const rows = (count: number) => Buffer.from(`a\n${'b\n'.repeat(count)}`);
const NO_TABLE = 'validation_failed: This file is not a table of text.';

test.for([
  ['nothing', Buffer.alloc(0), 'validation_failed: The file is empty.'],
  ['spaces', Buffer.from(' \n ,\r\n'), 'validation_failed: The file is empty.'],
  ['a spreadsheet', Buffer.from('PK\u0003\u0004abc'), 'validation_failed: This is a spreadsheet.'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), NO_TABLE],
  ['zeros', Buffer.alloc(5000), NO_TABLE],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]), NO_TABLE],
  [
    'an open quote',
    Buffer.from('a,b\n1,2\n"3,4\n5,6\n'),
    'validation_failed: The quotation marks in row 3',
  ],
  [
    'a broken quote',
    Buffer.from('a,b\n"1"2,3\n'),
    'validation_failed: The quotation marks in row 2',
  ],
  [
    'too many columns',
    Buffer.from('a,'.repeat(IMPORT.columns)),
    'validation_failed: The file has more',
  ],
  ['a header alone', Buffer.from('a,b'), 'read'],
  ['the most rows', rows(IMPORT.rows), 'read'],
  [
    'one row more',
    rows(IMPORT.rows + 1),
    'too_many_rows: The file has more than 5,000 rows. Please split it.',
  ],
  ['a last row after many empty ones', Buffer.from(`a,b\n${'\n'.repeat(15_000)}1,2`), 'read'],
  [
    'more empty rows than anybody has',
    Buffer.from(`a,b\n${'\n'.repeat(1e6)}1,2`),
    'too_many_rows: ',
  ],
] as const)('answers %s', ([, bytes, answer]) => {
  expect(refusalOf(bytes)).toMatch(new RegExp(`^${answer}`));
});
