// /admin-payments?books: what an accountant needs: quarters, sums and every line between two dates,
// to print or as a CSV file; ?from= and ?to= choose the dates.
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { BYTE_ORDER_MARK } from '../../../../domain/csv.ts';
import { addressOf, type AnswerOf, type SentQuery } from '../../../../domain/endpoint.ts';
import * as endpoints from '../../../../domain/endpoints.ts';
import { generalErrors } from '../../../../domain/general-errors.ts';
import { paths } from '../../../../domain/paths.ts';
import {
  accountingYear,
  booksWindow,
  type QuarterKind,
} from '../../../../domain/payments/books.ts';
import { formatDate, MINUTE_MS, ukDate, addDays } from '../../../../domain/time.ts';
import type { Dates, DateWindow } from '../../../../domain/window.ts';
import { useUpdateSettings } from '../../../data/settings.ts';
import { AdminFrame } from '../../../frames/admin-frame.tsx';
import type { PageAddress } from '../../../navigation/page.ts';
import { call, ensureFreshToken } from '../../../transport/client.ts';
import { ApiError, failing, NetworkError } from '../../../transport/failures.ts';
import { startQuery } from '../../../transport/query-client.ts';
import { requestCredentials } from '../../../transport/send.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateRange } from '../../../ui/dates/dates.tsx';
import { When } from '../../../ui/dates/when.tsx';
import { Select } from '../../../ui/forms/filters.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { useNow } from '../../../ui/hooks/hooks.ts';
import { EmptyState, Loaded } from '../../../ui/loaded.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { ExportButton } from '../../../ui/steady-button.tsx';
import { Lines, Quarters } from './tables.tsx';

export type Books = AnswerOf<typeof endpoints.getBooks>;

/** The parameter that shows the books in place of the payments. */
export const BOOKS = 'books';
const TITLE = 'For your accountant';

export const startBooks = ({ search }: PageAddress) => startQuery(booksQuery(datesIn(search)));

/** None if the address has been cut or typed wrongly. */
function datesIn(search: URLSearchParams): DateWindow {
  const { from, to } =
    booksWindow.safeParse({
      from: search.get('from') ?? undefined,
      to: search.get('to') ?? undefined,
    }).data ?? {};
  return { from, to };
}

export function BooksView() {
  const [search, setSearch] = useSearchParams();
  const dates = datesIn(search);
  const query = useQuery(booksQuery(dates));
  return (
    <AdminFrame title={TITLE}>
      <div className="grid grid-cols-1 gap-2">
        <div className="print:hidden">
          <BackLink href={paths.adminPayments}>Payments</BackLink>
        </div>
        <PageHeader
          title={TITLE}
          text="What families paid by card, what went back, and what Stripe kept."
        />
      </div>
      <Loaded query={query} noun="the books" rows={4} rowClassName="h-32 w-full" reportsStale>
        {(books) => (
          <>
            <Choice
              books={books}
              onDates={(chosen) => setSearch({ [BOOKS]: '', ...chosen }, { replace: true })}
            />
            <div className="flex flex-wrap items-start gap-3 print:hidden">
              <Button variant="secondary" onClick={() => window.print()}>
                Print or save as PDF
              </Button>
              <Export books={books} />
            </div>
            <Notes books={books} />
            {books.lines.length === 0 ? (
              <EmptyState
                title="Nothing between these dates"
                text="What families pay by card appears here, with what Stripe charges for it."
              />
            ) : (
              <>
                <Quarters books={books} />
                <Lines books={books} />
              </>
            )}
          </>
        )}
      </Loaded>
    </AdminFrame>
  );
}

const kinds: readonly { value: QuarterKind; label: string }[] = [
  { value: 'tax', label: '5 July, 5 October, 5 January, 5 April' },
  { value: 'calendar', label: '30 June, 30 September, 31 December, 31 March' },
];

interface ChoiceProps {
  books: Books;
  onDates: (dates: Dates) => void;
}

