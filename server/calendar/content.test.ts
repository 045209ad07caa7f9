// The content of a calendar feed, as an independent parser reads it: which lessons, whose, and
// their details.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { tryToRemoveStudent, updateProfile } from '../testing/accounts/families.ts';
import { watch } from '../testing/database/failing.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  giveCredits,
  joinTokenOf,
  makeFamily,
  makeLesson,
} from '../testing/factories.ts';
import {
  parseCalendar,
  readCalendarAt,
  readText,
  subscribe,
  summariesAt,
} from '../testing/lessons/calendars.ts';
import { test } from '../testing/test.ts';

test.override('settings', { credits: 5 });

test('shows a booked lesson with the join link', async ({ api, family }) => {
  const words = { Lesson_Name: 'Waves; light, sound' };
  const lesson_notes = 'Bring a ruler.\r\nRead chapter 4.\rAll of it.';
  const { id } = await makeLesson(api, { ...words, lesson_notes });
  await makeLesson(api, { Date: '2026-11-22', Lesson_Name: 'Not booked' });
  const booking = await family.book(id);
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
        description: `Join the meeting here: ${join_token}\n\nBring a ruler.\nRead chapter 4.\nAll of it.\n\nSee your booking here: http://lessons.test/user-home?week=2026-11-16&lesson=${id}`,
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

test('ends every line with CRLF and folds long lines', async ({ api, family }) => {
  const lessonName = 'Wellenlänge '.repeat(16);
  const lesson_notes = 'DTSTAMP:now\r\nLies nach. '.repeat(40);
  await family.book((await makeLesson(api, { Lesson_Name: lessonName, lesson_notes })).id);
  const text = await readText(api, await subscribe(api, family));
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  // Alarms come last.
  expect(text).toContain('\r\nEND:VALARM\r\nEND:VEVENT\r\n');
  expect(text.match(/\r\nLAST-MODIFIED:/g)).toHaveLength(1);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text).not.toMatch(/ \r\n |\r\n {2}/);
});

test('shows each person their own lessons', async ({ api, family, lesson: { id } }) => {
  await updateProfile(family, { Student_Name: 'Kim Journey' });
  await family.book(id, family.studentId);
  const address = await subscribe(api, family);
  const read = async (url: string) => (await summariesAt(api, url)).toSorted();
  expect(await read(address)).toEqual(['Forces and motion']);

  const sam = await addStudent(api, family, 'Sam Journey');
  const own = await subscribe(api, await addSignIn(api, family, sam));
  await family.book(id, sam);
  const partner = await subscribe(api, await addParent(api, family));
  const both = ['Forces and motion (Kim)', 'Forces and motion (Sam)'];
  for (const each of [address, partner]) expect(await read(each)).toEqual(both);
  expect(await read(own)).toEqual(['Forces and motion']);
  expect(await readText(api, own)).not.toMatch(/Kim|Journey/);

  // Students with the same first name are told apart as in the rest of the site.
  await family.book(id, await addStudent(api, family, 'Sam Second'));
  expect(await read(address)).toEqual([
    'Forces and motion (Kim)',
    'Forces and motion (Sam Journey)',
    'Forces and motion (Sam Second)',
  ]);
  expect(await read(await subscribe(api, await makeFamily(api)))).toEqual([]);
});

test('shows the tutor every lesson, without names', async ({ api, family, tutor }) => {
  await updateProfile(family, { Student_Name: 'Kim Journey' });
  const { id: uid } = await makeLesson(api, { Max_Students: 4 });
  const empty = { Meeting_Link: '', lesson_notes: '' };
  await makeLesson(api, { Date: '2026-11-22', Lesson_Name: 'Nobody yet', ...empty });
  await family.book(uid);
  const address = await subscribe(api, { ...tutor, isTutor: true });
  const { name, events } = await readCalendarAt(api, address);
  expect(name).toBe('Sample Physics: all lessons');
  const location = 'https://meet.example.com/forces';
  const planner = 'See it in the planner: http://lessons.test/admin-planner?week=2026-11-16';
  const description = `Join the meeting here: ${location}\n\nBring a calculator.\n\n${planner}`;
  expect(events).toMatchObject([
    { uid, summary: 'Forces and motion (1 of 4 booked)', description, location },
    { summary: 'Nobody yet (0 of 10 booked)', description: planner, location: null },
  ]);
  expect(await readText(api, address)).not.toMatch(/Kim|Journey|\/join\//);
});

test('drops what was cancelled, deleted or removed', async ({ api, family, tutor }) => {
  await updateProfile(family, { Student_Name: 'Kim Journey' });
  const sam = await addStudent(api, family, 'Sam Journey');
  const lesson = async (lessonName: string, changes = {}) =>
    (await makeLesson(api, { Lesson_Name: lessonName, ...changes })).id;
  const target = await lesson('Target', { Date: '2026-11-28' });
  const past = await lesson('Past', { Date: '2026-11-18', Time: '13:00:00' });
  const id = await lesson('Deleted');
  const bookings: string[] = [];
  for (const each of [await lesson('Cancelled'), await lesson('Moved'), id])
    bookings.push(await family.book(each, family.studentId));
  await family.book(past, sam);
  const address = await subscribe(api, family);
  expect(await summariesAt(api, address)).toHaveLength(4);

  const [cancelled = '', moved = ''] = bookings;
  await family.tryToCancel(cancelled);
  await tutor.call(endpoints.deleteLesson, { params: { id } });
  await family.tryToMove(moved, target);
  const { events } = await readCalendarAt(api, address);
  expect(events.map(({ uid, summary }) => [uid, summary])).toEqual([
    [expect.any(String), 'Past (Sam)'],
    [moved, 'Target (Kim)'],
  ]);

  api.clock.advance({ hours: 3 });
  expect((await tryToRemoveStudent(family, sam)).status).toBe(200);
  expect(await summariesAt(api, address)).toEqual(['Target']);
});

test('reaches sixty days back by UK date, and far ahead', async ({ api, family }) => {
  const names = ['Before', 'First', 'Far ahead'];
  for (const [index, date] of ['2026-11-18', '2026-11-19', '2028-11-18'].entries()) {
    const time = index === 0 ? '23:59:00' : '00:00:00';
    const lesson = await makeLesson(api, {
      Date: date,
      Time: time,
      Lesson_Name: names[index] ?? '',
    });
    await family.book(lesson.id);
  }
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

describe('reading a feed', () => {
  let statements = 0;
  const count = () => {
    statements += 1;
  };
  test.override('settings', { wrap: (database) => watch(database, count) });

  test('takes as many statements for a hundred lessons as for one', async ({ api }) => {
    const counts: number[] = [];
    for (const lessons of [1, 100]) {
      const family = await makeFamily(api, lessons);
      for (let day = 0; day < lessons; day += 1) {
        const date = new Date(Date.parse('2026-11-19') + day * 86_400_000);
        const when = { Date: date.toISOString().slice(0, 10), Time: '10:00:00' };
        await family.book((await makeLesson(api, when)).id);
      }
      const address = await subscribe(api, family);
      expect(await summariesAt(api, address)).toHaveLength(lessons);
      statements = 0;
      await readText(api, address);
      counts.push(statements);
    }
    expect(counts[0]).toBeLessThan(5);
    expect(counts[1]).toBe(counts[0]);
  });
});

test('ignores refunded and granted credits', async ({ api, family, lesson }) => {
  await family.book(lesson.id);
  const address = await subscribe(api, family);
  const before = await readText(api, address);
  await giveCredits(api, family.id, 3);
  expect(await readText(api, address)).toBe(before);
});
