// Students as the tutor sees them: the list, the record, credit adjustments and receipts sent
// again.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { MAX_ADJUSTMENT } from '../../../domain/tutor/family-record.ts';
import { newId } from '../../base/ids.ts';
import { createPayment } from '../../payments/checkout/create-payment.ts';
import { leave, signUp } from '../../testing/accounts/families.ts';
import { makeFamily, makeLesson } from '../../testing/factories.ts';
import { buyCredits, reportRefunded } from '../../testing/payments/without-provider.ts';
import { codeOf, sharedTest } from '../../testing/test.ts';
import { listFamilies } from './tutor-records.ts';

const test = sharedTest
  .extend(
    'adjust',
    ({ tutor, family }) =>
      (amount: unknown, reason: unknown = 'At once', id = family.id) =>
        tutor.send(endpoints.adjustCredits, { params: { id }, body: { amount, reason } }),
  )
  .extend('readRecord', { scope: 'file' }, ({ tutor }) => async (id: string) => {
    const { body } = await tutor.call(endpoints.getFamilyRecord, { params: { id } });
    return body.record;
  });
test.override('settings', { credits: 3 });

test('lists every family with its balance, newest first', async ({ api, tutor }) => {
  const first = await makeFamily(api, 3);
  api.clock.advance({ minutes: 1 });
  const { form, id } = await signUp(api);
  const left = await signUp(api);
  await leave(left);
  const { students } = (await tutor.call(endpoints.listFamilies)).body;
  expect(students.map((student) => [student.id, student.Credits])).toEqual([
    [id, 0],
    [first.id, 3],
  ]);
  const { password: _, ...shown } = form;
  expect(students[0]).toMatchObject(shown);
  const gone = await tutor.refused(endpoints.getFamilyRecord, { params: { id: left.id } });
  expect(gone.body).toMatchObject({ code: 'not_found', error: 'This student no longer exists.' });
});

test('leaves out those who never had a credit or spot, if there are too many', async ({ api }) => {
  const first = await makeFamily(api, 1);
  for (let n = 0; n < 3; n += 1) {
    api.clock.advance({ minutes: 1 });
    await signUp(api);
  }
  const { db } = api.database;
  const idsOf = async (max?: number) =>
    (await listFamilies(db, api.clock.now, max)).map(({ id }) => id);
  expect((await idsOf()).indexOf(first.id)).toBe(3);
  expect((await idsOf(2))[0]).toBe(first.id);
});

describe('adjusting credits', () => {
  test('is shown to the family with the reason', async ({ family, adjust }) => {
    expect((await adjust(1, ' Free first lesson ')).body).toMatchObject({ creditsRemaining: 4 });
    expect((await adjust(-1, 'Given twice')).body).toMatchObject({ creditsRemaining: 3 });
    const kind = 'adjustment';
    expect((await family.readLedger()).slice(0, 2)).toMatchObject([
      { kind, amount: -1, balance: 3, reason: 'Given twice' },
      { kind, amount: 1, balance: 4, reason: 'Free first lesson' },
    ]);
  });

  test('takes no more credits than there are', async ({ family, adjust }) => {
    const body = {
      code: 'insufficient_credits',
      error: expect.stringMatching(/^Student \d+ has only 3 credits\.$/),
      details: [{ field: 'amount' }],
    };
    expect(await adjust(-4, 'Too many')).toMatchObject({ status: 402, body });
    expect(await family.readCredits()).toBe(3);
  });

  test('adds up twenty concurrent ones', async ({ family, adjust }) => {
    // Enough credits for the case that every deduction comes before the first gift.
    await adjust(7);
    const amounts = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 2 : -1));
    await Promise.all(amounts.map((amount) => adjust(amount)));
    expect(await family.readCredits()).toBe(10 + 10);
  });

  const AMOUNT = 'Credits must be a whole number from -100 to 100 and not 0';
  const SHORT = 'Reason must be at least 2 characters';
  const LONG = 'Reason must be less than 200 characters';
  test.for([
    [0, 'Nothing', 'amount', AMOUNT],
    [1.5, 'Half', 'amount', AMOUNT],
    ['1', 'Text', 'amount', AMOUNT],
    [MAX_ADJUSTMENT + 1, 'Too many', 'amount', AMOUNT],
    [-MAX_ADJUSTMENT - 1, 'Too many', 'amount', AMOUNT],
    [1, ' x ', 'reason', SHORT],
    [1, 'x'.repeat(201), 'reason', LONG],
    [1, 'a\u0000b', 'reason', 'Remove the control characters'],
  ])('refuses %j for %j at its %s', async ([amount, reason, field, message], { adjust }) => {
    expect((await adjust(amount, reason)).body).toMatchObject({ details: [{ field, message }] });
  });

  test('refuses an empty form', async ({ tutor, family }) => {
    const about = { params: { id: family.id }, body: {} };
    const { details } = (await tutor.refused(endpoints.adjustCredits, about)).body;
    expect(details).toEqual([
      { field: 'amount', message: AMOUNT },
      { field: 'reason', message: SHORT },
    ]);
  });

  test('accepts the bounds themselves', async ({ adjust }) => {
    const longest = 'x'.repeat(200);
    expect((await adjust(MAX_ADJUSTMENT, longest)).body).toMatchObject({ creditsRemaining: 103 });
    expect((await adjust(-MAX_ADJUSTMENT, 'No')).body).toMatchObject({ creditsRemaining: 3 });
  });

  test('is for the tutor alone, and known students', async ({ family, adjust }) => {
    const about = { params: { id: family.id }, body: { amount: 9, reason: 'Mine' } };
    expect((await family.send(endpoints.adjustCredits, about)).status).toBe(403);
    expect(codeOf(await adjust(1, 'Who', newId()))).toBe('not_found');
    const message = 'Family ID must be a valid integer or UUID';
    const { body } = await adjust(1, 'Who', 'nobody');
    expect(body).toMatchObject({ details: [{ field: 'id', message }] });
  });
});

