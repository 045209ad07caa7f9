// The states of inquiries and disputes, and what a report makes of what is known.
import { describe, expect, test } from 'vitest';

import {
  type DisputeState,
  disputeStateOf,
  judgeReport,
  type StoredState,
  nextState,
} from './dispute.ts';

// Source: the type `Stripe.Dispute.Status` of stripe 23.1.0.
test.for([
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['warning_closed', 'inquiry_closed'],
  ['prevented', 'prevented'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['appeal_needs_response', 'appeal'],
  ['appeal_under_review', 'appeal'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['charge_refunded', null],
  ['constructor', null],
  ['', null],
] as const)('reads %s as %s', ([status, state]) => {
  expect(disputeStateOf(status)).toBe(state);
});

describe('a report', () => {
  type Case = [StoredState | null, DisputeState, StoredState | null, 'same' | 'news' | 'doubtful'];
  const cases: readonly Case[] = [
    [null, 'inquiry', 'inquiry', 'news'],
    [null, 'inquiry_closed', 'inquiry_closed', 'news'],
    [null, 'prevented', null, 'same'],
    [null, 'open', 'open', 'news'],
    [null, 'appeal', 'open', 'news'],
    [null, 'won', 'won', 'news'],
    [null, 'lost', 'lost', 'news'],
    ['inquiry', 'inquiry', 'inquiry', 'same'],
    ['inquiry', 'inquiry_closed', 'inquiry_closed', 'news'],
    ['inquiry', 'prevented', 'inquiry_closed', 'news'],
    ['inquiry', 'open', 'open', 'news'],
    ['inquiry', 'lost', 'lost', 'news'],
    ['inquiry_closed', 'inquiry', 'inquiry', 'doubtful'],
    ['inquiry_closed', 'prevented', 'inquiry_closed', 'same'],
    ['inquiry_closed', 'open', 'open', 'news'],
    ['open', 'inquiry', 'open', 'same'],
    ['open', 'inquiry_closed', 'won', 'doubtful'],
    ['open', 'prevented', 'won', 'doubtful'],
    ['open', 'appeal', 'open', 'same'],
    ['open', 'won', 'won', 'news'],
    ['open', 'lost', 'lost', 'news'],
    ['won', 'open', 'open', 'doubtful'],
    ['won', 'appeal', 'open', 'doubtful'],
    ['won', 'lost', 'lost', 'doubtful'],
    ['lost', 'inquiry', 'lost', 'same'],
    ['lost', 'open', 'appeal', 'doubtful'],
    ['lost', 'appeal', 'appeal', 'news'],
    ['lost', 'won', 'lost', 'doubtful'],
    ['lost', 'lost', 'lost', 'same'],
    ['appeal', 'appeal', 'appeal', 'same'],
    ['appeal', 'won', 'lost', 'news'],
    ['appeal', 'lost', 'lost', 'doubtful'],
  ];
  test.for(cases)('with %s known, %s makes it %s: %s', ([known, reported, next, verdict]) => {
    expect(nextState(known, reported)).toBe(next);
    expect(judgeReport(known, reported, false)).toBe(verdict);
    // What the provider says now is never doubtful.
    expect(judgeReport(known, reported, true)).toBe(verdict === 'doubtful' ? 'news' : verdict);
  });
});
