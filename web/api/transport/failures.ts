// The kinds of failure that a call can end with. Their words are the server's, the catalogue's or, where there is neither, these.
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

/** The server answered, but not with what was asked for. `details` names the fields at fault, when there are any. */
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

/** Whether nothing is there, also for an address that was cut short on its way and is no id at all. */
export const isNowhere = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** 400 with `details`. */
export class ValidationError extends ApiError {}

/** 401: nobody is signed in, or the credentials are wrong. `audience` is whose session the call used, if any. */
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

/** Whether a second attempt may end differently: never for what the server has understood and refused (4xx). */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiError && error.status >= 500;
}

/** Whether the caller itself gave up the call (a page that was left, a newer query). */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
