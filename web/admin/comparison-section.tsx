// <ComparisonSection>: the comparison of the payments here with those at the provider, once loaded.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { Reconciliation } from '../../domain/payments/reconciliation.ts';
import { reconciliationQuery } from '../data/comparison.ts';
import { Loaded } from '../ui/loaded.tsx';

interface ComparisonSectionProps {
  /** The height of what comes. */
  readonly rowClassName: string;
  readonly children: (reconciliation: Reconciliation) => ReactNode;
}

export function ComparisonSection({ rowClassName, children }: ComparisonSectionProps) {
  return (
    <section aria-labelledby="comparison" className="grid gap-3">
      <h2 id="comparison" className="text-heading">
        Payments and Stripe
      </h2>
      <Loaded
        query={useQuery(reconciliationQuery)}
        label="Loading the comparison"
        rows={1}
        rowClassName={rowClassName}
        failure="Failed to load the comparison"
      >
        {children}
      </Loaded>
    </section>
  );
}
