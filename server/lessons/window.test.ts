// Which lessons a list contains: its dates, the defaults without them, and what a student sees of
// each.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { NEXT_LESSONS_SECONDS, NEXT_LESSONS_SHOWN } from '../../domain/lessons/next-lesson.ts';
import { addDays } from '../../domain/time.ts';
import { lessonForm, makeFamilies, makeFamily, makeLesson } from '../testing/factories.ts';
import { sharedTest, test as freshTest } from '../testing/test.ts';

const day = (days: number) => addDays('2026-11-18', days);

/** Days from today with a lesson at 00:00 and one at 23:59. */
const DAYS = [-400, -367, -366, -30, -29, -28, -1, 0, 1, 28, 84, 85, 300, 366, 367];
const within = (first: number, last: number) =>
  DAYS.filter((days) => days >= first && days <= last);

type Dates = { from?: string; to?: string };

/** The days from today of these lessons. Both lessons of a day must be there, in order. */
function daysOf(lessons: { Date: string; Time: string; starts_at: string }[]) {
  const starts = lessons.map(({ starts_at }) => starts_at);
  expect(starts).toEqual(starts.toSorted());
  return DAYS.filter((days) => {
    const those = lessons.filter((lesson) => lesson.Date === day(days));
    expect([0, 2]).toContain(those.length);
    return those.length > 0;
  });
}

const test = sharedTest
  .extend('planned', { scope: 'file' }, async ({ api }) => {
    // Created latest first, so that the lists must sort.
    for (const days of DAYS.toReversed())
      for (const time of ['23:59:00', '00:00:00'])
        await makeLesson(api, { Date: day(days), Time: time });
    return DAYS;
  })
  /** The days that each list shows. */
  .extend('shown', ({ planned, family, tutor }) => async (query: Dates) => {
    expect(planned).toEqual(DAYS);
    const { lessons } = (await family.call(endpoints.listLessons, { query })).body;
    const ofTutor = (await tutor.call(endpoints.listAdminLessons, { query })).body.lessons;
    return { student: daysOf(lessons), tutor: daysOf(ofTutor) };
  });

describe('the lists of lessons', () => {
  test('show the next weeks without dates, and all to the tutor', async ({ shown }) => {
    expect(await shown({})).toEqual({ student: within(-28, 84), tutor: within(-28, 1000) });
  });

  test.for<[query: Dates, days: number[]]>([
    [{ from: day(0) }, within(0, 84)],
    [{ from: day(-30) }, within(-30, 54)],
    [{ to: day(0) }, within(-28, 0)],
    [{ to: day(28) }, within(0, 28)],
    [{ from: day(-1), to: day(1) }, within(-1, 1)],
    [{ from: day(0), to: day(0) }, [0]],
    [{ from: day(0), to: day(366) }, within(0, 366)],
    [{ from: day(2), to: day(27) }, []],
  ])('show the window %j', async ([query, days], { shown }) => {
    expect(await shown(query)).toEqual({ student: days, tutor: days });
  });

  test('refuse a bad window', async ({ family, tutor }) => {
    const query = { from: day(0), to: day(367) };
    const message = 'From and to must be at most 366 days apart';
    for (const { status, body } of [
      await family.refused(endpoints.listLessons, { query }),
      await tutor.refused(endpoints.listAdminLessons, { query }),
      await tutor.refused(endpoints.listAdminBookings, { query }),
    ])
      expect([status, body.details]).toEqual([400, [{ field: 'to', message }]]);
  });

  test('treat a day as a UK day, even when the clocks change', async ({ api, tutor }) => {
    for (const date of ['2027-03-28', '2027-10-31']) {
      const first = await makeLesson(api, { Date: date, Time: '00:00:00' });
      const last = await makeLesson(api, { Date: date, Time: '23:59:59' });
      await makeLesson(api, { Date: addDays(date, 1), Time: '00:00:00' });
      await makeLesson(api, { Date: addDays(date, -1), Time: '23:59:59' });
      const query = { from: date, to: date };
      const { lessons } = (await tutor.call(endpoints.listAdminLessons, { query })).body;
      expect(lessons.map(({ id }) => id)).toEqual([first.id, last.id]);
    }
  });
});

