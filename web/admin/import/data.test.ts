// The words of an import.
import { expect, test } from 'vitest';

import {
  columnName,
  invitingTakes,
  missingColumns,
  rangesOf,
  totalsInWords,
  unusedColumns,
} from './data.ts';

test.each([
  [[], ''],
  [[2], '2'],
  [[2, 3, 4, 7, 9, 10], '2 to 4, 7, 9 to 10'],
])('puts the rows %j as %j', (rows, words) => {
  expect(rangesOf(rows)).toBe(words);
});

test.each([
  [1, 'within a minute'],
  [30, 'within a minute'],
  [31, 'over 2 minutes'],
  [5000, 'over about 3 hours'],
])('says how long it takes to invite %i families', (families, words) => {
  expect(invitingTakes(families)).toBe(words);
});

test('counts in words, and names the columns that are missing', () => {
  expect(totalsInWords({ families: 1, students: 2, credits: 1 })).toBe(
    '1 family, 2 students and 1 credit',
  );
  expect(missingColumns({ Parent_Name: 0, Parent_Email: 1 })).toEqual(['Phone', "Student's name"]);
  expect(unusedColumns(['Name', 'Notes', ''], { Parent_Name: 0 })).toEqual(['Notes']);
  expect([columnName('Notes', 1), columnName('', 2)]).toEqual(['Notes', 'Column 3']);
});
