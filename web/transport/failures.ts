// The kinds of failure of a call, which of them are retried, and their texts for toasts. The
// landing page loads this module without the whole error catalogue.
import type { MutationMeta } from '@tanstack/react-query';

import type { Audience } from '../../domain/endpoint.ts';
import type { ErrorCode, FieldFault } from '../../domain/errors.ts';
import { generalErrors } from '../../domain/general-errors.ts';

export const RETRY = {
  general: { attempts: 3, delayMs: 1000 },
  query: { attempts: 4, delayMs: 1000 },
  mutation: { attempts: 2, delayMs: 1000 },
  loading: { attempts: 3, delayMs: 2000, isSteady: true },
  registration: { attempts: 2, delayMs: 1000 },
} as const;

/** The server sent no response. */
export const OFFLINE = 'Unable to connect to the server. Please check your internet connection.';
/** The title for it. */
export const CONNECTION_ERROR = 'Connection Error';
/** The response matches nothing in the error catalogue. */
export const UNEXPECTED = 'An unexpected error occurred. Please try again.';

interface ErrorAnswer {
  status: number;
  code?: ErrorCode | undefined;
  details?: readonly FieldFault[] | undefined;
}

/** The server's response was an error. `details` names the invalid fields, if any. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly details: readonly FieldFault[];

  constructor(message: string, { status, code, details }: ErrorAnswer) {
    super(message);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.details = details ?? [];
  }
}

/**
 * Whether the resource does not exist, which includes addresses cut short so that the id is
 * invalid.
 */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** 400 with `details`. */
export class ValidationError extends ApiError {}

/**
 * 401: nobody is signed in, or the credentials are wrong. `audience` is the session that the call
 * used, if any.
 */
export class AuthenticationError extends ApiError {
  readonly audience: Audience | undefined;

  constructor(message: string, answered: ErrorAnswer, audience?: Audience) {
    super(message, answered);
    this.audience = audience;
  }
}

/** Nobody is signed in, which is known without a request. */
export function signedOut(audience: Audience): AuthenticationError {
  const { status, text } = generalErrors.unauthenticated;
  return new AuthenticationError(text, { status, code: 'unauthenticated' }, audience);
}

/** 403. */
export class AuthorizationError extends ApiError {}

/** No response at all. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super(OFFLINE, { cause });
    this.name = new.target.name;
  }
}

/** Wraps an error, unless it is already one of these kinds or an abort. */
export function asFailure(error: unknown): Error {
  if (error instanceof ApiError || error instanceof NetworkError) return error;
  if (error instanceof Error && isAbort(error)) return error;
  const failure = new ApiError(UNEXPECTED, { status: 500 });
  failure.cause = error;
  return failure;
}

/** Whether a retry may succeed: never if the server understood and refused the call (4xx). */
function isWorthRetrying(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiError && error.status >= 500;
}

/** How many attempts a call gets, and the delay between them. */
interface RetryRule {
  attempts: number;
  delayMs: number;
  /** Uses the same delay each time; otherwise `delayMs` times the number of the attempt. */
  isSteady?: boolean;
}

/** The query or mutation options for this retry rule. */
export function retryBy({ attempts, delayMs, isSteady = false }: RetryRule) {
  return {
    retry: (failures: number, error: Error) => failures < attempts - 1 && isWorthRetrying(error),
    retryDelay: (failures: number) => (isSteady ? delayMs : delayMs * (failures + 1)),
  };
}

/** Tries by this rule on the landing page, which does not load the query layer. */
export async function tryBy<Answer>(
  rule: RetryRule,
  attempt: () => Promise<Answer>,
  failures = 0,
): Promise<Answer> {
  try {
    return await attempt();
  } catch (error) {
    const { retry, retryDelay } = retryBy(rule);
    if (!(error instanceof Error) || !retry(failures, error)) throw error;
    await new Promise((resolve) => {
      setTimeout(resolve, retryDelay(failures));
    });
    return tryBy(rule, attempt, failures + 1);
  }
}

/** Whether the caller itself aborted the call (it left the page, or started a newer query). */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** The toast's title for some error codes. */
export type Titles = Readonly<Partial<Record<ErrorCode, string>>>;

/** What the call was for, used in the text of failures without a better one. */
export interface Operation {
  /** The toast's title, e.g. 'Booking Failed'. */
  readonly title: string;
  /** The description if the server has sent none. */
  readonly text: string;
  /**
   * Replaces the general sentence with `text` for a server error (5xx) that gives no reason of its
   * own.
   */
  readonly coversServerErrors?: boolean;
  /** The text for a dead session, under the title 'Authentication Error'. */
  readonly signInAgain?: string;
  /** This operation's own titles for error codes. */
  readonly titles?: Titles;
}

/** The `meta` of a mutation: what its toast says if it fails. */
export const failing = (
  title: string,
  text: string,
  rest: Omit<MutationMeta, 'operation'> = {},
) => ({
  operation: { title, text },
  ...rest,
});

export interface FailureWords {
  readonly title: string;
  readonly description: string;
}

const GENERIC_TITLE = 'Error';

/** The title and text for a failure; `titles` covers error codes that only some calls return. */
export function wordsFor(error: unknown, operation?: Operation, titles: Titles = {}): FailureWords {
  if (error instanceof NetworkError) return { title: CONNECTION_ERROR, description: error.message };
  if (error instanceof ValidationError) {
    return { title: 'Validation Error', description: generalErrors.validation_failed.text };
  }
  // A failed sign-in has an error code of its own; every other 401 means that the session has
  // ended.
  if (error instanceof AuthenticationError && [undefined, 'unauthenticated'].includes(error.code)) {
    return operation?.signInAgain === undefined
      ? { title: 'Authentication Required', description: error.message }
      : { title: 'Authentication Error', description: operation.signInAgain };
  }
  if (error instanceof AuthorizationError)
    return { title: 'Access Denied', description: error.message };
  if (error instanceof ApiError) {
    return { title: titleOf(error, titles, operation), description: textOf(error, operation) };
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

function titleOf({ code }: ApiError, titles: Titles, operation: Operation | undefined): string {
  const own = code === undefined ? undefined : (operation?.titles?.[code] ?? titles[code]);
  return own ?? operation?.title ?? GENERIC_TITLE;
}
