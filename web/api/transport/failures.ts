// The kinds of failure that a call can end with, which of them are tried again, and their words as
// a toast shows them. The landing page loads this without the whole catalogue of errors.
import type { Audience } from '../../../domain/account.ts';
import type { ErrorCode, FieldFault } from '../../../domain/errors.ts';
import { generalErrors } from '../../../domain/general-errors.ts';

/** No answer has come from the server. */
export const OFFLINE = 'Unable to connect to the server. Please check your internet connection.';
/** What has come is nothing that the catalogue of errors has words for. */
export const UNEXPECTED = 'An unexpected error occurred. Please try again.';

interface Answered {
  readonly status: number;
  readonly code?: ErrorCode | undefined;
  readonly details?: readonly FieldFault[] | undefined;
}

/**
 * The server answered, but not with what was asked for. `details` names the fields at fault, when
 * there are any.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly details: readonly FieldFault[];

  constructor(message: string, { status, code, details }: Answered) {
    super(message);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.details = details ?? [];
  }
}

/**
 * Whether nothing is there, also for an address that was cut short on its way and is no id at all.
 */
export const isNowhere = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** 400 with `details`. */
export class ValidationError extends ApiError {}

/**
 * 401: nobody is signed in, or the credentials are wrong. `audience` is whose session the call
 * used, if any.
 */
export class AuthenticationError extends ApiError {
  readonly audience: Audience | undefined;

  constructor(message: string, answered: Answered, audience?: Audience) {
    super(message, answered);
    this.audience = audience;
  }
}

/** Nobody is signed in, which is known without asking the server. */
export function signedOut(audience: Audience): AuthenticationError {
  const { status, text } = generalErrors.unauthenticated;
  return new AuthenticationError(text, { status, code: 'unauthenticated' }, audience);
}

/** 403. */
export class AuthorizationError extends ApiError {}

/** No answer at all. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super(OFFLINE, { cause });
    this.name = new.target.name;
  }
}

/** The failure, where it is none of these kinds already or an abort. */
export function asFailure(error: unknown): Error {
  if (error instanceof ApiError || error instanceof NetworkError) return error;
  if (error instanceof Error && isAbort(error)) return error;
  const failure = new ApiError(UNEXPECTED, { status: 500 });
  failure.cause = error;
  return failure;
}

/**
 * Whether a second attempt may end differently: never for what the server has understood and
 * refused (4xx).
 */
function isWorthRetrying(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiError && error.status >= 500;
}

/** How often a call is made before it has failed, and the wait between. */
interface RetryRule {
  readonly attempts: number;
  readonly delayMs: number;
  /** Waits the same time each time; otherwise `delayMs` times the number of the attempt. */
  readonly isSteady?: boolean;
}

/** The options of a query or a mutation that is tried by this rule. */
export function retryBy({ attempts, delayMs, isSteady = false }: RetryRule) {
  return {
    retry: (failures: number, error: Error) => failures < attempts - 1 && isWorthRetrying(error),
    retryDelay: (failures: number) => (isSteady ? delayMs : delayMs * (failures + 1)),
  };
}

/** Whether the caller itself gave up the call (a page that was left, a newer query). */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** What was being done, for failures that have no better words of their own. */
export interface Operation {
  /** The toast's title, e.g. 'Booking Failed'. */
  readonly title: string;
  /** The description when the server has sent none. */
  readonly text: string;
  /**
   * A failing server (5xx) that gives no reason of its own gets `text` too, in place of its general
   * sentence.
   */
  readonly coversServerErrors?: boolean;
  /** The text for a dead session, under the title 'Authentication Error'. */
  readonly signInAgain?: string;
  /** Titles that this operation gives to codes that others title differently. */
  readonly titles?: Partial<Readonly<Record<ErrorCode, string>>>;
}

export interface FailureWords {
  readonly title: string;
  readonly description: string;
}

const GENERIC_TITLE = 'Error';

/**
 * The title and text for a failure; `titles` are those of codes that only some calls are refused
 * with.
 */
export function wordsFor(
  error: unknown,
  operation?: Operation,
  titles: (code: ErrorCode) => string = () => GENERIC_TITLE,
): FailureWords {
  if (error instanceof NetworkError)
    return { title: 'Connection Error', description: error.message };
  if (error instanceof ValidationError) {
    return { title: 'Validation Error', description: generalErrors.validation_failed.text };
  }
  // A sign-in that did not work has a code of its own; every other 401 is a session that has ended.
  if (error instanceof AuthenticationError && [undefined, 'unauthenticated'].includes(error.code)) {
    return operation?.signInAgain === undefined
      ? { title: 'Authentication Required', description: error.message }
      : { title: 'Authentication Error', description: operation.signInAgain };
  }
  if (error instanceof AuthorizationError)
    return { title: 'Access Denied', description: error.message };
  if (error instanceof ApiError) {
    const general = error.code === undefined ? GENERIC_TITLE : titles(error.code);
    return { title: titleOf(error, general, operation), description: textOf(error, operation) };
  }
  return operation === undefined
    ? { title: 'Unexpected Error', description: 'Something went wrong. Please try again.' }
    : { title: operation.title, description: operation.text };
}

const GENERAL_CODES: readonly (ErrorCode | undefined)[] = [
  undefined,
  'internal',
  'service_unavailable',
];

function textOf({ message, status, code }: ApiError, operation: Operation | undefined): string {
  const isGeneral = status >= 500 && GENERAL_CODES.includes(code);
  return operation?.coversServerErrors === true && isGeneral ? operation.text : message;
}

function titleOf({ code }: ApiError, general: string, operation: Operation | undefined): string {
  const own = code === undefined ? undefined : operation?.titles?.[code];
  return own ?? (general === GENERIC_TITLE ? (operation?.title ?? GENERIC_TITLE) : general);
}
