// Columns and rows of an imported file, and the families that they make.
import { expect, test } from 'vitest';

import { assignColumns, recogniseColumns } from './import-columns.ts';
import { createRowReader, joinFamilies, type KnownEmail, totalsOf } from './import-rows.ts';
import { importFields, importQuery } from './import.ts';

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
] as const)('recognises the columns of %s', ([header, columns]) => {
  expect(recogniseColumns(header.split(','))).toEqual(columns);
});

const [NAME, LAST, EMAIL, PHONE] = [
  'Parent_Name',
  'Parent_Last_Name',
  'Parent_Email',
  'Parent_Phone_Number',
] as const;
const [STUDENT, STUDENT_LAST] = ['Student_Name', 'Student_Last_Name'] as const;

// The headers are those of published exports and templates: Wix contacts and bookings, Moodle's
// 'User list', Calendly's 'Scheduled events', Outlook's and Square's contacts, and school
// management systems with two parents.
test.for([
  ['First Name,Last Name,Email 1,Phone 1,Created At', [NAME, LAST, EMAIL, PHONE]],
  ['Client first name,Client email,Client mobile,Pupil', [NAME, EMAIL, PHONE, STUDENT]],
  ['username,firstname,lastname,email,phone1,phone2', [null, NAME, LAST, EMAIL, PHONE, null]],
  ['Invitee Name,Invitee Email,Event Type Name', [NAME, EMAIL, null]],
  ['E-mail Address,Home Phone,Mobile Phone,First Name', [EMAIL, null, PHONE, NAME]],
  [
    'Parent 1 First Name,Parent 1 Last Name,Parent 1 Email,Parent 1 Phone,Parent 2 Email',
    [NAME, LAST, EMAIL, PHONE, null],
  ],
  [
    'Forename,Surname,Parent/Guardian 1 Name,Parent/Guardian 1 Email,phoneNumber',
    [STUDENT, STUDENT_LAST, NAME, EMAIL, PHONE],
  ],
  ['Father Name,Mother Name,Mother Email,Mother Phone,Child', [null, NAME, EMAIL, PHONE, STUDENT]],
  ['firstName,lastName,emailAddress,phoneNumber,childName', [NAME, LAST, EMAIL, PHONE, STUDENT]],
  [
    'Legal Forename,Legal Surname,Year Group,Primary contact name,Contact number',
    [STUDENT, STUDENT_LAST, 'year_class', NAME, PHONE],
  ],
  ['Account Holder Name,Account Holder Email,Participant Name', [NAME, EMAIL, STUDENT]],
  ['Student,Student Email,Parent(s),Parent E-mail', [STUDENT, null, NAME, EMAIL]],
  ['Emergency Contact Name,Emergency Contact Phone,Email', [null, null, EMAIL]],
  ['Full Name,Tel. (mobile),Yr,Sessions remaining', [NAME, PHONE, 'year_class', 'credits']],
  ['Name,Surname,Phone Number (Mobile),Home phone', [NAME, LAST, PHONE, null]],
  ['Contact Person,Registrant Email,Player name', [NAME, EMAIL, STUDENT]],
  ['Shoe size,Balance', [null, 'credits']],
  ['Balance due,Credit card,Credits used,School name,Year of birth', []],
] as const)('recognises %s', ([header, fields]) => {
  const expected = fields.flatMap((field, index) => (field === null ? [] : [[field, index]]));
  expect(recogniseColumns(header.split(','))).toEqual(Object.fromEntries(expected));
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
  expect(readOne(changed(4, text ?? '')).year_class).toBe(year);
});

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
  ['7.700900123E+09', '07700900123'],
  ['4.47700900123E+11', '447700900123'],
  ['2079460000', '02079460000'],
  ['+44 (0) 7700.900.123', '+447700900123'],
  ['020/7946 0000', '020/7946 0000'],
])('reads the phone number %s', ([text, number]) => {
  expect(readOne(changed(2, text ?? ''))).toMatchObject({
    Parent_Phone_Number: number,
    problems: [],
  });
});

