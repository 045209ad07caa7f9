// <StatCard>: a card for one number.
import type { ReactNode } from 'react';

import { Card } from './card.tsx';
import { Skeleton } from './skeleton.tsx';

interface StatCardProps {
  readonly label: string;
  /** Undefined while loading, which shows a skeleton of the same height. */
  readonly value: ReactNode | undefined;
  readonly hint?: ReactNode;
  /** A button in place of, or beneath, the number. */
  readonly action?: ReactNode;
}

/** A reading on an instrument: a label, a large number, a line beneath. */
export function StatCard({ label, value, hint, action }: StatCardProps) {
  return (
    <Card className="flex flex-col overflow-hidden">
      <div className="ruler opacity-40" aria-hidden="true" />
      <dl className="flex-1 px-5 pt-4 pb-5">
        <dt className="text-[0.9375rem] font-bold text-pencil">{label}</dt>
        <dd className="figures mt-1 font-display text-4xl leading-tight font-semibold">
          {value === undefined ? <Skeleton className="my-1.5 h-8 w-16" /> : value}
        </dd>
        {hint !== undefined && <dd className="mt-1 text-sm text-pencil">{hint}</dd>}
      </dl>
      {action !== undefined && <div className="px-5 pb-5">{action}</div>}
    </Card>
  );
}
