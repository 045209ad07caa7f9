// When a page says that a student got a spot from the waiting list.
import { expect, test } from 'vitest';

import { aFamilyLesson } from '../../../domain/testing/lesson.ts';
import { aStudent } from '../../../domain/testing/student.ts';
import { HOUR_MS } from '../../../domain/time.ts';
import { promotedIn, promotionTerms } from './waiting-entries.tsx';

const kim = aStudent({ id: 'kim' });
const sam = aStudent({ id: 'sam' });

/** A lesson for which these students wait, and into which those are booked. */
const lessonWith = (waiting: string[], booked: string[], id = 'lesson-1') =>
  aFamilyLesson({
    id,
    waitingStudents: waiting.map((studentId, index) => ({
      Student_ID: studentId,
      position: index + 1,
    })),
    bookings: booked.map((studentId) => ({
      id: `booking-${studentId}`,
      Student_ID: studentId,
      join_link: null,
      calendar_uid: `booking-${studentId}`,
    })),
  });

test.each([
  ['an entry that became a booking', lessonWith(['kim'], []), lessonWith([], ['kim']), 'kim'],
  [
    'a sibling who still waits',
    lessonWith(['kim', 'sam'], []),
    lessonWith(['sam'], ['kim']),
    'kim',
  ],
  ['a sibling booked before', lessonWith(['sam'], ['kim']), lessonWith([], ['kim', 'sam']), 'sam'],
  ['a booking without an entry', lessonWith([], []), lessonWith([], ['kim']), undefined],
  ['an entry that was left', lessonWith(['kim'], []), lessonWith([], []), undefined],
  ['an own booking being saved', lessonWith(['kim'], []), lessonWith(['kim'], ['kim']), undefined],
  ['an own booking saved', lessonWith(['kim'], ['kim']), lessonWith([], ['kim']), undefined],
  ['another lesson', lessonWith(['kim'], []), lessonWith([], ['kim'], 'lesson-2'), undefined],
  ['a lesson that was not listed before', undefined, lessonWith([], ['kim']), undefined],
  ['a lesson that is gone', lessonWith(['kim'], []), undefined, undefined],
])('%s', (_what, before, after, promoted) => {
  const listed = (lesson: typeof before) => (lesson === undefined ? [] : [lesson]);
  const found = promotedIn(listed(before), listed(after), [kim, sam]);
  const student = [kim, sam].find(({ id }) => id === promoted);
  expect(found).toEqual(student === undefined ? null : { lesson: after, student });
});

const START = Date.parse(lessonWith([], []).starts_at);
const EARLY = START - 2 * HOUR_MS;

test.each([
  ['a parent', 'parent', lessonWith([], ['kim']), EARLY, /^1 credit used\. You can .* to you\.$/],
  ['a parent, given', 'parent', given(), EARLY, /^No credit was used\. You can cancel [^;]*\.$/],
  ['a parent, given late', 'parent', given(), START, /^No credit was used\.$/],
  ['a student', 'student', lessonWith([], ['kim']), EARLY, /^You can cancel until [^;]*\.$/],
  ['a student, late', 'student', lessonWith([], ['kim']), START, /^$/],
] as const)('says on which terms the spot was given to %s', (_who, role, lesson, now, words) => {
  expect(promotionTerms(role, { lesson, student: kim }, now)).toMatch(words);
});

/** A lesson into which the tutor has booked kim without a credit. */
function given() {
  const { bookings, ...lesson } = lessonWith([], ['kim']);
  return {
    ...lesson,
    bookings: bookings.map((booking) => ({ ...booking, without_credit: true as const })),
  };
}
