// Promotes the first student with a credit in the transaction that frees a spot.
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { readEvents } from '../email/content.ts';
import { updateLesson } from './change-lesson.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  adminOf,
  giveCredits,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
  parentOf,
  PASSWORD,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { attending, waitingStudentIds, placeIn } from '../testing/waiting-lists.ts';
import { kindsOf, readEmails } from '../testing/emails.ts';
import { creditsOf } from '../testing/payments.ts';
import { bookLesson } from './book.ts';
import { cancelBooking } from './cancel.ts';
import { moveBooking } from './move.ts';
import { queueWaitingNotices } from './waiting-notices.ts';

let api: TestApp;
let bookedFamily: TestFamily;
/** Full: its only spot is taken by this booking. */
let lesson: string;
let booking: string;
beforeEach(async () => {
  api = await startTestApp();
  bookedFamily = await makeFamily(api, 1);
  lesson = (await makeLesson(api, { Max_Students: 1 })).id;
  booking = await makeBooking(api, bookedFamily, lesson);
});
afterEach(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await api.close();
});

const join = async (who: Pick<Caller, 'token'>, Student_ID?: string) => {
  const { body } = await api.call(endpoints.joinWaitingList, placeIn(lesson, who, Student_ID));
  return body.waiting.position;
};
/** A family on the waiting list. */
async function waitingFamily(credits: number): Promise<TestFamily> {
  const family = await makeFamily(api, credits);
  await join(family);
  return family;
}
async function cancel(who: TestFamily = bookedFamily, id = booking) {
  const params = { bookingId: id };
  const answer = await api.call(endpoints.cancelBooking, { token: who.token, params });
  await queueWaitingNotices(api.context(null));
  return answer;
}
/** Including due notices. */
const kindsTo = async ({ email }: Pick<Caller, 'email'>) => {
  await queueWaitingNotices(api.context(null));
  return kindsOf(await readEmails(api, email));
};

