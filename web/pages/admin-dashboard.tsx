// /admin-dashboard: the enquiries, with search, states, the promise to answer and export.
import { useCallback, useDeferredValue, useMemo, useState } from 'react';

import {
  type Customer,
  type CustomerOrder,
  filterCustomers,
  NEWEST_FIRST,
  sortCustomers,
} from '../../domain/enquiry.ts';
import { paths } from '../../domain/paths.ts';
import { formatInstant, ukDate } from '../../domain/time.ts';
import { toCsv } from '../admin/enquiries/csv.ts';
import { EnquiryDialog } from '../admin/enquiries/enquiry-dialog.tsx';
import { EnquirySearch } from '../admin/enquiries/enquiry-search.tsx';
import { EnquiryTable } from '../admin/enquiries/enquiry-table.tsx';
import { type EnquiryFilter, passes, promiseFigures, toRows } from '../admin/enquiries/enquiry-words.ts';
import { PromiseStrip } from '../admin/enquiries/promise-strip.tsx';
import { UndeliveredNotice } from '../admin/activity/undelivered-emails.tsx';
import { useCustomers, useReportExport } from '../api/enquiries.ts';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager, pageOf } from '../ui/pager.tsx';
import { saveFile } from '../ui/save-file.ts';
import { StatCard } from '../ui/stat-card.tsx';
import { EmptyState } from '../ui/states.tsx';
import { SteadyButton } from '../ui/steady-button.tsx';
import { useNow } from '../ui/use-now.ts';
import { AdminFrame } from './admin-frame.tsx';
import { pageTitles } from './page-heads.ts';

const ROWS = 50;
const MINUTE_MS = 60_000;
const NOTHING_TO_EXPORT = 'Nothing to export.';
const none: readonly Customer[] = [];

export default function AdminDashboard() {
  const list = useCustomers();
  const report = useReportExport();
  const now = useNow(MINUTE_MS);
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<EnquiryFilter>('all');
  const [order, setOrder] = useState<CustomerOrder>(NEWEST_FIRST);
  const [wantedPage, setPage] = useState(0);
  const [openId, setOpenId] = useState<string | null>(null);

  // The letters appear at once; the table follows as soon as there is time.
  const searched = useDeferredValue(search);
  const customers = list.data?.customers ?? none;
  const sorted = useMemo(() => sortCustomers(customers, order), [customers, order]);
  const found = useMemo(
    () => filterCustomers(sorted, searched).filter((customer) => passes(customer, filter, now)),
    [sorted, searched, filter, now],
  );
  const { shown, page, pages } = useMemo(() => pageOf(found, wantedPage, ROWS), [found, wantedPage]);
  const figures = useMemo(() => promiseFigures(customers, now), [customers, now]);
  const latest = useMemo(() => sortCustomers(customers, NEWEST_FIRST)[0], [customers]);
  const opened = openId === null ? undefined : customers.find(({ id }) => id === openId);

  const open = useCallback(({ id }: Customer) => setOpenId(id), []);
  const reorder = useCallback((next: CustomerOrder) => {
    setOrder(next);
    setPage(0);
  }, []);
  /** On record first: what cannot be recorded is not handed out. */
  const exportFound = () => {
    const file = toCsv(toRows(found));
    report.mutate(
      { rows: found.length },
      { onSuccess: () => saveFile(`enquiries-${ukDate(Date.now())}.csv`, file, 'text/csv') },
    );
  };

  return (
    <AdminFrame title={pageTitles[paths.adminDashboard]}>
      <PageHeader
        title="Customer enquiries"
        actions={
          <SteadyButton
            variant="secondary"
            busy={report.isPending}
            disabledReason={refuseExport(list.isPending, found.length)}
            reservedReason={NOTHING_TO_EXPORT}
            onClick={exportFound}
          >
            Export CSV
          </SteadyButton>
        }
      />
      <UndeliveredNotice />
      <div className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3">
        <StatCard label="Total Customers" value={list.isError ? '–' : list.data?.total} />
        <StatCard label="Filtered Results" value={list.isError ? '–' : list.data && found.length} />
        <div className="col-span-2 md:col-span-1">
          <StatCard
            label="Latest Registration"
            value={
              list.isPending ? undefined : (
                <span className="text-2xl">{latestWords(list.isError, latest)}</span>
              )
            }
          />
        </div>
      </div>
      {list.data !== undefined && <PromiseStrip {...figures} />}
      <section
        aria-label="Enquiries"
        // A list that shrinks while somebody types must not pull the page from under the keyboard.
        className={`grid content-start gap-5 ${search === '' && filter === 'all' ? '' : 'min-h-dvh'}`}
      >
        <EnquirySearch
          search={search}
          onSearch={(text) => {
            setSearch(text);
            setPage(0);
          }}
          filter={filter}
          onFilter={(next) => {
            setFilter(next);
            setPage(0);
          }}
          found={list.data && found.length}
        />
        <Loaded
          query={list}
          label="Loading enquiries"
          rows={8}
          rowClassName="h-14 w-full"
          failure="Failed to load customer data"
          reportsStale
        >
          {() =>
            shown.length === 0 ? (
              <EmptyState
                title={customers.length === 0 ? 'No enquiries yet' : 'No enquiries found'}
                text={
                  customers.length === 0
                    ? 'They appear here as soon as somebody registers interest on the landing page.'
                    : 'Try fewer letters, or show all enquiries.'
                }
              />
            ) : (
              <EnquiryTable customers={shown} order={order} onOrder={reorder} onOpen={open} now={now} />
            )
          }
        </Loaded>
        <Pager label="Enquiries" page={page} pages={pages} onPage={setPage} />
      </section>
      {opened !== undefined && (
        <EnquiryDialog key={opened.id} customer={opened} now={now} onClose={() => setOpenId(null)} />
      )}
    </AdminFrame>
  );
}

function refuseExport(isLoading: boolean, rows: number): string | null {
  if (isLoading) return 'Still loading.';
  return rows === 0 ? NOTHING_TO_EXPORT : null;
}

function latestWords(isUnknown: boolean, latest: Customer | undefined): string {
  if (isUnknown) return '–';
  return latest === undefined ? 'None yet' : formatInstant(latest.created_at);
}
