// <PaymentSearch>: the search box, the dates shown, and the number of payments found.
import type { Dates } from '../../../domain/window.ts';
import { DateRange } from '../../ui/dates/date-range.tsx';
import { Field } from '../../ui/forms/field.tsx';

interface PaymentSearchProps {
  readonly search: string;
  readonly onSearch: (text: string) => void;
  /** What the fields show. */
  readonly dates: Dates;
  readonly onDates: (dates: Dates) => void;
  /** Why these dates show nothing; null if they do. */
  readonly problem: string | null;
  /** Undefined while loading. */
  readonly found: number | undefined;
}

export function PaymentSearch(props: PaymentSearchProps) {
  const { search, onSearch, dates, onDates, problem, found } = props;
  return (
    <search className="grid grid-cols-2 items-start gap-3 md:grid-cols-[minmax(0,1fr)_11rem_11rem] print:hidden">
      <div className="max-md:col-span-2">
        <Field label="Search">
          {(control) => (
            <input
              {...control}
              type="search"
              placeholder="Name, invoice, amount or session"
              autoComplete="off"
              spellCheck={false}
              value={search}
              onChange={(event) => onSearch(event.target.value)}
            />
          )}
        </Field>
      </div>
      <DateRange dates={dates} onDates={onDates} problem={problem} />
      <p className="sr-only" aria-live="polite">
        {found === undefined ? '' : `${found} ${found === 1 ? 'payment' : 'payments'} found`}
      </p>
    </search>
  );
}
