// Plans lessons: creates, changes and deletes them, and notifies the families who booked.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { LENGTHS, MAX_STUDENTS } from '../../domain/limits.ts';
import { newId } from '../ids.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { lessonForm, makeAdmin, makeLesson, makeFamily } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';

let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterAll(() => api.close());

const { Max_Students: _max, lesson_notes: _notes, ...shortForm } = lessonForm;
const create = (body: object) =>
  api.call(endpoints.createLesson, { token: admin.token, body: body as typeof lessonForm });
const update = (id: string, body: object) =>
  api.call(endpoints.updateLesson, { token: admin.token, params: { id }, body });
const remove = (id: string, { token } = admin) =>
  api.call(endpoints.deleteLesson, { token, params: { id } });
const profile = async ({ token }: Caller) =>
  (await api.call(endpoints.getProfile, { token })).body.stats;

async function book(lessonId: string, credits = 1): Promise<Caller & { booking: string }> {
  const student = await makeFamily(api, credits);
  const { body } = await api.call(endpoints.bookLesson, {
    token: student.token,
    body: { Lesson_ID: lessonId },
  });
  return { ...student, booking: body.booking.id };
}

/** The subjects of the emails to a student since the confirmation. */
async function newsFor({ email }: Caller): Promise<string[]> {
  const rows = await api.database.db
    .selectFrom('emails')
    .select('subject')
    .where('recipient', '=', email)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ subject }) => subject).filter((subject) => !subject.startsWith('Booked:'));
}

const DATE = 'Date must be in YYYY-MM-DD format';
const TIME = 'Time must be in HH:MM:SS format';
const LINK = 'Invalid meeting link URL';
const WHOLE = 'Max students must be an integer';
const faults = [
  ['Date', '21/11/2026', DATE],
  ['Date', '2026-02-29', DATE],
  ['Date', '2026-1-1', DATE],
  ['Date', 20_261_121, DATE],
  ['Time', '9:00', TIME],
  ['Time', '09:00', TIME],
  ['Time', '24:00:00', TIME],
  ['Time', '09:60:00', TIME],
  ['Lesson_Name', '', 'Lesson name is required'],
  ['Lesson_Name', '   ', 'Lesson name is required'],
  [
    'Lesson_Name',
    'a'.repeat(LENGTHS.lessonName.max + 1),
    'Lesson name must be less than 200 characters',
  ],
  ['Lesson_Name', 'Forces\u0007', 'Remove the control characters'],
  ['Meeting_Link', 'meet', LINK],
  ['Meeting_Link', 'javascript:alert(1)', LINK],
  ['Meeting_Link', 'ftp://example.com/a', LINK],
  ['Meeting_Link', 'https:///', LINK],
  [
    'Meeting_Link',
    `https://example.com/${'a'.repeat(LENGTHS.meetingLink.max)}`,
    'Meeting link must be less than 500 characters',
  ],
  ['Max_Students', '10', WHOLE],
  ['Max_Students', 2.5, WHOLE],
  ['Max_Students', null, WHOLE],
  ['Max_Students', MAX_STUDENTS.min - 1, 'Max students must be at least 1'],
  ['Max_Students', MAX_STUDENTS.max + 1, 'Max students cannot exceed 50'],
  [
    'lesson_notes',
    'a'.repeat(LENGTHS.lessonNotes.max + 1),
    'Lesson notes must be less than 1000 characters',
  ],
  ['lesson_notes', 'a\u0000b', 'Remove the control characters'],
] as const;

test.each(faults)(
  'neither creates nor updates a lesson whose %s is %j',
  async (field, value, message) => {
    const { id } = await makeLesson(api);
    const answers = [
      await api.refused(endpoints.createLesson, {
        token: admin.token,
        body: { ...lessonForm, [field]: value },
      }),
      await api.refused(endpoints.updateLesson, {
        token: admin.token,
        params: { id },
        body: { [field]: value },
      }),
    ];
    for (const { body } of answers)
      expect(body).toEqual({
        success: false,
        code: 'validation_failed',
        error: message,
        details: [{ field, message }],
      });
  },
);

