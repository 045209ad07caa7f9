// The order and the filters of the tutor's list of families.
import { expect, test } from 'vitest';

import { aStudent } from '../testing/student.ts';
import {
  type FamilyColumn,
  familyFilters,
  lastSeenAt,
  passesFilter,
  sortFamilies,
} from './family-list.ts';
import type { FamilySummary } from './family-record.ts';

const family = (
  studentName: string,
  year_class: 'year-10' | 'year-13' | null,
  { next, last, Credits: credits }: { next: string | null; last: string | null; Credits: number },
): FamilySummary => ({
  id: studentName,
  Student_Name: studentName,
  Parent_Name: 'Robin',
  Parent_Email: 'robin@example.com',
  Parent_Phone_Number: '07700900123',
  Credits: credits,
  created_at: '2026-11-01T09:00:00.000Z',
  running_lesson: null,
  next_lesson: next === null ? null : { id: next, starts_at: next },
  last_attended_at: last,
  parents: [],
  students: [
    {
      ...aStudent({ id: studentName, Student_Name: studentName, year_class }),
      sign_in: null,
      lesson: null,
    },
  ],
  bounced_emails: [],
});
const [early, late] = ['2026-11-21T09:00:00.000Z', '2026-11-28T09:00:00.000Z'];
const families = [
  family('Éva', null, { next: null, last: null, Credits: 10 }),
  family('Zoe', 'year-10', { next: late, last: early, Credits: 0 }),
  family('Eve 2', 'year-13', { next: early, last: late, Credits: 9 }),
];

test.each<[FamilyColumn, string[], string[]]>([
  ['student', ['Éva', 'Eve 2', 'Zoe'], ['Zoe', 'Eve 2', 'Éva']],
  ['year', ['Zoe', 'Eve 2', 'Éva'], ['Eve 2', 'Zoe', 'Éva']],
  ['next', ['Eve 2', 'Zoe', 'Éva'], ['Zoe', 'Eve 2', 'Éva']],
  ['last', ['Zoe', 'Eve 2', 'Éva'], ['Eve 2', 'Zoe', 'Éva']],
  ['credits', ['Zoe', 'Eve 2', 'Éva'], ['Éva', 'Eve 2', 'Zoe']],
])('sorts by %s, those without a value last', (column, ascending, descending) => {
  const sorted = (direction: 'ascending' | 'descending') =>
    sortFamilies(families, { column, direction }).map(({ id }) => id);
  expect(sorted('ascending')).toEqual(ascending);
  expect(sorted('descending')).toEqual(descending);
});

test('filters those without credits, a booking, a lesson so far, or school to go to', () => {
  const [zoe] = families.slice(1);
  if (zoe === undefined) expect.unreachable();
  const former = aStudent({ id: 'former', finished: true });
  const siblings = {
    ...zoe,
    students: [...zoe.students, { ...former, sign_in: null, lesson: null }],
  };
  expect(passesFilter(siblings, 'finished')).toBe(true);
  const passing = familyFilters.map((filter) =>
    families.filter((one) => passesFilter(one, filter)).map(({ id }) => id),
  );
  expect(passing).toEqual([['Zoe'], ['Éva'], ['Éva'], []]);
});

test('puts who is in a lesson first, seen now, and not among those not booked', () => {
  const running = (joined: boolean): FamilySummary => ({
    ...family('Ada', null, { next: null, last: null, Credits: 1 }),
    running_lesson: { id: 'now', Lesson_Name: 'Forces', starts_at: early, joined },
  });
  const zoe = family('Zoe', null, { next: late, last: null, Credits: 1 });
  const sorted = sortFamilies([zoe, running(true)], { column: 'next', direction: 'ascending' });
  expect(sorted.map(({ id }) => id)).toEqual(['Ada', 'Zoe']);
  expect([true, false].map((joined) => lastSeenAt(running(joined)))).toEqual([early, null]);
  expect(passesFilter(running(true), 'not-booked')).toBe(false);
});
