// A lesson's state in words.
import { expect, test } from 'vitest';

import { aFamilyLesson } from '../../../domain/testing/lesson.ts';
import { aStudent } from '../../../domain/testing/student.ts';
import { markWords } from './lesson-mark.tsx';

const now = Date.parse(aFamilyLesson().starts_at) - 86_400_000;
const parent = { role: 'parent' as const, students: [aStudent()], reminder_hours: [] };
const student = { ...parent, role: 'student' as const };
const waiting = { position: 2, Student_ID: 'kim' };

test.each([
  ['that a parent can wait', parent, {}, {}, 'Full, waiting list'],
  [
    'the position on the list',
    parent,
    { waiting },
    {},
    'Fully booked, number 2 on the waiting list',
  ],
  ['less beside the way to the list', parent, {}, { isShort: true }, 'Full'],
  ['no list to a student who may not book', student, {}, {}, 'Full'],
])('says of a full lesson %s', (_what, user, changes, look, words) => {
  const lesson = aFamilyLesson({ availableSpots: 0, ...changes });
  expect(markWords(lesson, { now, user, ...look })).toBe(words);
});

test.each([
  ['for an only student, too', parent, 'Booked for Sam'],
  ['to a student', student, 'Booked for you'],
  ['while the family is loading', undefined, 'Booked'],
])('says whose booking it is: %s', (_what, user, words) => {
  const bookings = [{ id: 'b', Student_ID: aStudent().id, join_link: null, calendar_uid: 'b' }];
  expect(markWords(aFamilyLesson({ isBooked: true, bookings }), { now, user })).toBe(words);
});
