// <Bar>: how often an answer was given in the class. <DistributionBars>: all answers to a number,
// and the points of a full answer; choices have their bars where they stand. Counts, without names.
import type { ReactNode } from 'react';

import type { Distribution } from '../../../domain/rooms/room.ts';
import type { Attempt } from '../../../domain/topics/attempt.ts';
import { Rendered } from '../../ui/rendered.tsx';

interface DistributionBarsProps {
  readonly title: string;
  readonly distribution: Distribution;
  readonly own: Attempt | null;
}

export function DistributionBars({ title, distribution, own }: DistributionBarsProps) {
  const ownKey = ownKeyOf(own, distribution);
  return (
    <div>
      <h3 className="mb-1 label-mark">{title}</h3>
      <ul className="grid grid-cols-1 gap-3">
        {distribution.map(({ key, html }) => (
          <li key={key}>
            <Bar of={key} distribution={distribution} isRight={key === 'right'}>
              <Rendered html={html} />
            </Bar>
            {key === ownKey && <p className="mt-0.5 text-sm font-bold">Your answer</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface BarProps {
  /** The key of the answer. */
  readonly of: string;
  readonly distribution: Distribution;
  readonly isRight: boolean;
  readonly children: ReactNode;
}

export function Bar({ of, distribution, isRight, children }: BarProps) {
  const max = Math.max(1, ...distribution.map(({ count }) => count));
  const count = distribution.find(({ key }) => key === of)?.count ?? 0;
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">{children}</div>
        <span className="shrink-0 font-bold figures">
          {count}
          <span className="sr-only"> {count === 1 ? 'answer' : 'answers'}</span>
        </span>
      </div>
      <div className="mt-1 h-3 rounded-sm border border-rule bg-sheet">
        <div
          className={`h-full ${isRight ? 'bg-positive' : 'bg-rule'}`}
          style={{ width: `${(100 * count) / max}%` }}
        />
      </div>
    </>
  );
}

/** How the student's own number was counted, as far as the marking says. */
function ownKeyOf(own: Attempt | null, distribution: Distribution): string | undefined {
  if (own === null || own.result === null) return undefined;
  if (own.result === 'right') return 'right';
  if (own.reason !== 'known') return own.reason ?? 'other';
  const known = distribution.filter(({ key }) => key.startsWith('known.'));
  return known.length === 1 ? known[0]?.key : undefined;
}
