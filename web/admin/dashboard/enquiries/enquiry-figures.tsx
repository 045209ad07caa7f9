// <EnquiryFigures>: three figures about the list in one slim strip.
import type { ReactNode } from 'react';

import { Skeleton } from '../../../ui/loaded.tsx';

interface EnquiryFiguresProps {
  /** A value is undefined while loading. */
  readonly figures: readonly { readonly label: string; readonly value: ReactNode | undefined }[];
}

export function EnquiryFigures({ figures }: EnquiryFiguresProps) {
  return (
    <dl className="figures flex flex-wrap justify-between gap-x-4 rounded-md max-xl:w-full border border-line bg-sheet px-4 py-2 text-note leading-snug sheet-shadow">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex flex-wrap items-baseline gap-x-2">
          <dt className="text-pencil">{label}</dt>
          {/* As wide as the longest number, so that the strip does not move while somebody types
              a search. */}
          <dd className="min-w-12 font-bold">
            {value === undefined ? <Skeleton className="h-4 w-10" /> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
