// The shapes of the agenda, the week and the next lesson's card while they load.
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/loaded.tsx';

const rows = (count: number) => Array.from({ length: count }, (_, row) => row);

export function AgendaSkeleton() {
  return (
    <output>
      <span className="sr-only">Loading lessons</span>
      <Skeleton className="mt-1 h-6 w-36" />
      <span className="mt-1.5 block border-y border-line">
        {rows(6).map((row) => (
          <span
            key={row}
            className="flex min-h-18 items-center gap-3 border-t border-line first:border-t-0"
          >
            <span className="grid w-[3.25rem] shrink-0 gap-2">
              <Skeleton className="h-3 w-7" />
              <Skeleton className="h-5 w-12" />
            </span>
            <span className="grid flex-1 gap-2">
              <Skeleton className="h-4 w-11/12" />
              <Skeleton className="h-3.5 w-24" />
            </span>
            <Skeleton className="h-11 w-18" />
          </span>
        ))}
      </span>
    </output>
  );
}

export function WeekSkeleton() {
  return (
    <output className="grid overflow-hidden rounded-md border border-line bg-sheet sheet-shadow md:grid-cols-[1fr_2fr_2fr]">
      <span className="sr-only">Loading lessons</span>
      {rows(3).map((day) => (
        <span
          key={day}
          className="grid min-h-24 content-start gap-2.5 border-line p-3 not-first:border-t md:min-h-72 md:not-first:border-t-0 md:not-first:border-l"
        >
          <Skeleton className="h-3.5 w-8" />
          <Skeleton className="h-6 w-7" />
          {day > 0 &&
            rows(2).map((lesson) => <Skeleton key={lesson} className="hidden h-24 md:block" />)}
        </span>
      ))}
    </output>
  );
}

/** A placeholder as tall as most families' card, so that little moves when the card comes. */
export function CardSkeleton({ className }: { className: string }) {
  return (
    <Card className={`grid content-start gap-3 border-l-4 border-l-line p-5 sm:p-7 ${className}`}>
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-6 w-11/12 max-w-80" />
      <Skeleton className="h-4 w-full max-w-96" />
      <Skeleton className="h-4 w-28" />
      <span className="mt-auto flex gap-4">
        <Skeleton className="h-11 w-40" />
      </span>
    </Card>
  );
}
