// <DateTile date="2026-11-28" />: a date as on a tear-off calendar. Texts beside it say it in full.
// <DateRange>: two dates to choose.
import { formatDate } from '../../../domain/time.ts';
import type { Dates } from '../../../domain/window.ts';
import { Field } from '../forms/field.tsx';
import { Skeleton } from '../loaded.tsx';

export function DateTile({ date }: { date: string }) {
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

interface DateRangeProps {
  /** What the fields show. */
  dates: Dates;
  onDates: (dates: Dates) => void;
  /** Why these dates show nothing; null if they do. */
  problem: string | null;
}

/** <DateRange>: the first and the last day of what a list shows, as two cells of a grid. */
export function DateRange({ dates, onDates, problem }: DateRangeProps) {
  return (
    <>
      <Field label="From" error={problem ?? undefined}>
        {(control) => (
          <input
            {...control}
            type="date"
            value={dates.from}
            onChange={(event) => onDates({ ...dates, from: event.target.value })}
          />
        )}
      </Field>
      <Field label="To">
        {(control) => (
          <input
            {...control}
            type="date"
            value={dates.to}
            onChange={(event) => onDates({ ...dates, to: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
