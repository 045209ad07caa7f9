// Lessons are locked before families, even by calls that find a lesson late, so that nobody waits
// for a family that waits itself.
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { bookLesson } from '../lessons/book.ts';
import type { Work } from '../engine/context.ts';
import { familyOf, requireLesson, withLocks } from '../lessons/locks.ts';
import { book, chooseAttending } from '../lessons/spots.ts';
import { applySession, createPayment } from '../payments/payments.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { begin, lock } from '../testing/begun.ts';
import type { TestFamily } from '../testing/caller.ts';
import { makeAdmin, makeFamily, makeLesson, parentOf, provenParent } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { expectWaiting, expectWaitingFor } from '../testing/waiting.ts';
import { eraseFamily } from './erasure.ts';

let api: TestApp;
let family: TestFamily;
let lessonId: string;
beforeEach(async () => {
  api = await startTestApp();
  family = await makeFamily(api, 1);
  lessonId = (await makeLesson(api)).id;
});
afterEach(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await api.close();
});

/** Throws if another transaction has locked the family. */
const takeFamily = ({ tx }: Work) =>
  sql`select id from families where id = ${family.id} for update nowait`.execute(tx);

// The embedded engine has one connection: nobody waits for a row.
if (inject('engine') === 'postgres') {
  test('does not lock the family while a booking waits for its lesson during an account deletion', async () => {
    const booking = await begin(api, (work) =>
      withLocks(work, { lessons: [lessonId], families: [family.id] }, async (locks) => {
        const whom = { familyId: family.id, ownStudent: null, studentId: undefined };
        await book(work, {
          lesson: requireLesson(locks, lessonId),
          family: familyOf(locks, family.id),
          attending: await chooseAttending(work.tx, whom),
        });
      }),
    );
    const erased = eraseFamily(api.context(parentOf(family)), await provenParent(family));
    await expectWaiting(api.database.db, 1);
    const locking = begin(api, (work) => lock(work, { lessons: [lessonId] }));
    await expectWaiting(api.database.db, 2);
    await booking.end();
    const lesson = await locking;
    await expectWaitingFor(api.database.db, lesson.work.tx);
    await takeFamily(lesson.work);
    await lesson.end();
    await erased;
  });

  test('does not lock the family while a payment waits for its lessons', async () => {
    const whom = { familyId: family.id, ownStudent: null, studentId: undefined };
    const { id, amount, currency } = await createPayment(
      api.context(parentOf(family)),
      { credits: 1, amount: 3000, currency: 'gbp' },
      { lessonIds: [lessonId], whom },
    );
    const lesson = await begin(api, (work) => lock(work, { lessons: [lessonId] }));
    const session = { sessionId: `cs_${id}`, paymentId: id, paymentIntent: `pi_${id}` };
    const applied = applySession(api.context(null), {
      ...session,
      amount,
      currency,
      outcome: 'paid',
    });
    await expectWaiting(api.database.db, 1);
    await takeFamily(lesson.work);
    await lesson.end();
    expect(await applied).toBe(true);
  });
} else {
  test('deletes a family that books and closes its account at the same time', async () => {
    const booked = bookLesson(api.context(parentOf(family)), { lessonId });
    await eraseFamily(api.context(parentOf(family)), await provenParent(family));
    await Promise.allSettled([booked]);
    const { body } = await api.call(endpoints.listAdminLessons, {
      token: (await makeAdmin(api)).token,
    });
    expect(body.lessons).toMatchObject([{ id: lessonId, bookedCount: 0 }]);
  });
}
