// Tests how many students a family has, and which of them a request is for.
import { expect, test } from 'vitest';

import {
  calledName,
  newStudentSchema,
  refuseAnotherStudent,
  refuseRenaming,
  refuseStudentName,
  refuseStudentRemoval,
  shortNames,
  studentChangesSchema,
  FAMILY_STUDENTS,
} from './student-rules.ts';
import { chooseStudent } from './student.ts';

test.each([
  [1, null],
  [FAMILY_STUDENTS.max - 1, null],
  [FAMILY_STUDENTS.max, 'too_many_students'],
])('a family of %d students may add another: %s', (students, refusal) => {
  expect(refuseAnotherStudent(students)).toBe(refusal);
});

test.each([
  ['Ada O’Neill', "ada o'neill", true],
  ['Ada O’Neill', 'Ada  OʼNeill', true],
  ['Ada\u00A0Lee', 'Ada Lee', true],
  ['Ada\u200BLee', 'AdaLee', true],
  ['Anne-Marie', 'anne‐marie', true],
  ['Zoe\u0308', 'Zoë', true],
  ['Zoë', 'Zoe', false],
  ['Ada', 'Ada Lee', false],
])('%s and %s are one student: %s', (one, other, isSame) => {
  const refusal = isSame ? 'student_exists' : null;
  expect(refuseStudentName([{ Student_Name: one }], other)).toBe(refusal);
  const students = [
    { id: 'a', Student_Name: one },
    { id: 'b', Student_Name: 'Kit' },
  ];
  expect(refuseRenaming(students, 'b', other)).toBe(refusal);
  expect(refuseRenaming(students, 'a', one.toUpperCase())).toBe(null);
});

test.each([
  [1, false, 'last_student'],
  [1, true, 'last_student'],
  [2, true, 'has_bookings'],
  [2, false, null],
])('removes one of %d students, future lessons (%s): %s', (students, hasLessonsAhead, refusal) => {
  expect(refuseStudentRemoval(students, hasLessonsAhead)).toBe(refusal);
});

const [ann, bo] = [{ id: 'a' }, { id: 'b' }];

test.each([
  ['the only one, unnamed', [ann], undefined, ann],
  ['the only one, by name', [ann], 'a', ann],
  ['nobody, if another id is named', [ann], 'b', null],
  ['one of two, by name', [ann, bo], 'b', bo],
  ['nobody of two, unnamed', [ann, bo], undefined, null],
  ['nobody of none', [], undefined, null],
])('chooses %s', (_, students, wanted, chosen) => {
  expect(chooseStudent(students, wanted)).toBe(chosen);
});

test('requires a name and a year; a change may have any subset of the fields', () => {
  expect(
    newStudentSchema.parse({ Student_Name: ' Maya ', year_class: 'year-12', may_book: true }),
  ).toEqual({
    Student_Name: 'Maya',
    year_class: 'year-12',
  });
  expect(studentChangesSchema.parse({})).toEqual({});
  expect(studentChangesSchema.parse({ may_book: true, id: 'x' })).toEqual({ may_book: true });
  expect(studentChangesSchema.safeParse({ may_book: 'yes' }).error?.issues[0]?.message).toBe(
    'The right to book must be true or false',
  );
});

const named = (id: string, studentName: string) => ({ id, Student_Name: studentName });
const [kim, sam] = [named('1', 'Kim Journey'), named('2', 'Sam Journey')];

test.each([
  [
    [kim, sam],
    ['Kim', 'Sam'],
  ],
  [
    [kim, named('3', 'Kim Second'), sam],
    ['Kim Journey', 'Kim Second', 'Sam'],
  ],
  [[named('1', 'Plato')], ['Plato']],
])('shortens %j to first names, unless two share one', (students, names) => {
  expect([...shortNames(students).values()]).toEqual(names);
});

test.each([
  ['Bartholomew Featherstonehaugh-Cholmondeley', 'Bartholomew'],
  ['Mary-Jane', 'Mary-Jane'],
  ['Dr Ada Sample', 'Dr Ada Sample'],
  ['Mrs. Example', 'Mrs. Example'],
  ['Drew Example', 'Drew'],
])('calls %j %j in a heading', (name, called) => {
  expect(calledName(name)).toBe(called);
});
