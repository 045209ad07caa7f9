// The words for every kind of failure, as a toast shows them. The landing page loads these without the whole catalogue.
import type { ErrorCode } from '../../../domain/errors.ts';
import { generalErrors } from '../../../domain/general-errors.ts';
import {
  ApiError,
  AuthenticationError,
  AuthorizationError,
  NetworkError,
  ValidationError,
} from './failures.ts';

/** What was being done, for failures that have no better words of their own. */
export interface Operation {
  /** The toast's title, e.g. 'Booking Failed'. */
  readonly title: string;
  /** The description when the server has sent none. */
  readonly text: string;
  /** A failing server (5xx) that gives no reason of its own gets `text` too, in place of its general sentence. */
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

/** The title and text for a failure; `titles` are those of codes that only some calls are refused with. */
export function wordsFor(
  error: unknown,
  operation?: Operation,
  titles: (code: ErrorCode) => string = () => GENERIC_TITLE,
): FailureWords {
  if (error instanceof NetworkError) return { title: 'Connection Error', description: error.message };
  if (error instanceof ValidationError) {
    return { title: 'Validation Error', description: generalErrors.validation_failed.text };
  }
  // A sign-in that did not work has a code of its own; every other 401 is a session that has ended.
  if (error instanceof AuthenticationError && [undefined, 'unauthenticated'].includes(error.code)) {
    return operation?.signInAgain === undefined
      ? { title: 'Authentication Required', description: error.message }
      : { title: 'Authentication Error', description: operation.signInAgain };
  }
  if (error instanceof AuthorizationError) return { title: 'Access Denied', description: error.message };
  if (error instanceof ApiError) {
    const general = error.code === undefined ? GENERIC_TITLE : titles(error.code);
    return { title: titleOf(error, general, operation), description: textOf(error, operation) };
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

function titleOf({ code }: ApiError, general: string, operation: Operation | undefined): string {
  const own = code === undefined ? undefined : operation?.titles?.[code];
  return own ?? (general === GENERIC_TITLE ? (operation?.title ?? GENERIC_TITLE) : general);
}
