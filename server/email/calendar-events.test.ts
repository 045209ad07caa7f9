// The calendar entries of a booking, as an independent parser reads them from delivered emails.
import ICAL from 'ical.js';
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { LessonChanges, NewLesson } from '../../domain/lessons/lesson.ts';
import { joinTokenOf, makeLesson } from '../testing/factories.ts';
import { SENDER } from '../testing/sender.ts';
import { headerOf, partsOf, senderTo, startMailServer } from '../testing/servers/smtp.ts';
import { test as base } from '../testing/test.ts';
import { invitation } from './calendar-events.ts';

const test = base
  .extend('book', ({ api, family }) => async (changes: Partial<NewLesson> = {}) => {
    const { id: lessonId } = await makeLesson(api, changes);
    return { lessonId, bookingId: await family.book(lessonId) };
  })
  /** The calendar files of all due emails, sent over a real connection. */
  .extend('receive', ({ api }) => async () => {
    const { url, received } = await startMailServer();
    await senderTo(api, url)();
    const subjectOf = (message: string) => headerOf(message, 'Subject') ?? '';
    return received
      .toSorted((one, other) => (subjectOf(one) < subjectOf(other) ? -1 : 1))
      .flatMap((message) => {
        const [inline] = partsOf(message, 'text/calendar');
        expect(partsOf(message, 'application/ics')[0]).toBe(inline);
        return inline ?? [];
      });
  });

function read(ics: string) {
  const calendar = new ICAL.Component(ICAL.parse(ics));
  const vevent = calendar.getFirstSubcomponent('vevent');
  if (vevent === null) throw new Error('The calendar has no event.');
  const event = new ICAL.Event(vevent, { strictExceptions: true });
  const alarms = vevent.getAllSubcomponents('valarm').map((alarm) => ({
    action: alarm.getFirstPropertyValue('action'),
    trigger: String(alarm.getFirstPropertyValue('trigger')),
    description: alarm.getFirstPropertyValue('description'),
  }));
  const { uid, sequence, summary, description, location, organizer } = event;
  return {
    version: calendar.getFirstPropertyValue('version'),
    method: calendar.getFirstPropertyValue('method'),
    status: vevent.getFirstPropertyValue('status'),
    uid,
    sequence,
    summary,
    description,
    location,
    organizer,
    organizerName: vevent.getFirstProperty('organizer')?.getFirstParameter('cn'),
    zone: event.startDate.zone.tzid,
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    alarms,
  };
}

test('creates an entry with everything needed to join', async ({ api, book, receive }) => {
  const { bookingId, lessonId } = await book({
    Lesson_Name: 'Waves; light, sound',
    lesson_notes: 'Bring a ruler.\nRead chapter 4, page 12; it helps.',
  });
  const join_token = `http://lessons.test/join/${await joinTokenOf(api, bookingId)}`;
  const [ics = ''] = await receive();
  expect(read(ics)).toEqual({
    version: '2.0',
    method: 'PUBLISH',
    status: null,
    uid: bookingId,
    sequence: 0,
    summary: 'Waves; light, sound',
    description: [
      `Join the meeting here: ${join_token}`,
      'Bring a ruler.\nRead chapter 4, page 12; it helps.',
      `See your booking here: http://lessons.test/user-home?week=2026-11-16&lesson=${lessonId}`,
    ].join('\n\n'),
    location: join_token,
    organizer: 'mailto:lessons@lessons.test',
    organizerName: 'Sample Physics',
    zone: 'UTC',
    start: '2026-11-21T09:00:00.000Z',
    end: '2026-11-21T10:00:00.000Z',
    alarms: [{ action: 'DISPLAY', trigger: '-PT15M', description: 'Waves; light, sound' }],
  });
});

