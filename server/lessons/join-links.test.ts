// Join links of bookings through the API: when they open, who joined, and when they are revoked.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Method } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { joinPath } from '../../domain/paths.ts';
import { eraseFamily } from '../families/erasure.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  addSignIn,
  addStudent,
  adminOf,
  joinTokenOf,
  lessonForm,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
  parentOf,
  provenParent,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { deleteLesson } from './change-lesson.ts';

let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterAll(() => api.close());
beforeEach(() => api.clock.set(START));

interface Scene {
  readonly family: TestFamily;
  readonly lesson: string;
  readonly booking: string;
  readonly token: string;
}

/** A booking of the lesson on Saturday at 9. */
async function makeScene(): Promise<Scene> {
  const family = await makeFamily(api, 3);
  const { id: lesson } = await makeLesson(api);
  const booking = await makeBooking(api, family, lesson, family.studentId);
  return { family, lesson, booking, token: await joinTokenOf(api, booking) };
}

const read = async (token: string) =>
  (await api.call(endpoints.readJoinLink, { params: { token } })).body.join;
const join = (token: string) => api.either(endpoints.joinLesson, { params: { token } });

/** The tutor, recently signed in. */
const tutor = async () => (await makeAdmin(api)).token;

async function joinedAt(booking: string): Promise<string | null | undefined> {
  const { body } = await api.call(endpoints.listAdminBookings, {
    token: await tutor(),
    query: { from: '2026-11-01' },
  });
  return body.bookings.find(({ id }) => id === booking)?.joined_at;
}

/** Expects that the link can neither be read nor used, like an unknown one. */
async function expectNoJoinLink(token: string): Promise<void> {
  for (const endpoint of [endpoints.readJoinLink, endpoints.joinLesson]) {
    const { status, body } = await api.refused(endpoint, { params: { token } });
    expect([status, body.code]).toEqual([404, 'join_link_not_found']);
  }
}

test.each([
  [START, 'early'],
  ['2026-11-21T08:44:59.999Z', 'early'],
  ['2026-11-21T08:45:00.000Z', 'open'],
  ['2026-11-21T09:59:59.999Z', 'open'],
  ['2026-11-21T10:00:00.000Z', 'over'],
] as const)('at %s a join link is %s', async (now, state) => {
  const { booking, lesson, token } = await makeScene();
  api.clock.set(now);
  // Exactly these keys: neither the owner nor the meeting URL.
  expect(await read(token)).toStrictEqual({
    state,
    Lesson_ID: lesson,
    Lesson_Name: lessonForm.Lesson_Name,
    starts_at: '2026-11-21T09:00:00.000Z',
    opens_at: '2026-11-21T08:45:00.000Z',
  });
  expect(await joinedAt(booking)).toBeNull();
  const { status, body } = await join(token);
  if (state === 'open')
    expect(body).toStrictEqual({ success: true, Meeting_Link: lessonForm.Meeting_Link });
  else expect([status, body]).toMatchObject([409, { code: 'join_closed' }]);
  expect(await joinedAt(booking)).toBe(state === 'open' ? now : null);
});

test('records the first join, and no reads', async () => {
  const { booking, token } = await makeScene();
  api.clock.set('2026-11-21T08:50:00.000Z');
  for (const method of ['HEAD', 'GET'] as const)
    expect((await api.app.inject({ method, url: `/api${joinPath(token)}` })).statusCode).toBe(200);
  expect(await joinedAt(booking)).toBeNull();
  await join(token);
  api.clock.set('2026-11-21T09:10:00.000Z');
  expect((await join(token)).status).toBe(200);
  expect(await joinedAt(booking)).toBe('2026-11-21T08:50:00.000Z');
  api.clock.set('2026-11-21T10:00:00.000Z');
  expect((await join(token)).body).toMatchObject({ code: 'join_closed' });
});

const LATER = '2026-11-21T09:05:00.000Z';

