// Tests which course a lesson and a student belong to.
import { expect, test } from 'vitest';

import { courseOf, courseOfYear, courses, isOfOther, lessonOf, yearsOf } from './course.ts';
import { yearClasses } from './year-class.ts';

test.each([
  ['GCSE: Waves', 'gcse'],
  ['Waves (gcse)', 'gcse'],
  ['GCSEs: last questions', 'gcse'],
  ['A-level: Optics', 'a-level'],
  ['A level mechanics', 'a-level'],
  ['Alevel fields', 'a-level'],
  ['Optics, A-Levels', 'a-level'],
  ['A levelled field', null],
  ['From GCSE to A-level', null],
  ['Waves', null],
  ['', null],
])('recognises %j as a lesson of %s', (name, course) => {
  expect(courseOf(name)).toBe(course);
});

test('assigns years 10 and 11 to GCSE, 12 and 13 to A-level', () => {
  expect(yearClasses.map(courseOfYear)).toEqual(['gcse', 'gcse', 'a-level', 'a-level']);
});

test.each([
  ['GCSE: Waves', 'a-level', true],
  ['GCSE: Waves', 'gcse', false],
  ['GCSE: Waves', null, false],
  ['Waves', 'gcse', false],
] as const)('%j is of another course than %s: %s', (name, course, isOther) => {
  expect(isOfOther(name, course)).toBe(isOther);
});

test.each([
  ['GCSE: Waves', ['year-10', 'year-11']],
  ['A-level: Optics', ['year-12', 'year-13']],
  ['Waves', [...yearClasses]],
  ['From GCSE to A-level', [...yearClasses]],
])('%j is for %j', (name, years) => {
  expect(yearsOf(name)).toEqual(years);
});

test('writes the right article for each course', () => {
  expect(courses.map(lessonOf)).toEqual(['a GCSE lesson', 'an A-level lesson']);
});
