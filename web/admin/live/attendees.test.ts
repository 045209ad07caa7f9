// What Live says of a student, before, in and after the lesson.
import { expect, test } from 'vitest';

import { stateWords } from './attendees.tsx';

const expected = { absent: false, excused: false, joined_at: null };
const lesson = { starts_at: '2026-11-21T09:00:00.000Z' };

test.each([
  [expected, '08:59:59', 'Not joined yet'],
  [expected, '09:00:59', 'Not joined'],
  [expected, '09:01:00', '1 min late'],
  [expected, '09:59:59', '59 min late'],
  [expected, '10:00:00', 'Not joined'],
  [{ ...expected, joined_at: '2026-11-21T08:56:00.000Z' }, '09:11:00', 'Joined 08:56'],
  [{ ...expected, excused: true }, '09:11:00', "Can't come"],
  [{ ...expected, absent: true }, '09:11:00', 'Absent, credit back'],
] as const)('says of %o at %s: %s', (booking, time, words) => {
  expect(stateWords(booking, lesson, Date.parse(`2026-11-21T${time}Z`))).toBe(words);
});
