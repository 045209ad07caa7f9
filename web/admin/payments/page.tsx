// /admin-payments: whether the payments here are those at the provider, the sums of each month, and
// every payment with its refunds; ?from= and ?to= choose the dates, ?refund= opens a refund.
// ?books shows the books for an accountant instead.
import { useQuery, queryOptions } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';

import { toCsv } from '../../../domain/csv.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { paths } from '../../../domain/paths.ts';
import {
  PAYMENT_DAYS,
  paymentWindow,
  searchPayments,
  type AdminPayment,
  type MonthOfMoney,
} from '../../../domain/payments/tutor-payment.ts';
import { addDays, MINUTE_MS, ukDate } from '../../../domain/time.ts';
import type { DateWindow, Dates } from '../../../domain/window.ts';
import { intervalWhileAsked } from '../../data/credit-parts.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { pages } from '../../pages.ts';
import { call } from '../../transport/client.ts';
import { startQuery, LOADING } from '../../transport/query-client.ts';
import { DateRange } from '../../ui/dates/dates.tsx';
import { SearchBox } from '../../ui/forms/filters.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded, EmptyState } from '../../ui/loaded.tsx';
import { Pager, pageOf } from '../../ui/pager.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ExportButton } from '../../ui/steady-button.tsx';
import { reconciliationQuery } from '../comparison-section.tsx';
import { MoneyHeader } from '../money-header.tsx';
import { PaymentRows, PAYMENTS } from '../payment-rows.tsx';
import { toRows } from '../payment-words.ts';
import { BOOKS, BooksView, startBooks } from './books/books.tsx';
import { Comparison } from './comparison.tsx';
import { Months } from './months.tsx';

export function start(address: PageAddress): void {
  const { search } = address;
  if (search.has(BOOKS)) {
    startBooks(address);
    return;
  }
  startQuery(adminPaymentsQuery(datesIn(search)));
  startQuery(reconciliationQuery);
}

/** None if the address has been cut or typed wrongly. */
function datesIn(search: URLSearchParams): DateWindow {
  const { data } = paymentWindow.safeParse({
    from: search.get('from') ?? undefined,
    to: search.get('to') ?? undefined,
  });
  return data ?? {};
}

export default function AdminPayments() {
  const [search] = useSearchParams();
  return search.has(BOOKS) ? <BooksView /> : <Payments />;
}

function Payments() {
  const [search, setSearch] = useSearchParams();
  const isComparisonFirst = useIsComparisonFirst();
  return (
    <AdminFrame title={pages[paths.adminPayments].title}>
      <MoneyHeader
        here={paths.adminPayments}
        text="What families paid by card, and what became of it."
        actions={
          <LinkButton variant="secondary" href={`${paths.adminPayments}?${BOOKS}`}>
            Books for your accountant
          </LinkButton>
        }
      />
      {isComparisonFirst && <Comparison />}
      <PaymentsView
        dates={datesIn(search)}
        onDates={(dates) => setSearch({ ...dates }, { replace: true })}
      />
      {!isComparisonFirst && <Comparison />}
    </AdminFrame>
  );
}

/**
 * Whether the comparison has something to do or to worry about. It stays where it was when the page
 * opened, so that nothing moves under the hand that mends it.
 */
function useIsComparisonFirst(): boolean {
  const { data } = useQuery(reconciliationQuery);
  const [isFirst, setFirst] = useState<boolean | null>(null);
  if (data !== undefined && isFirst === null)
    setFirst(data.differences.length > 0 || data.failed_at !== null);
  return isFirst ?? false;
}

const ROWS = 50;
const none: readonly AdminPayment[] = [];

interface PaymentsViewProps {
  /** The dates in the address; without them the last days are shown. */
  dates: DateWindow;
  onDates: (dates: Dates) => void;
}

