// The end of the link "Can't come?": what ends it, and what spares it.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { eraseFamily } from '../../testing/accounts/leaving.ts';
import type { TestApp } from '../../testing/app.ts';
import type { Caller, TestFamily } from '../../testing/caller.ts';
import { addStudent, makeLesson, PASSWORD, provenParent } from '../../testing/factories.ts';
import { byExcuse, excuseTokenOf } from '../../testing/lessons/excuses.ts';
import { codeOf, test as base } from '../../testing/test.ts';
import { queueReminders } from '../reminders/reminders.ts';

const test = base
  .override('settings', { credits: 3 })
  .extend('later', ({ api }) => makeLesson(api, { Date: '2026-11-28' }))
  .extend('bookingId', ({ family, lesson }) => family.book(lesson.id))
  .extend('token', ({ api, bookingId }) => excuseTokenOf(api, bookingId))
  .extend('link', ({ api, token }) => byExcuse(api, token));

describe('the end of the excuse link', () => {
  type Scene = {
    api: TestApp;
    tutor: Caller;
    family: TestFamily;
    ids: { lesson: string; later: string; booking: string };
  };
  const ways: Record<string, (scene: Scene) => unknown> = {
    'when the family cancels': ({ family, ids }) => family.cancel(ids.booking),
    'when the family moves': ({ family, ids }) => family.tryToMove(ids.booking, ids.later),
    'when the tutor cancels': ({ tutor, ids }) => tutor.tryToCancelFor(ids.booking),
    'when the tutor moves': ({ tutor, ids }) => tutor.tryToMoveFor(ids.booking, ids.later),
    'when the lesson is deleted': ({ tutor, ids }) => tutor.deleteLesson(ids.lesson),
    'when the family leaves': async ({ family }) =>
      eraseFamily(family.context(), provenParent(family)),
    'at the start': ({ api }) => api.clock.set('2026-11-21T09:00:00.000Z'),
    'when the password changes': ({ family }) =>
      family.call(endpoints.changePassword, {
        body: { current_password: PASSWORD, password: `${PASSWORD}!` },
      }),
  };

  test.for(Object.keys(ways))(
    'comes %s',
    async (way, { api, tutor, family, lesson, later, bookingId, link }) => {
      const ids = { lesson: lesson.id, later: later.id, booking: bookingId };
      await link.read();
      await ways[way]?.({ api, tutor, family, ids });
      expect(codeOf(await link.read())).toBe('excuse_not_found');
      expect(codeOf(await link.act({ do: 'tell' }))).toBe('excuse_not_found');
    },
  );

  test('comes with its student, even after it has cancelled', async ({ api, db, family, link }) => {
    await addStudent(api, family);
    await link.act({ do: 'cancel' });
    await family.call(endpoints.removeStudent, { params: { id: family.studentId } });
    expect(codeOf(await link.undo())).toBe('excuse_not_found');
    expect(await db.selectFrom('excuse_links').selectAll().execute()).toEqual([]);
  });

  test('spares the new token when a password changes', async ({ api, family, token }) => {
    api.clock.set('2026-11-20T09:00:00.000Z');
    await queueReminders(api.context(null));
    const body = { current_password: PASSWORD, password: `${PASSWORD}!` };
    await family.call(endpoints.changePassword, { body });
    const [{ text } = { text: '' }] = await family.readEmails('reminder:');
    const current = /\/excuse\/([\w-]{43})\b/.exec(text)?.[1] ?? '';
    expect(current).not.toBe(token);
    expect(codeOf(await byExcuse(api, current).read())).toBe('done');
  });
});
