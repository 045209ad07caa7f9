// Students as the tutor sees them: the list, the record, credit adjustments and receipts sent
// again.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { MAX_ADJUSTMENT } from '../../domain/limits.ts';
import { issueInvoice } from '../payments/invoices.ts';
import { transact } from '../engine/context.ts';
import { newId } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, makeLesson, makeFamily, PASSWORD, signUpForm } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { readEmails } from '../testing/emails.ts';

let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterAll(() => api.close());

const recordOf = async (id: string) =>
  (await api.call(endpoints.getFamilyRecord, { token: admin.token, params: { id } })).body.record;
const adjust = (id: string, amount: number, reason: string) =>
  api.call(endpoints.adjustCredits, {
    token: admin.token,
    params: { id },
    body: { amount, reason },
  });
const refuseAdjust = (id: string, body: object, token = admin.token) =>
  api.refused(endpoints.adjustCredits, { token, params: { id }, body });

async function payment(familyId: string, status: 'pending' | 'paid' | 'refunded'): Promise<string> {
  const id = newId();
  await api.database.db
    .insertInto('payments')
    .values({
      id,
      family_id: familyId,
      credits: 5,
      amount: 14_000,
      currency: 'gbp',
      status,
      session_id: null,
      payment_intent: null,
      created_at: api.clock.now,
      updated_at: api.clock.now,
    })
    .execute();
  if (status !== 'pending') await transact(api.context(null), (work) => issueInvoice(work, id));
  return id;
}

const receiptsTo = (address: string) => readEmails(api, address, 'receipt:');

test('lists every family with its balance, newest first, and none that has left', async () => {
  const first = await makeFamily(api, 3);
  api.clock.advance({ minutes: 1 });
  const form = signUpForm();
  const { body: signedUp } = await api.call(endpoints.register, { body: form });
  const left = signUpForm();
  await api.call(endpoints.register, { body: left });
  const { body } = await api.call(endpoints.login, {
    body: { email: left.Parent_Email, password: PASSWORD },
  });
  await api.call(endpoints.deleteAccount, {
    token: body.session.access_token,
    body: { current_password: PASSWORD },
  });
  const { students } = (await api.call(endpoints.listFamilies, { token: admin.token })).body;
  expect(students.map(({ id, Credits }) => [id, Credits])).toEqual([
    [signedUp.user.id, 0],
    [first.id, 3],
  ]);
  expect(students[0]).toMatchObject({
    Student_Name: form.Student_Name,
    Parent_Name: form.Parent_Name,
    Parent_Email: form.Parent_Email,
    Parent_Phone_Number: form.Parent_Phone_Number,
  });
  const gone = await api.refused(endpoints.getFamilyRecord, {
    token: admin.token,
    params: { id: body.user.id },
  });
  expect(gone.body).toMatchObject({ code: 'not_found', error: 'There is no such student.' });
});

test('shows lessons ahead and past, the ledger and the payments', async () => {
  const student = await makeFamily(api, 3);
  const soon = await makeLesson(api, { Date: '2026-11-18', Time: '13:00:00', Lesson_Name: 'Soon' });
  const later = await makeLesson(api, { Date: '2026-11-21', Lesson_Name: 'Later' });
  const last = await makeLesson(api, { Date: '2026-11-28', Lesson_Name: 'Last' });
  for (const { id } of [last, soon, later])
    await api.call(endpoints.bookLesson, { token: student.token, body: { Lesson_ID: id } });
  const paid = await payment(student.id, 'paid');
  api.clock.set('2026-11-18T14:00:00Z');
  const record = await recordOf(student.id);
  expect(record.upcoming.map(({ Lesson_Name }) => Lesson_Name)).toEqual(['Later', 'Last']);
  expect(record.past.map(({ Lesson_Name, absent }) => [Lesson_Name, absent])).toEqual([
    ['Soon', false],
  ]);
  expect(record.entries.map(({ kind, balance }) => [kind, balance])).toEqual([
    ['booking', 0],
    ['booking', 1],
    ['booking', 2],
    ['adjustment', 3],
  ]);
  expect(record.payments).toMatchObject([{ id: paid, status: 'paid', credits: 5, amount: 14_000 }]);
  expect(record.student).toMatchObject({ Credits: 0, Lessons_Attended: 1, Lessons_Booked: 2 });
});

