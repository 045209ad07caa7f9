// Tests when the tutor may book for a family, and the schemas of those calls.
import { describe, expect, test } from 'vitest';

import { DAY_MS } from '../time.ts';
import {
  refuseTutorBooking,
  tutorBookingSchema,
  tutorCancellationSchema,
  tutorMoveSchema,
} from './tutor-booking.ts';

const STARTS_AT = '2026-11-21T09:00:00.000Z';
const open = {
  starts_at: STARTS_AT,
  isBooked: false,
  availableSpots: 1,
  reserved_until: null,
};

describe('refuseTutorBooking', () => {
  const after = (ms: number) => Date.parse(STARTS_AT) + ms;
  test.for([
    ['days ahead', open, 1, after(-DAY_MS), null],
    ['7 days after the start', open, 1, after(7 * DAY_MS), null],
    ['a millisecond later', open, 1, after(7 * DAY_MS + 1), 'lesson_started'],
    ['already booked', { ...open, isBooked: true }, 0, after(0), 'already_booked'],
    ['no credit', { ...open, availableSpots: 0 }, 0, after(0), 'insufficient_credits'],
    ['without a credit', open, null, after(0), null],
    ['no spot', { ...open, availableSpots: 0 }, null, after(0), 'lesson_full'],
    [
      'reserved',
      { ...open, availableSpots: 0, reserved_until: STARTS_AT },
      1,
      after(-DAY_MS),
      null,
    ],
  ] as const)('decides on a lesson: %s', ([, lesson, credits, now, reason]) =>
    expect(refuseTutorBooking(lesson, { credits }, now)).toBe(reason),
  );
});

describe('the schemas', () => {
  const id = '0199a000-0000-7000-8000-000000000001';
  test.for([
    [tutorBookingSchema, { Student_ID: id, credit: 'take' }, true],
    [tutorBookingSchema, { Student_ID: id, credit: 'maybe' }, false],
    [tutorBookingSchema, { credit: 'free' }, false],
    [tutorCancellationSchema, { refund: true }, true],
    [tutorCancellationSchema, { refund: 'yes' }, false],
    [tutorCancellationSchema, { refund: false, message: 'x'.repeat(500) }, true],
    [tutorCancellationSchema, { refund: false, message: 'x'.repeat(501) }, false],
    [tutorMoveSchema, { Lesson_ID: id, message: 'Line\nline' }, true],
    [tutorMoveSchema, { Lesson_ID: id, message: 'Bell\u0007' }, false],
    [tutorMoveSchema, { Lesson_ID: 'x' }, false],
  ] as const)('accept only valid input (%#)', ([schema, value, isValid]) =>
    expect(schema.safeParse(value).success).toBe(isValid),
  );
});
