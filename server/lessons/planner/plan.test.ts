// Plans lessons: creates, changes and deletes them, and notifies the families who booked.
import { describe, expect } from 'vitest';

import { DEFAULT_BUSINESS } from '../../../domain/business.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { errorCatalogue } from '../../../domain/errors.ts';
import { MAX_STUDENTS } from '../../../domain/lesson-fields.ts';
import type { NewLesson } from '../../../domain/lessons/lesson.ts';
import { LENGTHS } from '../../../domain/limits.ts';
import { newId } from '../../base/ids.ts';
import { START, type TestApp } from '../../testing/app.ts';
import type { TestFamily } from '../../testing/caller.ts';
import { kindsOf } from '../../testing/emails.ts';
import {
  lessonForm,
  makeAdmin,
  makeFamilies,
  makeFamily,
  makeLesson,
} from '../../testing/factories.ts';
import { codeOf, sharedTest } from '../../testing/test.ts';

const test = sharedTest
  .extend('clock', ({ api }, { onCleanup }) => {
    onCleanup(() => api.clock.set(START));
    return api.clock;
  })
  .extend('create', ({ tutor }) => async (body: Partial<NewLesson>) => {
    return (await tutor.call(endpoints.createLesson, { body: { ...lessonForm, ...body } })).body
      .lesson;
  });

const statsOf = async (family: TestFamily) => (await family.readProfile()).stats;
const stats = (upcomingBookings: number, lessonsAttended: number, creditsRemaining: number) => ({
  upcomingBookings,
  lessonsAttended,
  creditsRemaining,
});

/** A family that has booked, with the credits that it had. */
async function makeBooked(api: TestApp, lessonId: string, credits = 1) {
  const family = await makeFamily(api, credits);
  return { ...family, bookingId: await family.book(lessonId) };
}

/** The kinds of the emails to a family since the confirmation. */
const newsFor = async (family: TestFamily) =>
  kindsOf(await family.readEmails()).filter((kind) => kind !== 'Booked');

test('neither creates nor updates a lesson with a bad field', async ({ tutor, lesson: { id } }) => {
  const bad = { Max_Students: 2.5 };
  const created = await tutor.refused(endpoints.createLesson, { body: { ...lessonForm, ...bad } });
  const updated = await tutor.refused(endpoints.updateLesson, { params: { id }, body: bad });
  const error = 'Max students must be an integer';
  const details = [{ field: 'Max_Students', message: error }];
  for (const { body } of [created, updated])
    expect(body).toEqual({ success: false, code: 'validation_failed', error, details });
});

describe('creating a lesson', () => {
  test('reports every missing field', async ({ tutor }) => {
    const { body } = await tutor.refused(endpoints.createLesson, { body: {} });
    expect(body.details).toEqual([
      { field: 'Date', message: 'Date must be in YYYY-MM-DD format' },
      { field: 'Time', message: 'Time must be in HH:MM:SS format' },
      { field: 'Lesson_Name', message: 'Lesson name is required' },
      { field: 'Meeting_Link', message: 'Invalid meeting link URL' },
    ]);
  });

  test('has ten spots and no notes by default', async ({ tutor }) => {
    const { Max_Students: _max, lesson_notes: _notes, ...form } = lessonForm;
    const options = { body: { ...form, Lesson_Name: '  Waves  ' } as NewLesson };
    expect((await tutor.call(endpoints.createLesson, options)).body.lesson).toEqual({
      id: expect.any(String),
      ...form,
      Lesson_Name: 'Waves',
      Max_Students: DEFAULT_BUSINESS.default_max_students,
      lesson_notes: '',
      starts_at: '2026-11-21T09:00:00.000Z',
      bookedCount: 0,
      reservedCount: 0,
      waitingCount: 0,
    });
  });

  test('has as many spots as the business settings say', async ({ tutor }) => {
    const setSize = (default_max_students: number) =>
      tutor.call(endpoints.updateSettings, {
        body: { business: { ...DEFAULT_BUSINESS, default_max_students } },
      });
    const { Max_Students: _, ...form } = lessonForm;
    await setSize(6);
    const { lesson: one } = (await tutor.call(endpoints.createLesson, { body: form })).body;
    const repeated = { ...form, Date: '2026-12-05', weeks: 2 };
    const { lessons } = (await tutor.call(endpoints.repeatLesson, { body: repeated })).body;
    const term = { lessons: [{ ...form, Date: '2027-01-09' }] };
    const planned = (await tutor.call(endpoints.planTerm, { body: term })).body.lessons;
    await setSize(DEFAULT_BUSINESS.default_max_students);
    expect(
      [one, ...lessons, ...planned].map(({ Max_Students: maxStudents }) => maxStudents),
    ).toEqual([6, 6, 6, 6]);
  });

  test('accepts the longest texts, the bounds and notes of several lines', async ({ create }) => {
    const link = 'https://example.com/';
    const lesson = await create({
      Lesson_Name: 'n'.repeat(LENGTHS.lessonName.max),
      Meeting_Link: link + 'a'.repeat(LENGTHS.meetingLink.max - link.length),
      Max_Students: MAX_STUDENTS.max,
      lesson_notes: `Bring:\n\t- a ruler\r\n${'x'.repeat(LENGTHS.lessonNotes.max - 20)}`,
    });
    expect(lesson.Meeting_Link).toHaveLength(LENGTHS.meetingLink.max);
    expect((await create({ Max_Students: MAX_STUDENTS.min })).Max_Students).toBe(1);
  });
});

