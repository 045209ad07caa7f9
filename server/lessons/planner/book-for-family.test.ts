// The tutor books for a family: credits, emails, activity and the order of the refusals.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { newId } from '../../base/ids.ts';
import { readEvents } from '../../email/content.ts';
import { eraseFamily } from '../../testing/accounts/leaving.ts';
import {
  addSignIn,
  addStudent,
  makeFamily,
  makeLesson,
  provenParent,
} from '../../testing/factories.ts';
import {
  entriesOf,
  latestActivityOf,
  tutorBookingTest as test,
} from '../../testing/lessons/tutor-bookings.ts';
import { codeOf } from '../../testing/test.ts';

describe('booking', () => {
  test('takes a credit, and names who did it', async ({ api, family, tutor, lesson }) => {
    const own = await addSignIn(api, family, family.studentId);
    const { status, body } = await tutor.tryToBookFor(lesson.id, family.studentId);
    expect(status).toBe(201);
    const booking = {
      id: expect.any(String),
      Lesson_ID: lesson.id,
      created_at: expect.any(String),
    };
    expect(body).toEqual({ success: true, booking, creditsRemaining: 0 });
    expect(await entriesOf(family)).toEqual(['booking']);
    const [email] = await family.readEmails('booked:');
    expect(email?.text).toMatch(
      /^Student \d+ is in\n\nSAT [^]+\nForces and motion\n[^]+Tutor has made this booking\./,
    );
    expect(email?.text).toContain('It has taken 1 credit.');
    expect(readEvents(email?.calendar ?? null)).toMatchObject([{ state: 'confirmed' }]);
    const [toStudent] = await own.readEmails('booked:');
    expect(toStudent?.text).toMatch(/^You are in\n[^]+Tutor has made this booking\./);
    expect(toStudent?.text).not.toContain('credit');
    expect(await latestActivityOf(tutor)).toEqual([
      'booking_added',
      expect.stringMatching(/^Student \d+: Forces and motion, Sat 21 Nov, 09:00$/),
    ]);
  });

  test('takes no credit or free first lesson when it is free', async ({ api, tutor, lesson }) => {
    const family = await makeFamily(api);
    const { body } = await tutor.tryToBookFor(lesson.id, family.studentId, 'free');
    expect(body).toMatchObject({ creditsRemaining: 0 });
    expect(await family.readLedger()).toEqual([]);
    expect((await family.readProfile()).free_lesson).toBe('available');
    expect((await family.readEmails('booked:'))[0]?.text).toContain('It takes no credit.');
    expect(await latestActivityOf(tutor)).toEqual([
      'booking_added',
      expect.stringMatching(/, without a credit$/),
    ]);
  });

  test('gives the reasons in order', async ({ api, family, tutor, tutorAt, lesson }) => {
    const poor = await makeFamily(api);
    const full = await makeLesson(api, { Max_Students: 1 });
    await family.book(full.id);
    const unknown = newId();
    let caller = tutor;
    const refused = async (id: string, studentId: string, credit?: 'take' | 'free') => {
      const answer = await caller.tryToBookFor(id, studentId, credit);
      return [answer.status, codeOf(answer)];
    };
    expect(await refused(unknown, unknown)).toEqual([404, 'lesson_not_found']);
    expect(await refused(full.id, unknown)).toEqual([404, 'student_not_found']);
    expect(await refused(full.id, family.studentId)).toEqual([409, 'already_booked']);
    expect(await refused(full.id, poor.studentId)).toEqual([402, 'insufficient_credits']);
    expect(await refused(full.id, poor.studentId, 'free')).toEqual([409, 'lesson_full']);
    caller = await tutorAt('2026-11-28T09:00:00Z');
    expect(await refused(lesson.id, poor.studentId, 'free')).toEqual([201, 'done']);
    api.clock.advance({ seconds: 1 });
    expect(await refused(lesson.id, family.studentId)).toEqual([409, 'lesson_started']);
    await eraseFamily(poor.context(), provenParent(poor));
    expect(await refused(lesson.id, poor.studentId)).toEqual([404, 'student_not_found']);
  });

  test('adds a student to a past lesson, without a link', async ({ family, tutorAt, lesson }) => {
    const tutor = await tutorAt('2026-11-22T12:00:00Z');
    const { status } = await tutor.tryToBookFor(lesson.id, family.studentId);
    expect(status).toBe(201);
    expect((await family.readProfile()).stats).toMatchObject({ lessonsAttended: 1 });
    const [email] = await family.readEmails('booked:');
    expect(email?.text).not.toContain('/join/');
  });

  test('answers a repeated request like the first', async ({ family, tutor, lesson }) => {
    const request = {
      params: { id: lesson.id },
      body: { Student_ID: family.studentId, credit: 'free' },
      headers: { 'idempotency-key': 'on the phone' },
    } as const;
    const first = await tutor.call(endpoints.bookForFamily, request);
    expect((await tutor.call(endpoints.bookForFamily, request)).body).toEqual(first.body);
  });
});