test('reports every missing field', async () => {
  const { body } = await api.refused(endpoints.createLesson, { token: admin.token, body: {} });
  expect(body.details).toEqual([
    { field: 'Date', message: DATE },
    { field: 'Time', message: TIME },
    { field: 'Lesson_Name', message: 'Lesson name is required' },
    { field: 'Meeting_Link', message: LINK },
  ]);
});

test('creates a lesson as entered, with ten spots and no notes by default', async () => {
  const { body } = await create({ ...shortForm, Lesson_Name: '  Waves  ' });
  expect(body.lesson).toEqual({
    id: expect.any(String),
    ...shortForm,
    Lesson_Name: 'Waves',
    Max_Students: MAX_STUDENTS.default,
    lesson_notes: '',
    starts_at: '2026-11-21T09:00:00.000Z',
    bookedCount: 0,
    reservedCount: 0,
    waitingCount: 0,
  });
});

test('accepts the longest texts, the bounds and notes of several lines', async () => {
  const link = 'https://example.com/';
  const { body } = await create({
    ...lessonForm,
    Lesson_Name: 'n'.repeat(LENGTHS.lessonName.max),
    Meeting_Link: link + 'a'.repeat(LENGTHS.meetingLink.max - link.length),
    Max_Students: MAX_STUDENTS.max,
    lesson_notes: `Bring:\n\t- a ruler\r\n${'x'.repeat(LENGTHS.lessonNotes.max - 20)}`,
  });
  expect(body.lesson.Meeting_Link).toHaveLength(LENGTHS.meetingLink.max);
  expect(
    (await create({ ...lessonForm, Max_Students: MAX_STUDENTS.min })).body.lesson.Max_Students,
  ).toBe(1);
});

test.each([
  [{}],
  [{ Date: '2026-11-22' }],
  [{ Time: '10:00:00' }],
  [{ Lesson_Name: 'Waves' }],
  [{ Meeting_Link: 'http://meet.example.com/waves' }],
  [{ Max_Students: 3 }],
  [{ lesson_notes: '' }],
  [{ Date: '2020-01-04', Time: '08:00:00', Lesson_Name: 'Long ago' }],
])('a change of %j leaves the rest as it was', async (changes) => {
  const before = await makeLesson(api);
  const { body } = await update(before.id, changes);
  const { Date: date, Time: time } = { ...before, ...changes };
  expect(body.lesson).toEqual({
    ...before,
    ...changes,
    starts_at: `${date}T${time.slice(0, 5)}:00.000Z`,
  });
});

test('refuses fewer spots than bookings, and names the field', async () => {
  const { id } = await makeLesson(api, { Max_Students: 3 });
  await book(id);
  await book(id);
  const { status, body } = await api.refused(endpoints.updateLesson, {
    token: admin.token,
    params: { id },
    body: { Max_Students: 1, Lesson_Name: 'Not this either' },
  });
  expect(status).toBe(409);
  const message = errorCatalogue.below_booked.text;
  expect(body).toEqual({
    success: false,
    code: 'below_booked',
    error: message,
    details: [{ field: 'Max_Students', message }],
  });
  const { lesson } = (await update(id, { Max_Students: 2 })).body;
  expect(lesson).toMatchObject({
    Max_Students: 2,
    bookedCount: 2,
    Lesson_Name: lessonForm.Lesson_Name,
  });
});

test.each([
  ['a new date', { Date: '2026-11-22' }, 1],
  ['a new time', { Time: '10:00:00' }, 1],
  ['a new name', { Lesson_Name: 'Waves' }, 1],
  ['a new link', { Meeting_Link: 'https://meet.example.com/new' }, 1],
  ['all of these at once', { Date: '2026-11-22', Time: '10:00:00', Lesson_Name: 'Waves' }, 1],
  ['new notes', { lesson_notes: 'Slides are up.' }, 0],
  ['more room', { Max_Students: 20 }, 0],
  ['nothing', {}, 0],
  ['the same again', { Lesson_Name: lessonForm.Lesson_Name, Date: lessonForm.Date }, 0],
])(
  'emails only the families who booked, once per relevant change: %s',
  async (_, changes, emails) => {
    const { id } = await makeLesson(api);
    const booked = await book(id);
    const other = await makeFamily(api);
    const left = await book(id);
    await api.call(endpoints.cancelBooking, {
      token: left.token,
      params: { bookingId: left.booking },
    });
    api.clock.advance({ ms: 1 });
    await update(id, changes);
    expect(
      (await newsFor(booked)).filter((subject) => subject.startsWith('Lesson changed:')),
    ).toHaveLength(emails);
    expect(await newsFor(other)).toEqual([]);
    expect(await newsFor(left)).toEqual([expect.stringMatching(/^Cancelled:/)]);
  },
);

