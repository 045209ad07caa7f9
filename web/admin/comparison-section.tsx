// <ComparisonSection>: the comparison of the payments here with those at the provider, once loaded.
import { useQuery, queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import * as endpoints from '../../domain/endpoints.ts';
import type { Reconciliation } from '../../domain/payments/reconciliation.ts';
import { call } from '../transport/client.ts';
import { Loaded } from '../ui/loaded.tsx';

interface ComparisonSectionProps {
  /** The height of what comes. */
  rowClassName: string;
  children: (reconciliation: Reconciliation) => ReactNode;
}

export function ComparisonSection({ rowClassName, children }: ComparisonSectionProps) {
  return (
    <section aria-labelledby="comparison" className="grid grid-cols-1 gap-3 wrap-anywhere">
      <h2 id="comparison" className="text-heading">
        Check against Stripe
      </h2>
      <Loaded
        query={useQuery(reconciliationQuery)}
        noun="the comparison"
        rows={1}
        rowClassName={rowClassName}
      >
        {children}
      </Loaded>
    </section>
  );
}

/**
 * The comparison of payments with the provider. Every hook reports its own failures and successes
 * as toasts.
 */
export const RECONCILIATION = ['admin', 'reconciliation'] as const;
const CHECK_AGAIN_MS = 2000;

/** Looks again every few seconds while a comparison runs. */
export const reconciliationQuery = queryOptions({
  queryKey: RECONCILIATION,
  queryFn: ({ signal }) => call(endpoints.getReconciliation, { signal }),
  select: ({ reconciliation }) => reconciliation,
  // The comparison runs at night, and this page does not hear of it.
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.reconciliation.running === true ? CHECK_AGAIN_MS : false,
  meta: { operation: { title: 'Error Loading Data', text: 'Failed to load the comparison' } },
});
