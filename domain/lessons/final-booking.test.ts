// What somebody must know before booking a lesson that can no longer be cancelled.
import { expect, test } from 'vitest';

import { MINUTE_MS } from '../time.ts';
import { finalWords, finalWordsWhenPaid } from './final-booking.ts';

const START = Date.parse('2026-11-28T09:00:00Z');
const lesson = { starts_at: new Date(START).toISOString() };
const wordsAt = (minutesBefore: number) => finalWords(lesson, START - minutesBefore * MINUTE_MS);
const paidWordsAt = (minutesBefore: number) =>
  finalWordsWhenPaid(lesson, START - minutesBefore * MINUTE_MS);

// Cancelling is allowed only strictly more than 60 minutes before the start.
test.each([
  [61, null],
  [60 + 1 / 60_000, null],
  [60, "Starts in 60 minutes. It can't be cancelled."],
  [4.5, "Starts in 5 minutes. It can't be cancelled."],
  [1, "Starts in 1 minute. It can't be cancelled."],
  [0, null],
  [-30, null],
])('%d minutes before the start', (minutes, words) => {
  expect(wordsAt(minutes)).toBe(words);
});

// A payment may take as long as the spot is reserved: 36 minutes.
test.each([
  [97, null],
  [96, "If you pay after 08:00, it can't be cancelled."],
  [61, "If you pay after 08:00, it can't be cancelled."],
  [60, "Starts in 60 minutes. It can't be cancelled."],
  [0, null],
])('paid for, %d minutes before the start', (minutes, words) => {
  expect(paidWordsAt(minutes)).toBe(words);
});