describe('payments', () => {
  const PRICE = { credits: 5, amount: 14_000 };

  test('are in the record, with lessons and ledger', async ({ api, family, readRecord }) => {
    const [last, soon, later] = [
      await makeLesson(api, { Date: '2026-11-28', Lesson_Name: 'Last' }),
      await makeLesson(api, { Date: '2026-11-18', Time: '13:00:00', Lesson_Name: 'Soon' }),
      await makeLesson(api, { Date: '2026-11-21', Lesson_Name: 'Later' }),
    ];
    for (const { id } of [last, soon, later]) await family.book(id);
    const id = await buyCredits(api, family.actor, PRICE);
    api.clock.set('2026-11-18T14:00:00Z');
    const record = await readRecord(family.id);
    expect(record.upcoming.map(({ Lesson_Name: lessonName }) => lessonName)).toEqual([
      'Later',
      'Last',
    ]);
    expect(record.past).toMatchObject([{ Lesson_Name: 'Soon', absent: false }]);
    expect(record.entries.map(({ kind, balance }) => [kind, balance])).toEqual([
      ['purchase', 5],
      ['booking', 0],
      ['booking', 1],
      ['booking', 2],
      ['adjustment', 3],
    ]);
    expect(record.payments).toMatchObject([{ id, status: 'paid', ...PRICE }]);
    expect(record.student).toMatchObject({ Credits: 5, Lessons_Attended: 1, Lessons_Booked: 2 });
  });

  test('have a receipt that is sent again each time', async ({ api, tutor, family }) => {
    const paid = await buyCredits(api, family.actor, PRICE);
    const refunded = await buyCredits(api, family.actor, PRICE);
    await reportRefunded(api.context(null), refunded, 14_000);
    for (const id of [paid, refunded]) {
      await tutor.call(endpoints.resendReceipt, { params: { id } });
      api.clock.advance({ seconds: 1 });
      await tutor.call(endpoints.resendReceipt, { params: { id } });
      const [receipt, ...more] = await family.readEmails(`receipt:${id}:`);
      expect(more).toHaveLength(2);
      expect(receipt?.text).toContain('£140.00');
    }
  });

  test('have none if unpaid or unknown', async ({ tutor, family }) => {
    const pending = await createPayment(family.context(), { ...PRICE, currency: 'gbp' });
    for (const id of [pending.id, newId()]) {
      const refused = await tutor.refused(endpoints.resendReceipt, { params: { id } });
      expect(codeOf(refused)).toBe('payment_not_found');
    }
    expect(await family.readEmails('receipt:')).toEqual([]);
  });
});
