// Failures of the database itself, as opposed to those of a query, and the error that makes a
// transaction retry. DatabaseAway is raised only around driver calls: elsewhere, the same
// operating-system error codes may come from any other connection.
import { Refusal } from '../../domain/errors.ts';

/** The database is currently unavailable; `cause` is the error of the driver. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';

  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
  }
}

/** Describes any thrown value in one sentence, for the log and for startup errors. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof DatabaseAway) return cause.message;
  if (cause instanceof AggregateError) return [...new Set(cause.errors.map(reasonOf))].join('; ');
  if (!(cause instanceof Error)) return String(cause);
  const code = codeOf(cause);
  return code === '' || cause.message.includes(code) ? cause.message : `${cause.message} (${code})`;
}

/** The error code from Node, PostgreSQL, SQLite or a library; '' without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** Whether PostgreSQL aborted a statement because it waited too long for a lock. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof DatabaseAway && codeOf(error.cause) === '55P03';

/**
 * The rows that the transaction chose changed before it locked them. `transact` rolls back and
 * retries; after several attempts the caller gets a refusal.
 */
export class OvertakenError extends Refusal {
  constructor() {
    super('service_unavailable');
    this.name = 'OvertakenError';
  }
}