test('ends lines with CRLF, folds long ones and puts alarms last', async ({ book, receive }) => {
  const lesson_notes = 'Lies nach. '.repeat(80);
  await book({ Lesson_Name: 'Wellenlänge '.repeat(16), lesson_notes });
  const [ics = ''] = await receive();
  expect(ics.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(ics.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(ics).toContain('\r\nEND:VALARM\r\nEND:VEVENT\r\n');
  for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(ics).not.toMatch(/ \r\n |\r\n {2}/);
});

test('raises the sequence until a cancellation', async ({ family, tutor, book, receive }) => {
  const { bookingId, lessonId } = await book();
  const change = (body: LessonChanges) =>
    tutor.call(endpoints.updateLesson, { params: { id: lessonId }, body });
  // All happen within the same millisecond.
  await change({ Time: '10:00:00' });
  await change({ Date: '2026-11-22' });
  await family.tryToCancel(bookingId);
  const events = (await receive())
    .map(read)
    .toSorted((one, other) => one.sequence - other.sequence);
  const facts = events.map((one) => [one.uid, one.sequence, one.method, one.status, one.start]);
  expect(facts).toEqual([
    [bookingId, 0, 'PUBLISH', null, '2026-11-21T09:00:00.000Z'],
    [bookingId, 1, 'PUBLISH', null, '2026-11-21T10:00:00.000Z'],
    [bookingId, 2, 'PUBLISH', null, '2026-11-22T10:00:00.000Z'],
    [bookingId, 3, 'CANCEL', 'CANCELLED', '2026-11-22T10:00:00.000Z'],
  ]);
  const last = { organizer: 'mailto:lessons@lessons.test', alarms: [], location: null };
  expect(events.at(-1)).toMatchObject(last);
  expect(events.at(-1)?.description).not.toContain('/join/');
});

test('removes a lesson that the tutor deletes', async ({ tutor, book, receive }) => {
  const { bookingId, lessonId } = await book();
  await receive();
  await tutor.call(endpoints.deleteLesson, { params: { id: lessonId } });
  const [ics = ''] = await receive();
  expect(read(ics)).toMatchObject({ uid: bookingId, method: 'CANCEL', sequence: 1 });
});

describe('around a change of the clocks', () => {
  test.override('settings', { now: '2026-10-01T12:00:00.000Z' });

  test.for([
    ['the day before they go back', '2026-10-24', '09:00:00', '2026-10-24T08:00:00.000Z'],
    ['the repeated hour, as the first', '2026-10-25', '01:30:00', '2026-10-25T00:30:00.000Z'],
    ['the morning after it', '2026-10-25', '09:00:00', '2026-10-25T09:00:00.000Z'],
    ['the day before they go forward', '2027-03-27', '09:00:00', '2027-03-27T09:00:00.000Z'],
    ['the missing hour, as the next', '2027-03-28', '01:30:00', '2027-03-28T01:30:00.000Z'],
    ['the morning after that', '2027-03-28', '09:00:00', '2027-03-28T08:00:00.000Z'],
  ] as const)('%s', async ([, day, time, begins], { book, receive }) => {
    await book({ Date: day, Time: time });
    const [ics = ''] = await receive();
    const { start, end, zone } = read(ics);
    const minutes = (Date.parse(end) - Date.parse(start)) / 60_000;
    expect([zone, start, minutes]).toEqual(['UTC', begins, 60]);
  });
});

test("names a business with quotation marks without calendar programs' escapes", () => {
  const event = {
    uid: 'booking-1',
    state: 'confirmed',
    at: Date.parse('2026-11-18T09:00:00.000Z'),
    lesson: {
      name: 'Waves',
      starts_at: Date.parse('2026-11-21T09:00:00.000Z'),
      notes: '',
      page: '/user-home',
    },
  } as const;
  const text = invitation([event], { sequence: 1 }, { ...SENDER, name: 'The "Physics" Room, Ltd' });
  const lines = text.replaceAll('\r\n ', '');
  expect(lines).toContain('ORGANIZER;CN="The Physics Room, Ltd":mailto:lessons@lessons.test');
});
