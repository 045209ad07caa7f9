// perform(operation, attempt): what a form asks for outside the query layer, which the pages of strangers do not load. It tries as
// often as that layer would, and reports failures in the same words.
import { RETRY } from '../../../domain/limits.ts';
import { withAttempts } from './attempts.ts';
import { reportFailure } from './errors.ts';
import type { Operation } from './failure-words.ts';

const FORM_ATTEMPTS = { retry: { ...RETRY.general, attempts: 2 } };

/** Returns what the first attempt that succeeds returns; throws the failure, reported, so that the form can mark its fields. */
export async function perform<T>(operation: Operation, attempt: () => Promise<T>): Promise<T> {
  try {
    return await withAttempts(FORM_ATTEMPTS, undefined, attempt);
  } catch (error) {
    reportFailure(error, operation);
    throw error;
  }
}
