// The truth about a payment in each of its states.
import { expect, test } from 'vitest';

import { paymentStatuses } from '../../domain/payment.ts';
import { creditsAdded, describePayment } from './payment-words.ts';

test("only a paid payment is 'Completed' and has added credits", () => {
  for (const status of paymentStatuses) {
    const isPaid = status === 'paid';
    expect(describePayment(status).status === 'Completed').toBe(isPaid);
    expect(describePayment(status).title === 'Payment Successful!').toBe(isPaid);
    expect(creditsAdded({ status, credits: 5 })).toBe(isPaid ? '5 credits' : '0 credits');
  }
});

test('a pending one is said to take a few minutes', () => {
  expect(describePayment('pending')).toMatchObject({
    title: 'Payment Processed',
    text: expect.stringContaining('Credits may take a few minutes to appear.') as string,
  });
});
