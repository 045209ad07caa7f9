// Failures of the database itself, as opposed to those of a query. Raised only where a driver is
// called: elsewhere the same error codes of the operating system may come from any other
// connection.

/** The database cannot be used for now; `cause` is the driver's error. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';

  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
  }
}

/** Whatever was thrown as one sentence, for the log and for startup errors. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof DatabaseAway) return cause.message;
  if (cause instanceof AggregateError) return [...new Set(cause.errors.map(reasonOf))].join('; ');
  if (!(cause instanceof Error)) return String(cause);
  const code = codeOf(cause);
  return code === '' || cause.message.includes(code) ? cause.message : `${cause.message} (${code})`;
}

/** The code that Node, PostgreSQL or SQLite has given the error; '' without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** Whether PostgreSQL has refused a statement because somebody held a lock for too long. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof DatabaseAway && codeOf(error.cause) === '55P03';