test('returns every credit and emails every family when a lesson is deleted before its start', async () => {
  const { id } = await makeLesson(api);
  const [a, b] = [await book(id, 3), await book(id)];
  await remove(id);
  expect(await profile(a)).toEqual({
    lessonsAttended: 0,
    upcomingBookings: 0,
    creditsRemaining: 3,
  });
  expect(await profile(b)).toEqual({
    lessonsAttended: 0,
    upcomingBookings: 0,
    creditsRemaining: 1,
  });
  expect(await newsFor(a)).toEqual([expect.stringMatching(/^Lesson cancelled: .* UK time$/)]);
  const cancelled = await api.refused(endpoints.cancelBooking, {
    token: a.token,
    params: { bookingId: a.booking },
  });
  expect(cancelled.body.code).toBe('booking_not_found');
  expect((await profile(a)).creditsRemaining).toBe(3);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('returns nothing and keeps the attendance when a started lesson is deleted', async () => {
  const { id } = await makeLesson(api);
  const student = await book(id, 2);
  try {
    api.clock.set('2026-11-21T09:00:00.000Z');
    await remove(id, await makeAdmin(api));
    expect(await profile(student)).toEqual({
      lessonsAttended: 0,
      upcomingBookings: 0,
      creditsRemaining: 1,
    });
    api.clock.set('2026-11-21T10:00:00.000Z');
    expect(await profile(student)).toEqual({
      lessonsAttended: 1,
      upcomingBookings: 0,
      creditsRemaining: 1,
    });
    expect(await newsFor(student)).toEqual([]);
  } finally {
    api.clock.set(START);
  }
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('hides a deleted lesson and rejects calls on it', async () => {
  const { id } = await makeLesson(api, { Lesson_Name: 'Gone' });
  const student = await book(id);
  await remove(id);
  const lists = [
    (await api.call(endpoints.listLessons, { token: student.token })).body,
    (await api.call(endpoints.listAdminLessons, { token: admin.token })).body,
    (await api.call(endpoints.listAdminBookings, { token: admin.token })).body,
  ];
  for (const list of lists) expect(JSON.stringify(list)).not.toContain(id);
  for (const gone of [id, newId()]) {
    const answers = [
      await api.refused(endpoints.updateLesson, {
        token: admin.token,
        params: { id: gone },
        body: {},
      }),
      await api.refused(endpoints.deleteLesson, { token: admin.token, params: { id: gone } }),
      await api.refused(endpoints.bookLesson, { token: student.token, body: { Lesson_ID: gone } }),
    ];
    for (const { status, body } of answers)
      expect([status, body.code]).toEqual([404, 'lesson_not_found']);
  }
});

test('counts a lesson as upcoming until its start, and as attended from its end', async () => {
  const { id } = await makeLesson(api);
  const student = await book(id);
  const counts = async (instant: string) => {
    api.clock.set(instant);
    const { upcomingBookings, lessonsAttended } = await profile(student);
    return [upcomingBookings, lessonsAttended];
  };
  try {
    expect(await counts('2026-11-21T08:59:59.999Z')).toEqual([1, 0]);
    expect(await counts('2026-11-21T09:00:00.000Z')).toEqual([0, 0]);
    expect(await counts('2026-11-21T09:59:59.999Z')).toEqual([0, 0]);
    expect(await counts('2026-11-21T10:00:00.000Z')).toEqual([0, 1]);
  } finally {
    api.clock.set(START);
  }
});
