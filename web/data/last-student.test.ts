// The student last booked, by course, stored on this device where storage is available.
import { expect, test, vi } from 'vitest';

import { openBrowser } from '../transport/testing/browser.ts';
import { forgetStudents, readLastStudent, rememberStudent } from './remembered.ts';

const browser = openBrowser();

test('remembers a student for each course until all are cleared', () => {
  rememberStudent('gcse', 'kim');
  rememberStudent('a-level', 'sam');
  rememberStudent('gcse', 'jo');
  rememberStudent(null, 'max');
  const found = (['gcse', 'a-level', null] as const).map(readLastStudent);
  expect(found).toEqual(['jo', 'sam', 'max']);
  forgetStudents();
  expect(readLastStudent('gcse')).toBeUndefined();
  expect(browser.stored.size).toBe(0);
});

test.for(['not JSON', 'null', '[]', '"text"', '{"gcse":7}'])('ignores %s in storage', (text) => {
  browser.stored.set('last-students', text);
  expect(readLastStudent('gcse')).toBeUndefined();
  rememberStudent('gcse', 'kim');
  expect(readLastStudent('gcse')).toBe('kim');
});

test('remembers nothing and throws nothing when storage is forbidden', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('No', 'SecurityError');
    },
  });
  rememberStudent('gcse', 'kim');
  expect(readLastStudent('gcse')).toBeUndefined();
  forgetStudents();
});
