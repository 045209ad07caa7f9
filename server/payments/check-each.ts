// Checks many rows with the provider, one after another.
import { isDatabaseAway } from '../engine/database.ts';

/** After this many consecutive unanswered requests, the rest wait for the next round. */
const MAX_UNANSWERED = 3;

interface RowCheck<Row> {
  /** What the rows are, for the error: 'payments'. */
  what: string;
  /** Claims a row for this process. False if another process has it. */
  claim: (row: Row) => Promise<boolean>;
  /** Returns whether the provider answered. */
  check: (row: Row) => Promise<boolean>;
  signal: AbortSignal | undefined;
}

/**
 * Checks each row once; a failure does not delay the others. Throws an AggregateError of all
 * failures. Stops early, and leaves the rest to the next round, while the provider is unavailable
 * or once `signal` is aborted.
 */
export async function checkEach<Row>(rows: Row[], { what, claim, check, signal }: RowCheck<Row>) {
  const failures: unknown[] = [];
  let unanswered = 0;
  for (const row of rows) {
    if (signal?.aborted === true || unanswered === MAX_UNANSWERED) break;
    try {
      if (!(await claim(row))) continue;
      unanswered = (await check(row)) ? 0 : unanswered + 1;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} ${what} failed: ${String(failures[0])}`);
}
