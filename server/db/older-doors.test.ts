// Bookings of an older version: each live one gets a door of its own, and no other.
import { expect, onTestFinished, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { createTestDatabase, startTestApp } from '../testing/app.ts';
import { makeOlderDatabase } from '../testing/older-database.ts';

const HOUR_MS = 3_600_000;
const STARTS = Date.parse('2026-11-21T09:00:00.000Z');

const student = (id: string, removed: number | null = null) =>
  `insert into students (id, family_id, name, created_at, removed_at) values ('${id}', 'family', 'Student', 0, ${removed})`;
const lesson = (id: string, starts = STARTS, deleted: number | null = null) =>
  `insert into lessons (id, date, time, starts_at, name, meeting_link, max_students, booked, created_at, updated_at, deleted_at)
   values ('${id}', '2026-11-21', '09:00:00', ${starts}, 'Waves', 'https://meet.example.com/waves', 10, 0, 0, 0, ${deleted})`;
const booking = (id: string, of: string, by = 'ann', cancelled: number | null = null) =>
  `insert into bookings (id, lesson_id, family_id, student_id, created_at, cancelled_at)
   values ('${id}', '${of}', 'family', '${by}', 0, ${cancelled})`;

test('a live booking, over or not, gets a door that leads into its lesson, and no other gets one', async () => {
  const { options, drop } = await createTestDatabase();
  const many = Array.from({ length: 200 }, (_, n) => `many-${n}`);
  await makeOlderDatabase(options, 18, [
    'begin',
    `insert into families (id, created_at) values ('family', 0)`,
    student('ann'),
    student('gone', 1),
    lesson('ahead'),
    lesson('past', 0),
    lesson('deleted', STARTS, STARTS + 1),
    booking('live', 'ahead'),
    booking('attended', 'past'),
    booking('cancelled', 'ahead', 'gone', 1),
    booking('of a deleted lesson', 'deleted'),
    booking('of a student who left', 'past', 'gone'),
    ...many.flatMap((id) => [lesson(id, 0), booking(id, id)]),
    'commit',
  ]);
  const api = await startTestApp({ on: options, now: new Date(STARTS - HOUR_MS).toISOString() });
  onTestFinished(async () => {
    await api.close();
    await drop();
  });
  const rows = await api.database.db.selectFrom('bookings').select(['id', 'door', 'joined_at']).execute();
  const doors = new Map(rows.map(({ id, door }) => [id, door]));
  for (const id of ['cancelled', 'of a deleted lesson', 'of a student who left'])
    expect([id, doors.get(id)]).toEqual([id, null]);
  const opened = ['live', 'attended', ...many].map((id) => doors.get(id) ?? '');
  for (const door of opened) expect(door).toMatch(/^[\da-f]{64}$/);
  expect(new Set(opened).size).toBe(opened.length);
  // Every bit comes both as 0 and as 1: none is a mark of how they were made.
  const bits = opened.map((door) => BigInt(`0x${door}`));
  for (let place = 0n; place < 256n; place += 1n)
    expect([place, new Set(bits.map((all) => (all >> place) & 1n)).size]).toEqual([place, 2]);
  expect(new Set(rows.map(({ joined_at }) => joined_at))).toEqual(new Set([null]));
  const token = doors.get('live') ?? '';
  expect((await api.call(endpoints.readDoor, { params: { token } })).body.door).toMatchObject({
    state: 'early',
    Lesson_ID: 'ahead',
  });
});
