// The texts for every kind of failure, shown once, and the sign-out after a dead session.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { errorCatalogue, type ErrorCode } from '../../../domain/errors.ts';
import { wasReported } from '../../ui/reported.ts';
import { dismissToasts, readMessages, showToast } from '../../ui/toast.ts';
import { describeFailure, reportFailure } from './query-client.ts';
import {
  ApiError,
  AuthenticationError,
  AuthorizationError,
  NetworkError,
  ValidationError,
} from './failures.ts';
import { clearSession, readSession, saveSession } from './session.ts';
import { fakeBrowser, NOON, sessionFor, parent } from './testing/browser.ts';

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

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  fakeBrowser();
});

afterEach(() => {
  dismissToasts();
  clearSession('family');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  [
    new ValidationError('x', { status: 400, details: [] }),
    'Validation Error',
    'Please check the form fields and try again.',
  ],
  [
    new AuthenticationError('Authentication required', { status: 401 }),
    'Authentication Required',
    'Authentication required',
  ],
  [new AuthorizationError('Not yours', { status: 403 }), 'Access Denied', 'Not yours'],
  [
    new NetworkError(new TypeError('failed')),
    'Connection Error',
    'Unable to connect to the server. Please check your internet connection.',
  ],
  [answered('internal'), 'Error', 'Server error. Please try again later.'],
  [
    answered('lesson_full'),
    'Lesson Full',
    'This lesson is fully booked. Please try another lesson.',
  ],
  [
    new TypeError('x is not a function'),
    'Unexpected Error',
    'Something went wrong. Please try again.',
  ],
])('uses the general words for failure %# without an operation', (error, title, description) => {
  expect(describeFailure(error)).toEqual({ title, description });
});

test.each([
  [answered('internal'), 'Booking Failed', 'Server error. Please try again later.'],
  [
    answered('insufficient_credits'),
    'Insufficient Credits',
    errorCatalogue.insufficient_credits.text,
  ],
  [answered('lesson_started'), 'Cancellation Failed', errorCatalogue.lesson_started.text],
  [
    new AuthenticationError('Authentication required', { status: 401 }),
    'Authentication Error',
    booking.signInAgain,
  ],
  [new TypeError('x is not a function'), 'Booking Failed', booking.text],
])('uses the words of the operation for failure %#', (error, title, description) => {
  expect(describeFailure(error, booking)).toEqual({ title, description });
});

test('lets an operation replace general server errors, but not their reasons', () => {
  const covering = { ...booking, coversServerErrors: true };
  const said = (error: unknown) => describeFailure(error, covering).description;
  expect(said(answered('internal'))).toBe(booking.text);
  expect(said(new ApiError('HTTP 502: Bad Gateway', { status: 502 }))).toBe(booking.text);
  expect(said(answered('payments_unavailable'))).toBe(errorCatalogue.payments_unavailable.text);
  expect(said(answered('rate_limited'))).toBe(errorCatalogue.rate_limited.text);
});

test('reports wrong credentials as a failed login, not as a dead session', () => {
  const error = new AuthenticationError('Invalid credentials. Please try again.', {
    status: 401,
    code: 'invalid_credentials',
  });
  expect(describeFailure(error)).toEqual({
    title: 'Login Failed',
    description: 'Invalid credentials. Please try again.',
  });
});

test('reports a failure once and marks it as reported', () => {
  const error = answered('internal');
  reportFailure(error);
  reportFailure(error, booking);
  expect(readMessages().shown).toMatchObject({ kind: 'destructive', title: 'Error' });
  expect(wasReported(error)).toBe(true);
});

test('reports an expired session once, however many calls it fails', () => {
  showToast({
    kind: 'info',
    title: 'Authentication Required',
    description: 'Your session has ended.',
  });
  for (let call = 0; call < 3; call++) {
    reportFailure(new AuthenticationError('Authentication required', { status: 401 }, 'family'));
  }
  expect(readMessages().shown).toMatchObject({ description: 'Your session has ended.' });
});

test('does not report an aborted call', () => {
  reportFailure(new DOMException('given up', 'AbortError'));
  expect(readMessages().shown).toBeNull();
});

test('signs out the dead session but not the other audience', () => {
  saveSession('family', { session: sessionFor(60), user: parent });
  reportFailure(new AuthenticationError('Authentication required', { status: 401 }, 'admin'));
  expect(readSession('family')).not.toBeNull();
  reportFailure(new AuthenticationError('Authentication required', { status: 401 }, 'family'));
  expect(readSession('family')).toBeNull();
});
