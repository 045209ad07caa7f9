// Join links of bookings through the API: when they open, who joined, and when they are revoked.
import { describe, expect } from 'vitest';

import type { Method } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { joinPath } from '../../../domain/paths.ts';
import { eraseFamily } from '../../testing/accounts/leaving.ts';
import { START, type TestApp } from '../../testing/app.ts';
import type { Caller, TestFamily } from '../../testing/caller.ts';
import {
  addSignIn,
  addStudent,
  adminOf,
  joinTokenOf,
  lessonForm,
  makeFamily,
  makeLesson,
  provenParent,
  signInAgain,
} from '../../testing/factories.ts';
import { codeOf, sharedTest } from '../../testing/test.ts';
import { deleteLesson } from '../planner/change-lesson.ts';
import { settleMoves } from '../planner/settle-moves.ts';

const LATER = '2026-11-21T09:05:00.000Z';

interface Booking {
  readonly id: string;
  readonly lessonId: string;
  readonly token: string;
  readonly family: TestFamily;
}

const test = sharedTest
  .override('settings', { credits: 3 })
  /** A booking of the lesson on Saturday at 9. */
  .extend('booking', async ({ api, family, lesson }): Promise<Booking> => {
    api.clock.set(START);
    const id = await family.book(lesson.id, family.studentId);
    return { id, lessonId: lesson.id, family, token: await joinTokenOf(api, id) };
  })
  .extend('joinedAt', ({ api, tutor, booking }) => async () => {
    const options = { query: { from: '2026-11-01' } };
    const caller = await signInAgain(api, tutor);
    const { bookings } = (await caller.call(endpoints.listAdminBookings, options)).body;
    return bookings.find(({ id }) => id === booking.id)?.joined_at;
  });

const read = async (api: TestApp, token: string) =>
  (await api.call(endpoints.readJoinLink, { params: { token } })).body.join;
const join = (api: TestApp, { token }: Pick<Booking, 'token'>) =>
  api.either(endpoints.joinLesson, { params: { token } });

/** Expects that the link can neither be read nor used, like an unknown one. */
async function expectNoJoinLink(api: TestApp, token: string): Promise<void> {
  for (const endpoint of [endpoints.readJoinLink, endpoints.joinLesson]) {
    const { status, body } = await api.refused(endpoint, { params: { token } });
    expect([status, body.code]).toEqual([404, 'join_link_not_found']);
  }
}

describe('a join link', () => {
  test.for([
    [START, 'early'],
    ['2026-11-21T08:44:59.999Z', 'early'],
    ['2026-11-21T08:45:00.000Z', 'open'],
    ['2026-11-21T09:59:59.999Z', 'open'],
    ['2026-11-21T10:00:00.000Z', 'over'],
  ] as const)('at %s is %s', async ([now, state], { api, booking, joinedAt }) => {
    api.clock.set(now);
    // Exactly these keys: neither the owner nor the meeting URL.
    expect(await read(api, booking.token)).toStrictEqual({
      state,
      Lesson_ID: booking.lessonId,
      Lesson_Name: lessonForm.Lesson_Name,
      starts_at: '2026-11-21T09:00:00.000Z',
      opens_at: '2026-11-21T08:45:00.000Z',
    });
    expect(await joinedAt()).toBeNull();
    const { status, body } = await join(api, booking);
    if (state === 'open')
      expect(body).toStrictEqual({ success: true, Meeting_Link: lessonForm.Meeting_Link });
    else expect([status, body]).toMatchObject([409, { code: 'join_closed' }]);
    expect(await joinedAt()).toBe(state === 'open' ? now : null);
  });

  test('records the first join, and no reads', async ({ api, booking, joinedAt }) => {
    api.clock.set('2026-11-21T08:50:00.000Z');
    const url = `/api${joinPath(booking.token)}`;
    for (const method of ['HEAD', 'GET'] as const)
      expect((await api.app.inject({ method, url })).statusCode).toBe(200);
    expect(await joinedAt()).toBeNull();
    await join(api, booking);
    api.clock.set('2026-11-21T09:10:00.000Z');
    expect((await join(api, booking)).status).toBe(200);
    expect(await joinedAt()).toBe('2026-11-21T08:50:00.000Z');
    api.clock.set('2026-11-21T10:00:00.000Z');
    expect(codeOf(await join(api, booking))).toBe('join_closed');
  });

  test('works for a late student marked absent', async ({ api, tutor, booking, joinedAt }) => {
    api.clock.set(LATER);
    const absence = { params: { bookingId: booking.id }, body: { absent: true } };
    await (await signInAgain(api, tutor)).call(endpoints.markAttendance, absence);
    expect((await join(api, booking)).status).toBe(200);
    expect(await joinedAt()).toBe(LATER);
  });

  // Lessons created before the link became mandatory may have none.
  test('works without a meeting link', async ({ api, booking, joinedAt }) => {
    await api.database.db
      .updateTable('lessons')
      .set({ meeting_link: '' })
      .where('id', '=', booking.lessonId)
      .execute();
    api.clock.set(LATER);
    expect((await join(api, booking)).body).toStrictEqual({ success: true, Meeting_Link: null });
    expect(await joinedAt()).toBe(LATER);
  });

  test('is found only by its exact token', async ({ api, booking: { id, token } }) => {
    const swapCase = (letter: string) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    const swapped = token.replaceAll(/[a-z]/gi, swapCase);
    const others = [`${token}x`, token.slice(1), id, 'x'.repeat(43), '\u0000', "' or 1=1 --", '%'];
    for (const other of [swapped, ...others]) await expectNoJoinLink(api, other);
  });

  test("is shown to its student's family only", async ({ api, family, booking }) => {
    const sibling = await addStudent(api, family);
    const second = await family.book(booking.lessonId, sibling);
    const seenBy = async (viewer: Pick<Caller, 'readLesson'>) => {
      const { join_link, bookings } = await viewer.readLesson(booking.lessonId);
      return { join_link, bookings };
    };
    const shown = (id: string, studentId: string, token: string) => ({
      id,
      Student_ID: studentId,
      join_link: joinPath(token),
      calendar_uid: id,
    });
    const own = shown(booking.id, family.studentId, booking.token);
    const siblings = shown(second, sibling, await joinTokenOf(api, second));
    expect(await seenBy(family)).toEqual({ join_link: own.join_link, bookings: [own, siblings] });
    expect(await seenBy(await addSignIn(api, family, sibling))).toEqual({
      join_link: siblings.join_link,
      bookings: [siblings],
    });
    expect(await seenBy(await makeFamily(api))).toEqual({ join_link: null, bookings: [] });
  });

  test('is not in the data export, but the join is', async ({ api, family, booking }) => {
    api.clock.set(LATER);
    await join(api, booking);
    const { body } = await family.call(endpoints.exportData);
    expect(body.data.bookings.map(({ joined_at }) => joined_at)).toEqual([LATER]);
    expect(JSON.stringify(body)).not.toContain(booking.token);
  });

  test.for<Method>(['GET', 'POST', 'DELETE'])(
    'never caches, lists or forwards an answer to %s',
    async (method, { api, booking }) => {
      for (const key of [booking.token, 'unknown']) {
        const { headers } = await api.app.inject({ method, url: `/api${joinPath(key)}` });
        expect(headers).toMatchObject({
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
        });
      }
    },
  );
});

