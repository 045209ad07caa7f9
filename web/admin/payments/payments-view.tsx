// <PaymentsView>: the months, and the payments with search, dates, refunds and export.
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';

import { searchPayments } from '../../../domain/payments/payment-search.ts';
import {
  type AdminPayment,
  paymentWindow,
  type MonthOfMoney,
  PAYMENT_DAYS,
} from '../../../domain/payments/tutor-payment.ts';
import { addDays, MINUTE_MS, ukDate } from '../../../domain/time.ts';
import type { Dates, DateWindow } from '../../../domain/window.ts';
import { adminPaymentsQuery } from '../../data/tutor-payments.ts';
import { useNow } from '../../ui/hooks/hooks.ts';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { Loaded, EmptyState } from '../../ui/loaded.tsx';
import { Pager, pageOf } from '../../ui/pager.tsx';
import { toCsv, saveFile } from '../../ui/save-file.ts';
import { ExportButton } from '../../ui/steady-button.tsx';
import { PaymentRows } from '../payment-rows.tsx';
import { toRows } from '../payment-words.ts';
import { Months } from './months.tsx';
import { PaymentSearch } from './payment-search.tsx';

const ROWS = 50;
const none: readonly AdminPayment[] = [];

interface PaymentsViewProps {
  /** The dates in the address; without them the last days are shown. */
  readonly dates: DateWindow;
  readonly onDates: (dates: Dates) => void;
}

export function PaymentsView({ dates, onDates }: PaymentsViewProps) {
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
  const found = useMemo(() => searchPayments(payments, searched), [payments, searched]);
  // All of them are on paper.
  const isPrinted = useMedia('print');
  const { shown, page, pages } = pageOf(found, wantedPage, isPrinted ? Infinity : ROWS);
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
        found={query.data && found.length}
      />
      <Loaded
        query={query}
        label="Loading the payments"
        rows={6}
        rowClassName="h-20 w-full"
        failure="Failed to load the payments"
        reportsStale
      >
        {({ months }) => (
          <>
            {search === '' && months.some(hasMoney) && <Months months={months.filter(hasMoney)} />}
            {shown.length === 0 ? (
              <Nothing isAny={payments.length > 0} />
            ) : (
              <PaymentRows payments={shown} isLinked />
            )}
          </>
        )}
      </Loaded>
      <footer className="flex flex-wrap items-start justify-between gap-3 print:hidden">
        <ExportButton
          isLoading={query.isPending}
          rows={found.length}
          onClick={() => saveFile(`payments-${today}.csv`, toCsv(toRows(found, now)), 'text/csv')}
        />
        <Pager label="Payments" page={page} pages={pages} onPage={setPage} />
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

function Nothing({ isAny }: { readonly isAny: boolean }) {
  return isAny ? (
    <EmptyState title="No payments found" text="Try fewer letters, or another amount." />
  ) : (
    <EmptyState
      title="No payments in this time"
      text="What families pay by card appears here, with its refunds. For older payments choose an earlier date."
    />
  );
}
