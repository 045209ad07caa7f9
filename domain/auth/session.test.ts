// Tests when sessions end and are renewed.
import { expect, test } from 'vitest';

import { letters, messagesFor } from '../testing/faults.ts';
import { isDueForRenewal, isExpired, refreshSchema, SESSION_SECONDS } from './session.ts';

test.each([
  [undefined, ['Refresh token is required']],
  ['', ['Refresh token is required']],
  [5, ['Refresh token is required']],
  ['x', []],
  [letters(513), ['Refresh token is too long']],
])('checks a refresh token of %j: %j', (token, messages) => {
  expect(messagesFor(refreshSchema, {}, 'refresh_token', token)).toEqual(messages);
});

const SECOND = 1000;
const expires_at = 1_800_000_000;

test.each([
  [expires_at * SECOND - 1, false],
  [expires_at * SECOND, true],
  [expires_at * SECOND + 1, true],
])('at %d ms a session that expires at 1,800,000,000 s has expired: %s', (now, expired) => {
  expect(isExpired({ expires_at }, now)).toBe(expired);
});

const halfway = (expires_at - SESSION_SECONDS.family / 2) * SECOND;

test.each([
  ['a millisecond before half of its life', halfway - 1, false],
  ['at half of its life', halfway, true],
  ['a millisecond before its end', expires_at * SECOND - 1, true],
  ['once it has ended', expires_at * SECOND, false],
])('renews a session %s: %d %s', (_, now, due) => {
  expect(isDueForRenewal({ expires_at }, SESSION_SECONDS.family, now)).toBe(due);
});
