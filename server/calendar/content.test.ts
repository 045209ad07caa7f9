// The content of a calendar feed, as an independent parser reads it: which lessons, whose, and
// their details.
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { NewLesson } from '../../domain/lesson.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import {
  parseCalendar,
  readCalendarAt,
  readText,
  subscribe,
  summariesAt,
} from '../testing/calendars.ts';
import { watch } from '../testing/failing.ts';
import type { TestFamily } from '../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  joinTokenOf,
  giveCredits,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
} from '../testing/factories.ts';

let api: TestApp;
let statements = 0;
beforeEach(async () => {
  api = await startTestApp({
    wrap: (database) =>
      watch(database, () => {
        statements += 1;
      }),
  });
});
afterEach(() => api.close());

const lesson = (changes: Partial<NewLesson> = {}) => makeLesson(api, changes);

const nameStudent = ({ token }: TestFamily, Student_Name: string) =>
  api.call(endpoints.updateProfile, { token, body: { Student_Name } });

/** A family with `count` lessons ahead, at ten o'clock on the days from tomorrow on. */
async function makeBooked(count: number) {
  const family = await makeFamily(api, count);
  const first = Date.parse('2026-11-19');
  for (let day = 0; day < count; day += 1) {
    const date = new Date(first + day * 86_400_000).toISOString().slice(0, 10);
    await makeBooking(api, family, (await lesson({ Date: date, Time: '10:00:00' })).id);
  }
  return family;
}

test('shows a booked lesson with the join link but not the meeting URL', async () => {
  const family = await makeFamily(api, 1);
  const { id } = await lesson({
    Lesson_Name: 'Waves; light, sound',
    lesson_notes: 'Bring a ruler.\r\nRead chapter 4.\rAll of it.',
  });
  await lesson({ Date: '2026-11-22', Lesson_Name: 'Not booked' });
  const booking = await makeBooking(api, family, id);
  const join_token = `http://lessons.test/join/${await joinTokenOf(api, booking)}`;
  const text = await readText(api, await subscribe(api, family));
  expect(parseCalendar(text)).toEqual({
    name: 'Sample Physics lessons',
    shownName: 'Sample Physics lessons',
    refresh: 'PT1H',
    ttl: 'PT1H',
    method: 'PUBLISH',
    events: [
      {
        uid: booking,
        sequence: 1,
        summary: 'Waves; light, sound',
        description: `Join the lesson here: ${join_token}\n\nBring a ruler.\nRead chapter 4.\nAll of it.\n\nSee your booking here: http://lessons.test/user-home?week=2026-11-16&lesson=${id}`,
        location: join_token,
        organizer: 'mailto:lessons@lessons.test',
        zone: 'UTC',
        start: '2026-11-21T09:00:00.000Z',
        end: '2026-11-21T10:00:00.000Z',
        stamp: '2026-11-18T12:00:00Z',
        changed: '2026-11-18T12:00:00Z',
        alarms: ['-PT15M'],
      },
    ],
  });
  expect(text).not.toContain('meet.example.com');
});

test('ends every line with CRLF, folds long lines and puts alarms last', async () => {
  const family = await makeFamily(api, 1);
  const long = {
    Lesson_Name: 'Wellenlänge '.repeat(16),
    lesson_notes: 'DTSTAMP:now\r\nLies nach. '.repeat(40),
  };
  await makeBooking(api, family, (await lesson(long)).id);
  const text = await readText(api, await subscribe(api, family));
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(text).toContain('\r\nEND:VALARM\r\nEND:VEVENT\r\n');
  expect(text.match(/\r\nLAST-MODIFIED:/g)).toHaveLength(1);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});

test('shows parents all their students, and a student only their own lessons', async () => {
  const family = await makeFamily(api, 5);
  await nameStudent(family, 'Kim Journey');
  const { id } = await lesson();
  await makeBooking(api, family, id, family.studentId);
  const address = await subscribe(api, family);
  expect(await summariesAt(api, address)).toEqual(['Forces and motion']);

  const sam = await addStudent(api, family, 'Sam Journey');
  const own = await subscribe(api, await addSignIn(api, family, sam));
  await makeBooking(api, family, id, sam);
  const partner = await subscribe(api, await addParent(api, family));
  for (const each of [address, partner])
    expect((await summariesAt(api, each)).toSorted()).toEqual([
      'Forces and motion (Kim)',
      'Forces and motion (Sam)',
    ]);
  expect(await summariesAt(api, own)).toEqual(['Forces and motion']);
  expect(await readText(api, own)).not.toMatch(/Kim|Journey/);

  // Students with the same first name are told apart as in the rest of the site.
  const other = await addStudent(api, family, 'Sam Second');
  await makeBooking(api, family, id, other);
  expect((await summariesAt(api, address)).toSorted()).toEqual([
    'Forces and motion (Kim)',
    'Forces and motion (Sam Journey)',
    'Forces and motion (Sam Second)',
  ]);
  const stranger = await subscribe(api, await makeFamily(api));
  expect(await summariesAt(api, stranger)).toEqual([]);
});