/** <PaymentsView>: the months, and the payments with search, dates, refunds and export. */
function PaymentsView({ dates, onDates }: PaymentsViewProps) {
  const now = useNow(MINUTE_MS);
  const today = ukDate(now);
  const [typed, setTyped] = useState<Dates>({
    from: dates.from ?? addDays(dates.to ?? today, -PAYMENT_DAYS.back),
    to: dates.to ?? today,
  });
  const query = useQuery(adminPaymentsQuery(dates));
  const payments = query.data?.payments ?? none;
  const [search, setSearch] = useState('');
  const [wantedPage, setPage] = useState(0);
  // The typed letters appear at once; the list follows when React has time.
  const searched = useDeferredValue(search);
  const matches = useMemo(() => searchPayments(payments, searched), [payments, searched]);
  // All of them are on paper.
  const isPrinted = useMedia('print');
  const {
    slice,
    page,
    pages: pageCount,
  } = pageOf(matches, wantedPage, isPrinted ? Infinity : ROWS);
  const change = (next: Dates) => {
    setTyped(next);
    setPage(0);
    if (problemOf(next) === null) onDates(next);
  };
  return (
    <section aria-labelledby="payments" className="grid grid-cols-1 gap-4">
      <h2 id="payments" className="text-heading">
        All payments
      </h2>
      <PaymentSearch
        search={search}
        onSearch={(text) => {
          setSearch(text);
          setPage(0);
        }}
        dates={typed}
        onDates={change}
        problem={problemOf(typed)}
        matches={query.data && matches.length}
      />
      <Loaded query={query} noun="the payments" rows={6} rowClassName="h-20 w-full" reportsStale>
        {({ months }) => (
          <>
            {search === '' && months.some(hasMoney) && <Months months={months.filter(hasMoney)} />}
            {slice.length === 0 ? (
              <Nothing isAny={payments.length > 0} />
            ) : (
              <PaymentRows payments={slice} isLinked />
            )}
          </>
        )}
      </Loaded>
      <footer className="flex flex-wrap items-start justify-between gap-3 print:hidden">
        <ExportButton
          isLoading={query.isPending}
          rows={matches.length}
          onClick={() => saveFile(`payments-${today}.csv`, toCsv(toRows(matches, now)), 'text/csv')}
        />
        <Pager label="Payments" page={page} pages={pageCount} onPage={setPage} />
      </footer>
    </section>
  );
}

const hasMoney = ({ paid, returned }: MonthOfMoney): boolean => paid > 0 || returned > 0;

/** Why these dates cannot be asked for. */
function problemOf(dates: Dates): string | null {
  if (dates.from === '' || dates.to === '') return 'Enter both dates.';
  const { error } = paymentWindow.safeParse(dates);
  return error === undefined ? null : (error.issues[0]?.message ?? null);
}

function Nothing({ isAny }: { isAny: boolean }) {
  return isAny ? (
    <EmptyState title="No payments found" text="Try fewer letters, or another amount." />
  ) : (
    <EmptyState
      title="No payments in this time"
      text="What families pay by card appears here, with its refunds. For older payments choose an earlier date."
    />
  );
}

interface PaymentSearchProps {
  search: string;
  onSearch: (text: string) => void;
  /** What the fields show. */
  dates: Dates;
  onDates: (dates: Dates) => void;
  /** Why these dates show nothing; null if they do. */
  problem: string | null;
  /** Undefined while loading. */
  matches: number | undefined;
}

/** <PaymentSearch>: the search box, the dates shown, and the number of payments found. */
function PaymentSearch(props: PaymentSearchProps) {
  const { search, onSearch, dates, onDates, problem, matches } = props;
  return (
    <search className="grid grid-cols-1 items-start gap-3 min-[22rem]:grid-cols-2 md:grid-cols-[minmax(0,1fr)_11rem_11rem] print:hidden">
      <div className="max-md:col-span-full">
        <SearchBox search={search} onSearch={onSearch} placeholder="Name, invoice or amount" />
      </div>
      <DateRange dates={dates} onDates={onDates} problem={problem} />
      <p className="sr-only" aria-live="polite">
        {matches === undefined ? '' : `${matches} ${matches === 1 ? 'payment' : 'payments'} found`}
      </p>
    </search>
  );
}

/** `{payments, months}` of these dates; without them the last 90 days. */
function adminPaymentsQuery({ from, to }: DateWindow) {
  return queryOptions({
    queryKey: [...PAYMENTS, from ?? null, to ?? null],
    queryFn: ({ signal }) =>
      call(endpoints.listAdminPayments, {
        signal,
        query: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
      }),
    ...LOADING,
    // Families pay and return credits without this page.
    staleTime: 0,
    refetchInterval: ({ state }) => intervalWhileAsked(state.data?.payments),
    meta: { operation: { title: 'Error Loading Data', text: 'Failed to load the payments' } },
  });
}
