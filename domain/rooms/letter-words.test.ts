// What the letter after a lesson says.
import { describe, expect, test } from 'vitest';

import {
  type Attendance,
  attendedOf,
  plainFirstNameOf,
  type LetterChild,
  letterSubject,
  namesIn,
  outcomeWords,
} from './letter-words.ts';

const none = { absent_at: null, present_at: null, joined_at: null, hasAnswered: false };

test.each([
  [none, null],
  [{ ...none, joined_at: 1 }, 'came'],
  [{ ...none, hasAnswered: true }, 'came'],
  [{ ...none, present_at: 1 }, 'came'],
  [{ ...none, absent_at: 1 }, 'missed'],
  // Somebody else may have used the link.
  [{ ...none, absent_at: 1, joined_at: 1, hasAnswered: true }, 'missed'],
] as const)('%j: %s', (facts, attended) => {
  expect(attendedOf(facts)).toBe(attended);
});

test.each([
  ['Kim Example', 'Kim'],
  ["  D'Arcy  Example", "D'Arcy"],
  ['Anne-Marie', 'Anne-Marie'],
  ['Žofia', 'Žofia'],
  ['李 小明', '李'],
  ['kim@example.com Example', null],
  ['<b>Kim</b> Example', null],
  ['www.example.com', null],
  ['K1m', null],
  ['', null],
  ['x'.repeat(41), null],
])('the first name of %j: %s', (studentName, first) => {
  expect(plainFirstNameOf(studentName)).toBe(first);
});

const child = (
  studentName: string,
  attended: Attendance['attended'],
  [right = 0, answered = 0, asked = 0]: number[] = [],
): LetterChild => ({ studentName, attended, asked, answered, right });

const starts_at = Date.parse('2026-11-21T09:00:00Z');
const TODAY = { starts_at, now: Date.parse('2026-11-21T11:00:00Z') };
const LATER = { starts_at, now: Date.parse('2026-11-22T00:00:00Z') };
const [kim, kit] = ['Kim Example', 'Kit Example'];
const PARENT = { isStudent: false };

describe('the subject', () => {
  test.each([
    [[child(kim, 'came')], 'What Kim did today', 'What Kim did on Sat 21 Nov'],
    [
      [child(kim, 'came'), child(kit, 'came')],
      'What Kim and Kit did today',
      'What Kim and Kit did on Sat 21 Nov',
    ],
    [[child(kim, 'missed')], 'What Kim missed', 'What Kim missed on Sat 21 Nov'],
    [
      [child(kim, 'missed'), child(kit, 'came')],
      'What Kit did today, and what Kim missed',
      'What Kit did on Sat 21 Nov, and what Kim missed',
    ],
    [[child(kim, null)], "Today's lesson", 'The lesson on Sat 21 Nov'],
    [[child(kim, null), child(kit, 'came')], 'What Kit did today', 'What Kit did on Sat 21 Nov'],
    [[child('K1m', 'came')], 'What your child did today', 'What your child did on Sat 21 Nov'],
    [
      [child('K1m', 'came'), child(kit, 'came')],
      'What your children did today',
      'What your children did on Sat 21 Nov',
    ],
    // In two lessons at once.
    [[child(kim, 'came'), child(kim, 'came')], 'What Kim did today', 'What Kim did on Sat 21 Nov'],
  ])('%j', (children, today, later) => {
    expect(letterSubject(children, PARENT, TODAY)).toBe(today);
    expect(letterSubject(children, PARENT, LATER)).toBe(later);
  });

  test.each([
    ['came', 'What you did today'],
    ['missed', 'What you missed'],
    [null, "Today's lesson"],
  ] as const)('to the student: %s', (attended, subject) => {
    expect(letterSubject([child(kim, attended)], { isStudent: true }, TODAY)).toBe(subject);
  });

  test('follows the UK day across a clock change', () => {
    const summer = Date.parse('2026-10-24T22:30:00Z');
    const at = (now: string) => ({ starts_at: summer, now: Date.parse(now) });
    const of = (now: string) => letterSubject([child(kim, 'came')], PARENT, at(now));
    expect(of('2026-10-24T22:59:59Z')).toBe('What Kim did today');
    expect(of('2026-10-25T00:30:00Z')).toBe('What Kim did on Sat 24 Oct');
  });
});

describe('the outcome', () => {
  test.each([
    [[0, 0, 0], 'came to the lesson.'],
    [[0, 0, 1], 'came, and has not answered the question yet.'],
    [[0, 0, 4], 'came, and has not answered any of the questions yet.'],
    [[1, 1, 1], 'came, and got the question right first time.'],
    [[0, 1, 1], 'came, and did not get the question right first time.'],
    [[2, 2, 2], 'came, and got both questions right first time.'],
    [[4, 4, 4], 'came, and got all 4 questions right first time.'],
    [[3, 4, 4], 'came, and got 3 of the 4 questions right first time.'],
    [[3, 3, 4], 'came, and got 3 of the 4 questions right first time.'],
    [[0, 3, 3], 'came, and got none of the 3 questions right first time.'],
  ])('%j: %s', (counts, words) => {
    expect(outcomeWords(child(kim, 'came', counts), PARENT)).toBe(`Kim ${words}`);
    expect(outcomeWords(child('K1m', 'came', counts), PARENT)).toBe(`Your child ${words}`);
    expect(outcomeWords(child(kim, 'came', counts), { isStudent: true })).toBe(
      `You ${words.replace('has', 'have')}`,
    );
  });

  test.each([
    ['missed', 'Kim missed the lesson.'],
    [null, 'Nobody noted whether Kim was there.'],
  ] as const)('counts nothing for a student who %s', (attended, words) => {
    expect(outcomeWords(child(kim, attended, [1, 1, 4]), PARENT)).toBe(words);
  });

  test('leaves it to students whether they came, if nobody noted it', () => {
    expect(outcomeWords(child(kim, null, [1, 1, 4]), { isStudent: true })).toBeNull();
  });
});

test.each([
  ['Kim asked the best question.', ['Kim']],
  ["Kim's and Kit: well done", ['Kit']],
  ['A kimono, and kit', []],
  ['Will you remark it?', []],
  ['', []],
])('%s names %j', (sentence, names) => {
  expect(namesIn(sentence, ['Kim Example', 'Kit Example', 'Mark Example', 'K1m'])).toEqual(names);
});
