// <DateRange>: the first and the last day of what a list shows, as two cells of a grid.
import type { Dates } from '../../../domain/window.ts';
import { Field } from '../forms/field.tsx';

interface DateRangeProps {
  /** What the fields show. */
  readonly dates: Dates;
  readonly onDates: (dates: Dates) => void;
  /** Why these dates show nothing; null if they do. */
  readonly problem: string | null;
}

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
