// Two lessons of one student at one time: nothing refuses them, and every answer names them.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import type { AdminLesson, NewLesson } from '../../../domain/lessons/lesson.ts';
import type { TestApp } from '../../testing/app.ts';
import { addSignIn, addStudent, makeFamily, makeLesson } from '../../testing/factories.ts';
import { byExcuse, excuseTokenOf } from '../../testing/lessons/excuses.ts';
import { clashesIn, codeOf, test as base } from '../../testing/test.ts';

const test = base
  .override('settings', { credits: 6 })
  /** What the student has at 09:00. */
  .extend('forces', ({ api }) => makeLesson(api, { Lesson_Name: 'GCSE: Forces' }));

/** A lesson at this time of the same day. */
const at = (api: TestApp, time: string, changes: Partial<NewLesson> = {}) =>
  makeLesson(api, { Time: time, Lesson_Name: 'GCSE: Waves', ...changes });

/** One entry of `clashes`. */
const clash = (lesson: AdminLesson, other: AdminLesson) => ({
  Lesson_ID: lesson.id,
  Lesson_Name: lesson.Lesson_Name,
  starts_at: lesson.starts_at,
  with: { Lesson_ID: other.id, Lesson_Name: other.Lesson_Name },
});

describe('an answer names the lesson in the way', () => {
  test('of a booking', async ({ api, family, forces }) => {
    const [half, after] = [await at(api, '09:30:00'), await at(api, '10:00:00')];
    expect(Object.keys((await family.tryToBook(forces.id)).body)).not.toContain('clashes');
    const answer = await family.tryToBook(half.id);
    expect([answer.status, clashesIn(answer)]).toEqual([201, [clash(half, forces)]]);
    // An hour after one of them, half an hour after the other.
    expect(clashesIn(await family.tryToBook(after.id))).toEqual([clash(after, half)]);
    expect(await family.readCredits()).toBe(3);
  });

  test('of a repeated booking, again', async ({ api, family, forces }) => {
    await family.book(forces.id);
    const waves = await at(api, '09:00:00');
    const call = { headers: { 'idempotency-key': 'twice' }, body: { Lesson_ID: waves.id } };
    for (let n = 0; n < 2; n += 1)
      expect(clashesIn(await family.call(endpoints.bookLesson, call))).toEqual([
        clash(waves, forces),
      ]);
  });

  test('of a free first lesson', async ({ api, tutor, forces }) => {
    const family = await makeFamily(api);
    await tutor.tryToBookFor(forces.id, family.studentId, 'free');
    const waves = await at(api, '09:00:00');
    const answer = await family.tryToBookFree(waves.id);
    expect([answer.status, clashesIn(answer)]).toEqual([201, [clash(waves, forces)]]);
  });

  test('of several, each with its own', async ({ api, family, forces }) => {
    await family.book(forces.id);
    const [half, next, again] = [
      await at(api, '09:30:00'),
      await at(api, '09:00:00', { Date: '2026-11-28' }),
      await at(api, '09:30:00', { Date: '2026-11-28' }),
    ];
    const answer = await family.tryToBookSeveral([again.id, half.id, next.id]);
    expect([answer.status, clashesIn(answer)]).toEqual([
      201,
      [clash(again, next), clash(half, forces)],
    ]);
  });

  test('of a move, without the lesson that is left', async ({ api, family, forces }) => {
    const bookingId = await family.book(forces.id);
    const [half, quarter, other] = [
      await at(api, '09:30:00'),
      await at(api, '09:45:00'),
      await at(api, '10:15:00'),
    ];
    await family.book(other.id);
    const moved = await family.tryToMove(bookingId, half.id);
    expect([moved.status, clashesIn(moved)]).toEqual([201, [clash(half, other)]]);
    const first = (await family.readLesson(half.id)).bookingId ?? '';
    expect(Object.keys((await family.tryToMove(first, forces.id)).body)).not.toContain('clashes');
    const again = (await family.readLesson(forces.id)).bookingId ?? '';
    expect(clashesIn(await family.tryToMove(again, quarter.id))).toEqual([clash(quarter, other)]);
  });

  test("of the tutor's booking and move", async ({ api, family, tutor, forces }) => {
    await family.book(forces.id);
    const [half, later] = [await at(api, '09:30:00'), await at(api, '12:00:00')];
    const booked = await tutor.tryToBookFor(half.id, family.studentId);
    expect([booked.status, clashesIn(booked)]).toEqual([201, [clash(half, forces)]]);
    const bookingId = (await family.readLesson(half.id)).bookingId ?? '';
    const moved = await tutor.tryToMoveFor(bookingId, later.id);
    expect([moved.status, clashesIn(moved)]).toEqual([201, undefined]);
    const now = (await family.readLesson(later.id)).bookingId ?? '';
    expect(clashesIn(await tutor.tryToMoveFor(now, half.id))).toEqual([clash(half, forces)]);
  });

  test('of the waiting list', async ({ api, family, forces }) => {
    await family.book(forces.id);
    const full = await at(api, '09:15:00', { Max_Students: 1 });
    await (await makeFamily(api, 1)).book(full.id);
    const { status, body } = await family.tryToJoinWaitingList(full.id);
    expect([status, body]).toEqual([
      201,
      { success: true, waiting: { position: 1 }, clashes: [clash(full, forces)] },
    ]);
  });
});

