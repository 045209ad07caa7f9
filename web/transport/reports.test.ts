// The texts for every kind of failure, shown once, and the sign-out after a dead session.
import { afterEach, expect, test } from 'vitest';

import { errorCatalogue, type ErrorCode } from '../../domain/errors.ts';
import { wasReported } from '../ui/reported.ts';
import { dismissToasts, readMessages, showToast } from '../ui/toast.ts';
import {
  ApiError,
  AuthenticationError,
  AuthorizationError,
  NetworkError,
  ValidationError,
} from './failures.ts';
import { describeFailure, reportFailure } from './query-client.ts';
import { readSession } from './session.ts';
import { openBrowser, signIn } from './testing/browser.ts';

openBrowser();

const booking = {
  title: 'Booking Failed',
  text: 'Unable to book lesson. Please try again.',
  signInAgain: 'Please sign in again to book lessons.',
  titles: { lesson_started: 'Cancellation Failed' },
} as const;

function answered(code: ErrorCode): ApiError {
  const { status, text } = errorCatalogue[code];
  return new ApiError(text, { status, code });
}

afterEach(dismissToasts);

const dead = (audience?: 'family' | 'admin') =>
  new AuthenticationError('Authentication required', { status: 401 }, audience);
const refused = new AuthorizationError('Not yours', { status: 403 });
const offline = new NetworkError(new TypeError('failed'));
const broken = new TypeError('x is not a function');
const invalid = new ValidationError('x', { status: 400, details: [] });
const { text: NO_CREDITS } = errorCatalogue.insufficient_credits;
const { text: STARTED } = errorCatalogue.lesson_started;
const OFFLINE = 'Unable to connect to the server. Please check your internet connection.';
const FULL = 'This lesson is fully booked. Please try another lesson.';

const PRESCRIBED = (
  [
    ['invalid_credentials', 'Login Failed'],
    ['insufficient_credits', 'Insufficient Credits'],
    ['reservations_full', 'Spots reserved'],
    ['booking_not_found', 'Error'],
    ['too_late_to_cancel', 'Cancellation Failed'],
    ['payment_provider_error', 'Payment Error'],
    ['rate_limited', 'Error'],
    ['service_unavailable', 'Error'],
  ] as const
).map(([code, title]) => [answered(code), title, errorCatalogue[code].text] as const);

test.for([
  [invalid, 'Validation Error', 'Please check the form fields and try again.'],
  [dead(), 'Authentication Required', 'Authentication required'],
  [refused, 'Access Denied', 'Not yours'],
  [offline, 'Connection Error', OFFLINE],
  [answered('internal'), 'Error', 'Server error. Please try again later.'],
  [answered('lesson_full'), 'Lesson Full', FULL],
  ...PRESCRIBED,
  [broken, 'Unexpected Error', 'Something went wrong. Please try again.'],
] as const)('uses the general words for %s without an operation', ([error, title, description]) => {
  expect(describeFailure(error)).toEqual({ title, description });
});

test.for([
  [answered('internal'), 'Booking Failed', 'Server error. Please try again later.'],
  [answered('insufficient_credits'), 'Insufficient Credits', NO_CREDITS],
  [answered('lesson_started'), 'Cancellation Failed', STARTED],
  [dead(), 'Authentication Error', booking.signInAgain],
  [broken, 'Booking Failed', booking.text],
] as const)('uses the words of the operation for %s', ([error, title, description]) => {
  expect(describeFailure(error, booking)).toEqual({ title, description });
});

test('lets an operation replace general server errors, but not their reasons', () => {
  const covering = { ...booking, coversServerErrors: true };
  const textOf = (error: unknown) => describeFailure(error, covering).description;
  expect(textOf(answered('internal'))).toBe(booking.text);
  expect(textOf(new ApiError('HTTP 502: Bad Gateway', { status: 502 }))).toBe(booking.text);
  expect(textOf(answered('payments_unavailable'))).toBe(errorCatalogue.payments_unavailable.text);
  expect(textOf(answered('rate_limited'))).toBe(errorCatalogue.rate_limited.text);
});

test('reports wrong credentials as a failed login, not as a dead session', () => {
  const description = 'Invalid credentials. Please try again.';
  const code = 'invalid_credentials';
  const error = new AuthenticationError(description, { status: 401, code });
  expect(describeFailure(error)).toEqual({ title: 'Login Failed', description });
});

test('reports a failure once and marks it as reported', () => {
  const error = answered('internal');
  reportFailure(error);
  reportFailure(error, booking);
  expect(readMessages().shown).toMatchObject({ kind: 'destructive', title: 'Error' });
  expect(wasReported(error)).toBe(true);
});

test('reports an expired session once, however many calls it fails', () => {
  const description = 'Your session has ended.';
  showToast({ kind: 'info', title: 'Authentication Required', description });
  for (let call = 0; call < 3; call += 1) reportFailure(dead('family'));
  expect(readMessages().shown).toMatchObject({ description });
});

test('does not report an aborted call', () => {
  reportFailure(new DOMException('given up', 'AbortError'));
  expect(readMessages().shown).toBeNull();
});

test('signs out the dead session but not the other audience', () => {
  signIn(60);
  reportFailure(dead('admin'));
  expect(readSession('family')).not.toBeNull();
  reportFailure(dead('family'));
  expect(readSession('family')).toBeNull();
});
