// What a row of the agenda offers.
import { expect, test } from 'vitest';

import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { aFamilyLesson } from '../../../../domain/testing/lesson.ts';
import { aStudent } from '../../../../domain/testing/student.ts';
import { rowOffer } from './row-offer.ts';

const START = Date.parse('2027-07-03T09:00:00Z');
const NOW = START - 86_400_000;

const kim = aStudent({ id: 'kim', Student_Name: 'Kim Journey', year_class: 'year-10' });
const sam = aStudent({ id: 'sam', Student_Name: 'Sam Journey', year_class: 'year-12' });
const old = aStudent({ id: 'old', Student_Name: 'Old Journey', finished: true });
const jo = aStudent({ id: 'jo', Student_Name: 'Jo Journey', year_class: 'year-11' });

const booked = (...ids: readonly string[]) => ({
  isBooked: true,
  bookings: ids.map((studentId) => ({
    id: 'b',
    Student_ID: studentId,
    join_link: null,
    calendar_uid: 'b',
  })),
});
const full = { availableSpots: 0 };
const waiting = { ...full, waiting: { position: 2, Student_ID: 'kim' } };
const student = { role: 'student' as const, credits: null };

/** A lesson that Kim has, so many minutes later. */
const had = (minutes: number): FamilyLesson =>
  aFamilyLesson({
    id: 'had',
    starts_at: new Date(START + minutes * 60_000).toISOString(),
    ...booked('kim'),
  });

interface Case {
  readonly lesson?: Partial<FamilyLesson>;
  readonly students?: readonly (typeof kim)[];
  readonly credits?: number | null;
  readonly role?: 'parent' | 'student';
  readonly now?: number;
  /** What the family has. */
  readonly has?: readonly FamilyLesson[];
}

function offerOf({
  lesson,
  students = [kim],
  credits = 1,
  role = 'parent',
  now = NOW,
  has = [],
}: Case) {
  const user = { role, students: [...students], reminder_hours: [] };
  const open: FamilyLesson = {
    id: 'lesson',
    Date: '2027-07-03',
    Time: '10:00:00',
    starts_at: new Date(START).toISOString(),
    Lesson_Name: 'GCSE: Waves',
    Meeting_Link: null,
    Max_Students: 10,
    lesson_notes: '',
    topic: null,
    prepared: null,
    availableSpots: 9,
    free_spots_left: null,
    reserved_for: null,
    reserved_until: null,
    isBooked: false,
    bookingId: null,
    join_link: null,
    bookings: [],
    waiting: null,
    waitingStudents: [],
    ...lesson,
  };
  const offer = rowOffer(
    open,
    { user, credits, freeLesson: null, confirmBy: null, lessons: has },
    { now, pence: 3000 },
  );
  return [offer.kind, 'words' in offer ? offer.words : null];
}

test.each<[string, Case, readonly [string, string | null]]>([
  ['books the only student', {}, ['book', 'Book']],
  ['names the sibling it fits', { students: [kim, sam] }, ['book', 'Book Kim']],
  ['asks which of two siblings', { students: [kim, jo] }, ['open', 'Book']],
  [
    'names the one who is left',
    { lesson: booked('kim'), students: [kim, jo] },
    ['book', 'Book Jo'],
  ],
  ['names the sibling who goes to school', { students: [kim, old] }, ['book', 'Book Kim']],
  [
    'is booked for who goes to school',
    { lesson: booked('kim'), students: [kim, old] },
    ['none', null],
  ],
  ['books for one who has finished school', { students: [old] }, ['book', 'Book']],
  ['asks about the other course', { students: [sam] }, ['open', 'Book']],
  ['names the price without a credit', { credits: 0 }, ['open', 'Book, £30']],
  ['names the price to siblings too', { credits: 0, students: [kim, jo] }, ['open', 'Book, £30']],
  ['books for free', { credits: 0, lesson: { free_spots_left: 1 } }, ['book', 'Book free']],
  ['takes a credit without free spots', { lesson: { free_spots_left: 0 } }, ['book', 'Book']],
  ['leaves a spot that is paid for', { lesson: { reserved_until: '' } }, ['open', 'Book']],
  ['offers nothing once it is booked', { lesson: booked('kim') }, ['none', null]],
  [
    'is booked for the one it fits',
    { lesson: booked('kim'), students: [kim, sam] },
    ['none', null],
  ],
  ['leads to the waiting list', { lesson: full }, ['open', 'Waiting list']],
  ['offers nothing while a student waits', { lesson: waiting }, ['none', null]],
  [
    'is booked and full',
    { lesson: { ...full, ...booked('kim') }, students: [kim, jo] },
    ['none', null],
  ],
  ['offers no list to who may not book', { ...student, lesson: full }, ['none', null]],
  ['offers nothing to who may not book', student, ['none', null]],
  [
    'books for a student who may',
    { ...student, students: [{ ...kim, may_book: true }] },
    ['book', 'Book'],
  ],
  ['books beside what ends as it starts', { has: [had(-60)] }, ['book', 'Book']],
  ['asks about another lesson then', { has: [had(-59)] }, ['open', 'Book']],
  [
    'asks about another lesson then before a free one',
    { has: [had(30)], credits: 0, lesson: { free_spots_left: 1 } },
    ['open', 'Book free'],
  ],
  ['books until the last minute of cancelling', { now: START - 3_660_000 }, ['book', 'Book']],
  ['leads to what to know within the hour', { now: START - 3_600_000 }, ['open', 'Book']],
  [
    'leads a free first lesson there, too',
    { now: START - 300_000, credits: 0, lesson: { free_spots_left: 1 } },
    ['open', 'Book free'],
  ],
  ['offers nothing once it has started', { now: START }, ['none', null]],
])('%s', (_, situation, offer) => {
  expect(offerOf(situation)).toEqual(offer);
});
