// Whether the parts that a running server needs are in order, for monitoring.
import { HOUR_MS } from '../time.ts';

/** A server is not ready when an email has waited this long, or the last comparison is this old. */
export const READINESS_HOURS = { email: 24, comparison: 48 } as const;

/** The parts, in the order they are looked at. */
export const readinessParts = ['database', 'migrations', 'emails', 'comparison'] as const;
export type ReadinessPart = (typeof readinessParts)[number];

/** What a person reads about a part that is not in order. */
export const readinessFaults: Readonly<Record<ReadinessPart, string>> = {
  database:
    'The database does not answer, or takes no writes. Check that it runs, can be reached and has room.',
  migrations: 'The database has the schema of another version. Start the version that migrated it.',
  emails: `An email has waited for more than ${READINESS_HOURS.email} hours. Check the mail server.`,
  comparison: `The payments were last compared with the provider more than ${READINESS_HOURS.comparison} hours ago. Check the provider's key.`,
};

/**
 * Whether the nightly comparison is overdue. Before the first one, the time runs from the first
 * payment. All are epoch milliseconds.
 */
export function isComparisonOverdue(
  { comparedAt, firstPaymentAt }: Readonly<Record<'comparedAt' | 'firstPaymentAt', number | null>>,
  now: number,
): boolean {
  const since = comparedAt ?? firstPaymentAt;
  return since !== null && now - since >= READINESS_HOURS.comparison * HOUR_MS;
}