test('an excuse link offers lessons without a clash, and moves to the others all the same', async ({
  api,
  family,
  forces,
}) => {
  const token = await excuseTokenOf(api, await family.book(forces.id));
  const other = await at(api, '12:00:00');
  await family.book(other.id);
  // Half an hour after the lesson that is left, which does not count.
  const fits = await at(api, '09:30:00');
  const next = await at(api, '11:00:00');
  const clashing = [await at(api, '11:30:00'), await at(api, '12:59:59')];
  const link = byExcuse(api, token);
  const { body } = await link.read();
  if (!body.success) expect.unreachable();
  expect(body.excuse.lessons.map(({ id }) => id)).toEqual([fits.id, next.id]);
  expect((await link.act({ do: 'move', Lesson_ID: clashing[0]?.id })).status).toBe(200);
});

describe('a lesson that the tutor moves onto another', () => {
  test('names that one to its own student alone', async ({ api, family, tutor, forces }) => {
    const other = await makeFamily(api, 1);
    const own = await addSignIn(api, family, family.studentId);
    const waves = await at(api, '12:00:00');
    await family.book(forces.id);
    await family.book(waves.id);
    await other.book(waves.id);
    const count = async (Time: string) => {
      const call = { params: { id: waves.id }, query: { Date: '2026-11-21', Time } };
      return (await tutor.call(endpoints.countClashes, call)).body.students;
    };
    expect([await count('09:30:00'), await count('10:00:00'), await count('12:00:00')]).toEqual([
      1, 0, 0,
    ]);
    await tutor.updateLesson(waves.id, { Time: '09:30:00' });
    const [email] = await family.readEmails('lesson-changed:');
    expect(email?.text).toMatch(/\nStudent \d+ already has GCSE: Forces at that time\.\n/);
    const [toStudent] = await own.readEmails('lesson-changed:');
    expect(toStudent?.text).toContain('You already have GCSE: Forces at that time.');
    const [toOther] = await other.readEmails('lesson-changed:');
    expect(toOther?.text).not.toContain('at that time');
  });

  test('names none if it is only renamed', async ({ api, family, tutor, forces }) => {
    const waves = await at(api, '09:30:00');
    for (const { id } of [forces, waves]) await family.book(id);
    await tutor.updateLesson(waves.id, { Lesson_Name: 'GCSE: Optics' });
    const [email] = await family.readEmails('lesson-changed:');
    expect(email?.text).not.toContain('at that time');
  });
});

describe('no clash', () => {
  test('is between siblings, or with what has ended', async ({ api, family, tutor, forces }) => {
    const sibling = await addStudent(api, family);
    const [waves, gone, left] = [
      await at(api, '09:00:00'),
      await at(api, '09:10:00'),
      await at(api, '09:20:00'),
    ];
    await family.book(forces.id, sibling);
    const bookingId = await family.book(left.id, family.studentId);
    await family.book(gone.id, family.studentId);
    await family.cancel(bookingId);
    await tutor.deleteLesson(gone.id);
    const answer = await family.tryToBook(waves.id, family.studentId);
    expect([answer.status, clashesIn(answer)]).toEqual([201, undefined]);
  });

  test('changes the order of the refusals', async ({ api, family, forces }) => {
    await family.book(forces.id);
    const full = await at(api, '09:00:00', { Max_Students: 1 });
    await (await makeFamily(api, 1)).book(full.id);
    expect(codeOf(await family.tryToBook(full.id))).toBe('lesson_full');
  });
});

describe("a student's day", () => {
  const dayOf = async (tutor: { call: TestApp['call'] }, id: string, date: string) =>
    (await tutor.call(endpoints.readStudentDay, { params: { id }, query: { date } })).body.day;

  test('has the lessons of a UK date by start', async ({ api, family, tutor, forces }) => {
    const late = await at(api, '23:59:59');
    const early = await at(api, '00:00:00');
    const next = await at(api, '00:00:00', { Date: '2026-11-22' });
    for (const { id } of [late, early, next, forces]) await family.book(id);
    await (await makeFamily(api, 1)).book((await at(api, '12:00:00')).id);
    expect(await dayOf(tutor, family.studentId, '2026-11-21')).toEqual(
      [early, forces, late].map(({ id, Lesson_Name, starts_at }) => ({
        Lesson_ID: id,
        Lesson_Name,
        starts_at,
      })),
    );
    expect(await dayOf(tutor, family.studentId, '2026-11-22')).toMatchObject([
      { Lesson_ID: next.id },
    ]);
    expect(await dayOf(tutor, family.studentId, '2026-11-23')).toEqual([]);
  });

  test('begins and ends at midnight in summer time', async ({ api, family, tutor }) => {
    const [first, last] = [
      await at(api, '00:00:00', { Date: '2027-07-03' }),
      await at(api, '23:30:00', { Date: '2027-07-03' }),
    ];
    for (const { id } of [first, last]) await family.book(id);
    expect(await dayOf(tutor, family.studentId, '2027-07-03')).toMatchObject([
      { Lesson_ID: first.id, starts_at: '2027-07-02T23:00:00.000Z' },
      { Lesson_ID: last.id },
    ]);
    expect(await dayOf(tutor, family.studentId, '2027-07-02')).toEqual([]);
  });

  test('refuses what is no student or no date', async ({ family, tutor }) => {
    const query = { date: '2026-11-21' };
    const unknown = { params: { id: '7' }, query };
    expect(codeOf(await tutor.refused(endpoints.readStudentDay, unknown))).toBe(
      'student_not_found',
    );
    for (const bad of [{ date: '2026-02-30' }, {}]) {
      const call = { params: { id: family.studentId }, query: bad };
      expect((await tutor.send(endpoints.readStudentDay, call)).status).toBe(400);
    }
  });
});