describe('bookings', () => {
  test('are listed for their student, however far ahead', async ({ api, family }) => {
    const booked = await makeFamily(api, 2);
    const far = await makeLesson(api, { Date: day(200) });
    const farther = await makeLesson(api, { Date: day(500) });
    for (const { id } of [farther, far]) await booked.book(id);
    const idsOf = async ({ call }: Pick<typeof booked, 'call'>, query: Dates = {}) =>
      (await call(endpoints.listLessons, { query })).body.lessons.map(({ id }) => id);
    expect((await idsOf(booked)).slice(-2)).toEqual([far.id, farther.id]);
    expect(await idsOf(family)).not.toContain(far.id);
    expect(await idsOf(booked, { from: day(0), to: day(10) })).not.toContain(far.id);
  });

  test('are listed and counted from 30 days back', async ({ api, tutor }) => {
    const count = async (query: Dates = {}) => {
      const { bookings, stats } = (await tutor.call(endpoints.listAdminBookings, { query })).body;
      const lessons = new Set(bookings.map(({ Lesson_ID: lessonId }) => lessonId));
      expect(lessons.size).toBe(stats.totalBookedLessons);
      return [stats.totalBookedLessons, stats.totalUsers];
    };
    const families = await makeFamilies(api, 2, 5);
    const [lessons = 0, users = 0] = await count();
    const start = api.clock.now;
    for (const days of [-31, -30, 400]) {
      const { id } = await makeLesson(api, { Date: day(days), Time: '12:00:00' });
      api.clock.now = Math.min(start, Date.parse(day(days)));
      for (const family of families) await family.book(id);
      api.clock.now = start;
    }
    expect(await count()).toEqual([lessons + 2, users + 2]);
    expect(await count({ from: day(-31), to: day(-31) })).toEqual([1, 2]);
  });

  test('show link and notes until they are cancelled', async ({ api, family }) => {
    const { id } = await makeLesson(api, { Date: day(3), lesson_notes: 'Secret notes' });
    const seen = async () => {
      const { Meeting_Link: meetingLink, lesson_notes, isBooked } = await family.readLesson(id);
      return { Meeting_Link: meetingLink, lesson_notes, isBooked };
    };
    const hidden = { Meeting_Link: null, lesson_notes: '', isBooked: false };
    expect(await seen()).toEqual(hidden);
    const bookingId = await family.book(id);
    const { Meeting_Link: meetingLink } = lessonForm;
    expect(await seen()).toEqual({
      Meeting_Link: meetingLink,
      lesson_notes: 'Secret notes',
      isBooked: true,
    });
    await family.cancel(bookingId);
    expect(await seen()).toEqual(hidden);
  });
});

describe('the next lessons, for everybody', () => {
  freshTest('returns none before anything is planned, cacheable for a minute', async ({ api }) => {
    const { body, headers } = await api.call(endpoints.listNextLessons);
    expect(body).toMatchObject({ lessons: [], free_lesson_mode: 'at_once' });
    expect(headers['cache-control']).toBe(`public, max-age=${NEXT_LESSONS_SECONDS}`);
  });

  freshTest('returns the next four by start', async ({ api, family, tutor }) => {
    // Lessons that have started, the second at this instant, and a deleted one are left out.
    await makeLesson(api, { Date: '2026-11-18', Time: '11:59:00' });
    await makeLesson(api, { Date: '2026-11-18', Time: '12:00:00' });
    await tutor.deleteLesson((await makeLesson(api, { Date: '2026-11-20' })).id);
    const details = { Date: '2026-11-19', Max_Students: 1, Lesson_Name: 'GCSE Waves' };
    const full = await makeLesson(api, details);
    await family.book(full.id);
    const ids = [full.id];
    for (const date of [25, 24, 23, 22])
      ids.push((await makeLesson(api, { Date: `2026-11-${date}` })).id);
    const { lessons } = (await api.call(endpoints.listNextLessons)).body;
    expect(lessons).toHaveLength(NEXT_LESSONS_SHOWN);
    expect(lessons[0]).toEqual({
      id: full.id,
      Lesson_Name: 'GCSE Waves',
      starts_at: '2026-11-19T09:00:00.000Z',
      availableSpots: 0,
      years: ['year-10', 'year-11'],
    });
    expect(lessons.map(({ id }) => id)).toEqual([full.id, ids[4], ids[3], ids[2]]);
  });
});