describe('a booking without a credit', () => {
  test.for(['family', 'tutor', 'lesson', 'absence', 'account', 'student'] as const)(
    'returns none when it ends by %s',
    async (by, { api, family, tutor, tutorAt, lesson, bookFor }) => {
      await addStudent(api, family);
      const id = await bookFor('free');
      const end = {
        family: () => family.cancel(id),
        tutor: () => tutor.tryToCancelFor(id),
        lesson: () => tutor.deleteLesson(lesson.id),
        absence: async () => {
          const { call } = await tutorAt('2026-11-21T09:30:00Z');
          for (const absent of [true, false, true])
            await call(endpoints.markAttendance, {
              params: { bookingId: id },
              body: { absent },
            });
        },
        account: async () => eraseFamily(family.context(), provenParent(family)),
        student: async () => {
          await family.cancel(id);
          await family.call(endpoints.removeStudent, { params: { id: family.studentId } });
        },
      }[by];
      await end();
      const { credits } = await api.database.db
        .selectFrom('balances')
        .select('credits')
        .where('family_id', '=', family.id)
        .executeTakeFirstOrThrow();
      expect(credits).toBe(1);
    },
  );

  test('stays free when it is moved', async ({ family, tutor, lesson, later, bookFor }) => {
    const id = await bookFor('free');
    const moved = await family.tryToMove(id, later.id);
    expect(moved.body).toMatchObject({ creditsRemaining: 1 });
    const [booking] = (await family.readLesson(later.id)).bookings;
    expect(booking).toMatchObject({ without_credit: true });
    const back = await tutor.tryToMoveFor(booking?.id ?? '', lesson.id);
    if (!back.body.success) throw new Error(back.body.error);
    expect(await entriesOf(family)).toEqual([]);
    const { body } = await tutor.call(endpoints.listAdminLessons);
    const [planned] = body.lessons;
    expect(planned?.students).toMatchObject([{ without_credit: true, is_first: true }]);
    const [email] = (await family.cancel(back.body.booking.id), await family.readEmails('cancel'));
    expect(email?.text).toContain('It took no credit, so none comes back.');
    expect(await family.readCredits()).toBe(1);
  });

  test('goes to the waiting list like any other spot', async ({ api, family, tutor }) => {
    const { id } = await makeLesson(api, { Max_Students: 1 });
    const { body } = await tutor.tryToBookFor(id, family.studentId, 'free');
    const next = await makeFamily(api, 1);
    await next.joinWaitingList(id);
    await tutor.tryToCancelFor(body.success ? body.booking.id : '');
    expect((await next.readLesson(id)).isBooked).toBe(true);
    expect([await family.readCredits(), await next.readCredits()]).toEqual([1, 0]);
  });
});

test('lists students in the order of booking', async ({ api, family, tutor, lesson, later }) => {
  const other = await addStudent(api, family, 'Zoe');
  await tutor.tryToBookFor(later.id, family.studentId, 'free');
  await tutor.tryToBookFor(lesson.id, other, 'take');
  await tutor.tryToBookFor(lesson.id, family.studentId, 'free');
  const { lessons } = (await tutor.call(endpoints.listAdminLessons)).body;
  const seen = lessons.map(({ students }) =>
    students.map((one) => [one.Student_ID, one.year_class, one.is_first, one.without_credit]),
  );
  expect(seen).toEqual([
    [
      [other, 'year-10', true, false],
      [family.studentId, null, true, true],
    ],
    [[family.studentId, null, false, true]],
  ]);
  expect(lessons[0]?.students[0]).toMatchObject({
    Student_Name: 'Zoe',
    joined_at: null,
    absent: false,
    excused: false,
  });
});
