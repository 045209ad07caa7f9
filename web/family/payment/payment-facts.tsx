// <PaymentFacts>: the facts of a payment, one label and value per line.
import type { ReactNode } from 'react';

interface PaymentFactsProps {
  /** Names the list for screen readers if no heading does. */
  readonly label?: string;
  readonly facts: readonly { readonly label: string; readonly value: ReactNode }[];
}

export function PaymentFacts({ label, facts }: PaymentFactsProps) {
  return (
    <dl aria-label={label} className="divide-y divide-line border-y border-line">
      {facts.map((fact) => (
        <div
          key={fact.label}
          className="flex flex-wrap items-baseline justify-between gap-x-6 py-2.5"
        >
          <dt className="text-pencil">{fact.label}</dt>
          <dd className="figures min-w-0 font-bold break-all">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
