// Tests the constants, so that none changes by accident.
import { expect, test } from 'vitest';

import { SESSION_SECONDS } from './auth/session.ts';
import {
  CURRENCY,
  FALLBACK_CREDIT_PRICE_PENCE,
  MAX_CREDITS_PER_PAYMENT,
  MIN_CREDITS_PER_PAYMENT,
} from './business-words.ts';
import { MAX_ENQUIRIES_LISTED } from './enquiries/enquiry-list.ts';
import { MAX_STUDENTS } from './lesson-fields.ts';
import { CANCEL_NOTICE_MINUTES, LESSON_CREDITS } from './lessons/booking.ts';
import * as limits from './limits.ts';
import { PAYMENT_REFRESH_MS, TRANSACTION_ID_CHARS } from './payments/payment.ts';
import { BOOKING_WINDOW_DAYS_BACK, LESSON_WINDOW_DAYS } from './window.ts';

test('the constants have the agreed values', () => {
  expect({
    ...limits,
    LESSON_CREDITS,
    CANCEL_NOTICE_MINUTES,
    CURRENCY,
    MIN_CREDITS_PER_PAYMENT,
    MAX_CREDITS_PER_PAYMENT,
    FALLBACK_CREDIT_PRICE_PENCE,
    MAX_STUDENTS,
    SESSION_SECONDS,
    LESSON_WINDOW_DAYS,
    BOOKING_WINDOW_DAYS_BACK,
    MAX_ENQUIRIES_LISTED,
    PAYMENT_REFRESH_MS,
    TRANSACTION_ID_CHARS,
  }).toMatchObject({
    LESSON_MINUTES: 60,
    LESSON_CREDITS: 1,
    CANCEL_NOTICE_MINUTES: 60,
    CURRENCY: 'gbp',
    MIN_CREDITS_PER_PAYMENT: 1,
    MAX_CREDITS_PER_PAYMENT: 100,
    FALLBACK_CREDIT_PRICE_PENCE: 2500,
    MAX_STUDENTS: { min: 1, max: 50 },
    LENGTHS: {
      name: { min: 2, max: 100 },
      email: { max: 255 },
      phone: { min: 10, max: 15 },
      password: { min: 6, max: 128 },
      lessonName: { min: 1, max: 200 },
      meetingLink: { max: 500 },
      lessonNotes: { max: 1000 },
      idempotencyKey: { max: 255 },
    },
    SESSION_SECONDS: { family: 2_592_000, admin: 43_200 },
    LESSON_WINDOW_DAYS: { back: 28, ahead: 84, max: 366 },
    BOOKING_WINDOW_DAYS_BACK: 30,
    MAX_ENQUIRIES_LISTED: 10_000,
    BODY_BYTES: { json: 65_536, webhook: 262_144 },
    RATE_LIMITS: { perMinute: 10, loginFailures: { points: 10, minutes: 15 } },
    PAYMENT_REFRESH_MS: 2000,
    TRANSACTION_ID_CHARS: 20,
  });
});
