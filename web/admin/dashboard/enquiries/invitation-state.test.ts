// The lessons that an enquirer can be invited to, the values for a template, and the words for an
// invitation.
import { expect, test } from 'vitest';

import type { Enquiry } from '../../../../domain/enquiries/enquiry-list.ts';
import type { AdminLesson } from '../../../../domain/lessons/lesson.ts';
import {
  describeInvitation,
  lessonOptions,
  proposedOf,
  replyFactsOf,
} from './invitation-state.tsx';

const NOW = Date.parse('2026-11-18T12:00:00Z');

const lesson = (id: string, changes: Partial<AdminLesson> = {}): AdminLesson => ({
  id,
  Date: '2026-11-21',
  Time: '09:00:00',
  starts_at: '2026-11-21T09:00:00.000Z',
  Lesson_Name: `Lesson ${id}`,
  Meeting_Link: 'https://meet.example.com/1',
  Max_Students: 10,
  lesson_notes: '',
  bookedCount: 0,
  reservedCount: 0,
  waitingCount: 0,
  Topic_ID: null,
  ...changes,
});
const started = lesson('started', { starts_at: '2026-11-18T12:00:00.000Z' });
const full = lesson('full', { bookedCount: 9, reservedCount: 1 });
const last = lesson('last', { bookedCount: 9, Lesson_Name: 'GCSE: Waves' });
const ALevel = lesson('a-level', { Lesson_Name: 'A-level: Optics' });

test('proposes lessons with free spots, those of the other course last', () => {
  const offered = (chosen = '') =>
    lessonOptions(
      { year_class: 'year-12', year_said_in: 2026 },
      [started, full, last, ALevel],
      chosen,
      NOW,
    );
  const at = { label: 'Sat 21 Nov, 09:00', startsAt: Date.parse('2026-11-21T09:00:00Z') };
  const labelled = (name: string) => ({ ...at, label: `${at.label}, ${name}` });
  expect(offered()).toEqual([
    { ...labelled('A-level: Optics'), value: 'a-level', spots: 10, fits: true },
    { ...labelled('GCSE: Waves'), value: 'last', spots: 1, fits: false },
  ]);
  // The chosen lesson stays, so that no other one is proposed instead.
  expect(offered('full')).toContainEqual(
    expect.objectContaining({ ...labelled('Lesson full'), spots: 0 }),
  );
  expect(offered('started').map(({ value }) => value)).toContain('started');
});

const soon = lesson('soon', { starts_at: '2026-11-19T11:59:59.000Z', Lesson_Name: 'GCSE: Heat' });
const later = lesson('later', { starts_at: '2026-11-19T12:00:00.000Z', Lesson_Name: 'GCSE: Heat' });

test.each([
  ['the first that fits and leaves a day', [soon, ALevel, later, last], 'later'],
  ['the first that fits if none leaves a day', [soon, ALevel], 'soon'],
  ['none of the other course', [ALevel], ''],
])('proposes %s', (_, lessons, proposed) => {
  const enquiry = { year_class: 'year-11', year_said_in: 2026 } as const;
  expect(proposedOf(lessonOptions(enquiry, lessons, '', NOW), NOW)).toBe(proposed);
});

test('fills a template with the next four lessons of the course, or of any', () => {
  const many = [started, full, last, ALevel, lesson('4'), lesson('5'), lesson('6')];
  const { lessons, ...rest } = replyFactsOf(
    { name: 'Charlotte', year_class: 'year-11', year_said_in: 2026 },
    many,
    NOW,
  );
  expect(rest).toEqual({ name: 'Charlotte', year_class: 'year-11' });
  expect(
    lessons.map(({ Lesson_Name: lessonName, availableSpots }) => [lessonName, availableSpots]),
  ).toEqual([
    ['Lesson full', 0],
    ['GCSE: Waves', 1],
    ['Lesson 4', 10],
    ['Lesson 5', 10],
  ]);
  const other = replyFactsOf(
    { name: 'Charlotte', year_class: 'year-13', year_said_in: 2026 },
    [started, last],
    NOW,
  );
  expect(other.lessons.map(({ Lesson_Name: lessonName }) => lessonName)).toEqual(['GCSE: Waves']);
});

test('takes the year as of today', () => {
  const facts = (year_said_in: number) =>
    replyFactsOf({ name: 'Charlotte', year_class: 'year-11', year_said_in }, [last, ALevel], NOW);
  expect([2027, 2026, 2025, 2024, 2023].map((year) => facts(year).year_class)).toEqual([
    'year-11',
    'year-11',
    'year-12',
    'year-13',
    null,
  ]);
  expect(facts(2025).lessons.map(({ Lesson_Name: lessonName }) => lessonName)).toEqual([
    'A-level: Optics',
  ]);
  // Nothing is left out for somebody who has finished school.
  expect(facts(2023).lessons).toHaveLength(2);
  const said = { year_class: 'year-11', year_said_in: 2025 } as const;
  expect(lessonOptions(said, [last, ALevel], '', NOW).map(({ fits }) => fits)).toEqual([
    true,
    false,
  ]);
});

test.each([
  ['contacted', null, 'Not invited yet.'],
  ['joined', null, 'Has joined.'],
  [
    'contacted',
    '2026-11-18T12:00:01.000Z',
    'Invited on Wed 4 Nov, 12:00; the link is good until Wed 18 Nov, 12:00.',
  ],
  [
    'contacted',
    '2026-11-18T12:00:00.000Z',
    'Invited on Wed 4 Nov, 12:00; the link expired on Wed 18 Nov, 12:00.',
  ],
] as const)('an invitation of a %s enquiry until %s: %s', (status, expires_at, words) => {
  const enquiry: Enquiry = {
    id: '1',
    name: 'Charlotte',
    email: 'charlotte@example.com',
    mobile: '07700900123',
    year_class: 'year-11',
    year_said_in: 2026,
    created_at: '2026-11-04T11:00:00.000Z',
    answer_due_at: '2026-11-05T11:00:00.000Z',
    answered_at: null,
    note: '',
    status,
    invitation:
      expires_at === null
        ? null
        : { sent_at: '2026-11-04T12:00:00.000Z', expires_at, Lesson_ID: null },
  };
  expect(describeInvitation(enquiry, NOW)).toBe(words);
});
