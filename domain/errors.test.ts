// Tests the status of every error code, and the sentences that people read.
import { expect, test } from 'vitest';

import { CANCEL_AFTER_START, type ErrorCode, errorCatalogue, Refusal } from './errors.ts';

// Written out again on purpose: other programs rely on the statuses, so that changing one takes two
// edits. A new code does not compile without its status here.
const statuses: Record<ErrorCode, number> = {
  validation_failed: 400,
  bad_json: 400,
  invalid_signature: 400,
  unsupported_event: 400,
  invalid_reset_token: 400,
  invalid_confirmation_token: 400,
  too_many_rows: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  two_factor_required: 401,
  invalid_code: 401,
  insufficient_credits: 402,
  forbidden: 403,
  not_found: 404,
  setup_not_found: 404,
  topic_not_found: 404,
  item_not_found: 404,
  asked_not_found: 404,
  attempt_not_found: 404,
  not_booked: 403,
  topic_in_use: 409,
  topic_archived: 409,
  too_many_items: 409,
  room_closed: 409,
  lesson_not_over: 409,
  letter_sent: 409,
  too_late_to_send: 409,
  sentence_changed: 409,
  asked_before: 409,
  question_open: 409,
  question_closed: 409,
  already_revealed: 409,
  no_more_rounds: 409,
  already_answered: 409,
  already_marked: 409,
  no_tries_left: 409,
  not_due: 409,
  not_refundable: 409,
  return_period_over: 409,
  lesson_not_found: 404,
  booking_not_found: 404,
  student_not_found: 404,
  invitation_not_found: 404,
  join_link_not_found: 404,
  excuse_not_found: 404,
  already_done: 409,
  undo_over: 409,
  payment_not_found: 404,
  method_not_allowed: 405,
  email_taken: 409,
  email_unconfirmed: 409,
  already_booked: 409,
  already_joined: 409,
  already_asked: 409,
  free_lesson_used: 409,
  free_spots_taken: 409,
  not_offered: 409,
  already_waiting: 409,
  not_full: 409,
  waiting_list_full: 409,
  lesson_full: 409,
  reservations_full: 409,
  join_closed: 409,
  lesson_started: 409,
  lesson_not_started: 409,
  too_late_to_cancel: 409,
  too_many_students: 409,
  student_exists: 409,
  last_student: 409,
  has_bookings: 409,
  too_many_parents: 409,
  last_parent: 409,
  sign_in_exists: 409,
  settings_changed: 409,
  question_changed: 409,
  already_running: 409,
  not_mendable: 409,
  draft_changed: 409,
  version_not_found: 404,
  site_not_rendered: 500,
  not_a_picture: 400,
  below_booked: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal: 500,
  payment_provider_error: 502,
  not_ready: 503,
  payments_unavailable: 503,
  service_unavailable: 503,
};

test('every code has its status', () => {
  expect(
    Object.fromEntries(Object.entries(errorCatalogue).map(([code, { status }]) => [code, status])),
  ).toEqual(statuses);
});

test.each([
  ['validation_failed', 'Please check the form fields and try again.'],
  ['unauthenticated', 'Authentication required'],
  ['invalid_credentials', 'Invalid credentials. Please try again.'],
  [
    'insufficient_credits',
    'You need at least 1 credit to book a lesson. Please purchase more credits.',
  ],
  ['lesson_full', 'This lesson is fully booked. Please try another lesson.'],
  [
    'reservations_full',
    'All spots of this lesson that can be reserved while you pay are taken. Please buy credits first, then book the lesson at once.',
  ],
  ['booking_not_found', 'Unable to find booking information.'],
  ['too_late_to_cancel', 'Lessons can only be canceled more than 1 hour before the start time'],
  ['payment_provider_error', 'Failed to create checkout session. Please try again.'],
  ['rate_limited', 'Too many requests. Please try again later.'],
  ['internal', 'Server error. Please try again later.'],
  ['service_unavailable', 'Server error. Please try again later.'],
] as const)('%s says: %j', (code, text) => {
  expect(errorCatalogue[code].text).toBe(text);
});

test('has a text for every code, and codes in snake case', () => {
  for (const [code, { text }] of Object.entries(errorCatalogue)) {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(text).not.toBe('');
  }
});

test('a refusal has the code, its status and its text, unless given a better one', () => {
  expect(new Refusal('lesson_full')).toMatchObject({
    code: 'lesson_full',
    status: 409,
    message: 'This lesson is fully booked. Please try another lesson.',
    details: undefined,
    headers: {},
  });
  const details = [{ field: 'Parent_Email', message: 'taken' }];
  expect(
    new Refusal('lesson_started', {
      message: CANCEL_AFTER_START,
      details,
      headers: { 'retry-after': '5' },
    }),
  ).toMatchObject({
    status: 409,
    message: 'Cancellation is no longer available because the lesson has started',
    details,
    headers: { 'retry-after': '5' },
  });
});