test('shows the tutor every lesson with meeting URL and booking count, without names', async () => {
  const family = await makeFamily(api, 2);
  await nameStudent(family, 'Kim Journey');
  const { id } = await lesson({ Max_Students: 4 });
  await lesson({
    Date: '2026-11-22',
    Lesson_Name: 'Nobody yet',
    Meeting_Link: '',
    lesson_notes: '',
  });
  await makeBooking(api, family, id);
  const admin = await makeAdmin(api);
  const address = await subscribe(api, { ...admin, isTutor: true });
  const { name, events } = await readCalendarAt(api, address);
  expect(name).toBe('Sample Physics: all lessons');
  expect(events).toMatchObject([
    {
      uid: id,
      summary: 'Forces and motion (1 of 4 booked)',
      description:
        'Join the lesson here: https://meet.example.com/forces\n\nBring a calculator.\n\nSee it in the planner: http://lessons.test/admin-planner?week=2026-11-16',
      location: 'https://meet.example.com/forces',
    },
    {
      summary: 'Nobody yet (0 of 10 booked)',
      description: 'See it in the planner: http://lessons.test/admin-planner?week=2026-11-16',
      location: null,
    },
  ]);
  expect(await readText(api, address)).not.toMatch(/Kim|Journey|\/join\//);
});

test('drops cancelled bookings, deleted lessons and removed students', async () => {
  const family = await makeFamily(api, 5);
  await nameStudent(family, 'Kim Journey');
  const sam = await addStudent(api, family, 'Sam Journey');
  const asAdmin = { token: (await makeAdmin(api)).token };
  const asFamily = { token: family.token };
  const [cancelled, deleted, moved, target, past] = [
    await lesson({ Lesson_Name: 'Cancelled' }),
    await lesson({ Lesson_Name: 'Deleted' }),
    await lesson({ Lesson_Name: 'Moved' }),
    await lesson({ Lesson_Name: 'Target', Date: '2026-11-28' }),
    await lesson({ Lesson_Name: 'Past', Date: '2026-11-18', Time: '13:00:00' }),
  ];
  const bookings: string[] = [];
  for (const each of [cancelled, deleted, moved])
    bookings.push(await makeBooking(api, family, each.id, family.studentId));
  await makeBooking(api, family, past.id, sam);
  const address = await subscribe(api, family);
  expect(await summariesAt(api, address)).toHaveLength(4);

  const [first = '', , third = ''] = bookings;
  await api.call(endpoints.cancelBooking, { ...asFamily, params: { bookingId: first } });
  await api.call(endpoints.deleteLesson, { ...asAdmin, params: { id: deleted.id } });
  await api.call(endpoints.moveBooking, {
    ...asFamily,
    params: { bookingId: third },
    body: { Lesson_ID: target.id },
  });
  const { events } = await readCalendarAt(api, address);
  expect(events.map(({ uid, summary }) => [uid, summary])).toEqual([
    [expect.any(String), 'Past (Sam)'],
    [third, 'Target (Kim)'],
  ]);

  api.clock.advance({ hours: 3 });
  await api.call(endpoints.removeStudent, { ...asFamily, params: { id: sam } });
  expect(await summariesAt(api, address)).toEqual(['Target']);
});

test('reaches sixty days back by UK date, and ahead without limit', async () => {
  const family = await makeFamily(api, 3);
  const names = ['Before', 'First', 'Far ahead'];
  const dates = ['2026-11-18', '2026-11-19', '2028-11-18'];
  for (const [index, Date] of dates.entries())
    await makeBooking(
      api,
      family,
      (
        await lesson({
          Date,
          Time: index === 0 ? '23:59:00' : '00:00:00',
          Lesson_Name: names[index] ?? '',
        })
      ).id,
    );
  const address = await subscribe(api, family);
  expect(await summariesAt(api, address)).toEqual(names);
  // The last minute of the sixtieth day after the second lesson.
  api.clock.set('2027-01-17T23:59:59.000Z');
  expect(await summariesAt(api, address)).toEqual(names);
  api.clock.advance({ seconds: 1 });
  expect(await summariesAt(api, address)).toEqual(names.slice(1));
  api.clock.advance({ days: 1 });
  expect(await summariesAt(api, address)).toEqual(names.slice(2));
});

test('takes as many statements for a hundred lessons as for one', async () => {
  const counts: number[] = [];
  for (const lessons of [1, 100]) {
    const address = await subscribe(api, await makeBooked(lessons));
    expect(await summariesAt(api, address)).toHaveLength(lessons);
    statements = 0;
    await readText(api, address);
    counts.push(statements);
  }
  expect(counts[0]).toBeLessThan(5);
  expect(counts[1]).toBe(counts[0]);
});

test('ignores refunded and granted credits', async () => {
  const family = await makeFamily(api, 1);
  await makeBooking(api, family, (await lesson()).id);
  const address = await subscribe(api, family);
  const before = await readText(api, address);
  await giveCredits(api, family.id, 3);
  expect(await readText(api, address)).toBe(before);
});