describe('changing a lesson', () => {
  test.for([
    {},
    { Date: '2026-11-22' },
    { Time: '10:00:00' },
    { Lesson_Name: 'Waves' },
    { Meeting_Link: 'http://meet.example.com/waves' },
    { Max_Students: 3 },
    { lesson_notes: '' },
    { Date: '2020-01-04', Time: '08:00:00', Lesson_Name: 'Long ago' },
  ])('by %j leaves the rest as it was', async (changes, { tutor, lesson }) => {
    const expected = { ...lesson, ...changes };
    const starts_at = `${expected.Date}T${expected.Time.slice(0, 5)}:00.000Z`;
    const { body } = await tutor.updateLesson(lesson.id, changes);
    expect(body.lesson).toEqual({ ...expected, starts_at });
  });

  test('refuses fewer spots than bookings, and names the field', async ({ api, tutor }) => {
    const { id } = await makeLesson(api, { Max_Students: 3 });
    for (const family of await makeFamilies(api, 2, 1)) await family.book(id);
    const { status, body } = await tutor.refused(endpoints.updateLesson, {
      params: { id },
      body: { Max_Students: 1, Lesson_Name: 'Not this either' },
    });
    const error = errorCatalogue.below_booked.text;
    const details = [{ field: 'Max_Students', message: error }];
    expect(status).toBe(409);
    expect(body).toEqual({ success: false, code: 'below_booked', error, details });
    expect((await tutor.updateLesson(id, { Max_Students: 2 })).body.lesson).toMatchObject({
      Max_Students: 2,
      bookedCount: 2,
      Lesson_Name: lessonForm.Lesson_Name,
    });
  });

  test.for([
    ['a new date', { Date: '2026-11-22' }, 1],
    ['a new time', { Time: '10:00:00' }, 1],
    ['a new name', { Lesson_Name: 'Waves' }, 1],
    ['a new link', { Meeting_Link: 'https://meet.example.com/new' }, 1],
    ['all of these at once', { Date: '2026-11-22', Time: '10:00:00', Lesson_Name: 'Waves' }, 1],
    ['new notes', { lesson_notes: 'Slides are up.' }, 0],
    ['more spots', { Max_Students: 20 }, 0],
    ['nothing', {}, 0],
    ['the same again', { Lesson_Name: lessonForm.Lesson_Name, Date: lessonForm.Date }, 0],
  ] as const)(
    'emails only the families who booked, once per relevant change: %s',
    async ([, changes, emails], { api, tutor, lesson: { id } }) => {
      const [booked, left] = [await makeBooked(api, id), await makeBooked(api, id)];
      const other = await makeFamily(api);
      await left.cancel(left.bookingId);
      api.clock.advance({ ms: 1 });
      await tutor.updateLesson(id, changes);
      expect(await newsFor(booked)).toEqual(emails === 1 ? ['Lesson changed'] : []);
      expect(await newsFor(other)).toEqual([]);
      expect(await newsFor(left)).toEqual(['Cancelled']);
    },
  );
});

describe('deleting a lesson', () => {
  test('returns every credit before its start', async ({ api, tutor, lesson: { id } }) => {
    const [a, b] = [await makeBooked(api, id, 3), await makeBooked(api, id)];
    await tutor.deleteLesson(id);
    expect(await statsOf(a)).toEqual(stats(0, 0, 3));
    expect(await statsOf(b)).toEqual(stats(0, 0, 1));
    for (const family of [a, b]) expect(await newsFor(family)).toEqual(['Lesson cancelled']);
    expect((await a.readEmails('lesson-cancelled:'))[0]?.subject).toMatch(/ UK time, /);
    expect(codeOf(await a.tryToCancel(a.bookingId))).toBe('booking_not_found');
    expect(await a.readCredits()).toBe(3);
  });

  test('keeps the attendance after its start', async ({ api, clock, lesson: { id } }) => {
    const family = await makeBooked(api, id, 2);
    clock.set('2026-11-21T09:00:00.000Z');
    await (await makeAdmin(api)).deleteLesson(id);
    expect(await statsOf(family)).toEqual(stats(0, 0, 1));
    clock.set('2026-11-21T10:00:00.000Z');
    expect(await statsOf(family)).toEqual(stats(0, 1, 1));
    expect(await newsFor(family)).toEqual([]);
  });

  test('hides it and rejects calls on it', async ({ api, tutor, lesson: { id } }) => {
    const family = await makeBooked(api, id);
    await tutor.deleteLesson(id);
    const lists = [
      await family.listLessons(),
      (await tutor.call(endpoints.listAdminLessons)).body,
      (await tutor.call(endpoints.listAdminBookings)).body,
    ];
    for (const list of lists) expect(JSON.stringify(list)).not.toContain(id);
    for (const gone of [id, newId()])
      for (const { status, body } of [
        await tutor.refused(endpoints.updateLesson, { params: { id: gone }, body: {} }),
        await tutor.refused(endpoints.deleteLesson, { params: { id: gone } }),
        await family.refused(endpoints.bookLesson, { body: { Lesson_ID: gone } }),
      ])
        expect([status, body.code]).toEqual([404, 'lesson_not_found']);
  });
});

test('counts a lesson as upcoming or as attended', async ({ api, clock, lesson: { id } }) => {
  const family = await makeBooked(api, id);
  for (const [now, upcoming, attended] of [
    ['2026-11-21T08:59:59.999Z', 1, 0],
    ['2026-11-21T09:00:00.000Z', 0, 0],
    ['2026-11-21T09:59:59.999Z', 0, 0],
    ['2026-11-21T10:00:00.000Z', 0, 1],
  ] as const) {
    clock.set(now);
    expect(await statsOf(family)).toEqual(stats(upcoming, attended, 0));
  }
});
