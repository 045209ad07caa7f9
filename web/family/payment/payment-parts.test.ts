// The texts for each status of a payment.
import { expect, test } from 'vitest';

import { paymentStatuses } from '../../../domain/payments/payment.ts';
import { creditsAdded, describePayment } from './payment-parts.tsx';

test("calls only a paid payment 'Completed', and only its credits added", () => {
  for (const status of paymentStatuses) {
    const isPaid = status === 'paid';
    expect(describePayment(status).status === 'Completed').toBe(isPaid);
    expect(describePayment(status).title === 'Payment Successful!').toBe(isPaid);
    expect(creditsAdded({ status, credits: 5 })).toBe(isPaid ? '5 credits' : '0 credits');
  }
});

test('says that a pending payment takes a few minutes', () => {
  expect(describePayment('pending')).toMatchObject({
    title: 'Payment Processed',
    text: expect.stringContaining('Credits may take a few minutes to appear.') as string,
  });
});
