// Refunded credits that were spent on bookings: credits returned from these go towards the refund
// first, one by one.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { eraseFamily } from '../../testing/accounts/leaving.ts';
import { readEmails } from '../../testing/emails.ts';
import { giveCredits, makeLesson, provenParent } from '../../testing/factories.ts';
import { sharedShopTest } from '../../testing/payments/shop.ts';

const test = sharedShopTest.extend('buyer', ({ shop, family }) => ({
  buy: (credits: number) => shop.buy(family, credits),
  /** Refunds an amount in pence, or what is left of a payment. */
  refund: (session: string, amount?: number) => shop.hear(shop.refund(session, amount)),
  /** Books lessons that start in an hour and a half. */
  async book(count: number) {
    const bookings: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const lesson = await makeLesson(shop.api, { Date: '2026-11-18', Time: '13:30:00' });
      bookings.push(await family.book(lesson.id));
    }
    return bookings;
  },
  /** Cancels bookings in turn; returns the balance after each. */
  async cancel(bookings: readonly string[]) {
    const balances: (number | null)[] = [];
    for (const bookingId of bookings) {
      const { body } = await family.call(endpoints.cancelBooking, { params: { bookingId } });
      balances.push(body.creditsRemaining);
    }
    return balances;
  },
  mark: (bookingId = '', absent = true) =>
    shop.tutor.either(endpoints.markAttendance, { params: { bookingId }, body: { absent } }),
  textOf: async (cause: string) => (await readEmails(shop.api, null, cause))[0]?.text ?? 'no email',
}));

const AFTER_LESSON = '2026-11-18T14:00:00Z';
const TOWARDS_REFUND = 'goes towards the payment that was refunded';

test('takes the credits of ten bookings, and logs both steps', async ({ shop, family, buyer }) => {
  const session = await buyer.buy(10);
  const bookings = await buyer.book(10);
  await buyer.refund(session);
  expect(await buyer.textOf(`shortfall:${(await shop.stored(session)).id}`)).toContain(
    'Credits that come back from lessons booked until now are taken first',
  );
  expect(await buyer.cancel(bookings)).toEqual(Array<number>(10).fill(0));
  expect(await family.readCredits()).toBe(0);
  const ledger = (await family.readLedger()).map(({ kind, amount }) => `${kind} ${amount}`);
  expect(ledger.slice(0, 2)).toEqual(['reversal -1', 'refund 1']);
  expect(ledger.filter((line) => line === 'reversal -1')).toHaveLength(10);
  expect(await shop.stateOf(family, session)).toMatchObject({ status: 'refunded', reversed: 10 });
  const message = await buyer.textOf(`cancelled:${bookings[0]}`);
  expect(message).toContain(TOWARDS_REFUND);
  expect(message).not.toContain('has been refunded');
});

test('takes only the missing credits and returns the rest', async ({ api, family, buyer }) => {
  await giveCredits(api, family.id, 2);
  const session = await buyer.buy(1);
  const bookings = await buyer.book(3);
  await buyer.refund(session);
  expect(await buyer.cancel(bookings.toReversed())).toEqual([0, 1, 2]);
});

describe('a returned credit goes towards the refund', () => {
  const scene = test
    .extend('booking', async ({ buyer }) => {
      const session = await buyer.buy(1);
      const [booking] = await buyer.book(1);
      await buyer.refund(session);
      return booking;
    })
    .extend('balance', ({ api, family }) => async () => {
      const balances = api.database.db.selectFrom('balances').select('credits');
      return balances.where('family_id', '=', family.id).executeTakeFirstOrThrow();
    });

  scene('for a deleted lesson', async ({ tutor, family, booking, buyer, balance }) => {
    const lesson = (await family.listLessons()).find(({ isBooked }) => isBooked);
    await tutor.call(endpoints.deleteLesson, { params: { id: lesson?.id ?? '' } });
    expect(await buyer.textOf(`lesson-cancelled:${booking}`)).toContain(TOWARDS_REFUND);
    expect(await balance()).toEqual({ credits: 0 });
  });

  scene('for a closed account', async ({ family, booking, balance }) => {
    expect(booking).toBeDefined();
    await eraseFamily(family.context(), provenParent(family));
    expect(await balance()).toEqual({ credits: 0 });
  });

  scene('for an absent student', async ({ api, booking, buyer, balance }) => {
    api.clock.set(AFTER_LESSON);
    expect((await buyer.mark(booking)).status).toBe(200);
    expect((await buyer.mark(booking, false)).body).toMatchObject({
      code: 'insufficient_credits',
      error: 'The returned credit has already been spent.',
    });
    expect(await balance()).toEqual({ credits: 0 });
  });
});

test('spares credits bought later, even those of cancelled bookings', async ({ buyer }) => {
  const refunded = await buyer.buy(1);
  const early = await buyer.book(1);
  await buyer.refund(refunded);
  await buyer.buy(1);
  const late = await buyer.book(1);
  expect(await buyer.cancel([...late, ...early])).toEqual([1, 1]);
});

test('returns a later credit after a correction to present', async ({ api, family, buyer }) => {
  const refunded = await buyer.buy(1);
  const [booking] = await buyer.book(1);
  await buyer.refund(refunded);
  await buyer.buy(1);
  api.clock.set(AFTER_LESSON);
  for (const absent of [true, false, true]) {
    expect((await buyer.mark(booking, absent)).status).toBe(200);
    expect(await family.readCredits()).toBe(absent ? 1 : 0);
  }
});

test('partial refunds take no more than was bought', async ({ shop, family, buyer }) => {
  const session = await buyer.buy(5);
  const bookings = await buyer.book(5);
  await buyer.refund(session, 5600);
  expect(await buyer.cancel(bookings.slice(0, 1))).toEqual([0]);
  await buyer.refund(session, 2800);
  await shop.announce('charge.refunded', shop.intentOf(session));
  expect(await buyer.cancel(bookings.slice(1, 4))).toEqual([0, 0, 1]);
  await buyer.refund(session);
  expect(await buyer.cancel(bookings.slice(4))).toEqual([0]);
  expect(await shop.stateOf(family, session)).toMatchObject({ status: 'refunded', reversed: 5 });
});

test('settles the oldest shortfall first', async ({ api, family, buyer }) => {
  const [first, second] = [await buyer.buy(1), await buyer.buy(1)];
  const bookings = await buyer.book(2);
  await buyer.refund(second);
  await buyer.buy(1);
  await buyer.book(1);
  await buyer.refund(first);
  expect(await buyer.cancel(bookings)).toEqual([0, 0]);
  const reversals = await api.database.db
    .selectFrom('credit_ledger')
    .innerJoin('payments', 'payments.id', 'credit_ledger.payment_id')
    .select('session_id')
    .where('credit_ledger.family_id', '=', family.id)
    .where('kind', '=', 'reversal')
    .orderBy('seq')
    .execute();
  expect(reversals.map(({ session_id }) => session_id)).toEqual([second, first]);
});
