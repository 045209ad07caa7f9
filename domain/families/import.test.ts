// Columns and rows of an imported file, and the families that they make.
import { expect, test } from 'vitest';

import { assignColumns, recogniseColumns } from './import-columns.ts';
import { createRowReader, joinFamilies, type KnownEmail, totalsOf } from './import-rows.ts';
import { importQuery } from './import.ts';

test.for([
  // Acuity: the client is the parent, and a form asks for the student.
  [
    'First Name,Last Name,Phone,Email,Student name',
    {
      Parent_Name: 0,
      Parent_Last_Name: 1,
      Parent_Phone_Number: 2,
      Parent_Email: 3,
      Student_Name: 4,
    },
  ],
  // Bookwhen.
  [
    'Booker name,Booker email,Mobile,Attendee first name,Attendee surname,Credits left',
    {
      Parent_Name: 0,
      Parent_Email: 1,
      Parent_Phone_Number: 2,
      Student_Name: 3,
      Student_Last_Name: 4,
      credits: 5,
    },
  ],
  // Google Contacts.
  [
    'Name,Given Name,Family Name,Notes,E-mail 1 - Value,Phone 1 - Value',
    { Parent_Name: 1, Parent_Last_Name: 2, Parent_Email: 4, Parent_Phone_Number: 5 },
  ],
  // Our own names.
  [
    'Parent_Name,Parent_Email,Parent_Phone_Number,Student_Name,year_class,credits',
    {
      Parent_Name: 0,
      Parent_Email: 1,
      Parent_Phone_Number: 2,
      Student_Name: 3,
      year_class: 4,
      credits: 5,
    },
  ],
  // A full name needs no last name beside it.
  ["Parent’s name,Surname,PARENT'S E-MAIL", { Parent_Name: 0, Parent_Email: 2 }],
  ['Shoe size,Balance', {}],
] as const)('recognises the columns of %s', ([header, columns]) => {
  expect(recogniseColumns(header.split(','))).toEqual(columns);
});

test('takes columns that were assigned by hand, and none where null was', () => {
  const headers = ['Name', 'Email', 'Child'];
  const chosen = { Parent_Email: 2, Student_Name: 0, credits: null };
  expect(assignColumns(headers, chosen)).toEqual({ Parent_Email: 2, Student_Name: 0 });
  expect(assignColumns(headers, { Parent_Name: null })).toEqual({
    Parent_Email: 1,
    Student_Name: 2,
  });
});

test.for(['', '7', '[]', '{"Parent_Email":-1}', '{"Parent_Email":"2"}', '{"shoe":1}', '{'])(
  'refuses %j as columns',
  (columns) => {
    expect(importQuery.safeParse({ columns, invite: 'true' }).success).toBe(false);
  },
);

const columns = {
  Parent_Name: 0,
  Parent_Email: 1,
  Parent_Phone_Number: 2,
  Student_Name: 3,
  year_class: 4,
  credits: 5,
};
const good = ['Ann Lee', 'Ann@Example.com ', '07700 900123', 'Ada', 'Year 12', '3'];
const changed = (index: number, text: string) => good.with(index, text);
const readOne = (cells: readonly string[], known?: KnownEmail) =>
  createRowReader(columns, () => known)(cells, 2);
const CREDITS = 'Credits must be a whole number from 0 to 100';

test('reads a row', () => {
  expect(readOne(good)).toEqual({
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
  ['', null],
  ['Year 9', null],
  ['10', 'year-10'],
  ['yr13', 'year-13'],
  ['Y 11', 'year-11'],
  ['year-10', 'year-10'],
  ['2012', null],
  ['14', null],
])('reads %j as the year %s', ([text, year]) => {
  expect(readOne(changed(4, text ?? '')).year_class).toBe(year);
});

test.for([
  ['+44 7700 900123', '+44 7700 900123'],
  ['+44 (0)7700 900-123', '+447700900123'],
  ['07700900123 ::: 02079460000', '07700900123'],
  ["'+447700900123", '+447700900123'],
])('reads the phone number %s', ([text, number]) => {
  expect(readOne(changed(2, text ?? ''))).toMatchObject({
    Parent_Phone_Number: number,
    problems: [],
  });
});

test.for([
  ['', 0],
  ['0', 0],
  ['3.00', 3],
  ['3,0', 3],
  ['100', 100],
])('reads %j as %i credits', ([text, credits]) => {
  expect(readOne(changed(5, String(text)))).toMatchObject({ credits, problems: [] });
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
  ...['-1', '1.5', '101', '1e3', '=1+1', 'many', '9'.repeat(400)].map(
    (text) => [5, text, 'credits', CREDITS] as const,
  ),
] as const)('says what is wrong with column %i (%#)', ([index, text, field, message]) => {
  const row = readOne(changed(index, text));
  expect(row.problems).toEqual([{ field, message }]);
  expect(JSON.stringify(row).length).toBeLessThan(600);
});

test('keeps formulas as text', () => {
  const texts = ['=1+1 Lee', '+Ann', '@Ann', '-Ann', "'=Ann"];
  const names = texts.map((text) => readOne(changed(0, text)).Parent_Name);
  expect(names).toEqual(['=1+1 Lee', '+Ann', '@Ann', '-Ann', '=Ann']);
});

test('finds families that exist, and a seventh student', () => {
  for (const [known, message] of [
    ['confirmed', /has an account already/],
    ['unconfirmed', /nobody has confirmed/],
  ] as const)
    expect(readOne(good, known).problems).toEqual([
      { field: 'Parent_Email', message: expect.stringMatching(message) },
    ]);
  const read = createRowReader(columns, () => undefined);
  const students = ['Ada', 'Bob', 'Cy', 'Di', 'Ed', 'Flo', 'ADA', 'Gus'].map((name, index) =>
    read(changed(3, `${name} Lee`), index + 2),
  );
  expect(students.map(({ problems }) => problems.length)).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
});

test('joins the rows of one email, and leaves those with problems out', () => {
  const read = createRowReader(columns, () => undefined);
  const rows = [
    good,
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
