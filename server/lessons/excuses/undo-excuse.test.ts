// Undoing what the link "Can't come?" has done: for ten minutes, once, and only while it can be.
import { describe, expect } from 'vitest';

import { type ExcuseAct, MAX_EXCUSES } from '../../../domain/lessons/excuse.ts';
import { addDays } from '../../../domain/time.ts';
import { readEvents } from '../../email/content.ts';
import { transact } from '../../engine/context.ts';
import { readEmails } from '../../testing/emails.ts';
import { makeFamily, makeLesson } from '../../testing/factories.ts';
import { byExcuse, excuseTokenOf } from '../../testing/lessons/excuses.ts';
import { codeOf, test as base } from '../../testing/test.ts';
import { settleMoves } from '../planner/settle-moves.ts';
import { deleteExpiredExcuseLinks } from './excuse-links.ts';

const test = base
  .extend('later', ({ api }) => makeLesson(api, { Date: '2026-11-28' }))
  .extend('bookingId', ({ family, lesson }) => family.book(lesson.id))
  .extend('link', async ({ api, bookingId }) => byExcuse(api, await excuseTokenOf(api, bookingId)))
  .extend('act', ({ link, later }) => async (act: ExcuseAct) => {
    const body = act === 'move' ? { do: act, Lesson_ID: later.id } : { do: act };
    return codeOf(await link.act(body));
  });

describe.for(['move', 'cancel', 'tell'] as const)('after %s', (did) => {
  test('restores the booking and its credit', async ({ family, lesson, later, link, act }) => {
    expect(await act(did)).toBe('done');
    const { body } = await link.undo();
    expect(body).toMatchObject({ excuse: { state: 'open', can_cancel: true, undo_until: null } });
    expect(await family.readLesson(lesson.id)).toMatchObject({ isBooked: true });
    expect(await family.readLesson(later.id)).toMatchObject({ isBooked: false });
    expect(await family.readCredits()).toBe(0);
  });

  test('changes nothing the second time', async ({ db, link, act }) => {
    await act(did);
    await link.undo();
    const count = async () => (await db.selectFrom('emails').select('id').execute()).length;
    const before = await count();
    expect(codeOf(await link.undo())).toBe('done');
    expect(await count()).toBe(before);
  });

  test('is possible within ten minutes', async ({ api, link, act }) => {
    await act(did);
    api.clock.set('2026-11-18T12:10:00.000Z');
    expect(codeOf(await link.undo())).toBe('undo_over');
    const { body } = await link.read();
    expect(body).toMatchObject({ excuse: { undo_until: null } });
    api.clock.set('2026-11-18T12:09:59.999Z');
    expect(codeOf(await link.undo())).toBe('done');
  });

  test('allows another act, up to a limit', async ({ link, act }) => {
    for (let n = 0; n < MAX_EXCUSES; n += 1) {
      expect(await act(did)).toBe('done');
      expect(codeOf(await link.undo())).toBe('done');
    }
    expect(await act(did)).toBe('excuse_not_found');
    expect(codeOf(await link.undo())).toBe('done');
  });

  test('is over once the lesson is deleted', async ({ tutor, lesson, link, act }) => {
    await act(did);
    await tutor.deleteLesson(lesson.id);
    expect(codeOf(await link.undo())).toBe('excuse_not_found');
  });
});

test('keeps the calendar event', async ({ family, bookingId, link, act }) => {
  for (const did of ['cancel', 'move'] as const) {
    await act(did);
    await link.undo();
  }
  const emails = await family.readEmails();
  const events = emails.flatMap(({ calendar }) => readEvents(calendar) ?? []);
  expect(events.map(({ uid, state }) => [uid, state])).toEqual([
    [bookingId, 'confirmed'],
    [bookingId, 'cancelled'],
    [bookingId, 'confirmed'],
    [bookingId, 'confirmed'],
    [bookingId, 'confirmed'],
  ]);
});

test('says that the student comes after all', async ({ api, tutor, family, link, act }) => {
  await act('tell');
  await link.undo();
  expect(await family.readEmails('excuse-undone-family:')).toHaveLength(1);
  expect(await readEmails(api, tutor.email, 'excuse-undone:')).toHaveLength(1);
});

