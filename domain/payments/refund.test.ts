// Refunds: amounts that add up to the penny, refusals, and credits taken back.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  creditsOfRefunds,
  creditsTakenBack,
  newRefundSchema,
  refundableOf,
  refundAmount,
  type RefundedPayment,
  type RefundFacts,
  refuseRefund,
  WHY_NOT,
  type CreditMove,
  unusedCredits,
} from './refund.ts';

const paidFor = (changes: Partial<RefundedPayment> = {}): RefundedPayment => ({
  credits: 5,
  paid: 14_000,
  takenBack: 0,
  returned: 0,
  unused: 5,
  isDisputed: false,
  ...changes,
});

describe('refundAmount', () => {
  test.for([
    [{}, 5, 14_000],
    [{}, 1, 2800],
    [{ credits: 3, paid: 100 }, 1, 33],
    [{ credits: 3, paid: 100, takenBack: 1, returned: 33 }, 1, 33],
    [{ credits: 3, paid: 100, takenBack: 2, returned: 66 }, 1, 34],
    // The dashboard has returned more than one credit's worth.
    [{ credits: 3, paid: 100, takenBack: 1, returned: 50 }, 1, 16],
  ] as const)('of %o for %d credits is %d pence', ([changes, credits, amount]) => {
    expect(refundAmount(paidFor(changes), credits)).toBe(amount);
  });

  const payments = fc.record({
    credits: fc.integer({ min: 1, max: 100 }),
    paid: fc.integer({ min: 1, max: 5_000_000 }),
  });

  test('adds up to what was paid, however it is divided', () => {
    fc.assert(
      fc.property(payments, fc.array(fc.integer({ min: 1, max: 40 })), (payment, parts) => {
        let [takenBack, returned] = [0, 0];
        for (const part of [...parts, payment.credits]) {
          const credits = Math.min(part, payment.credits - takenBack);
          if (credits === 0) break;
          const amount = refundAmount(paidFor({ ...payment, takenBack, returned }), credits);
          expect(amount).toBeGreaterThanOrEqual(0);
          takenBack += credits;
          returned += amount;
        }
        expect([takenBack, returned]).toEqual([payment.credits, payment.paid]);
      }),
    );
  });

  test('never returns more than was paid, whatever the dashboard returns in between', () => {
    const step = fc.record({
      isOwn: fc.boolean(),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(payments, fc.array(step, { maxLength: 12 }), ({ credits, paid }, steps) => {
        const refunds: RefundFacts[] = [];
        const returned = () => refunds.reduce((sum, { amount }) => sum + amount, 0);
        for (const { isOwn, share } of steps) {
          const takenBack = creditsTakenBack({ credits, paid }, refunds, 0);
          const payment = paidFor({
            credits,
            paid,
            takenBack,
            returned: returned(),
            unused: credits - takenBack,
          });
          if (isOwn) {
            const wanted = Math.max(1, Math.floor(credits * share));
            if (refuseRefund(payment, wanted) !== null) continue;
            const amount = refundAmount(payment, wanted);
            refunds.push({ credits: wanted, amount, state: 'asked' });
            expect(creditsTakenBack({ credits, paid }, refunds, 0)).toBe(takenBack + wanted);
          } else {
            const amount = Math.floor((paid - returned()) * share);
            if (amount > 0) refunds.push({ credits: null, amount, state: 'done' });
          }
          expect(returned()).toBeLessThanOrEqual(paid);
        }
        const all = creditsTakenBack({ credits, paid }, refunds, 0);
        expect(all).toBeLessThanOrEqual(credits);
        const shares = creditsOfRefunds({ credits, paid }, refunds);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(all);
      }),
    );
  });
});

const because = (message: string, isAboutCredits = false) => ({ message, isAboutCredits });

describe('a refund', () => {
  test.for<[string, Partial<RefundedPayment>, number, ReturnType<typeof refuseRefund>]>([
    ['of all unused credits', {}, 5, null],
    ['of one of them', { unused: 1 }, 1, null],
    ['of a free payment', { paid: 0 }, 1, because(WHY_NOT.free)],
    ['of a disputed payment', { isDisputed: true }, 1, because(WHY_NOT.disputed)],
    ['of spent credits', { unused: 0 }, 1, because(WHY_NOT.nothingLeft)],
    ['of more than are left', { unused: 2 }, 3, because('2 of 5 credits can be refunded', true)],
    [
      'of more than are not taken back',
      { takenBack: 4, returned: 11_200 },
      2,
      because('1 of 5 credits can be refunded', true),
    ],
    ['whose money is back already', { takenBack: 1, returned: 5600 }, 1, because(WHY_NOT.noMoney)],
  ])('is allowed or says why not: %s', ([, changes, credits, refusal]) => {
    expect(refuseRefund(paidFor(changes), credits)).toEqual(refusal);
  });

  test.for([[0], [-1], [1.5], ['1'], [null], [undefined]])(
    'of %o credits is refused',
    ([credits]) => {
      expect(newRefundSchema.safeParse({ credits }).success).toBe(false);
    },
  );
});

test.for([
  [{}, 5, 14_000],
  [{ unused: 2 }, 2, 5600],
  [{ isDisputed: true }, 0, 0],
  [{ paid: 0 }, 0, 0],
  [{ takenBack: 5, returned: 14_000 }, 0, 0],
  [{ unused: 1, returned: 14_000 }, 0, 0],
] as const)('of %o, %i credits can be refunded for %i pence', ([changes, credits, amount]) => {
  expect(refundableOf(paidFor(changes))).toEqual({ credits, amount });
});

const five = { credits: 5, paid: 14_000 };
const own = (credits: number, amount: number, state: RefundFacts['state'] = 'done') => ({
  credits,
  amount,
  state,
});
const other = (amount: number, state: RefundFacts['state'] = 'done') => ({
  credits: null,
  amount,
  state,
});

test.for<[string, RefundFacts[], number, number]>([
  ['nothing', [], 0, 0],
  ['an own refund', [own(2, 5600, 'asked')], 0, 2],
  ['an own refund that has failed', [own(2, 5600, 'failed')], 0, 0],
  ['a share of a credit', [other(2799)], 0, 0],
  ['a whole share', [other(2800)], 0, 1],
  ['own and other refunds', [own(1, 2800), other(5600)], 0, 3],
  ['a lost dispute beside an own refund', [own(1, 2800)], 11_200, 5],
  ['more than was paid', [other(14_000)], 14_000, 5],
])('takes back the credits of %s', ([, refunds, lost, credits]) => {
  expect(creditsTakenBack(five, refunds, lost)).toBe(credits);
});

const move = (kind: CreditMove['kind'], amount: number, about: Partial<CreditMove> = {}) => ({
  kind,
  amount,
  booking_id: null,
  payment_id: null,
  ...about,
});
const bought = (payment_id: string, amount: number) => move('purchase', amount, { payment_id });
const booked = (booking_id: string) => move('booking', -1, { booking_id });
const cancelled = (booking_id: string) => move('refund', 1, { booking_id });
const given = (amount: number) => move('adjustment', amount);
const takenBack = (payment_id: string, amount: number) => move('reversal', -amount, { payment_id });
const failed = (payment_id: string, amount: number) => move('adjustment', amount, { payment_id });

const left = (...moves: CreditMove[]) => Object.fromEntries(unusedCredits(moves));

describe('unused credits', () => {
  test.for<[string, CreditMove[], Record<string, number>]>([
    ['without entries', [], {}],
    ['of a payment that nobody has used', [bought('a', 5)], { a: 5 }],
    ['are used oldest first', [bought('a', 2), bought('b', 2), booked('1')], { a: 1, b: 2 }],
    ['are used after a gift that is older', [given(1), bought('a', 2), booked('1')], { a: 2 }],
    [
      'return to where they came from',
      [bought('a', 1), booked('1'), bought('b', 1), booked('2'), cancelled('1')],
      { a: 1, b: 0 },
    ],
    [
      'of an absence return and are taken again',
      [
        bought('a', 1),
        booked('1'),
        move('adjustment', 1, { booking_id: '1' }),
        move('adjustment', -1, { booking_id: '1' }),
      ],
      { a: 0 },
    ],
    ['are fewer once some are taken back', [bought('a', 5), takenBack('a', 2)], { a: 3 }],
    [
      'are back when the refund has failed',
      [bought('a', 5), takenBack('a', 2), failed('a', 2)],
      { a: 5 },
    ],
    [
      'are taken from another payment if its own are spent',
      [bought('a', 1), booked('1'), bought('b', 2), takenBack('a', 1)],
      { a: 0, b: 1 },
    ],
    [
      'repay the payment that has given them',
      [bought('a', 1), booked('1'), bought('b', 2), takenBack('a', 1), cancelled('1')],
      { a: 0, b: 2 },
    ],
    [
      'are taken by the tutor oldest first',
      [bought('a', 1), bought('b', 2), given(-2)],
      { a: 0, b: 1 },
    ],
  ])('%s', ([, moves, expected]) => {
    expect(left(...moves)).toEqual(expected);
  });

  test('are never more than the balance, nor than what was bought', () => {
    const act = fc.tuple(
      fc.constantFrom('buy', 'give', 'book', 'cancel', 'take', 'fail'),
      fc.nat(4),
    );
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        const moves: CreditMove[] = [];
        let balance = 0;
        const sizes = new Map<string, number>();
        const open: string[] = [];
        const add = (next: CreditMove) => {
          if (balance + next.amount < 0) return false;
          moves.push(next);
          balance += next.amount;
          return true;
        };
        for (const [kind, n] of acts) {
          const payments = [...sizes.keys()];
          const payment = payments[n % Math.max(1, payments.length)];
          if (kind === 'buy') {
            sizes.set(`p${sizes.size}`, n + 1);
            add(bought(`p${sizes.size - 1}`, n + 1));
          } else if (kind === 'give') add(given(n % 2 === 0 ? 1 : -1));
          else if (kind === 'book') {
            if (add(booked(`b${moves.length}`))) open.push(`b${moves.length - 1}`);
          } else if (kind === 'cancel') {
            const [booking] = open.splice(n % Math.max(1, open.length), 1);
            if (booking !== undefined) add(cancelled(booking));
          } else if (payment !== undefined && kind === 'take') add(takenBack(payment, 1));
        }
        const unused = unusedCredits(moves);
        const sum = [...unused.values()].reduce((total, credits) => total + credits, 0);
        expect(sum).toBeLessThanOrEqual(balance);
        for (const [payment, credits] of unused) {
          expect(credits).toBeGreaterThanOrEqual(0);
          expect(credits).toBeLessThanOrEqual(sizes.get(payment) ?? 0);
        }
      }),
    );
  });
});
