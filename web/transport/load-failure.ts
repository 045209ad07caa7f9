// What <Loaded> says about a failed load. Apart from the query layer, so that the sign-in page,
// which shows no such failure, does not load it.
import type { Operation } from './failures.ts';
import { describeFailure } from './query-client.ts';

/** To spread: the title of the operation, and the words that the toast has too. */
export const loadFailure = (operation: Operation) => ({
  failure: operation.title,
  explain: (error: Error) => describeFailure(error, operation).description,
});