test.each<{ how: string; end: (scene: Scene) => unknown }>([
  {
    how: 'cancelling',
    end: ({ family, booking }) =>
      api.call(endpoints.cancelBooking, { token: family.token, params: { bookingId: booking } }),
  },
  {
    how: 'deleting the lesson',
    end: ({ lesson }) => deleteLesson(api.context(adminOf(admin)), lesson),
  },
  {
    how: 'deleting the lesson once it has begun',
    end: ({ lesson }) => {
      api.clock.set(LATER);
      return deleteLesson(api.context(adminOf(admin)), lesson);
    },
  },
  {
    how: 'removing the student once it has begun',
    end: async ({ family }) => {
      await addStudent(api, family);
      api.clock.set(LATER);
      await api.call(endpoints.removeStudent, {
        token: family.token,
        params: { id: family.studentId },
      });
    },
  },
  {
    how: 'leaving',
    end: async ({ family }) =>
      eraseFamily(api.context(parentOf(family)), await provenParent(family)),
  },
  {
    how: 'leaving once it has begun',
    end: async ({ family }) => {
      api.clock.set(LATER);
      await eraseFamily(api.context(parentOf(family)), await provenParent(family));
    },
  },
])('$how revokes the join link and erases its token', async ({ end }) => {
  const scene = await makeScene();
  await end(scene);
  api.clock.set(LATER);
  await expectNoJoinLink(scene.token);
  const { join_token } = await api.database.db
    .selectFrom('bookings')
    .select('join_token')
    .where('id', '=', scene.booking)
    .executeTakeFirstOrThrow();
  expect(join_token).toBeNull();
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('gives a booking that moves to another lesson a new join link', async () => {
  const { family, booking, token } = await makeScene();
  const { id: other } = await makeLesson(api, { Date: '2026-11-28' });
  const { body } = await api.call(endpoints.moveBooking, {
    token: family.token,
    params: { bookingId: booking },
    body: { Lesson_ID: other },
  });
  await expectNoJoinLink(token);
  expect(await read(await joinTokenOf(api, body.booking.id))).toMatchObject({
    state: 'early',
    Lesson_ID: other,
  });
});

const change = async (id: string, body: Record<string, string>) =>
  api.call(endpoints.updateLesson, { token: await tutor(), params: { id }, body });

test('keeps the join links of a moved lesson, and resets its joins', async () => {
  const { booking, lesson, token } = await makeScene();
  api.clock.set('2026-11-21T08:50:00.000Z');
  await join(token);
  // A move so small that earlier joins are still valid.
  await change(lesson, { Time: '09:05:00' });
  expect(await joinedAt(booking)).toBe('2026-11-21T08:50:00.000Z');
  await change(lesson, { Time: '09:05:01' });
  expect(await joinedAt(booking)).toBeNull();
  await join(token);
  expect((await join(token)).body).toMatchObject({ code: 'join_closed' });
  await change(lesson, { Date: '2026-11-28', Time: '09:00:00' });
  expect(await read(token)).toMatchObject({ state: 'early', opens_at: '2026-11-28T08:45:00.000Z' });
  await change(lesson, { Meeting_Link: 'https://meet.example.com/new' });
  api.clock.set('2026-11-28T09:00:00.000Z');
  expect((await join(token)).body).toMatchObject({ Meeting_Link: 'https://meet.example.com/new' });
  expect(await joinedAt(booking)).toBe('2026-11-28T09:00:00.000Z');
});

test('lets a late student join although marked absent', async () => {
  const { booking, token } = await makeScene();
  api.clock.set(LATER);
  const params = { bookingId: booking };
  await api.call(endpoints.markAttendance, {
    token: await tutor(),
    params,
    body: { absent: true },
  });
  expect((await join(token)).status).toBe(200);
  expect(await joinedAt(booking)).toBe(LATER);
});

test('lets students join a lesson without a meeting link, and says that there is none yet', async () => {
  const { booking, lesson, token } = await makeScene();
  // Lessons created before the link became mandatory may have none.
  await api.database.db
    .updateTable('lessons')
    .set({ meeting_link: '' })
    .where('id', '=', lesson)
    .execute();
  api.clock.set(LATER);
  expect((await join(token)).body).toStrictEqual({ success: true, Meeting_Link: null });
  expect(await joinedAt(booking)).toBe(LATER);
});

test('rejects anything that is not a token', async () => {
  const { booking, token } = await makeScene();
  const swapped = token.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  for (const other of [
    swapped,
    `${token}x`,
    token.slice(1),
    booking,
    'x'.repeat(43),
    '\u0000',
    "' or 1=1 --",
    '%',
  ])
    await expectNoJoinLink(other);
});

test('shows a family only its own join links, and a student only their own', async () => {
  const { family, lesson, booking, token } = await makeScene();
  const sibling = await addStudent(api, family);
  const second = await makeBooking(api, family, lesson, sibling);
  const own = await addSignIn(api, family, sibling);
  const stranger = await makeFamily(api);
  const seenBy = async ({ token: by }: Caller) => {
    const { lessons } = (await api.call(endpoints.listLessons, { token: by })).body;
    const { join_link, bookings } = lessons.find(({ id }) => id === lesson) ?? {};
    return { join_link, bookings };
  };
  const [first, other] = [joinPath(token), joinPath(await joinTokenOf(api, second))];
  const siblings = { id: second, Student_ID: sibling, join_link: other, calendar_uid: second };
  expect(await seenBy(family)).toEqual({
    join_link: first,
    bookings: [
      { id: booking, Student_ID: family.studentId, join_link: first, calendar_uid: booking },
      siblings,
    ],
  });
  expect(await seenBy(own)).toEqual({ join_link: other, bookings: [siblings] });
  expect(await seenBy(stranger)).toEqual({ join_link: null, bookings: [] });
});

test('includes the time of the join in the data export', async () => {
  const { family, token } = await makeScene();
  api.clock.set(LATER);
  await join(token);
  const { body } = await api.call(endpoints.exportData, { token: family.token });
  expect(body.data.bookings.map(({ joined_at }) => joined_at)).toEqual([LATER]);
  expect(JSON.stringify(body)).not.toContain(token);
});

test.each<Method>(['GET', 'POST', 'DELETE'])(
  'never caches, lists or forwards an answer to %s',
  async (method) => {
    const { token } = await makeScene();
    for (const key of [token, 'unknown']) {
      const { headers } = await api.app.inject({ method, url: `/api${joinPath(key)}` });
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
    }
  },
);
