// What families and the tutor do between a slip of the tutor, who moves a lesson, and its
// correction: until the move is settled, the lesson counts by both its starts.
import { describe, expect, inject } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { proposeAbsent } from '../../domain/lessons/booking.ts';
import { type AdminLesson, lessonEndsAt } from '../../domain/lessons/lesson.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { listPaidLessons } from '../payments/reservations/paid-lessons.ts';
import { leaveWithoutHttp } from '../testing/accounts/leaving.ts';
import type { TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  addStudent,
  joinTokenOf,
  makeFamily,
  makeLesson,
  signInAgain,
} from '../testing/factories.ts';
import { byExcuse, excuseTokenOf } from '../testing/lessons/excuses.ts';
import { shopTest } from '../testing/payments/shop.ts';
import { reportPayment, startPayment } from '../testing/payments/without-provider.ts';
import { overlap } from '../testing/races/locks.ts';
import { codeOf, test as base } from '../testing/test.ts';
import { settleMoves } from './planner/settle-moves.ts';

/** The lesson is on 21 November at 09:00. */
const FIRST = { Date: '2026-11-21', Time: '09:00:00' };
const HELD = { now: '2026-11-22T09:00:00Z', slip: { Date: '2026-11-28' } };
const TO_THE_PAST = { now: '2026-11-20T09:00:00Z', slip: { Date: '2025-11-21' } };
const AHEAD = { now: '2026-11-20T09:00:00Z', slip: { Date: '2026-11-28' } };

interface Scene {
  readonly api: TestApp;
  readonly family: TestFamily;
  readonly tutor: Caller;
  readonly lesson: AdminLesson;
  readonly bookingId: string;
  /** Another lesson, on 1 December. */
  readonly other: AdminLesson;
}

const ACTS: Record<string, (scene: Scene) => Promise<{ body: unknown }>> = {
  book: async ({ api, lesson }) => (await makeFamily(api, 1)).tryToBook(lesson.id),
  'book free': async ({ api, lesson }) => (await makeFamily(api)).tryToBookFree(lesson.id),
  wait: async ({ api, lesson }) => (await makeFamily(api)).tryToJoinWaitingList(lesson.id),
  cancel: ({ family, bookingId }) => family.tryToCancel(bookingId),
  'move away': ({ family, bookingId, other }) => family.tryToMove(bookingId, other.id),
  'move there': async ({ api, lesson, other }) => {
    const guest = await makeFamily(api, 1);
    return guest.tryToMove(await guest.book(other.id), lesson.id);
  },
  'cancel by the link': async ({ api, bookingId }) =>
    byExcuse(api, await excuseTokenOf(api, bookingId)).act({ do: 'cancel' }),
  join: async ({ api, bookingId }) =>
    api.either(endpoints.joinLesson, { params: { token: await joinTokenOf(api, bookingId) } }),
  'remove the student': async ({ api, family }) => {
    await addStudent(api, family);
    return family.either(endpoints.removeStudent, { params: { id: family.studentId } });
  },
  'close the account': async ({ family }) => {
    await leaveWithoutHttp(family);
    return { body: {} };
  },
  'cancel for the family': ({ tutor, bookingId }) => tutor.tryToCancelFor(bookingId),
  'mark absent': ({ tutor, bookingId }) =>
    tutor.either(endpoints.markAttendance, { params: { bookingId }, body: { absent: true } }),
  'delete the lesson': ({ tutor, lesson }) => tutor.deleteLesson(lesson.id),
};

/** The answer, and what the family of the booking has got back once the lesson is corrected. */
const OUTCOMES: [act: keyof typeof ACTS, held: string, toThePast: string, ahead: string][] = [
  ['book', 'lesson_started', 'lesson_started', 'done'],
  ['book free', 'lesson_started', 'lesson_started', 'done'],
  ['wait', 'lesson_started', 'lesson_started', 'not_full'],
  ['cancel', 'lesson_started', 'lesson_started', 'done, 1 back'],
  ['move away', 'lesson_started', 'lesson_started', 'done'],
  ['move there', 'lesson_started', 'lesson_started', 'done'],
  ['cancel by the link', 'lesson_started', 'excuse_not_found', 'done, 1 back'],
  ['join', 'join_closed', 'join_closed', 'join_closed'],
  ['remove the student', 'has_bookings', 'has_bookings', 'has_bookings'],
  ['close the account', 'done', 'done, 1 back', 'done, 1 back'],
  ['cancel for the family', 'lesson_started', 'lesson_started', 'done, 1 back'],
  ['mark absent', 'lesson_not_started', 'lesson_not_started', 'lesson_not_started'],
  ['delete the lesson', 'done, 1 back', 'done, 1 back', 'done, 1 back'],
];

