// Whether the parts that a running server needs are in order, for monitoring.
import { READINESS_HOURS } from '../limits.ts';
import { HOUR_MS } from '../time.ts';

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
