// Whom a family has last booked for: by course, on this device, and only where it can be kept.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { forgetStudents, readLastStudent, rememberStudent } from './last-student.ts';
import { type FakeBrowser, fakeBrowser } from './transport/testing/browser.ts';

let browser: FakeBrowser;

beforeEach(() => {
  browser = fakeBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('each course has its own last student, until all are forgotten', () => {
  rememberStudent('gcse', 'kim');
  rememberStudent('a-level', 'sam');
  rememberStudent('gcse', 'jo');
  rememberStudent(null, 'max');
  expect([readLastStudent('gcse'), readLastStudent('a-level'), readLastStudent(null)]).toEqual([
    'jo',
    'sam',
    'max',
  ]);
  forgetStudents();
  expect(readLastStudent('gcse')).toBeUndefined();
  expect(browser.stored.size).toBe(0);
});

test.each(['not JSON', 'null', '[]', '"text"', '{"gcse":7}'])(
  '%s in the storage is nobody',
  (text) => {
    browser.stored.set('last-students', text);
    expect(readLastStudent('gcse')).toBeUndefined();
    rememberStudent('gcse', 'kim');
    expect(readLastStudent('gcse')).toBe('kim');
  },
);

test('where storage is forbidden, nothing is remembered and nothing fails', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('No', 'SecurityError');
    },
  });
  rememberStudent('gcse', 'kim');
  expect(readLastStudent('gcse')).toBeUndefined();
  forgetStudents();
});
