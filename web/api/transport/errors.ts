// From a failed call to the words a person reads: one mapper for every page, and the sign-out that a dead session needs.
import { errorCatalogue, type ErrorCode } from '../../../domain/errors.ts';
import { markReported, wasReported } from '../../ui/reported.ts';
import { readMessages, showToast } from '../../ui/toast.ts';
import {
  ApiError,
  AuthenticationError,
  AuthorizationError,
  isAbort,
  NetworkError,
  ValidationError,
} from './failures.ts';
import { clearSession } from './session.ts';

/** What was being done, for failures that have no better words of their own. */
export interface Operation {
  /** The toast's title, e.g. 'Booking Failed'. */
  readonly title: string;
  /** The description when the server has sent none. */
  readonly text: string;
  /** A failing server (5xx) that gives no reason of its own gets `text` too, in place of its general sentence. */
  readonly coversServerErrors?: boolean;
  /** What a dead session is told, under the title 'Authentication Error'. */
  readonly signInAgain?: string;
  /** Titles that this operation gives to codes that others title differently. */
  readonly titles?: Partial<Readonly<Record<ErrorCode, string>>>;
}

export interface FailureWords {
  readonly title: string;
  readonly description: string;
}

const GENERIC_TITLE = 'Error';

/** 401s of a sign-in that did not work; every other one is a session that has ended. */
const SIGN_IN_REFUSALS: readonly (ErrorCode | undefined)[] = [
  'invalid_credentials',
  'two_factor_required',
  'invalid_code',
];

/** The title and text of the toast for a failure. */
export function describeFailure(error: unknown, operation?: Operation): FailureWords {
  if (error instanceof NetworkError) return { title: 'Connection Error', description: error.message };
  if (error instanceof ValidationError) {
    return { title: 'Validation Error', description: errorCatalogue.validation_failed.text };
  }
  if (error instanceof AuthenticationError && !SIGN_IN_REFUSALS.includes(error.code)) {
    return operation?.signInAgain === undefined
      ? { title: 'Authentication Required', description: error.message }
      : { title: 'Authentication Error', description: operation.signInAgain };
  }
  if (error instanceof AuthorizationError) return { title: 'Access Denied', description: error.message };
  if (error instanceof ApiError) {
    return { title: titleOf(error, operation), description: textOf(error, operation) };
  }
  return operation === undefined
    ? { title: 'Unexpected Error', description: 'Something went wrong. Please try again.' }
    : { title: operation.title, description: operation.text };
}

const GENERAL_CODES: readonly (ErrorCode | undefined)[] = [undefined, 'internal', 'service_unavailable'];

function textOf({ message, status, code }: ApiError, operation: Operation | undefined): string {
  const isGeneral = status >= 500 && GENERAL_CODES.includes(code);
  return operation?.coversServerErrors === true && isGeneral ? operation.text : message;
}

function titleOf({ code }: ApiError, operation: Operation | undefined): string {
  const own = code === undefined ? undefined : operation?.titles?.[code];
  const general = code === undefined ? GENERIC_TITLE : errorCatalogue[code].title;
  return own ?? (general === GENERIC_TITLE ? (operation?.title ?? GENERIC_TITLE) : general);
}

/**
 * Tells the person of a failed call, once, and signs out the session that an authentication failure has shown to be dead;
 * the page's guard then leads to the matching sign-in page. Calls given up on purpose are passed over.
 */
export function reportFailure(error: unknown, operation?: Operation): void {
  if (isAbort(error) || wasReported(error)) return;
  markReported(error);
  if (error instanceof AuthenticationError && error.audience !== undefined) clearSession(error.audience);
  const words = describeFailure(error, operation);
  // A session that ends fails every call that is on its way; one message tells of it.
  const isTold = readMessages().shown?.title === words.title;
  if (error instanceof AuthenticationError && error.code !== 'invalid_credentials' && isTold) return;
  showToast({ kind: 'destructive', ...words });
}
