// The columns of an imported file, recognised by their headers.
import { expect, test } from 'vitest';

import { assignColumns, furtherStudentColumns, recogniseColumns } from './columns.ts';

const [NAME, LAST, EMAIL, PHONE] = [
  'Parent_Name',
  'Parent_Last_Name',
  'Parent_Email',
  'Parent_Phone_Number',
] as const;
const [STUDENT, STUDENT_LAST] = ['Student_Name', 'Student_Last_Name'] as const;

// A field for each header, or null. The headers are those of published exports and templates: Wix
// contacts and bookings, Moodle's 'User list', Calendly's 'Scheduled events', Outlook's and
// Square's contacts, and school management systems with two parents.
test.for([
  // Acuity: the client is the parent, and a form asks for the student.
  ['First Name,Last Name,Phone,Email,Student name', [NAME, LAST, PHONE, EMAIL, STUDENT]],
  // Bookwhen.
  [
    'Booker name,Booker email,Mobile,Attendee first name,Attendee surname,Credits left',
    [NAME, EMAIL, PHONE, STUDENT, STUDENT_LAST, 'credits'],
  ],
  // Google Contacts.
  [
    'Name,Given Name,Family Name,Notes,E-mail 1 - Value,Phone 1 - Value',
    [null, NAME, LAST, null, EMAIL, PHONE],
  ],
  // Our own names.
  [
    'Parent_Name,Parent_Email,Parent_Phone_Number,Student_Name,year_class,credits',
    [NAME, EMAIL, PHONE, STUDENT, 'year_class', 'credits'],
  ],
  // A full name needs no last name beside it.
  ["Parent’s name,Surname,PARENT'S E-MAIL", [NAME, null, EMAIL]],
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
  // Csv-tools and others count the items of a list from 0.
  [
    'name,email,phone,students.0.name,students.0.year,students.1.name,students.1.year',
    [NAME, EMAIL, PHONE, STUDENT, 'year_class', null, null],
  ],
  [
    'parents[0].email,parents[0].name,parents[1].email,children[0].name,children[1].name',
    [EMAIL, NAME, null, STUDENT, null],
  ],
  ['Parent 1 Name,Parent 1 Email,Student 1 Name,Free (0 or 1)', [NAME, EMAIL, STUDENT, null]],
  ['Account Holder Name,Account Holder Email,Participant Name', [NAME, EMAIL, STUDENT]],
  ['Student,Student Email,Parent(s),Parent E-mail', [STUDENT, null, NAME, EMAIL]],
  ['Emergency Contact Name,Emergency Contact Phone,Email', [null, null, EMAIL]],
  ['Full Name,Tel. (mobile),Yr,Sessions remaining', [NAME, PHONE, 'year_class', 'credits']],
  ['Name,Surname,Phone Number (Mobile),Home phone', [NAME, LAST, PHONE, null]],
  ['Contact Person,Registrant Email,Player name', [NAME, EMAIL, STUDENT]],
  ['Shoe size,Balance', [null, 'credits']],
  // Pounds are no credits.
  ['Balance (£),Credit balance £,Balance $', []],
  ['Balance due,Credit card,Credits used,School name,Year of birth', []],
] as const)('recognises the columns of %s', ([header, fields]) => {
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

// School management systems, and lists that csv-tools and others make columns of.
test.for([
  ['Parent,Email,Student 1 Name,Student 2 Name,Student 3 Name,Parent 2 Name', [3, 4]],
  ['email,students.0.name,students.1.name,students.1.year', [2]],
  ['Email,Child first name,Child last name,Second child first name,Second child surname', [3]],
  ['Name,Email,Student,Student phone 2', []],
] as const)('finds the columns of further students in %s', ([headers, further]) => {
  expect(furtherStudentColumns(headers.split(','))).toEqual(further);
});
