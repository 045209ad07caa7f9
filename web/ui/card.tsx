// Sheets of paper that pages lay their content on: <Card>, <StatCard> for one number, <Badge> for one word.
import type { ComponentProps, ReactNode } from 'react';

import { Skeleton } from './skeleton.tsx';

/** A plain sheet; takes any attribute of a div. */
export function Card({ className = 'p-5 sm:p-7', ...rest }: ComponentProps<'div'>) {
  return <div className={`rounded-md border border-line bg-sheet shadow-sheet ${className}`} {...rest} />;
}

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

export type BadgeTone = 'plain' | 'signal' | 'positive' | 'caution' | 'negative';

const tones: Record<BadgeTone, string> = {
  plain: 'border-rule text-pencil',
  signal: 'border-signal bg-wash text-signal',
  positive: 'border-positive bg-positive-wash text-positive',
  caution: 'border-caution bg-caution-wash text-caution',
  negative: 'border-negative bg-negative-wash text-negative',
};

export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: BadgeTone;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex items-center rounded-sm border px-2 py-0.5 text-sm leading-snug font-bold whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
