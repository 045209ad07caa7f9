// The chosen lesson in the address of the pages for people without a session.
import { expect, test } from 'vitest';

import { paths } from '../../domain/paths.ts';
import { chosenLesson, withChosenLesson } from './return-path.ts';

const id = '0192f0c1-2345-7abc-8def-0123456789ab';

test.each([
  [`?week=2027-06-28&lesson=${id}`, `/user-home?week=2027-06-28&lesson=${id}`],
  // Any day identifies its week, and other parameters are dropped.
  [
    `?lesson=${id}&week=2027-07-03&do=weekly&buy=credits`,
    `/user-home?week=2027-06-28&lesson=${id}`,
  ],
  [`?lesson=${id}`, null],
  ['?week=2027-06-28', null],
  [`?week=2027-06-31&lesson=${id}`, null],
  ['?week=2027-06-28&lesson=//evil.example', null],
  ['?week=2027-06-28&lesson=', null],
  [`?week=2027-06-28&lesson=${'x'.repeat(65)}`, null],
  ['', null],
])('leads from %s to %s', (search, path) => {
  expect(chosenLesson(search)).toBe(path);
});

test('carries the lesson to each page', () => {
  expect(withChosenLesson(paths.signUp, `?week=2027-06-28&lesson=${id}`)).toBe(
    `/sign-up?week=2027-06-28&lesson=${id}`,
  );
  expect(withChosenLesson(paths.signIn, '?week=2027-06-28')).toBe('/sign-in');
});