const test = base
  .override('settings', { credits: 1 })
  .extend('settle', ({ api }) => async () => {
    api.clock.advance({ minutes: 10 });
    await settleMoves(api.context(null));
  })
  .extend('bookingId', ({ family, lesson }) => family.book(lesson.id))
  .extend('creditsOf', ({ db }) => async ({ id }: { id: string }) => {
    const balance = db.selectFrom('balances').select('credits').where('family_id', '=', id);
    return (await balance.executeTakeFirstOrThrow()).credits;
  });

describe.each([
  ['held lesson ahead', HELD, 1],
  ['lesson that is ahead into the past', TO_THE_PAST, 2],
  ['lesson that is ahead to another day', AHEAD, 3],
] as const)('a slip that moves a %s', (_, { now, slip }, column) => {
  test.for(OUTCOMES.map((row) => [row[0], row[column]] as const))(
    'answers "%s" with %s',
    async ([act, expected], { api, family, tutor, lesson, bookingId, settle, creditsOf }) => {
      const other = await makeLesson(api, { Date: '2026-12-01' });
      api.clock.set(now);
      const again = await signInAgain(api, tutor);
      await again.updateLesson(lesson.id, slip);
      api.clock.advance({ minutes: 1 });
      const scene = { api, family, tutor: again, lesson, bookingId, other };
      const code = codeOf((await ACTS[act]?.(scene)) ?? { body: { code: 'no such act' } });
      if (act !== 'delete the lesson') await again.updateLesson(lesson.id, FIRST);
      await settle();
      const credits = await creditsOf(family);
      expect(credits === 0 ? code : `${code}, ${credits} back`).toBe(expected);
    },
  );
});

test.for([
  ['in time by the start that they see', '2026-11-21T08:10:00Z', { Time: '09:12:00' }, /^done$/],
  ['late by both', '2026-11-21T09:20:00Z', { Time: '09:15:00' }, /has started/],
  ['held and just moved', HELD.now, HELD.slip, /again in ten minutes/],
] as const)(
  'families cancel a lesson or read why not: %s',
  async ([, now, to, words], { api, family, tutor, lesson, bookingId }) => {
    api.clock.set(now);
    await (await signInAgain(api, tutor)).updateLesson(lesson.id, to);
    const { body } = await family.tryToCancel(bookingId);
    expect('error' in body ? body.error : 'done').toMatch(words);
  },
);

test.for([
  ['put into the past', TO_THE_PAST.slip, /again in ten minutes/],
  ['not moved', {}, /once the lesson has started/],
] as const)(
  'the tutor reads why nobody is absent from a lesson that is %s',
  async ([, to, words], { tutor, lesson, bookingId }) => {
    await tutor.updateLesson(lesson.id, to);
    const mark = { params: { bookingId }, body: { absent: true } };
    expect((await tutor.refused(endpoints.markAttendance, mark)).body.error).toMatch(words);
  },
);

test.for([
  ['is ahead', {}, true],
  ['a slip has put into the past', TO_THE_PAST.slip, true],
  ['has started', null, false],
] as const)(
  'the tutor reads what deleting a lesson that %s has done',
  async ([, slip, bookingsCancelled], { api, tutor, lesson }) => {
    if (slip === null) api.clock.set(HELD.now);
    const again = await signInAgain(api, tutor);
    if (slip !== null) await again.updateLesson(lesson.id, slip);
    expect((await again.deleteLesson(lesson.id)).body).toMatchObject({ bookingsCancelled });
  },
);

test('one move that fails to settle does not delay the others', async ({
  api,
  db,
  tutor,
  lesson,
}) => {
  const other = await makeLesson(api, { Date: '2026-12-01' });
  for (const { id } of [lesson, other]) await tutor.updateLesson(id, HELD.slip);
  api.clock.advance({ minutes: 10 });
  const { database, ...context } = api.context(null);
  let begun = 0;
  const transact: typeof database.transact = (work) => {
    begun += 1;
    return begun === 1 ? Promise.reject(new Error('broken')) : database.transact(work);
  };
  const failing = settleMoves({ ...context, database: { ...database, transact } });
  await expect(failing).rejects.toThrow('1 moves are not settled');
  const unsettled = db.selectFrom('lessons').select('id').where('moved_from', 'is not', null);
  expect(await unsettled.execute()).toEqual([{ id: lesson.id }]);
});

