// Where credits came from: examples as tables, and properties over random ledgers.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type CreditMove, unusedCredits } from './credit-sources.ts';

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
