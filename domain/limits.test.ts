// Tests the constants, so that none changes by accident.
import { expect, test } from 'vitest';

import { MAX_STUDENTS } from './lesson-fields.ts';
import * as limits from './limits.ts';
import * as paymentLimits from './payments/payment-limits.ts';
import * as roomLimits from './rooms/room-limits.ts';
import * as tutorLimits from './tutor/tutor-limits.ts';

test('the constants have the agreed values', () => {
  expect({
    ...limits,
    MAX_STUDENTS,
    ...paymentLimits,
    ...roomLimits,
    ...tutorLimits,
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
    IDEMPOTENCY_HOURS: 24,
    LESSON_WINDOW_DAYS: { back: 28, ahead: 84, max: 366 },
    BOOKING_WINDOW_DAYS_BACK: 30,
    MAX_ENQUIRIES_LISTED: 10_000,
    BODY_BYTES: { json: 65_536, webhook: 262_144 },
    WEBHOOK_TOLERANCE_SECONDS: 300,
    RATE_LIMITS: { perMinute: 10, loginFailures: { points: 10, minutes: 15 } },
    RETRY: {
      general: { attempts: 3, delayMs: 1000 },
      query: { attempts: 4, delayMs: 1000 },
      mutation: { attempts: 2, delayMs: 1000 },
      loading: { attempts: 3, delayMs: 2000, isSteady: true },
      registration: { attempts: 2, delayMs: 1000 },
    },
    STALE_MINUTES: 5,
    CAROUSEL: { intervalMs: 4000, pauseMs: 10_000, breakpointPx: 1024 },
    PAYMENT_REFRESH_MS: 2000,
    TRANSACTION_ID_CHARS: 20,
  });
});