describe('the end of a booking', () => {
  type Scene = { api: TestApp; tutor: Caller; booking: Booking };
  const cancel = ({ booking }: Scene) => booking.family.cancel(booking.id);
  const deleteIt = ({ api, tutor, booking }: Scene) =>
    deleteLesson(api.context(adminOf(tutor)), booking.lessonId);
  const leave = async ({ booking: { family } }: Scene) =>
    eraseFamily(family.context(), provenParent(family));
  const removeStudent = async ({ api, booking: { family } }: Scene) => {
    await addStudent(api, family);
    await family.call(endpoints.removeStudent, { params: { id: family.studentId } });
  };

  test.for([
    ['cancelling', START, cancel],
    ['deleting the lesson', START, deleteIt],
    ['deleting the lesson once it has begun', LATER, deleteIt],
    ['removing the student once it has begun', LATER, removeStudent],
    ['leaving', START, leave],
    ['leaving once it has begun', LATER, leave],
  ] as const)('revokes the link by %s', async ([, now, end], { api, tutor, booking }) => {
    api.clock.set(now);
    await end({ api, tutor, booking });
    api.clock.set(LATER);
    await expectNoJoinLink(api, booking.token);
    const bookings = api.database.db.selectFrom('bookings').select('join_token');
    expect(await bookings.where('id', '=', booking.id).execute()).toEqual([{ join_token: null }]);
  });

  test('replaces the link by moving it', async ({ api, family, booking }) => {
    const { id: other } = await makeLesson(api, { Date: '2026-11-28' });
    const { body } = await family.tryToMove(booking.id, other);
    if (!body.success) expect.unreachable();
    await expectNoJoinLink(api, booking.token);
    expect(await read(api, await joinTokenOf(api, body.booking.id))).toMatchObject({
      state: 'early',
      Lesson_ID: other,
    });
  });
});

test('moving a lesson keeps links and resets joins', async ({ api, tutor, booking, joinedAt }) => {
  const change = async (changes: Partial<typeof lessonForm>) =>
    (await signInAgain(api, tutor)).updateLesson(booking.lessonId, changes);
  api.clock.set('2026-11-21T08:50:00.000Z');
  await join(api, booking);
  const settle = async () => {
    api.clock.advance({ minutes: 10 });
    await settleMoves(api.context(null));
  };
  // A move so small that earlier joins are still valid.
  await change({ Time: '09:05:00' });
  await settle();
  expect(await joinedAt()).toBe('2026-11-21T08:50:00.000Z');
  await change({ Time: '09:15:01' });
  expect(codeOf(await join(api, booking))).toBe('done');
  // The tutor is late: who was punctual has come.
  api.clock.advance({ minutes: 1 });
  await join(api, booking);
  await settle();
  expect(await joinedAt()).toBe('2026-11-21T08:50:00.000Z');
  // Another lesson, which begins once that would have ended.
  await change({ Time: '10:15:01' });
  await settle();
  expect(codeOf(await join(api, booking))).toBe('join_closed');
  expect(await joinedAt()).toBeNull();
  await change({ Date: '2026-11-28', Time: '09:00:00' });
  expect(await read(api, booking.token)).toMatchObject({
    state: 'early',
    opens_at: '2026-11-28T08:45:00.000Z',
  });
  const meetingLink = 'https://meet.example.com/new';
  await change({ Meeting_Link: meetingLink });
  api.clock.set('2026-11-28T09:00:00.000Z');
  expect((await join(api, booking)).body).toMatchObject({ Meeting_Link: meetingLink });
  expect(await joinedAt()).toBe('2026-11-28T09:00:00.000Z');
});
