// Books several lessons at once: all of them or none, one email, one calendar file.
import ICAL from 'ical.js';
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { MAX_LESSONS_AT_ONCE } from '../../domain/limits.ts';
import { newId } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import {
  addSignIn,
  addStudent,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
  parentOf,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { readEmails } from '../testing/emails.ts';
import { SENDER } from '../testing/sender.ts';
import { creditsOf } from '../testing/payments.ts';
import { invitation } from '../email/calendar-events.ts';
import { readEvents } from '../email/content.ts';
import { bookLesson, bookSeveral } from './book.ts';
import { cancelBooking } from './cancel.ts';

let api: TestApp;
let family: TestFamily;
beforeEach(async () => {
  api = await startTestApp();
  family = await makeFamily(api, 5);
});
afterEach(() => api.close());

const days = ['2026-11-21', '2026-11-28', '2026-12-05', '2026-12-12', '2026-12-19', '2026-12-26'];
const makeLessons = async (count: number, changes = {}) => {
  const ids: string[] = [];
  for (const Date of days.slice(0, count))
    ids.push((await makeLesson(api, { Date, ...changes })).id);
  return ids;
};
const book = (Lesson_IDs: readonly unknown[], more: object = {}) =>
  api.either(endpoints.bookSeveral, {
    token: family.token,
    // Not a string either, which no client of ours sends.
    body: { Lesson_IDs: Lesson_IDs as string[], ...more },
  });
const detailsOf = (body: { readonly details?: readonly { field: string; message: string }[] }) =>
  body.details?.map(({ field, message }) => [field, message]);

test('books all lessons in the requested order', async () => {
  const [a = '', b = '', c = ''] = await makeLessons(3);
  const { status, body } = await book([c, a, b]);
  expect(status).toBe(201);
  if (!body.success) expect.unreachable();
  expect(body.bookings.map(({ Lesson_ID }) => Lesson_ID)).toEqual([c, a, b]);
  expect(body.creditsRemaining).toBe(2);
  expect(await creditsOf(api, family)).toBe(2);
  const { entries } = (await api.call(endpoints.listCredits, { token: family.token })).body;
  expect(entries.slice(0, 3).map(({ kind, balance }) => [kind, balance])).toEqual([
    ['booking', 2],
    ['booking', 3],
    ['booking', 4],
  ]);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test.each([
  ['no list', undefined, 'Lesson_IDs'],
  ['an empty one', [], 'Lesson_IDs'],
  ['no list at all', 'all', 'Lesson_IDs'],
  ['too long a one', Array.from({ length: MAX_LESSONS_AT_ONCE + 1 }, newId), 'Lesson_IDs'],
  ['what is no id', [newId(), 'nonsense'], 'Lesson_IDs.1'],
  ['one lesson twice', ['7', '8', '7'], 'Lesson_IDs.2'],
])('refuses %s and names the field', async (_, list, field) => {
  const { status, body } = await book(list as string[]);
  expect([status, body]).toMatchObject([400, { code: 'validation_failed', details: [{ field }] }]);
});

test('gives the reason for each lesson that cannot be booked, and books nothing', async () => {
  const [open = '', booked = ''] = await makeLessons(2);
  const [full = ''] = await makeLessons(1, { Max_Students: 1 });
  const [started = ''] = await makeLessons(1, { Date: '2026-11-18', Time: '09:00:00' });
  await makeBooking(api, await makeFamily(api, 1), full);
  await makeBooking(api, family, booked);
  const gone = newId();
  const { status, body } = await book([open, full, started, booked, gone]);
  if (body.success) expect.unreachable();
  expect([status, body.code]).toEqual([409, 'lesson_full']);
  expect(detailsOf(body)).toEqual([
    ['Lesson_IDs.1', 'This lesson is fully booked. Please try another lesson.'],
    ['Lesson_IDs.2', 'This lesson has already started.'],
    ['Lesson_IDs.3', 'You have already booked this lesson.'],
    ['Lesson_IDs.4', 'This lesson no longer exists.'],
  ]);
  const first = await book([gone, open]);
  expect([first.status, first.body]).toMatchObject([404, { code: 'lesson_not_found' }]);
  expect(await creditsOf(api, family)).toBe(4);
  expect(await readEmails(api, family.email, 'booked:')).toHaveLength(1);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('checks credits last, for all lessons together', async () => {
  const lessons = await makeLessons(6);
  const { status, body } = await book(lessons);
  if (body.success) expect.unreachable();
  expect([status, body.code]).toEqual([402, 'insufficient_credits']);
  expect(detailsOf(body)).toEqual([
    ['Lesson_IDs', 'You need 6 credits to book these lessons and have 5 credits.'],
  ]);
  expect(await creditsOf(api, family)).toBe(5);
  expect((await book(lessons.slice(0, 5))).status).toBe(201);
});

test('requires a student when the family has several', async () => {
  const siblingId = await addStudent(api, family);
  const lessons = await makeLessons(2);
  expect((await book(lessons)).body).toMatchObject({
    code: 'validation_failed',
    details: [{ field: 'Student_ID', message: 'Please choose who the lesson is for' }],
  });
  expect((await book(lessons, { Student_ID: siblingId })).status).toBe(201);
  expect((await book(lessons, { Student_ID: family.studentId })).status).toBe(201);
  const rows = await api.database.db.selectFrom('bookings').select('student_id').execute();
  expect(rows.filter(({ student_id }) => student_id === siblingId)).toHaveLength(2);
});

test('lets a student with the right to book book only for themselves, and shows no credits', async () => {
  const own = await addSignIn(api, family, family.studentId, true);
  const { body } = await api.call(endpoints.bookSeveral, {
    token: own.token,
    body: { Lesson_IDs: await makeLessons(2) },
  });
  expect(body.creditsRemaining).toBeNull();
});

test("does not name the balance to a student's sign-in", async () => {
  const own = await addSignIn(api, family, family.studentId, true);
  const { status, body } = await api.refused(endpoints.bookSeveral, {
    token: own.token,
    body: { Lesson_IDs: await makeLessons(6) },
  });
  const message = 'These lessons cannot be booked now. Please ask a parent to book them.';
  expect([status, body.code, body.error]).toEqual([402, 'insufficient_credits', message]);
  expect(detailsOf(body)).toEqual([['Lesson_IDs', message]]);
});

test('answers a repeated request like the first', async () => {
  const Lesson_IDs = await makeLessons(3);
  const send = () =>
    api.call(endpoints.bookSeveral, {
      token: family.token,
      body: { Lesson_IDs },
      headers: { 'idempotency-key': 'six weeks' },
    });
  const answers = [await send(), await send()];
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  expect(await creditsOf(api, family)).toBe(2);
});

/** Reads an email the way a calendar program does. */
async function eventsOf(cause: string) {
  const [message] = await readEmails(api, family.email, cause);
  const events = readEvents(message?.calendar ?? null);
  if (message === undefined || events === null) throw new Error('There are none.');
  const thread = { sequence: message.thread_number ?? 0 };
  const calendar = new ICAL.Component(ICAL.parse(invitation(events, thread, SENDER)));
  return calendar.getAllSubcomponents('vevent').map((vevent) => {
    const event = new ICAL.Event(vevent);
    return {
      uid: event.uid,
      sequence: event.sequence,
      start: event.startDate.toJSDate().toISOString(),
    };
  });
}

test('sends one email by date, and each booking can be cancelled and moved separately', async () => {
  const [a = '', b = '', c = ''] = await makeLessons(3);
  const { body } = await book([c, a, b]);
  if (!body.success) expect.unreachable();
  const ids = new Map(body.bookings.map(({ id, Lesson_ID }) => [Lesson_ID, id]));
  const [message, ...others] = await readEmails(api, family.email, 'booked:');
  expect(others).toEqual([]);
  expect(message?.subject).toBe('Booked: 3 lessons from Saturday 21 November 2026');
  expect(message?.text.match(/UK time/g)).toHaveLength(3);
  expect(await eventsOf('booked:')).toEqual([
    { uid: ids.get(a), sequence: 0, start: '2026-11-21T09:00:00.000Z' },
    { uid: ids.get(b), sequence: 0, start: '2026-11-28T09:00:00.000Z' },
    { uid: ids.get(c), sequence: 0, start: '2026-12-05T09:00:00.000Z' },
  ]);
  await api.call(endpoints.cancelBooking, {
    token: family.token,
    params: { bookingId: ids.get(b) ?? '' },
  });
  const admin = await makeAdmin(api);
  await api.call(endpoints.updateLesson, {
    token: admin.token,
    params: { id: a },
    body: { Time: '10:00:00' },
  });
  expect(await eventsOf('cancelled:')).toMatchObject([{ uid: ids.get(b), sequence: 1 }]);
  expect(await eventsOf('lesson-changed:')).toMatchObject([{ uid: ids.get(a), sequence: 2 }]);
  // They are sent in order, even if some are deferred.
  const threads = (await readEmails(api, family.email)).map(({ thread }) => thread);
  expect(new Set(threads).size).toBe(1);
});

test('never books part of the lessons when many families want them at once', async () => {
  const lessons = await makeLessons(4, { Max_Students: 3 });
  const families: TestFamily[] = [];
  for (let n = 0; n < 12; n += 1) families.push(await makeFamily(api, 4));
  const outcomes = await Promise.allSettled(
    families.map((each, n) =>
      bookSeveral(api.context(parentOf(each)), {
        // Each in a different order, to provoke a deadlock.
        lessonIds: [...lessons.slice(n % 4), ...lessons.slice(0, n % 4)],
      }),
    ),
  );
  const won = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(won).toHaveLength(3);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ code: 'lesson_full' });
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('control: booking one lesson after the other loses the same race', async () => {
  const lessons = await makeLessons(4, { Max_Students: 1 });
  const families = [await makeFamily(api, 4), await makeFamily(api, 4)];
  const wants = [lessons, lessons.toReversed()];
  const got: boolean[][] = [[], []];
  // Step by step, so that neither finishes before the other begins.
  for (const step of lessons.keys())
    await Promise.all(
      families.map(async (each, n) => {
        const lessonId = wants[n]?.[step] ?? '';
        const [outcome] = await Promise.allSettled([
          bookLesson(api.context(parentOf(each)), { lessonId }),
        ]);
        got[n]?.push(outcome.status === 'fulfilled');
      }),
    );
  expect(got.every((outcomes) => outcomes.includes(false))).toBe(true);
});

test('does not deadlock beside single bookings and cancellations of the same family', async () => {
  for (let round = 0; round < 8; round += 1) {
    const each = await makeFamily(api, 6);
    const context = api.context(parentOf(each));
    const lessons = await makeLessons(4);
    const { booking } = await bookLesson(context, { lessonId: lessons[3] ?? '' });
    const outcomes = await Promise.allSettled([
      bookSeveral(context, { lessonIds: lessons.slice(0, 3) }),
      bookLesson(context, { lessonId: lessons[1] ?? '' }),
      cancelBooking(context, booking.id),
    ]);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'already_booked' });
  }
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});
