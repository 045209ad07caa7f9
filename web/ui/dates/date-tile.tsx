// <DateTile date="2026-11-28" />: a date as on a tear-off calendar. Texts beside it say it in full.
import { formatDate } from '../../../domain/time.ts';
import { Skeleton } from '../loaded.tsx';

export function DateTile({ date }: { readonly date: string }) {
  const [weekday, day, month] = formatDate(date, 'short').split(' ');
  return (
    <span
      aria-hidden="true"
      className="grid w-[4.5rem] shrink-0 overflow-hidden rounded-md border border-ink bg-sheet text-center leading-tight"
    >
      <span className="bg-ink py-0.5 text-sm font-bold text-paper">{weekday}</span>
      <span className="figures font-display text-3xl font-semibold">{day}</span>
      <span className="pb-1 text-sm font-bold">{month}</span>
    </span>
  );
}

/** The tile and the two lines beside it while they load. */
export function TileSkeleton() {
  return (
    <span className="flex min-h-24 items-center gap-4">
      <Skeleton className="h-22 w-[4.5rem] shrink-0" />
      <span className="grid flex-1 gap-2">
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-4 w-full" />
      </span>
    </span>
  );
}
