// The calendar entries of a booking, as an independent parser reads them from delivered emails.
import ICAL from 'ical.js';
import { expect, onTestFinished, test } from 'vitest';

import { findOutdated } from '../lessons/reminders.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { NewLesson } from '../../domain/lesson.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { joinTokenOf, makeAdmin, makeLesson, makeFamily } from '../testing/factories.ts';
import { quietLog } from '../testing/mail-server.ts';
import { SENDER } from '../testing/sender.ts';
import { headerOf, partsOf, startMailServer } from '../testing/smtp.ts';
import { smtpTransport } from './transport.ts';
import { sendDueEmails } from './worker.ts';

async function open(now?: string): Promise<TestApp> {
  const api = await startTestApp(now === undefined ? {} : { now });
  onTestFinished(() => api.close());
  return api;
}

async function book(api: TestApp, lesson: Partial<NewLesson> = {}) {
  const { id } = await makeLesson(api, lesson);
  const { token } = await makeFamily(api, 1);
  const { body } = await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: id } });
  return { lessonId: id, bookingId: body.booking.id, token };
}

/** The calendar files of all due emails, sent over a real connection. */
async function receive(api: TestApp): Promise<string[]> {
  const { url, received } = await startMailServer();
  const transport = smtpTransport(url, SENDER);
  await sendDueEmails({
    database: api.database,
    findOutdated,
    clock: () => api.clock.now,
    transport,
    log: quietLog,
  });
  transport.close();
  return received
    .toSorted((a, b) => ((headerOf(a, 'Subject') ?? '') < (headerOf(b, 'Subject') ?? '') ? -1 : 1))
    .flatMap((message) => {
      const [inline, attached] = [
        ...partsOf(message, 'text/calendar'),
        ...partsOf(message, 'application/ics'),
      ];
      expect(inline).toBe(attached);
      return inline ?? [];
    });
}

const minutesBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 60_000;

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
  return {
    version: calendar.getFirstPropertyValue('version'),
    method: calendar.getFirstPropertyValue('method'),
    status: vevent.getFirstPropertyValue('status'),
    uid: event.uid,
    sequence: event.sequence,
    summary: event.summary,
    description: event.description,
    location: event.location,
    organizer: event.organizer,
    organizerName: vevent.getFirstProperty('organizer')?.getFirstParameter('cn'),
    zone: event.startDate.zone.tzid,
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    alarms,
  };
}

test('creates an entry with everything needed to join the lesson', async () => {
  const api = await open();
  const { bookingId, lessonId } = await book(api, {
    Lesson_Name: 'Waves; light, sound',
    lesson_notes: 'Bring a ruler.\nRead chapter 4, page 12; it helps.',
  });
  const join_token = `http://lessons.test/join/${await joinTokenOf(api, bookingId)}`;
  const [ics = ''] = await receive(api);
  expect(read(ics)).toEqual({
    version: '2.0',
    method: 'PUBLISH',
    status: null,
    uid: bookingId,
    sequence: 0,
    summary: 'Waves; light, sound',
    description: [
      `Join the lesson here: ${join_token}`,
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

test('ends every line with CRLF, folds long lines and puts alarms last', async () => {
  const api = await open();
  await book(api, {
    Lesson_Name: 'Wellenlänge '.repeat(16),
    lesson_notes: 'Lies nach. '.repeat(80),
  });
  const [ics = ''] = await receive(api);
  expect(ics.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(ics.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(ics).toContain('\r\nEND:VALARM\r\nEND:VEVENT\r\n');
  for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});

test('keeps the uid and raises the sequence until a cancellation removes it', async () => {
  const api = await open();
  const { bookingId, lessonId, token } = await book(api);
  const admin = await makeAdmin(api);
  const change = (body: Partial<NewLesson>) =>
    api.call(endpoints.updateLesson, { token: admin.token, params: { id: lessonId }, body });
  // All happen within the same millisecond.
  await change({ Time: '10:00:00' });
  await change({ Date: '2026-11-22' });
  await api.call(endpoints.cancelBooking, { token, params: { bookingId } });
  const events = (await receive(api)).map(read).toSorted((a, b) => a.sequence - b.sequence);
  expect(
    events.map(({ uid, sequence, method, status, start }) => [
      uid,
      sequence,
      method,
      status,
      start,
    ]),
  ).toEqual([
    [bookingId, 0, 'PUBLISH', null, '2026-11-21T09:00:00.000Z'],
    [bookingId, 1, 'PUBLISH', null, '2026-11-21T10:00:00.000Z'],
    [bookingId, 2, 'PUBLISH', null, '2026-11-22T10:00:00.000Z'],
    [bookingId, 3, 'CANCEL', 'CANCELLED', '2026-11-22T10:00:00.000Z'],
  ]);
  expect(events.at(-1)).toMatchObject({
    organizer: 'mailto:lessons@lessons.test',
    alarms: [],
    location: null,
  });
  expect(events.at(-1)?.description).not.toContain('/join/');
});

test('removes a lesson that the tutor deletes from the calendar', async () => {
  const api = await open();
  const { bookingId, lessonId } = await book(api);
  await receive(api);
  const { token } = await makeAdmin(api);
  await api.call(endpoints.deleteLesson, { token, params: { id: lessonId } });
  const [ics = ''] = await receive(api);
  expect(read(ics)).toMatchObject({ uid: bookingId, method: 'CANCEL', sequence: 1 });
});

test.each([
  ['the day before the clocks go back', '2026-10-24', '09:00:00', '2026-10-24T08:00:00.000Z'],
  ['the repeated hour, taken as the first', '2026-10-25', '01:30:00', '2026-10-25T00:30:00.000Z'],
  ['the morning after it', '2026-10-25', '09:00:00', '2026-10-25T09:00:00.000Z'],
  ['the day before the clocks go forward', '2027-03-27', '09:00:00', '2027-03-27T09:00:00.000Z'],
  [
    'the hour that is not there, taken as the one after it',
    '2027-03-28',
    '01:30:00',
    '2027-03-28T01:30:00.000Z',
  ],
  ['the morning after that', '2027-03-28', '09:00:00', '2027-03-28T08:00:00.000Z'],
])('%s', async (_, day, time, begins) => {
  const api = await open('2026-10-01T12:00:00.000Z');
  await book(api, { Date: day, Time: time });
  const [ics = ''] = await receive(api);
  const { start, end, zone } = read(ics);
  expect([zone, start, minutesBetween(start, end)]).toEqual(['UTC', begins, 60]);
});
