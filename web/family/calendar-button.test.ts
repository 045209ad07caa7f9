// The calendar file, parsed back by a library.
import ICAL from 'ical.js';
import { expect, test } from 'vitest';

import type { FamilyLesson } from '../../domain/lessons/lesson.ts';
import { calendarFile } from './calendar-button.tsx';

const options = {
  origin: 'https://physics.example.com',
  now: Date.parse('2027-06-01T10:20:30.456Z'),
};

const lesson = (changes: Partial<FamilyLesson> = {}): FamilyLesson => ({
  id: 'lesson-1',
  Date: '2027-07-03',
  Time: '10:00:00',
  starts_at: '2027-07-03T09:00:00.000Z',
  Lesson_Name: 'GCSE: Waves',
  Meeting_Link: 'https://meet.example.com/waves',
  Max_Students: 10,
  lesson_notes: '',
  topic: null,
  prepared: null,
  availableSpots: 9,
  free_spots_left: null,
  reserved_for: null,
  reserved_until: null,
  isBooked: true,
  bookingId: 'booking-1',
  join_link: '/join/token',
  bookings: [
    { id: 'booking-1', Student_ID: 'kim', join_link: '/join/token', calendar_uid: 'booking-0' },
  ],
  waiting: null,
  waitingStudents: [],
  ...changes,
});

const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((one) => new ICAL.Event(one));

test('writes a summer lesson in UTC, with the UID that its emails use', () => {
  const text = calendarFile([lesson()], options);
  expect(text).toContain('\r\nDTSTART:20270703T090000Z\r\nDTEND:20270703T100000Z\r\n');
  expect(text).toContain('\r\nDTSTAMP:20270601T102030Z\r\n');
  const [event, ...others] = eventsOf(text);
  expect(others).toEqual([]);
  expect(event).toMatchObject({ uid: 'booking-0', summary: 'GCSE: Waves' });
  expect(event?.location).toBe('https://physics.example.com/join/token');
  expect(event?.description).toBe(
    'Join the meeting here: https://physics.example.com/join/token\n\nSee your booking here: https://physics.example.com/user-home?week=2027-06-28&lesson=lesson-1',
  );
});

test('leaves out the bare meeting link', () => {
  expect(calendarFile([lesson()], options)).not.toContain('meet.example.com');
});

test('writes an event for each booking of each lesson', () => {
  const [kims, sams] = [
    { id: '1', Student_ID: 'kim', join_link: '/join/kim', calendar_uid: 'kim' },
    { id: '2', Student_ID: 'sam', join_link: null, calendar_uid: 'sam' },
  ];
  const second = lesson({
    bookings: [{ ...kims, calendar_uid: 'later' }],
    starts_at: '2027-07-10T09:00:00.000Z',
  });
  const events = eventsOf(calendarFile([lesson({ bookings: [kims, sams] }), second], options));
  expect(events.map(({ uid }) => uid)).toEqual(['kim', 'sam', 'later']);
});

test.each([
  'Waves; light, sound \\ all',
  'Two\nlines\r\nand one more',
  'BEGIN:VEVENT\r\nUID:forged\r\nEND:VEVENT',
  `${'é'.repeat(200)} 🙂${'ö'.repeat(60)}`,
  'x'.repeat(400),
])('preserves the notes %j', (lesson_notes) => {
  const text = calendarFile([lesson({ lesson_notes })], options);
  for (const line of text.split('\r\n'))
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  const events = eventsOf(text);
  expect(events).toHaveLength(1);
  expect(events[0]?.description).toContain(lesson_notes.replaceAll('\r\n', '\n'));
});