test.for([
  ['07700900123 / 02079460000', '07700900123'],
  ['Mum: 07700 900123, home 020 7946 0000', '07700 900123'],
  ['07700 900123 (after six)', '07700 900123'],
  ['tel:+447700900123', '+447700900123'],
])('takes one number of %s, and says so', ([text, number]) => {
  expect(readOne(changed(2, text ?? ''))).toMatchObject({
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
  [5, '10-Nov', /has made a date of this/],
  [5, '05/10/2026', /has made a date of this/],
  [0, '#REF!', /formula of the spreadsheet has failed/],
  [3, '#N/A', /formula of the spreadsheet has failed/],
] as const)('column %i: finds what a spreadsheet has spoiled in %s', ([index, text, message]) => {
  const { problems } = readOne(changed(index, text));
  expect(problems).toEqual([
    {
      field: importFields.find((name) => new Map(Object.entries(columns)).get(name) === index),
      message: expect.stringMatching(message),
    },
  ]);
});

test.for(['Year 7', '9', 'Year 10 or 11', '12/13', 'Sixth form', '2012', 'GCSE'])(
  'names the year %s, which is not stored',
  (text) => {
    const message = `"${text}" is not Year 10, 11, 12 or 13, so no year is stored`;
    expect(readOne(changed(4, text))).toMatchObject({
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
  const row = readOne(changed(1, text));
  expect(row).toMatchObject({ Parent_Email: address, problems: [] });
  expect(row.notes !== undefined).toBe(hasNote);
});

test.for([
  [0, 'Lee, Ann', 'Ann Lee'],
  [0, 'Ann\u00A0 Lee', 'Ann Lee'],
  [0, 'Lee, Jr', 'Lee, Jr'],
  [0, 'Mr & Mrs Lee', 'Mr & Mrs Lee'],
  [3, 'Lee, Ada', 'Ada Lee'],
  [3, 'LEE, Ada Mary', 'Ada Mary LEE'],
  [3, 'Ada, Jr', 'Ada, Jr'],
  [0, 'Ann Lee <ann@example.com>', 'Ann Lee'],
  [3, 'Anne-Marie Sanderson', 'Anne-Marie Sanderson'],
] as const)('column %i: reads the name %s', ([index, text, name]) => {
  const row = readOne(changed(index, text));
  expect(row.problems).toEqual([]);
  expect(index === 0 ? row.Parent_Name : row.Student_Name).toBe(name);
});

test.for([
  ['Ann', 'Ann Lee'],
  ['Ann Lee', 'Ann Lee'],
  ['Ann LEE', 'Ann LEE'],
])('adds the last name beside %s once', ([first, name]) => {
  const read = createRowReader({ ...columns, Parent_Last_Name: 6 }, () => undefined);
  expect(read([...changed(0, first ?? ''), 'Lee'], 2).Parent_Name).toBe(name);
});

test('takes the first of two parents, and says so', () => {
  expect(readOne(changed(0, 'Ann Lee; Bob Lee'))).toMatchObject({
    Parent_Name: 'Ann Lee',
    notes: [{ field: 'Parent_Name', message: 'Only "Ann Lee" of "Ann Lee; Bob Lee" is taken' }],
  });
});

test.for([
  'Ada and Ben',
  'Ada & Ben Lee',
  'Ada / Ben',
  'Ada; Ben',
  'Ada, Ben',
  'Ada Lee, Ben Lee',
  'Ada+Ben',
])('wants a row for each student of %s', (text) => {
  expect(readOne(changed(3, text)).problems).toEqual([
    { field: 'Student_Name', message: 'This cell names several students. Give each student a row' },
  ]);
});

test.for([
  ['Total', '', '', '', '', '42'],
  ['', '', '', 'Grand total:', '', '42'],
  ['12 clients', '', '', '', '', ''],
])('takes the row %j for a sum', (cells) => {
  expect(readOne(cells)).toMatchObject({
    problems: [{ field: 'Parent_Name', message: 'This row is a total, not a family' }],
  });
});

test('joins the rows of one child, however the name was typed', () => {
  const read = createRowReader(columns, () => undefined);
  const names = [
    'Ada O\u2019Neill',
    "ADA  O'Neill",
    'Ada\u00A0O\u02BCNeill',
    'Ada\u200B O\u2032Neill',
  ];
  const rows = names.map((name, index) => read(changed(3, name), index + 2));
  expect(joinFamilies(rows)[0]?.students).toHaveLength(1);
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
