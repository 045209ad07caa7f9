// Rows of an imported file, and the families that they make.
import { expect, test } from 'vitest';

import { changedRow, goodRow, readRow, rowColumns } from '../testing/import-row.ts';
import { importQuery } from './import.ts';
import { createRowReader, joinFamilies, totalsOf } from './rows.ts';

test.for(['', '7', '[]', '{"Parent_Email":-1}', '{"Parent_Email":"2"}', '{"shoe":1}', '{'])(
  'refuses %j as columns',
  (columns) => {
    expect(importQuery.safeParse({ columns, invite: 'true' }).success).toBe(false);
  },
);

test('reads a row', () => {
  expect(readRow(goodRow)).toEqual({
    line: 2,
    Parent_Name: 'Ann Lee',
    Parent_Email: 'ann@example.com',
    Parent_Phone_Number: '07700 900123',
    Student_Name: 'Ada',
    year_class: 'year-12',
    credits: 3,
    problems: [],
  });
});

test.for([
  [goodRow, ['3'], false],
  [changedRow(4, 'Ben'), [''], false],
  [goodRow, ['', ' '], true],
] as const)(
  'row %#: takes nothing from a row whose cells have moved',
  ([cells, excess, isTaken]) => {
    const row = createRowReader(rowColumns, () => undefined)([...cells, ...excess], 2, excess);
    expect(joinFamilies([row])).toHaveLength(isTaken ? 1 : 0);
    if (!isTaken)
      expect(row.problems).toEqual([
        { field: 'Parent_Name', message: expect.stringMatching(/^This row has more cells/) },
      ]);
  },
);

test('says which further student of a row is left out', () => {
  const read = createRowReader(rowColumns, () => undefined, [6, 3, 7]);
  expect(read([...goodRow, 'Ben Lee', ' '], 2)).toMatchObject({
    problems: [],
    notes: [{ field: 'Student_Name', message: '"Ben Lee" is left out. Give each student a row' }],
  });
});

test('joins the rows of one child, however the name was typed', () => {
  const read = createRowReader(rowColumns, () => undefined);
  const names = [
    'Ada O\u2019Neill',
    "ADA  O'Neill",
    'Ada\u00A0O\u02BCNeill',
    'Ada\u200B O\u2032Neill',
  ];
  const rows = names.map((name, index) => read(changedRow(3, name), index + 2));
  expect(joinFamilies(rows)[0]?.students).toHaveLength(1);
  const capitals = ['Ada Strauß', 'ADA STRAUSS'].map((name) => read(changedRow(3, name), 9));
  expect(joinFamilies(capitals)[0]?.students).toHaveLength(1);
});

test('finds families that exist, and a seventh student', () => {
  for (const [known, message] of [
    ['confirmed', /has an account already/],
    ['unconfirmed', /nobody has confirmed/],
  ] as const)
    expect(readRow(goodRow, known).problems).toEqual([
      { field: 'Parent_Email', message: expect.stringMatching(message) },
    ]);
  const read = createRowReader(rowColumns, () => undefined);
  const students = ['Ada', 'Bob', 'Cy', 'Di', 'Ed', 'Flo', 'ADA', 'Gus'].map((name, index) =>
    read(changedRow(3, `${name} Lee`), index + 2),
  );
  expect(students.map(({ problems }) => problems.length)).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
});

test('joins the rows of one email, and leaves those with problems out', () => {
  const read = createRowReader(rowColumns, () => undefined);
  const rows = [
    goodRow,
    ['Other', 'ANN@example.com', '07700900999', 'Ben', '', '2'],
    ['Ann Lee', 'ann@example.com', '07700900123', 'ada', '13', '1'],
    ['Ann Lee', 'ann@example.com', '07700900123', 'Cy', '', '-1'],
    ['Bea Roe', 'bea@example.com', '07700900124', 'Dot', '', ''],
  ].map((cells, index) => read(cells, index + 2));
  const families = joinFamilies(rows);
  const ben = { name: 'Ben', year_class: null };
  expect(families[0]).toEqual({
    email: 'ann@example.com',
    name: 'Ann Lee',
    phone: '07700 900123',
    students: [{ name: 'Ada', year_class: 'year-12' }, ben],
    credits: 6,
  });
  expect(totalsOf(families)).toEqual({ families: 2, students: 3, credits: 6 });
});

test('names what an earlier row of the family has said otherwise', () => {
  const read = createRowReader(rowColumns, () => undefined);
  read(goodRow, 2);
  const other = ['Bob Lee', 'ann@example.com', '07700 900999', 'ADA', 'Year 13', '1'];
  const { problems, notes = [] } = read(other, 3);
  expect(problems).toEqual([]);
  expect(notes.map(({ field, message }) => [field, message])).toEqual([
    ['Parent_Name', 'An earlier row says "Ann Lee", which stays'],
    ['Parent_Phone_Number', 'An earlier row says "07700 900123", which stays'],
    ['year_class', 'An earlier row says "Year 12", which stays'],
  ]);
  const same = ['ANN  Lee', 'ann@example.com', '+44 7700 900123', 'Ben', '', '1'];
  expect(read(same, 4)).not.toHaveProperty('notes');
});
