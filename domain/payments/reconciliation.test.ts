// Tests what the page says about each difference, and about all payments.
import { expect, test } from 'vitest';

import {
  type Difference,
  type DifferenceKind,
  differenceKinds,
  explainDifference,
  isMendable,
  matchedWords,
} from './reconciliation.ts';

const difference = (kind: DifferenceKind): Difference => ({
  id: '1',
  kind,
  session_id: 'cs_1',
  payment_id: kind === 'unknown_session' ? null : '2',
  Parent_Name: 'Ann',
  provider: kind === 'granted_not_paid' ? null : { amount: 6000, returned: 3000, currency: 'gbp' },
  here:
    kind === 'unknown_session'
      ? null
      : { amount: 5900, returned: 1000, currency: 'gbp', status: 'paid' },
  mendable: isMendable(kind),
});

test.each([
  ['paid_not_granted', ['£60.00']],
  ['refund_missing', ['£30.00', '£10.00']],
  ['dispute_missing', ['£60.00']],
  ['granted_not_paid', ['£59.00']],
  ['amount_differs', ['£60.00', '£59.00']],
  ['refund_unknown', ['£10.00', '£30.00']],
  ['unknown_session', ['£60.00']],
] as const)('explains %s with %j', (kind, amounts) => {
  const words = explainDifference(difference(kind));
  expect(words.match(/£[\d.]+\d/g)).toEqual([...amounts]);
});

test('says what to do: mend it, or what to do by hand', () => {
  for (const kind of differenceKinds) {
    const words = explainDifference(difference(kind));
    expect(words.includes('Mend it'), kind).toBe(isMendable(kind));
    expect(words.includes('Stripe dashboard'), kind).toBe(!isMendable(kind));
  }
});

test.each([
  [41, 41, '41 of 41 payments matched'],
  [1, 0, '0 of 1 payment matched'],
  [0, 0, '0 of 0 payments matched'],
])('of %d compared and %d matched it says %s', (compared, matched, words) => {
  expect(matchedWords({ compared, matched })).toBe(words);
});
