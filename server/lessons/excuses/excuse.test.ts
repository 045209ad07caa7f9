// The link "Can't come?" of reminders through the API: what it shows and does.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { excusePath } from '../../../domain/paths.ts';
import { newId, newToken } from '../../base/ids.ts';
import { kindsOf, readEmails } from '../../testing/emails.ts';
import { addSignIn, makeFamily, makeLesson, signInAgain } from '../../testing/factories.ts';
import { byExcuse, excuseTokenOf } from '../../testing/lessons/excuses.ts';
import { codeOf, test as base } from '../../testing/test.ts';
import { settleMoves } from '../planner/settle-moves.ts';
import { queueReminders } from '../reminders/reminders.ts';

const WEEK_AFTER = { Date: '2026-11-28', Lesson_Name: 'GCSE Physics: Optics' };
const THE_DAY_BEFORE = '2026-11-20T09:00:00.000Z';

const test = base
  .override('settings', { credits: 3 })
  .extend('lesson', ({ api }) => makeLesson(api, { Lesson_Name: 'GCSE Physics: Waves' }))
  .extend('later', ({ api }) => makeLesson(api, WEEK_AFTER))
  .extend('bookingId', ({ family, lesson }) => family.book(lesson.id))
  .extend('token', ({ api, bookingId }) => excuseTokenOf(api, bookingId))
  .extend('link', ({ api, token }) => byExcuse(api, token))
  /** The booking as the tutor sees it. */
  .extend('seen', ({ api, tutor }) => async () => {
    const { call } = await signInAgain(api, tutor);
    const { bookings } = (
      await call(endpoints.listAdminBookings, { query: { from: '2026-11-01' } })
    ).body;
    return bookings.map(({ Lesson_Name: lessonName, excused }) => [lessonName, excused]);
  });

/** The answer of a call that must succeed. */
async function excuseOf(answer: ReturnType<ReturnType<typeof byExcuse>['read']>) {
  const { body } = await answer;
  if (!body.success) throw new Error(body.code);
  return body.excuse;
}

test('leaves the link out for an unconfirmed address', async ({ api, db, family, lesson }) => {
  await family.book(lesson.id);
  await db.updateTable('people').set({ email_confirmed_at: null }).execute();
  api.clock.set(THE_DAY_BEFORE);
  await queueReminders(api.context(null));
  const texts = (await family.readEmails('reminder:')).map(({ text }) => text);
  expect(texts).toEqual([expect.not.stringContaining('/excuse/')]);
});

test('sends the same link in every reminder of a booking', async ({ api, db, family, lesson }) => {
  await db.updateTable('families').set({ reminds_2h: 1 }).execute();
  await family.book(lesson.id);
  for (const now of [THE_DAY_BEFORE, '2026-11-21T07:00:00.000Z']) {
    api.clock.set(now);
    await queueReminders(api.context(null));
  }
  const texts = (await family.readEmails('reminder:')).map(({ text }) => text);
  const tokens = texts.map((text) => /\/excuse\/([\w-]{43})\b/.exec(text)?.[1] ?? '');
  expect(tokens).toEqual([tokens[0], tokens[0]]);
  expect(texts[0]).toContain("Can't come?");
  expect((await byExcuse(api, tokens[0] ?? '').read()).status).toBe(200);
});

test('shows a first name and lessons with a spot', async ({ api, family, link, later, lesson }) => {
  await makeLesson(api, { ...WEEK_AFTER, Lesson_Name: 'A-level Physics', Time: '10:00:00' });
  await makeLesson(api, { ...WEEK_AFTER, Date: '2026-12-05' });
  const full = await makeLesson(api, { ...WEEK_AFTER, Time: '11:00:00', Max_Students: 1 });
  await (await makeFamily(api, 1)).book(full.id);
  const own = await makeLesson(api, { ...WEEK_AFTER, Time: '12:00:00' });
  await family.book(own.id);
  expect(await excuseOf(link.read())).toStrictEqual({
    Lesson_Name: lesson.Lesson_Name,
    starts_at: lesson.starts_at,
    first_name: 'Student',
    can_cancel: true,
    can_move: true,
    lessons: [
      {
        id: later.id,
        Lesson_Name: later.Lesson_Name,
        starts_at: later.starts_at,
        availableSpots: 10,
      },
    ],
    state: 'open',
    moved_to: null,
    undo_until: null,
  });
});

test('does nothing when it is opened', async ({ api, family, lesson, token, seen }) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await api.app.inject({ method, url: `/api${excusePath(token)}` });
    expect([answer.statusCode, answer.headers]).toMatchObject([
      200,
      {
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      },
    ]);
  }
  expect(await family.readLesson(lesson.id)).toMatchObject({ isBooked: true });
  expect(await seen()).toEqual([[lesson.Lesson_Name, false]]);
});

