// Tests which reminders a family may choose, and which of them are still to come.
import { expect, test } from 'vitest';

import { reminderHoursSchema } from '../people/account.ts';
import { HOUR_MS } from '../time.ts';
import { remindersToCome } from './reminders.ts';

const START = Date.parse('2026-11-21T09:00:00.000Z');

test.each([
  { chosen: [24, 2], hoursLeft: 25, comes: [24, 2] },
  { chosen: [2, 24], hoursLeft: 24, comes: [24, 2] },
  { chosen: [24, 2], hoursLeft: 23.99, comes: [2] },
  { chosen: [24, 2], hoursLeft: 2, comes: [2] },
  { chosen: [24, 2], hoursLeft: 1.99, comes: [] },
  { chosen: [24], hoursLeft: 23, comes: [] },
  { chosen: [2], hoursLeft: 48, comes: [2] },
  { chosen: [], hoursLeft: 48, comes: [] },
] as const)('of $chosen, $hoursLeft hours before, $comes come', ({ chosen, hoursLeft, comes }) => {
  expect(remindersToCome(chosen, START, START - hoursLeft * HOUR_MS)).toEqual(comes);
});

test.each([
  { given: [24, 2], isTaken: true },
  { given: [], isTaken: true },
  { given: [3], isTaken: false },
  { given: ['24'], isTaken: false },
  { given: [24, 2, 24], isTaken: false },
  { given: 24, isTaken: false },
])('accepts $given: $isTaken', ({ given, isTaken }) => {
  const { success, error } = reminderHoursSchema.safeParse(given);
  expect(success).toBe(isTaken);
  for (const { message } of error?.issues ?? [])
    expect(message).toBe('Please choose 24 hours, 2 hours, both or none');
});
