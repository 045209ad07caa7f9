// <Badge>: a short label in a colour for its tone.
import type { ReactNode } from 'react';

export type BadgeTone = 'plain' | 'signal' | 'positive' | 'caution' | 'negative';

const tones: Record<BadgeTone, string> = {
  plain: 'border-rule text-pencil',
  signal: 'border-signal bg-wash text-signal',
  positive: 'border-positive bg-positive-wash text-positive',
  caution: 'border-caution bg-caution-wash text-caution',
  negative: 'border-negative bg-negative-wash text-negative',
};

export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-sm border px-2 py-0.5 text-sm leading-snug font-bold whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
