// The course that a family looks at: its own choice, or the years of its students.
import { expect, test, vi } from 'vitest';

import { aStudent } from '../../domain/testing/student.ts';
import { openBrowser } from '../transport/testing/browser.ts';
import { commonCourse, forgetCourse, readCourseChoice, rememberCourse } from './remembered.ts';

const browser = openBrowser();

test('remembers a choice until it is cleared', () => {
  expect(readCourseChoice()).toBeNull();
  rememberCourse('a-level');
  rememberCourse('all');
  expect(readCourseChoice()).toBe('all');
  forgetCourse();
  expect(readCourseChoice()).toBeNull();
  expect(browser.stored.size).toBe(0);
});

test('ignores an invalid stored choice', () => {
  browser.stored.set('course', 'physics');
  expect(readCourseChoice()).toBeNull();
});

test('remembers nothing and throws nothing when storage is forbidden', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError');
    },
  });
  rememberCourse('gcse');
  expect(readCourseChoice()).toBeNull();
  forgetCourse();
});

test.for([
  [['year-10'], 'gcse'],
  [['year-10', 'year-11'], 'gcse'],
  [['year-12', 'year-13'], 'a-level'],
  [['year-11', 'year-12'], null],
  [['year-11', null], null],
  [[null], null],
  [[], null],
] as const)('students of %j have the course %s in common', ([years, course]) => {
  expect(commonCourse(years.map((year_class) => aStudent({ year_class })))).toBe(course);
});

test('leaves students out who have finished school', () => {
  const finished = aStudent({ finished: true });
  expect(commonCourse([finished, aStudent({ year_class: 'year-10' })])).toBe('gcse');
  expect(commonCourse([finished])).toBeNull();
});