/** <Choice>: the dates, this year or the last, and where quarters end. */
function Choice({ books, onDates }: ChoiceProps) {
  const update = useUpdateSettings();
  /** What the address says, and what it does not because it cannot be asked for. */
  const [dates, setDates] = useState<Dates>({ from: books.from, to: books.to });
  // The books of the previous dates are shown until those of the chosen ones have come.
  const chosen = problemOf(dates) === null ? dates : books;
  const kind = books.accounting_quarters;
  const thisYear = accountingYear(ukDate(useNow(MINUTE_MS)), kind);
  const years = [accountingYear(addDays(thisYear.from, -1), kind), thisYear];
  const change = (next: Dates) => {
    setDates(next);
    if (problemOf(next) === null) onDates(next);
  };
  return (
    <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-[11rem_11rem_minmax(0,1fr)] print:hidden">
      <div className="col-span-2 flex md:col-span-3">
        <Segments
          label="Accounting year"
          value={
            years.find((year) => year.from === dates.from && year.to === dates.to)?.from ?? null
          }
          options={Object.fromEntries(years.map((year) => [year.from, yearWords(year)]))}
          onChange={(from) => change(accountingYear(from, kind))}
        />
      </div>
      <DateRange dates={dates} onDates={change} problem={problemOf(dates)} />
      <div className="max-md:col-span-2">
        <Select
          label="Quarters end on"
          hint={
            kind === 'calendar'
              ? 'Only for an accounting year that ends on 31 March. Ask your accountant.'
              : undefined
          }
          value={kind}
          options={kinds}
          onChange={(accounting_quarters) =>
            update.mutate(
              {
                changes: { accounting_quarters },
                done: 'The books use these quarters from now on.',
              },
              { onSuccess: () => change(accountingYear(chosen.to, accounting_quarters)) },
            )
          }
        />
      </div>
    </div>
  );
}

/** '2026/27' */
const yearWords = ({ from, to }: Dates): string => `${from.slice(0, 4)}/${to.slice(2, 4)}`;

/** Why these dates cannot be asked for. */
function problemOf(dates: Dates): string | null {
  if (dates.from === '' || dates.to === '') return 'Enter both dates.';
  return booksWindow.safeParse(dates).error?.issues[0]?.message ?? null;
}

/** <Notes>: what the sums hold, until when fees are known, and when anything last changed. */
function Notes({ books: { from, to, fees_known_until, changed_at, lines } }: { books: Books }) {
  const unknown = lines.filter(({ fee, differs }) => fee === null && !differs).length;
  const foreign = lines.filter(({ differs }) => differs).length;
  return (
    <div className="grid max-w-prose gap-2">
      <p className="hidden print:block">
        From {formatDate(from, 'long')} to {formatDate(to, 'long')}.
      </p>
      <p>
        {fees_known_until === null
          ? 'No fees have been read from Stripe yet. That happens every night.'
          : `Fees until ${formatDate(fees_known_until, 'long')} are known.`}
        {unknown > 0 && ` The fees of ${unknown === 1 ? '1 line' : `${unknown} lines`} are not.`}
      </p>
      {changed_at !== null && (
        <p>
          Last changed: <When at={changed_at} /> UK time. A page printed before is out of date.
        </p>
      )}
      {foreign > 0 && <p>Lines in another currency are in no sum.</p>}
      <p className="text-pencil">
        Only what moves with a payment is here: monthly bills of Stripe and payouts to your bank are
        not. This is no tax advice.
      </p>
    </div>
  );
}

/** <Export>: saves the lines as a CSV file, with the families' names if chosen. */
function Export({ books: { from, to, accounting_quarters, lines } }: { books: Books }) {
  const [isNamed, setNamed] = useState(false);
  const { mutate, isPending } = useMutation({
    meta: failing('Error exporting the books', 'Failed to export the books. Please try again.'),
    mutationFn: () =>
      readCsv({ from, to, quarters: accounting_quarters, names: isNamed ? 'true' : 'false' }),
    // The browser drops the mark as it reads the answer.
    onSuccess: (text) => saveFile(`books-${from}-${to}.csv`, BYTE_ORDER_MARK + text, 'text/csv'),
  });
  return (
    <>
      <ExportButton
        isLoading={false}
        rows={lines.length}
        busy={isPending}
        onClick={() => mutate()}
      />
      <Switch label="With the families' names" checked={isNamed} onChange={setNamed} />
    </>
  );
}

/** Throws the failures of failures.ts. */
async function readCsv(query: SentQuery<typeof endpoints.exportBooks>): Promise<string> {
  const token = await ensureFreshToken('admin');
  let response: Response;
  try {
    response = await fetch(addressOf(endpoints.exportBooks, { query }), {
      headers: { Authorization: `Bearer ${token}` },
      credentials: requestCredentials(),
      cache: 'no-store',
    });
    if (response.ok) return await response.text();
  } catch (error) {
    throw new NetworkError(error);
  }
  throw new ApiError(generalErrors.internal.text, response);
}

/** Without dates those of the accounting year of today. */
function booksQuery({ from, to }: DateWindow) {
  return queryOptions({
    queryKey: ['admin', 'books', from ?? null, to ?? null],
    queryFn: ({ signal }) =>
      call(endpoints.getBooks, {
        signal,
        query: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { operation: { title: 'Error Loading Data', text: 'Failed to load the books' } },
  });
}
