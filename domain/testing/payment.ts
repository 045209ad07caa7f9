// A sample payment of the tutor's list, for tests.
import type { Refund } from '../payments/refund.ts';
import type { AdminPayment } from '../payments/tutor-payment.ts';

/** Paid on 1 December 2026, with nothing returned, and these changes. */
export const adminPayment = (changes: Partial<AdminPayment> = {}): AdminPayment => ({
  id: 'p1',
  session_id: 'cs_test_a1b2',
  created_at: '2026-12-01T09:30:00.000Z',
  granted_at: '2026-12-01T09:31:00.000Z',
  family: { id: 'f1', Parent_Name: 'Sarah Khan' },
  credits: 5,
  amount: 14_000,
  paid: 14_000,
  fee: 230,
  net: 13_770,
  currency: 'gbp',
  status: 'paid',
  dispute: null,
  inquiry: null,
  inquiry_due_at: null,
  invoice: '2026-0041',
  returned: 0,
  returned_credits: 0,
  refundable: { credits: 5, amount: 14_000 },
  returnable_until: '2026-12-16T00:00:00.000Z',
  refunds: [],
  ...changes,
});

/** Two credits returned by the tutor on 3 December 2026, with these changes. */
export const refundOf = (changes: Partial<Refund> = {}): Refund => ({
  id: 'r1',
  credits: 2,
  amount: 5600,
  state: 'done',
  by: 'tutor',
  created_at: '2026-12-03T10:00:00.000Z',
  ...changes,
});
