// From a failed call to the words a person reads: one mapper for every page, and the sign-out that a dead session needs.
import { errorCatalogue } from '../../../domain/errors.ts';
import { markReported, wasReported } from '../../ui/reported.ts';
import { readMessages, showToast } from '../../ui/toast.ts';
import { wordsFor, type FailureWords, type Operation } from './failure-words.ts';
import { AuthenticationError, isAbort } from './failures.ts';
import { clearSession } from './session.ts';

/** The title and text of the toast for a failure. */
export function describeFailure(error: unknown, operation?: Operation): FailureWords {
  return wordsFor(error, operation, (code) => errorCatalogue[code].title);
}

/**
 * Reports a failed call to the person, once, and signs out the session that an authentication failure has shown to be dead;
 * the page's guard then leads to the matching sign-in page. Calls given up on purpose are passed over.
 */
export function reportFailure(error: unknown, operation?: Operation): void {
  if (isAbort(error) || wasReported(error)) return;
  markReported(error);
  if (error instanceof AuthenticationError && error.audience !== undefined) clearSession(error.audience);
  const words = describeFailure(error, operation);
  // A session that ends fails every call that is on its way; one message says so.
  const isTold = readMessages().shown?.title === words.title;
  if (error instanceof AuthenticationError && error.code !== 'invalid_credentials' && isTold) return;
  showToast({ kind: 'destructive', ...words });
}
