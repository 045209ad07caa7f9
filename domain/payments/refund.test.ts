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

describe('a refund', () => {
  test.for<[string, Partial<RefundedPayment>, number, ReturnType<typeof refuseRefund>]>([
    ['of all unused credits', {}, 5, null],
    ['of one of them', { unused: 1 }, 1, null],
    ['of a free payment', { paid: 0 }, 1, { message: WHY_NOT.free, isAboutCredits: false }],
    [
      'of a disputed payment',
      { isDisputed: true },
      1,
      { message: WHY_NOT.disputed, isAboutCredits: false },
    ],
    ['of spent credits', { unused: 0 }, 1, { message: WHY_NOT.nothingLeft, isAboutCredits: false }],
    [
      'of more than are left',
      { unused: 2 },
      3,
      { message: '2 of 5 credits can be refunded', isAboutCredits: true },
    ],
    [
      'of more than are not taken back',
      { takenBack: 4, returned: 11_200 },
      2,
      { message: '1 of 5 credits can be refunded', isAboutCredits: true },
    ],
    [
      'whose money is back already',
      { takenBack: 1, returned: 5600 },
      1,
      { message: WHY_NOT.noMoney, isAboutCredits: false },
    ],
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
  [{}, { credits: 5, amount: 14_000 }],
  [{ unused: 2 }, { credits: 2, amount: 5600 }],
  [{ isDisputed: true }, { credits: 0, amount: 0 }],
  [{ paid: 0 }, { credits: 0, amount: 0 }],
  [
    { takenBack: 5, returned: 14_000 },
    { credits: 0, amount: 0 },
  ],
  [
    { unused: 1, returned: 14_000 },
    { credits: 0, amount: 0 },
  ],
] as const)('of %o, %o can be refunded', ([changes, refundable]) => {
  expect(refundableOf(paidFor(changes))).toEqual(refundable);
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