test('gives and takes credits with a reason that the family can read', async () => {
  const { id, token } = await makeFamily(api);
  expect((await adjust(id, 1, ' Free first lesson ')).body.creditsRemaining).toBe(1);
  expect((await adjust(id, -1, 'Given twice')).body.creditsRemaining).toBe(0);
  const { entries } = (await api.call(endpoints.listCredits, { token })).body;
  expect(
    entries.map(({ kind, amount, balance, reason }) => [kind, amount, balance, reason]),
  ).toEqual([
    ['adjustment', -1, 0, 'Given twice'],
    ['adjustment', 1, 1, 'Free first lesson'],
  ]);
});

test('refuses to take more credits than there are, and keeps the balance', async () => {
  const { id, token } = await makeFamily(api, 2);
  const { status, body } = await refuseAdjust(id, { amount: -3, reason: 'Too many' });
  expect(status).toBe(402);
  expect(body).toMatchObject({
    code: 'insufficient_credits',
    error: expect.stringMatching(/^Student \d+ has only 2 credits\.$/),
    details: [{ field: 'amount' }],
  });
  expect((await api.call(endpoints.getProfile, { token })).body.user.Credits).toBe(2);
});

test('adds up twenty concurrent adjustments', async () => {
  // Enough credits for the case that every deduction comes before the first gift.
  const { id, token } = await makeFamily(api, 10);
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => adjust(id, index % 2 === 0 ? 2 : -1, 'At once')),
  );
  expect((await api.call(endpoints.getProfile, { token })).body.user.Credits).toBe(10 + 10);
  const broken = await brokenInvariants(api.database.db);
  // The payments in this file were deliberately never credited.
  const expected = /^(exactly the paid payments were credited|paid and given credits)/;
  expect(broken.filter((rule) => !expected.test(rule))).toEqual([]);
});

const AMOUNT = 'Credits must be a whole number from -100 to 100 and not 0';
test.each([
  [{ amount: 0, reason: 'Nothing' }, 'amount', AMOUNT],
  [{ amount: 1.5, reason: 'Half' }, 'amount', AMOUNT],
  [{ amount: '1', reason: 'Text' }, 'amount', AMOUNT],
  [{ amount: MAX_ADJUSTMENT + 1, reason: 'Too many' }, 'amount', AMOUNT],
  [{ amount: -MAX_ADJUSTMENT - 1, reason: 'Too many' }, 'amount', AMOUNT],
  [{ reason: 'Missing' }, 'amount', AMOUNT],
  [{ amount: 1 }, 'reason', 'Reason must be at least 2 characters'],
  [{ amount: 1, reason: ' x ' }, 'reason', 'Reason must be at least 2 characters'],
  [{ amount: 1, reason: 'x'.repeat(201) }, 'reason', 'Reason must be less than 200 characters'],
  [{ amount: 1, reason: 'a\u0000b' }, 'reason', 'Remove the control characters'],
])('refuses an adjustment of %j at %s', async (body, field, message) => {
  const { id } = await makeFamily(api);
  expect((await refuseAdjust(id, body)).body.details).toEqual([{ field, message }]);
});

test('accepts the bounds themselves', async () => {
  const { id } = await makeFamily(api);
  await adjust(id, MAX_ADJUSTMENT, 'x'.repeat(200));
  expect((await adjust(id, -MAX_ADJUSTMENT, 'No')).body.creditsRemaining).toBe(0);
});

test('lets no student give credits, and finds no unknown student', async () => {
  const { id, token } = await makeFamily(api);
  expect((await refuseAdjust(id, { amount: 9, reason: 'Mine' }, token)).status).toBe(403);
  expect((await refuseAdjust(newId(), { amount: 1, reason: 'Who' })).body.code).toBe('not_found');
  expect((await refuseAdjust('nobody', { amount: 1, reason: 'Who' })).body.details).toEqual([
    { field: 'id', message: 'Family ID must be a valid integer or UUID' },
  ]);
});

test('sends a receipt again each time', async () => {
  const student = await makeFamily(api);
  for (const status of ['paid', 'refunded'] as const) {
    const id = await payment(student.id, status);
    await api.call(endpoints.resendReceipt, { token: admin.token, params: { id } });
    api.clock.advance({ seconds: 1 });
    await api.call(endpoints.resendReceipt, { token: admin.token, params: { id } });
  }
  const receipts = await receiptsTo(student.email);
  expect(receipts).toHaveLength(4);
  expect(receipts[0]?.text).toContain('£140.00');
});

test('sends no receipt for an unpaid, unknown or erased payment', async () => {
  const student = await makeFamily(api);
  for (const id of [await payment(student.id, 'pending'), newId()]) {
    const { body } = await api.refused(endpoints.resendReceipt, {
      token: admin.token,
      params: { id },
    });
    expect(body.code).toBe('payment_not_found');
  }
  expect(await receiptsTo(student.email)).toEqual([]);
});