test('works after the start for what was done before', async ({ api, link, act }) => {
  await act('tell');
  await link.undo();
  api.clock.set('2026-11-21T08:59:00.000Z');
  expect(await act('tell')).toBe('done');
  api.clock.set('2026-11-21T09:08:59.999Z');
  expect(codeOf(await link.undo())).toBe('done');
  expect(codeOf(await link.read())).toBe('excuse_not_found');
  api.clock.set('2026-11-21T09:10:00.000Z');
  expect(codeOf(await link.undo())).toBe('excuse_not_found');
});

describe('an undo', () => {
  test('is refused when the spot is taken', async ({ api, tutor, lesson, link, act }) => {
    await tutor.updateLesson(lesson.id, { Max_Students: 1 });
    await act('move');
    await (await makeFamily(api, 1)).book(lesson.id);
    expect(codeOf(await link.undo())).toBe('lesson_full');
    const { body } = await link.read();
    expect(body).toMatchObject({ excuse: { state: 'moved' } });
  });

  test('is refused when the returned credit is spent', async ({ family, later, link, act }) => {
    await act('cancel');
    await family.book(later.id);
    const { status, body } = await link.undo();
    expect([status, body]).toMatchObject([402, { code: 'insufficient_credits' }]);
    expect(await family.readCredits()).toBe(0);
  });

  test('is refused when the lesson is booked again', async ({ family, lesson, link, act }) => {
    await act('cancel');
    await family.book(lesson.id);
    expect(codeOf(await link.undo())).toBe('already_booked');
  });

  test.for(['family', 'tutor'] as const)(
    'is refused when the %s has cancelled the moved booking',
    async (who, { db, family, tutor, later, link, act }) => {
      await act('move');
      const { id } = await db
        .selectFrom('bookings')
        .select('id')
        .where('lesson_id', '=', later.id)
        .executeTakeFirstOrThrow();
      if (who === 'family') await family.cancel(id);
      else await tutor.tryToCancelFor(id);
      expect(codeOf(await link.undo())).toBe('excuse_not_found');
      expect(await family.readCredits()).toBe(1);
    },
  );

  test('is refused when the lesson has started since', async ({ api, tutor, later, link, act }) => {
    await act('move');
    await tutor.updateLesson(later.id, { Date: '2026-11-18', Time: '12:05:00' });
    api.clock.set('2026-11-18T12:06:00.000Z');
    expect(codeOf(await link.undo())).toBe('lesson_started');
  });
});

test('books again without a credit what had taken none', async ({ api, family, tutor, lesson }) => {
  await tutor.tryToBookFor(lesson.id, family.studentId, 'free');
  const { bookingId } = await family.readLesson(lesson.id);
  const link = byExcuse(api, await excuseTokenOf(api, bookingId ?? ''));
  await link.act({ do: 'cancel' });
  expect(codeOf(await link.undo())).toBe('done');
  expect(await family.readCredits()).toBe(1);
  expect((await family.readLesson(lesson.id)).bookings).toMatchObject([{ without_credit: true }]);
});

test.for([
  ['where it is', '2026-11-21'],
  ['moved by the tutor', '2026-12-05'],
] as const)(
  'deletes links a day after the lesson, %s',
  async ([, day], { api, db, tutor, lesson, link }) => {
    expect(codeOf(await link.read())).toBe('done');
    if (day !== lesson.Date) await tutor.updateLesson(lesson.id, { Date: day });
    api.clock.advance({ minutes: 10 });
    await settleMoves(api.context(null));
    const left = async (now: string) => {
      await transact({ ...api.context(null), now: Date.parse(now) }, deleteExpiredExcuseLinks);
      return (await db.selectFrom('excuse_links').select('token').execute()).length;
    };
    const next = addDays(day, 1);
    expect(await left(`${next}T08:59:59.999Z`)).toBe(1);
    expect(await left(`${next}T09:00:00.000Z`)).toBe(0);
  },
);
