// A lesson that is moved ahead after its letter gets another one on its new day.
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { settleMoves } from '../../lessons/planner/settle-moves.ts';
import { findOutdated } from '../../lessons/reminders/reminders.ts';
import { DUE, ENDED, letterTest } from '../../testing/lessons/letters.ts';
import { slides } from '../../testing/lessons/rooms.ts';

const [AHEAD, BACK] = ['2026-11-20', '2026-11-18'];
const DUE_AGAIN = '2026-11-20T17:00:00.000Z';

const test = letterTest.extend('letter', ({ tutor, lessonId }) => async () => {
  const { body } = await tutor.call(endpoints.getTutorRoom, { params: { id: lessonId } });
  return body.room.letter;
});

test('goes again, without what was said of the day that did not happen', async ({
  api,
  tutor,
  lessonId,
  change,
  send,
  read,
  subjects,
  letter,
}) => {
  api.clock.set(ENDED);
  await change({ sentence: 'I am ill.' });
  await send();
  expect(await letter()).toMatchObject({ state: 'sent', sentence: 'I am ill.' });
  await tutor.updateLesson(lessonId, { Date: AHEAD });
  await send('2026-11-18T18:00:00.000Z');
  expect(await letter()).toMatchObject({ state: 'planned', sentence: '', sent_at: null });
  expect(await subjects()).toHaveLength(1);
  await send(DUE_AGAIN);
  const [, second, ...others] = await read();
  expect(second?.text).not.toContain('I am ill.');
  expect(others).toEqual([]);
  await send('2026-11-20T17:01:00.000Z');
  expect(await subjects()).toHaveLength(2);
});

test('goes again if a slip into the past came between', async ({
  tutor,
  lessonId,
  send,
  subjects,
}) => {
  await send();
  for (const Date of ['2025-11-18', AHEAD]) await tutor.updateLesson(lessonId, { Date });
  await send('2026-11-18T18:00:00.000Z');
  await send(DUE_AGAIN);
  expect(await subjects()).toHaveLength(2);
});

test('goes although the one of the earlier day was not to go', async ({
  api,
  tutor,
  lessonId,
  change,
  send,
  subjects,
}) => {
  api.clock.set(ENDED);
  await change({ state: 'off' });
  await tutor.updateLesson(lessonId, { Date: AHEAD });
  await send(DUE_AGAIN);
  expect(await subjects()).toHaveLength(1);
});

test('keeps the attendance that was marked if the lesson only starts late', async ({
  api,
  db,
  tutor,
  lessonId,
  family,
  bookingOf,
}) => {
  const params = { bookingId: await bookingOf(family.studentId) };
  api.clock.set('2026-11-18T15:05:00.000Z');
  for (const absent of [true, false])
    await tutor.call(endpoints.markAttendance, { params, body: { absent } });
  await tutor.updateLesson(lessonId, { Time: '15:15:00' });
  api.clock.advance({ minutes: 10 });
  await settleMoves(api.context(null));
  const marked = await db.selectFrom('bookings').select('present_at').execute();
  expect(marked).toContainEqual({ present_at: Date.parse('2026-11-18T15:05:00.000Z') });
});

test('clears the attendance that the tutor marked on the earlier day', async ({
  api,
  tutor,
  lessonId,
  family,
  bookingOf,
  send,
  subjects,
}) => {
  const params = { bookingId: await bookingOf(family.studentId) };
  api.clock.set(ENDED);
  for (const absent of [true, false])
    await tutor.call(endpoints.markAttendance, { params, body: { absent } });
  await tutor.updateLesson(lessonId, { Date: AHEAD });
  await send(DUE_AGAIN);
  expect(await subjects()).toEqual(["Today's lesson"]);
});

test.for([
  ['in a slip', DUE, ['sent']],
  ['once its lesson was put off', '2026-11-18T17:11:00.000Z', ['withdrawn']],
] as const)(
  'waits for the mail server: %s',
  async ([, at, outcomes], { api, db, tutor, lessonId, send }) => {
    await send();
    await tutor.updateLesson(lessonId, { Date: AHEAD });
    api.clock.set(at);
    await settleMoves(api.context(null));
    const letter = db.selectFrom('emails').select(['cause', 'booking_id', 'lesson_start']);
    const rows = await letter.where('cause', 'like', 'letter:%').execute();
    const found = rows.map((row) => findOutdated({ db, now: api.clock.now }, row));
    expect((await Promise.all(found)).map((one) => one ?? 'sent')).toEqual(outcomes);
  },
);

test.for([
  ['moved ahead and back', [AHEAD, BACK]],
  ['moved ahead, into the past and back', [AHEAD, '2025-11-18', BACK]],
  ['moved to another hour that is past', []],
] as const)(
  'does not go twice about one day: %s',
  async ([, days], { tutor, lessonId, send, subjects, add, announce }) => {
    await send();
    for (const Date of days) await tutor.updateLesson(lessonId, { Date });
    if (days.length === 0) await tutor.updateLesson(lessonId, { Time: '15:10:00' });
    await send('2026-11-18T17:30:00.000Z');
    expect(await subjects()).toHaveLength(1);
    await add(slides);
    expect(await announce('2026-11-18T18:00:00.000Z')).toBe(1);
    if (days.length === 0) await tutor.updateLesson(lessonId, { Time: '15:20:00' });
    expect(await announce('2026-11-18T18:01:00.000Z')).toBe(1);
  },
);

test("leads to the new day's slides", async ({ add, tutor, lessonId, send, read, announce }) => {
  await add(slides);
  await send();
  expect(await announce('2026-11-18T18:00:00.000Z')).toBe(0);
  await tutor.updateLesson(lessonId, { Date: AHEAD });
  await send(DUE_AGAIN);
  expect((await read()).at(-1)?.text).toContain('See the slides');
  expect(await announce('2026-11-20T18:00:00.000Z')).toBe(0);
});

test('leaves the slides of the new day to their own email if it does not go', async ({
  db,
  add,
  tutor,
  lessonId,
  send,
  announce,
}) => {
  await add(slides);
  await send();
  await tutor.updateLesson(lessonId, { Date: AHEAD });
  await announce('2026-11-18T18:00:00.000Z');
  await db.updateTable('lessons').set({ letter_off: 1 }).execute();
  expect(await announce(DUE_AGAIN)).toBe(1);
});

test('is announced each day without letters', async ({ add, tutor, lessonId, announce }) => {
  await tutor.call(endpoints.updateSettings, { body: { letters: false } });
  await add(slides);
  expect(await announce(DUE)).toBe(1);
  await tutor.updateLesson(lessonId, { Date: AHEAD });
  expect(await announce('2026-11-18T18:00:00.000Z')).toBe(1);
  expect(await announce(DUE_AGAIN)).toBe(2);
});
