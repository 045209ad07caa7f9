// 'Slides' waits for the letter that leads to them, and goes where none does.
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { byExcuse, excuseTokenOf } from '../../testing/lessons/excuses.ts';
import { DUE, letterTest as test } from '../../testing/lessons/letters.ts';
import { slides } from '../../testing/lessons/rooms.ts';

const OVER = '2026-11-18T16:15:00.000Z';

test('waits for the letter, and ends with it', async ({ add, lessonId, send, read, announce }) => {
  await add(slides);
  expect(lessonId).toBeTruthy();
  expect(await announce(OVER)).toBe(0);
  await send();
  expect(await read()).toMatchObject([{ text: expect.stringContaining('See the slides') }]);
  expect(await announce('2026-11-18T17:01:00Z')).toBe(0);
  expect(await announce('2026-11-25T16:00:00Z')).toBe(0);
});

test('goes when slides come after the letter', async ({ add, lessonId, send, read, announce }) => {
  expect(lessonId).toBeTruthy();
  await send();
  expect(await read()).toMatchObject([
    { text: expect.stringContaining('Look back at the lesson') },
  ]);
  await add(slides);
  expect(await announce('2026-11-18T18:00:00Z')).toBe(1);
});

test('goes a day later when no letter went', async ({ add, lessonId, announce }) => {
  await add(slides);
  expect(lessonId).toBeTruthy();
  expect(await announce('2026-11-19T16:59:59.999Z')).toBe(0);
  expect(await announce('2026-11-19T17:00:00.000Z')).toBe(1);
});

test.for(['off', 'all off', 'unwanted', 'unconfirmed', 'excused'] as const)(
  'goes at once where the letter does not: %s',
  async (how, { api, db, add, tutor, family, lessonId, bookingOf, change, send, announce }) => {
    await add(slides);
    expect(lessonId).toBeTruthy();
    api.clock.set('2026-11-18T14:59:00Z');
    if (how === 'excused')
      await byExcuse(api, await excuseTokenOf(api, await bookingOf(family.studentId))).act({
        do: 'tell',
      });
    api.clock.set('2026-11-18T16:00:00Z');
    if (how === 'off') await change({ state: 'off' });
    if (how === 'all off') await tutor.call(endpoints.updateSettings, { body: { letters: false } });
    if (how === 'unwanted')
      await family.call(endpoints.updateProfile, { body: { letters: false } });
    if (how === 'unconfirmed')
      await db.updateTable('people').set({ email_confirmed_at: null }).execute();
    expect(await announce(OVER)).toBe(1);
    await send(DUE);
    expect(await announce('2026-11-18T17:01:00Z')).toBe(1);
  },
);