test('promotes the first student to a cancelled spot, with ledger entry, email and calendar event', async () => {
  const [first, second] = [await waitingFamily(2), await waitingFamily(2)];
  const signIn = await addSignIn(api, first, first.studentId);
  const { body } = await cancel();
  expect(body.creditsRemaining).toBe(1);
  expect(await attending(api.database.db, lesson)).toEqual([first.studentId]);
  expect(await waitingStudentIds(api.database.db, lesson)).toEqual([second.studentId]);
  expect([await creditsOf(api, first), await creditsOf(api, second)]).toEqual([1, 2]);
  const { entries } = (await api.call(endpoints.listCredits, { token: first.token })).body;
  expect(entries[0]).toMatchObject({
    kind: 'booking',
    amount: -1,
    Lesson_Name: 'Forces and motion',
  });
  const [message, ...others] = await readEmails(api, first.email);
  expect(others).toEqual([]);
  expect(message?.subject).toBe(
    'Booked from the waiting list: Forces and motion, Saturday 21 November 2026 at 09:00 UK time',
  );
  expect(message?.text).toContain('was next on the waiting list and is booked in now');
  expect(message?.text).toContain('It has taken 1 credit');
  expect(message?.text).toMatch(/Join the lesson: \S+\/join\//);
  expect(readEvents(message?.calendar ?? null)).toMatchObject([
    { uid: message?.thread, state: 'confirmed' },
  ]);
  const [toStudent] = await readEmails(api, signIn.email);
  expect(toStudent?.text).toContain('You were next on the waiting list and are booked in now');
  expect(toStudent?.text).not.toContain('credit');
  expect(await kindsTo(second)).toEqual([]);
});

test('passes over families without a credit, and emails their parents once', async () => {
  const [poor, rich] = [await waitingFamily(0), await waitingFamily(1)];
  const partner = await addParent(api, poor);
  const signIn = await addSignIn(api, poor, poor.studentId);
  await cancel();
  expect(await attending(api.database.db, lesson)).toEqual([rich.studentId]);
  expect(await waitingStudentIds(api.database.db, lesson)).toEqual([poor.studentId]);
  const again = await waitingFamily(1);
  const [{ id } = { id: '' }] = await api.database.db
    .selectFrom('bookings')
    .select('id')
    .where('student_id', '=', rich.studentId)
    .execute();
  await cancel(rich, id);
  expect(await attending(api.database.db, lesson)).toEqual([again.studentId]);
  // Joining again does not repeat the email.
  await api.call(endpoints.leaveWaitingList, {
    token: poor.token,
    params: { id: lesson },
    body: {},
  });
  await join(poor);
  const [own = ''] = await ownBookings(again);
  await cancel(again, own);
  expect(await attending(api.database.db, lesson)).toEqual([]);
  for (const parent of [poor, partner]) {
    const emails = await readEmails(api, parent.email);
    expect(kindsOf(emails)).toEqual(['Spot missed, no credit']);
    expect(emails[0]?.text).toContain('Buying a credit now does not book this spot by itself.');
    expect(emails[0]?.text).toContain(`/user-home?week=2026-11-16&lesson=${lesson}`);
  }
  expect(await kindsTo(signIn)).toEqual([]);
});

async function ownBookings({ studentId }: TestFamily): Promise<string[]> {
  const rows = await api.database.db
    .selectFrom('bookings')
    .select('id')
    .where('student_id', '=', studentId)
    .where('cancelled_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

test('does not promote when a credit is bought later, but counts it for the next spot and for booking', async () => {
  const [one, two] = [await waitingFamily(0), await waitingFamily(0)];
  await cancel();
  for (const { id } of [one, two]) await giveCredits(api, id, 1);
  expect(await attending(api.database.db, lesson)).toEqual([]);
  const { body } = await api.call(endpoints.bookLesson, {
    token: two.token,
    body: { Lesson_ID: lesson },
  });
  expect(await waitingStudentIds(api.database.db, lesson)).toEqual([one.studentId]);
  await cancel(two, body.booking.id);
  expect(await attending(api.database.db, lesson)).toEqual([one.studentId]);
});

test('refunds first, so a sibling is promoted with the credit of the cancelled booking', async () => {
  const siblingId = await addStudent(api, bookedFamily);
  expect(await join(bookedFamily, siblingId)).toBe(1);
  const other = await waitingFamily(1);
  const { body } = await cancel();
  expect(body.creditsRemaining).toBe(0);
  expect(await attending(api.database.db, lesson)).toEqual([siblingId]);
  expect(await waitingStudentIds(api.database.db, lesson)).toEqual([other.studentId]);
});

test('promotes the first of two siblings with one credit, and then the next family', async () => {
  const admin = await makeAdmin(api);
  const family = await makeFamily(api, 1);
  const siblingId = await addStudent(api, family);
  await join(family, siblingId);
  await join(family, family.studentId);
  const next = await waitingFamily(1);
  const { body } = await api.call(endpoints.updateLesson, {
    token: admin.token,
    params: { id: lesson },
    body: { Max_Students: 3 },
  });
  expect(body.lesson).toMatchObject({ bookedCount: 3, waitingCount: 1 });
  expect((await attending(api.database.db, lesson)).toSorted()).toEqual(
    [bookedFamily.studentId, siblingId, next.studentId].toSorted(),
  );
  expect(new Set(await kindsTo(family))).toEqual(
    new Set(['Booked from the waiting list', 'Spot missed, no credit']),
  );
});

test('offers the spot of a moved booking to the waiting list', async () => {
  const first = await waitingFamily(1);
  const siblingId = await addStudent(api, bookedFamily);
  await join(bookedFamily, siblingId);
  const to = await makeLesson(api, { Date: '2026-11-28' });
  const moved = await moveBooking(api.context(parentOf(bookedFamily)), {
    bookingId: booking,
    lessonId: to.id,
  });
  expect(moved.creditsRemaining).toBe(0);
  expect(await attending(api.database.db, lesson)).toEqual([first.studentId]);
  expect(await kindsTo(bookedFamily)).toEqual(['Booked', 'Moved']);
});

test('offers the spots of a leaving family to others, not to its own entries', async () => {
  const siblingId = await addStudent(api, bookedFamily);
  await join(bookedFamily, siblingId);
  const [poor, first] = [await waitingFamily(0), await waitingFamily(1)];
  await api.call(endpoints.deleteAccount, {
    token: bookedFamily.token,
    body: { current_password: PASSWORD },
  });
  expect(await attending(api.database.db, lesson)).toEqual([first.studentId]);
  expect(await waitingStudentIds(api.database.db, lesson)).toEqual([poor.studentId]);
});

test('promotes in order when spots are added, and leaves the rest free', async () => {
  const families = [await waitingFamily(1), await waitingFamily(0), await waitingFamily(1)];
  const admin = api.context(adminOf(await makeAdmin(api)));
  const { bookedCount, waitingCount } = await updateLesson(admin, lesson, { Max_Students: 5 });
  expect([bookedCount, waitingCount]).toEqual([3, 1]);
  expect((await attending(api.database.db, lesson)).slice(1)).toEqual([
    families[0]?.studentId,
    families[2]?.studentId,
  ]);
});

test.each([
  ['more than two hours before', '2026-11-21T06:59:59.999Z', true],
  ['two hours before', '2026-11-21T07:00:00.000Z', false],
] as const)('%s the start the waiting list is promoted: %s, %s', async (_, now, isServed) => {
  const [first, second] = [await waitingFamily(1), await waitingFamily(0)];
  const signIn = await addSignIn(api, first, first.studentId);
  api.clock.set(now);
  await cancelBooking(api.context(parentOf(bookedFamily)), booking);
  expect(await attending(api.database.db, lesson)).toEqual(isServed ? [first.studentId] : []);
  expect(await waitingStudentIds(api.database.db, lesson)).toEqual(
    isServed ? [second.studentId] : [first.studentId, second.studentId],
  );
  const news = isServed ? 'Booked from the waiting list' : 'A spot is free';
  for (const person of [first, signIn]) expect(await kindsTo(person)).toEqual([news]);
  expect(await kindsTo(second)).toEqual(isServed ? [] : ['A spot is free']);
});

test('tells each family once that a spot is open to all, also those who join later', async () => {
  const early = await waitingFamily(1);
  api.clock.set('2026-11-21T07:30:00Z');
  await cancelBooking(api.context(parentOf(bookedFamily)), booking);
  const taker = await makeFamily(api, 1);
  const taken = await bookLesson(api.context(parentOf(taker)), { lessonId: lesson });
  const late = await waitingFamily(1);
  await cancelBooking(api.context(parentOf(taker)), taken.booking.id);
  for (const family of [early, late]) expect(await kindsTo(family)).toEqual(['A spot is free']);
  await bookLesson(api.context(parentOf(late)), { lessonId: lesson });
  expect(await waitingStudentIds(api.database.db, lesson)).toEqual([early.studentId]);
});

test('offers the spot to the next student when a promoted one cancels at once', async () => {
  const [first, second] = [await waitingFamily(1), await waitingFamily(1)];
  await cancel();
  const [id = ''] = await ownBookings(first);
  await cancel(first, id);
  expect(await attending(api.database.db, lesson)).toEqual([second.studentId]);
  expect(await creditsOf(api, first)).toBe(1);
  expect(await kindsTo(first)).toEqual(['Booked from the waiting list', 'Cancelled']);
  expect(await join(first)).toBe(1);
});

test('promotes nobody twice for a repeated request', async () => {
  const [first, second] = [await waitingFamily(1), await waitingFamily(1)];
  const send = () =>
    api.call(endpoints.cancelBooking, {
      token: bookedFamily.token,
      params: { bookingId: booking },
      headers: { 'idempotency-key': 'once' },
    });
  const answers = [await send(), await send()];
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  expect(await attending(api.database.db, lesson)).toEqual([first.studentId]);
  expect(await waitingStudentIds(api.database.db, lesson)).toEqual([second.studentId]);
});
