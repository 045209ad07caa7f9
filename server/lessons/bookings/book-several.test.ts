// Books several lessons at once: all of them or none, one email, one calendar file.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { MAX_LESSONS_AT_ONCE } from '../../../domain/lessons/booking.ts';
import type { NewLesson } from '../../../domain/lessons/lesson.ts';
import { newId } from '../../base/ids.ts';
import { invitation } from '../../email/calendar-events.ts';
import { readEvents } from '../../email/content.ts';
import type { TestApp } from '../../testing/app.ts';
import type { TestFamily } from '../../testing/caller.ts';
import {
  addSignIn,
  addStudent,
  makeFamilies,
  makeFamily,
  makeLesson,
} from '../../testing/factories.ts';
import { parseCalendar } from '../../testing/lessons/calendars.ts';
import { race } from '../../testing/races/races.ts';
import { SENDER } from '../../testing/sender.ts';
import { test as base } from '../../testing/test.ts';
import { bookLesson, bookSeveral } from './book.ts';
import { cancelBooking } from './cancel.ts';

const test = base.override('settings', { credits: 5 });

/** One lesson a week. */
async function makeLessons(api: TestApp, count: number, changes: Partial<NewLesson> = {}) {
  const days = ['11-21', '11-28', '12-05', '12-12', '12-19', '12-26'].slice(0, count);
  const ids: string[] = [];
  for (const day of days) ids.push((await makeLesson(api, { Date: `2026-${day}`, ...changes })).id);
  return ids;
}

/** What a refusal says about each field. */
const faultsOf = ({ body }: { body: object }) => {
  const { details = [] } = body as { details?: readonly { field: string; message: string }[] };
  return details.map(({ field, message }) => [field, message]);
};

describe('booking several lessons', () => {
  test('books all in the requested order', async ({ api, family }) => {
    const [a = '', b = '', c = ''] = await makeLessons(api, 3);
    const { status, body } = await family.tryToBookSeveral([c, a, b]);
    expect(status).toBe(201);
    if (!body.success) expect.unreachable();
    expect(body.bookings.map(({ Lesson_ID: lessonId }) => lessonId)).toEqual([c, a, b]);
    expect(body.creditsRemaining).toBe(2);
    expect(await family.readCredits()).toBe(2);
    const ledger = await family.readLedger();
    expect(ledger.slice(0, 3).map(({ kind, balance }) => [kind, balance])).toEqual([
      ['booking', 2],
      ['booking', 3],
      ['booking', 4],
    ]);
  });

  test.for<[what: string, list: unknown, field: string]>([
    ['no list', undefined, 'Lesson_IDs'],
    ['an empty one', [], 'Lesson_IDs'],
    ['no list at all', 'all', 'Lesson_IDs'],
    ['too long a one', Array.from({ length: MAX_LESSONS_AT_ONCE + 1 }, newId), 'Lesson_IDs'],
    ['what is no id', [newId(), 'nonsense'], 'Lesson_IDs.1'],
    ['one lesson twice', ['7', '8', '7'], 'Lesson_IDs.2'],
  ])('refuses %s and names the field', async ([, lessonIds, field], { family }) => {
    const { status, body } = await family.send(endpoints.bookSeveral, {
      body: { Lesson_IDs: lessonIds },
    });
    const refusal = { code: 'validation_failed', details: [{ field }] };
    expect([status, body]).toMatchObject([400, refusal]);
  });

  test('gives the reason for each lesson, and books nothing', async ({ api, family }) => {
    const [open = '', booked = ''] = await makeLessons(api, 2);
    const [full = ''] = await makeLessons(api, 1, { Max_Students: 1 });
    const [started = ''] = await makeLessons(api, 1, { Date: '2026-11-18', Time: '09:00:00' });
    await (await makeFamily(api, 1)).book(full);
    await family.book(booked);
    const gone = newId();
    const answer = await family.tryToBookSeveral([open, full, started, booked, gone]);
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'lesson_full' }]);
    expect(faultsOf(answer)).toEqual([
      ['Lesson_IDs.1', 'This lesson is fully booked. Please try another lesson.'],
      ['Lesson_IDs.2', 'This lesson has already started.'],
      ['Lesson_IDs.3', 'You have already booked this lesson.'],
      ['Lesson_IDs.4', 'This lesson no longer exists.'],
    ]);
    const first = await family.tryToBookSeveral([gone, open]);
    expect([first.status, first.body]).toMatchObject([404, { code: 'lesson_not_found' }]);
    expect(await family.readCredits()).toBe(4);
    expect(await family.readEmails('booked:')).toHaveLength(1);
  });

  test('checks credits last, for all together', async ({ api, family }) => {
    const lessons = await makeLessons(api, 6);
    const answer = await family.tryToBookSeveral(lessons);
    expect([answer.status, answer.body]).toMatchObject([402, { code: 'insufficient_credits' }]);
    const message = 'You need 6 credits to book these lessons and have 5 credits.';
    expect(faultsOf(answer)).toEqual([['Lesson_IDs', message]]);
    expect(await family.readCredits()).toBe(5);
    expect((await family.tryToBookSeveral(lessons.slice(0, 5))).status).toBe(201);
  });

  test('requires a student when the family has several', async ({ api, family }) => {
    const siblingId = await addStudent(api, family);
    const lessons = await makeLessons(api, 2);
    expect(faultsOf(await family.tryToBookSeveral(lessons))).toEqual([
      ['Student_ID', 'Please choose who the lesson is for'],
    ]);
    for (const id of [siblingId, family.studentId])
      expect((await family.tryToBookSeveral(lessons, id)).status).toBe(201);
    const rows = await api.database.db.selectFrom('bookings').select('student_id').execute();
    expect(rows.filter(({ student_id }) => student_id === siblingId)).toHaveLength(2);
  });

  test('shows no credits to a student', async ({ api, family }) => {
    const own = await addSignIn(api, family, family.studentId, true);
    const lessons = await makeLessons(api, 6);
    const refused = await own.tryToBookSeveral(lessons);
    const error = 'These lessons cannot be booked now. Please ask a parent to book them.';
    expect([refused.status, refused.body]).toMatchObject([
      402,
      { code: 'insufficient_credits', error },
    ]);
    expect(faultsOf(refused)).toEqual([['Lesson_IDs', error]]);
    const { body } = await own.tryToBookSeveral(lessons.slice(0, 2));
    expect(body).toMatchObject({ success: true, creditsRemaining: null });
  });

  test('answers a repeated request like the first', async ({ api, family }) => {
    const lessonIds = await makeLessons(api, 3);
    const headers = { 'idempotency-key': 'six weeks' };
    const send = () =>
      family.call(endpoints.bookSeveral, { body: { Lesson_IDs: lessonIds }, headers });
    const first = await send();
    expect((await send()).body).toEqual(first.body);
    expect(await family.readCredits()).toBe(2);
  });
});