describe('a student removed after the lesson', () => {
  const removed = test.extend('again', async ({ api, family, tutor, lesson, bookingId }) => {
    expect(bookingId).not.toBe('');
    await addStudent(api, family);
    api.clock.set(HELD.now);
    await family.call(endpoints.removeStudent, { params: { id: family.studentId } });
    const again = await signInAgain(api, tutor);
    await again.updateLesson(lesson.id, HELD.slip);
    return again;
  });

  removed(
    'keeps the booking when a slip is corrected',
    async ({ db, again, lesson, family, settle, creditsOf }) => {
      await again.updateLesson(lesson.id, FIRST);
      await settle();
      expect(await creditsOf(family)).toBe(0);
      expect(await db.selectFrom('lessons').select('booked').execute()).toEqual([{ booked: 1 }]);
    },
  );

  removed(
    'gets the credit back once a real move is settled, and the spot comes free',
    async ({ api, db, again, lesson, family, settle, creditsOf }) => {
      await again.updateLesson(lesson.id, { Max_Students: 1 });
      expect(await creditsOf(family)).toBe(0);
      await settle();
      expect(await creditsOf(family)).toBe(1);
      expect(await db.selectFrom('lessons').select('booked').execute()).toEqual([{ booked: 0 }]);
      await (await makeFamily(api, 1)).book(lesson.id);
    },
  );
});

describe('joins', () => {
  const joined = test.extend('join', ({ api, bookingId }) =>
    async (at: string) => {
      api.clock.set(at);
      const params = { token: await joinTokenOf(api, bookingId) };
      return codeOf(await api.either(endpoints.joinLesson, { params }));
    });
  const joinsOf = async ({ database: { db } }: TestApp) =>
    (await db.selectFrom('bookings').select('joined_at').execute()).map(({ joined_at }) =>
      joined_at === null ? null : new Date(joined_at).toISOString().slice(11, 16),
    );

  joined('of a slip go with it', async ({ api, tutor, lesson, join }) => {
    await tutor.updateLesson(lesson.id, { Date: '2026-11-18', Time: '12:10:00' });
    expect(await join('2026-11-18T12:01:00Z')).toBe('done');
    await tutor.updateLesson(lesson.id, FIRST);
    expect(await joinsOf(api)).toEqual([null]);
  });

  joined('go on in a lesson that a slip has moved', async ({ api, tutor, lesson, join }) => {
    api.clock.set('2026-11-21T08:57:00Z');
    const again = await signInAgain(api, tutor);
    for (const slip of [HELD.slip, TO_THE_PAST.slip]) {
      await again.updateLesson(lesson.id, slip);
      expect(await join('2026-11-21T08:58:00Z')).toBe('done');
    }
    await again.updateLesson(lesson.id, FIRST);
    expect(await joinsOf(api)).toEqual(['08:58']);
  });

  joined(
    'of the lesson survive a slip and a look at the link',
    async ({ api, tutor, lesson, join }) => {
      await join('2026-11-21T08:57:00Z');
      api.clock.set('2026-11-21T10:10:00Z');
      const again = await signInAgain(api, tutor);
      await again.updateLesson(lesson.id, { Time: '10:30:00' });
      expect(await join('2026-11-21T10:16:00Z')).toBe('done');
      await again.updateLesson(lesson.id, FIRST);
      expect(await joinsOf(api)).toEqual(['08:57']);
    },
  );

  joined(
    'of the punctual count when the tutor is late, twice',
    async ({ api, tutor, lesson, join, settle }) => {
      await join('2026-11-21T08:57:00Z');
      for (const [at, time] of [
        ['2026-11-21T09:01:00Z', '09:15:00'],
        ['2026-11-21T09:16:00Z', '09:30:00'],
      ] as const) {
        api.clock.set(at);
        await (await signInAgain(api, tutor)).updateLesson(lesson.id, { Time: time });
        await settle();
      }
      const late = await makeFamily(api, 1);
      const token = await joinTokenOf(api, await late.book(lesson.id));
      api.clock.set('2026-11-21T09:31:00Z');
      await api.call(endpoints.joinLesson, { params: { token } });
      expect(await joinsOf(api)).toEqual(['08:57', '09:31']);
      const now = lessonEndsAt(Date.parse('2026-11-21T09:30:00Z'));
      const query = { from: '2026-11-21', to: '2026-11-21' };
      const { body } = await (
        await signInAgain(api, tutor)
      ).call(endpoints.listAdminBookings, {
        query,
      });
      expect(proposeAbsent(body.bookings, now)).toEqual([]);
    },
  );
});