test('cancels with the usual email, and offers the spot to the list', async ({ api, family }) => {
  const lesson = await makeLesson(api, { Max_Students: 1 });
  const link = byExcuse(api, await excuseTokenOf(api, await family.book(lesson.id)));
  const waiting = await makeFamily(api, 1);
  await waiting.joinWaitingList(lesson.id);
  expect(await excuseOf(link.act({ do: 'cancel' }))).toMatchObject({
    state: 'cancelled',
    can_cancel: false,
    lessons: [],
    undo_until: '2026-11-18T12:10:00.000Z',
  });
  expect(await family.readCredits()).toBe(3);
  expect(kindsOf(await family.readEmails('cancelled:'))).toEqual(['Cancelled']);
  expect(await waiting.readLesson(lesson.id)).toMatchObject({ isBooked: true });
  expect(codeOf(await link.undo())).toBe('lesson_full');
  expect(await excuseOf(link.read())).toMatchObject({ state: 'cancelled' });
});

test('moves with the usual email', async ({ family, link, lesson, later }) => {
  expect(await excuseOf(link.act({ do: 'move', Lesson_ID: later.id }))).toMatchObject({
    Lesson_Name: lesson.Lesson_Name,
    state: 'moved',
    moved_to: { Lesson_Name: later.Lesson_Name, starts_at: later.starts_at },
  });
  expect(await family.readCredits()).toBe(2);
  expect(kindsOf(await family.readEmails('moved:'))).toEqual(['Moved']);
  expect(await family.readLesson(later.id)).toMatchObject({ isBooked: true });
});

test('tells the tutor, who keeps a booking', async ({ api, family, tutor, link, lesson, seen }) => {
  expect(await excuseOf(link.act({ do: 'tell' }))).toMatchObject({ state: 'excused' });
  expect(await seen()).toEqual([[lesson.Lesson_Name, true]]);
  expect(await family.readLesson(lesson.id)).toMatchObject({ isBooked: true });
  const [email] = await readEmails(api, tutor.email, 'excused:');
  expect(email?.text).toContain('cannot come');
  const [familyEmail] = await family.readEmails('excused-family:');
  expect(familyEmail?.text).toContain('Your tutor knows that');
  const { body } = await family.call(endpoints.exportData);
  expect(body.data.bookings.map(({ excused_at }) => excused_at)).toEqual([
    '2026-11-18T12:00:00.000Z',
  ]);
});

test('refuses a second act', async ({ link, later }) => {
  await link.act({ do: 'tell' });
  for (const body of [
    { do: 'tell' },
    { do: 'cancel' },
    { do: 'move', Lesson_ID: later.id },
  ] as const)
    expect(codeOf(await link.act(body))).toBe('already_done');
});

describe('the excuse link', () => {
  test('refuses a body that it cannot read', async ({ api, token }) => {
    for (const body of [{}, { do: 'delete' }, { do: 'move' }, { do: 'move', Lesson_ID: 'x' }]) {
      const url = `/api${excusePath(token)}`;
      const { statusCode } = await api.app.inject({ method: 'POST', url, payload: body });
      expect(statusCode, JSON.stringify(body)).toBe(400);
    }
  });

  test('refuses what the rules of moving and cancelling refuse', async ({ api, link, lesson }) => {
    const full = await makeLesson(api, { ...WEEK_AFTER, Max_Students: 1 });
    await (await makeFamily(api, 1)).book(full.id);
    const move = async (lessonId: string) =>
      codeOf(await link.act({ do: 'move', Lesson_ID: lessonId }));
    expect(await move(full.id)).toBe('lesson_full');
    expect(await move(lesson.id)).toBe('already_booked');
    expect(await move(newId())).toBe('lesson_not_found');
    api.clock.set('2026-11-21T08:00:00.000Z');
    expect(await excuseOf(link.read())).toMatchObject({ can_cancel: false, can_move: false });
    expect(await move(full.id)).toBe('too_late_to_cancel');
    expect(codeOf(await link.act({ do: 'cancel' }))).toBe('too_late_to_cancel');
    expect(codeOf(await link.act({ do: 'tell' }))).toBe('done');
  });

  test.for([
    [false, 'forbidden'],
    [true, 'done'],
  ] as const)(
    'cancels for a student with a sign-in only if may_book is true: %s',
    async ([mayBook, outcome], { api, family, link, later }) => {
      await addSignIn(api, family, family.studentId, mayBook);
      expect(await excuseOf(link.read())).toMatchObject({ can_cancel: mayBook, can_move: mayBook });
      if (!mayBook) {
        const move = await link.act({ do: 'move', Lesson_ID: later.id });
        expect([move.status, codeOf(move)]).toEqual([403, 'forbidden']);
      }
      expect(codeOf(await link.act({ do: 'cancel' }))).toBe(outcome);
    },
  );

  test('refuses any other token', async ({ api, token }) => {
    for (const other of [newToken(), token.slice(1), `${token}x`, '\u0000', "' or 1=1 --", '%'])
      for (const call of Object.values(byExcuse(api, other)))
        expect(codeOf(await call({ do: 'tell' }))).toBe('excuse_not_found');
  });
});

test('opens the link again once the lesson is moved', async ({
  api,
  tutor,
  link,
  lesson,
  seen,
}) => {
  await link.act({ do: 'tell' });
  await tutor.updateLesson(lesson.id, { Date: '2026-11-22' });
  api.clock.advance({ minutes: 10 });
  await settleMoves(api.context(null));
  expect(await seen()).toEqual([[lesson.Lesson_Name, false]]);
  expect(await excuseOf(link.read())).toMatchObject({
    state: 'open',
    starts_at: '2026-11-22T09:00:00.000Z',
  });
});