/** The events of an email, as a calendar program reads them. */
async function eventsOf(family: TestFamily, cause: string) {
  const [email] = await family.readEmails(cause);
  const events = readEvents(email?.calendar ?? null);
  if (email === undefined || events === null || typeof events === 'string')
    throw new Error('There are none.');
  const thread = { thread: email.thread ?? '', sequence: email.thread_number ?? 0 };
  const calendar = parseCalendar(invitation(events, thread, SENDER));
  return calendar.events.map(({ uid, sequence, start }) => ({ uid, sequence, start }));
}

test('sends one email by date about bookings that change apart', async ({ api, family, tutor }) => {
  const [a = '', b = '', c = ''] = await makeLessons(api, 3);
  const { body } = await family.tryToBookSeveral([c, a, b]);
  if (!body.success) expect.unreachable();
  const ids = new Map(body.bookings.map(({ id, Lesson_ID: lessonId }) => [lessonId, id]));
  const [email, ...others] = await family.readEmails('booked:');
  expect(others).toEqual([]);
  expect(email?.subject).toBe('Booked: 3 lessons from Sat 21 Nov');
  expect(email?.text.match(/UK time/g)).toHaveLength(3);
  expect(await eventsOf(family, 'booked:')).toEqual([
    { uid: ids.get(a), sequence: 0, start: '2026-11-21T09:00:00.000Z' },
    { uid: ids.get(b), sequence: 0, start: '2026-11-28T09:00:00.000Z' },
    { uid: ids.get(c), sequence: 0, start: '2026-12-05T09:00:00.000Z' },
  ]);
  await family.cancel(ids.get(b) ?? '');
  await tutor.updateLesson(a, { Time: '10:00:00' });
  expect(await eventsOf(family, 'cancelled:')).toMatchObject([{ uid: ids.get(b), sequence: 1 }]);
  expect(await eventsOf(family, 'lesson-changed:')).toMatchObject([
    { uid: ids.get(a), sequence: 2 },
  ]);
  // They are sent in order, even if some are deferred.
  const threads = (await family.readEmails()).map(({ thread }) => thread);
  expect(new Set(threads).size).toBe(1);
});

race({
  title: 'never books part of the lessons when many families want them at once',
  setup: async ({ api }) => ({
    lessons: await makeLessons(api, 4, { Max_Students: 3 }),
    families: await makeFamilies(api, 12, 4),
  }),
  actors: ({ lessons, families }) =>
    families.map((family, n) => {
      // Each in a different order, to provoke a deadlock.
      const lessonIds = [...lessons.slice(n % 4), ...lessons.slice(0, n % 4)];
      return () => bookSeveral(family.context(), { lessonIds });
    }),
  invariant: ({ outcomes }) => {
    const full = Array.from({ length: 9 }, () => 'lesson_full');
    expect(outcomes.toSorted()).toEqual(['done', 'done', 'done', ...full]);
  },
});

test('control: booking one lesson after the other loses the same race', async ({ api }) => {
  const lessons = await makeLessons(api, 4, { Max_Students: 1 });
  const families = await makeFamilies(api, 2, 4);
  const wanted = [lessons, lessons.toReversed()];
  const refused = [0, 0];
  // Step by step, so that neither finishes before the other begins.
  for (const step of lessons.keys())
    await Promise.allSettled(
      families.map((family, n) =>
        bookLesson(family.context(), { lessonId: wanted[n]?.[step] ?? '' }).catch(() => {
          refused[n] = 1;
        }),
      ),
    );
  expect(refused).toEqual([1, 1]);
});

race({
  title: 'does not deadlock beside single bookings and cancellations of the same family',
  rounds: 8,
  setup: async ({ api }) => {
    const family = await makeFamily(api, 6);
    const lessons = await makeLessons(api, 4);
    return { family, lessons, bookingId: await family.book(lessons[3] ?? '') };
  },
  actors: ({ family, lessons, bookingId }) => [
    () => bookSeveral(family.context(), { lessonIds: lessons.slice(0, 3) }),
    () => bookLesson(family.context(), { lessonId: lessons[1] ?? '' }),
    () => cancelBooking(family.context(), bookingId),
  ],
  invariant: ({ outcomes }) => {
    for (const outcome of outcomes) expect(['done', 'already_booked']).toContain(outcome);
  },
});