describe('an absence that the family has told', () => {
  const told = test.extend('tell', ({ api, bookingId }) =>
    async () => {
      const link = byExcuse(api, await excuseTokenOf(api, bookingId));
      expect(codeOf(await link.act({ do: 'tell' }))).toBe('done');
      return async () => (await link.read()).body;
    });
  const state = (is: string) => ({ excuse: { state: is } });

  told('for the time of a slip goes with it', async ({ tutor, lesson, tell }) => {
    await tutor.updateLesson(lesson.id, { Date: '2026-11-19' });
    const read = await tell();
    expect(await read()).toMatchObject(state('excused'));
    await tutor.updateLesson(lesson.id, FIRST);
    expect(await read()).toMatchObject(state('open'));
  });

  told('just after a real move stays', async ({ tutor, lesson, tell, settle }) => {
    await tutor.updateLesson(lesson.id, { Date: '2026-11-22' });
    const read = await tell();
    await settle();
    expect(await read()).toMatchObject(state('excused'));
  });

  told('before a lesson long past survives a slip', async ({ api, db, tutor, lesson, tell }) => {
    await tell();
    api.clock.set('2026-11-24T09:00:00Z');
    await db.deleteFrom('excuse_links').execute();
    const again = await signInAgain(api, tutor);
    await again.updateLesson(lesson.id, HELD.slip);
    await again.updateLesson(lesson.id, FIRST);
    const rows = await db.selectFrom('bookings').select('excused_at').execute();
    expect(rows).toEqual([{ excused_at: expect.any(Number) }]);
  });
});

shopTest(
  'no spot is reserved in a held lesson that was just moved ahead',
  async ({ api, shop, tutor }) => {
    const lesson = await makeLesson(api, FIRST);
    api.clock.set(HELD.now);
    const family = await makeFamily(api);
    const again = await signInAgain(api, tutor);
    await again.updateLesson(lesson.id, HELD.slip);
    const refused = await shop.refused(family, [lesson.id]);
    expect(codeOf(refused)).toBe('lesson_started');
    expect(await api.database.db.selectFrom('lessons').select('reserved').execute()).toEqual([
      { reserved: 0 },
    ]);
  },
);

test.for([
  ['a slip has put into the past', TO_THE_PAST.now, TO_THE_PAST.slip, 'booked'],
  ['a slip has put off after its start', '2026-11-21T09:01:00Z', AHEAD.slip, 'booked'],
  ['has started', '2026-11-21T09:01:00Z', {}, 'not_booked'],
] as const)(
  'a family has paid for a lesson that %s',
  async ([, now, slip, state], { api, tutor }) => {
    const { id } = await makeLesson(api, FIRST);
    const family = await makeFamily(api);
    api.clock.set(now);
    const payer = { ...family.context(), now: api.clock.now - 5 * MINUTE_MS };
    const payment = await startPayment(payer, [id]);
    await (await signInAgain(api, tutor)).updateLesson(id, slip);
    await reportPayment(api.context(null), payment);
    const [paid] = await listPaidLessons(api.database.db, payment.id, api.clock.now);
    expect(paid).toMatchObject({ state, reason: state === 'booked' ? null : 'lesson_started' });
  },
);

test.runIf(inject('engine') === 'postgres')(
  'a booking that waits for a correction is refused by the start that comes back',
  async ({ api, db, family, lesson }) => {
    const answer = await overlap(
      api,
      ({ tx, now }) =>
        tx
          .updateTable('lessons')
          .set({ moved_from: now - 1, moved_at: now })
          .where('id', '=', lesson.id)
          .execute(),
      () => family.tryToBook(lesson.id),
    );
    expect(codeOf(answer)).toBe('lesson_started');
    expect(await db.selectFrom('bookings').select('id').execute()).toEqual([]);
    await db.updateTable('lessons').set({ moved_from: null }).execute();
  },
);
