// <Enquiries>: the list of enquiries with figures, search, due dates, statuses and export.
import { useQuery, useMutation } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';

import { toCsv } from '../../../../domain/csv.ts';
import * as endpoints from '../../../../domain/endpoints.ts';
import {
  type Enquiry,
  type EnquiryOrder,
  filterEnquiries,
  NEWEST_FIRST,
  OVERDUE_FIRST,
  sortEnquiries,
} from '../../../../domain/enquiries/enquiry-list.ts';
import { formatInstant, ukDate } from '../../../../domain/time.ts';
import { call } from '../../../transport/client.ts';
import { failing } from '../../../transport/failures.ts';
import { Loaded, EmptyState } from '../../../ui/loaded.tsx';
import { Pager, pageOf } from '../../../ui/pager.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { ExportButton } from '../../../ui/steady-button.tsx';
import { enquiriesQuery } from '../data.ts';
import type { OpenedEnquiry } from './enquiry-dialog.tsx';
import { type EnquiryFilter, passes, promiseFigures, toRows } from './enquiry-parts.tsx';
import { EnquiryFigures, EnquirySearch, PromiseChips } from './enquiry-search.tsx';
import { EnquiryTable, useIsTable } from './enquiry-table.tsx';

const ROWS = 50;
const none: readonly Enquiry[] = [];

interface EnquiriesProps {
  /**
   * Those that are shown above the list. Unless somebody looks for them, the cards of a narrow
   * screen do not repeat them, and the table does not offer to answer them again.
   */
  above: readonly Enquiry[];
  now: number;
  onOpen: (opened: OpenedEnquiry) => void;
}

export function Enquiries({ above, now, onOpen }: EnquiriesProps) {
  const list = useQuery(enquiriesQuery);
  const enquiries = list.data?.customers ?? none;
  const shown = useShownEnquiries(enquiries, { above, now });
  const { search, filter, matches, isWhole } = shown;
  const report = useReportExport();
  const promise = useMemo(() => promiseFigures(enquiries, now), [enquiries, now]);
  const latest = useMemo(() => sortEnquiries(enquiries, NEWEST_FIRST)[0], [enquiries]);
  /** Logged first: an export that cannot be logged is not offered. */
  const exportFound = () => {
    const file = toCsv(toRows(matches));
    report.mutate(
      { rows: matches.length },
      { onSuccess: () => saveFile(`enquiries-${ukDate(Date.now())}.csv`, file, 'text/csv') },
    );
  };

  return (
    <section
      aria-labelledby="enquiries"
      // A shrinking list must not move the page while somebody types.
      className={`grid grid-cols-1 content-start gap-3 xl:gap-2.5 ${isWhole ? '' : 'min-h-dvh'}`}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
        <h2 id="enquiries" className="text-heading">
          Customer enquiries
        </h2>
        <EnquiryFigures
          figures={[
            { label: 'Total Customers', value: list.isError ? '–' : list.data?.total },
            { label: 'Filtered Results', value: list.isError ? '–' : list.data && matches.length },
            {
              label: 'Latest Registration',
              value: list.isPending ? undefined : latestWords(list.isError, latest),
            },
          ]}
        />
      </header>
      <EnquirySearch
        search={search}
        onSearch={shown.searchFor}
        filter={filter}
        onFilter={shown.filterBy}
        matches={list.data && matches.length}
      >
        {list.data !== undefined && (
          <PromiseChips {...promise} filter={filter} onChoose={shown.choosePromise} />
        )}
      </EnquirySearch>
      <Loaded
        query={list}
        noun="enquiries"
        rows={12}
        rowClassName="h-7 w-full"
        failure="Failed to load customer data"
        reportsStale
      >
        {() =>
          matches.length === 0 ? (
            <NoEnquiries isFirst={enquiries.length === 0} />
          ) : (
            <FoundEnquiries shown={shown} now={now} onOpen={onOpen} />
          )
        }
      </Loaded>
      <footer className="flex flex-wrap items-start justify-between gap-3">
        <ExportButton
          isLoading={list.isPending}
          rows={matches.length}
          busy={report.isPending}
          onClick={exportFound}
        />
        <Pager label="Enquiries" page={shown.page} pages={shown.pages} onPage={shown.setPage} />
      </footer>
    </section>
  );
}

type ShownEnquiries = ReturnType<typeof useShownEnquiries>;

/** The search, the filter and the order, and the enquiries that they leave on this page. */
function useShownEnquiries(
  enquiries: readonly Enquiry[],
  { above, now }: Pick<EnquiriesProps, 'above' | 'now'>,
) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<EnquiryFilter>('all');
  const [order, setOrder] = useState<EnquiryOrder>(NEWEST_FIRST);
  const [wantedPage, setPage] = useState(0);
  /** Enquiries changed here stay in the list, so that the change can be undone. */
  const [changedHere, setChangedHere] = useState<ReadonlySet<string>>(new Set());

  // The typed letters appear at once; the table follows when React has time.
  const searched = useDeferredValue(search);
  const sorted = useMemo(() => sortEnquiries(enquiries, order), [enquiries, order]);
  const matches = useMemo(
    () =>
      filterEnquiries(sorted, searched).filter(
        (enquiry) => passes(enquiry, filter, now) || changedHere.has(enquiry.id),
      ),
    [sorted, searched, filter, now, changedHere],
  );
  const isWhole = search === '' && filter === 'all';
  const idsAbove = useMemo(
    () => new Set(isWhole ? above.map(({ id }) => id) : []),
    [above, isWhole],
  );
  const isShort = !useIsTable() && order === NEWEST_FIRST;
  const visible = useMemo(
    () => (isShort ? matches.filter(({ id }) => !idsAbove.has(id)) : matches),
    [matches, idsAbove, isShort],
  );
  const paged = useMemo(() => pageOf(visible, wantedPage, ROWS), [visible, wantedPage]);
  const filterBy = (next: EnquiryFilter) => {
    setFilter(next);
    setChangedHere(new Set());
    setPage(0);
  };
  return {
    search,
    filter,
    order,
    matches,
    isWhole,
    /** How many matches stand above the list alone. */
    leftOut: matches.length - visible.length,
    ...paged,
    setPage,
    searchFor: (text: string) => {
      setSearch(text);
      setPage(0);
    },
    filterBy,
    choosePromise: (chip: EnquiryFilter | null) => {
      filterBy(chip ?? 'all');
      // A chip sorts overdue enquiries first while it is pressed.
      setOrder(chip === null ? NEWEST_FIRST : OVERDUE_FIRST);
    },
    keep: useCallback((id: string) => setChangedHere((before) => new Set(before).add(id)), []),
    reorder: useCallback((next: EnquiryOrder) => {
      setOrder(next);
      setPage(0);
    }, []),
  };
}

function NoEnquiries({ isFirst }: { isFirst: boolean }) {
  return (
    <EmptyState
      title={isFirst ? 'No enquiries yet' : 'No enquiries found'}
      text={
        isFirst
          ? 'They appear here as soon as somebody registers interest on the landing page.'
          : 'Try fewer letters, or show all enquiries.'
      }
    />
  );
}

interface FoundEnquiriesProps extends Pick<EnquiriesProps, 'now' | 'onOpen'> {
  shown: ShownEnquiries;
}

function FoundEnquiries({ shown, now, onOpen }: FoundEnquiriesProps) {
  const { matches, slice, leftOut } = shown;
  const open = useCallback(({ id }: Enquiry) => onOpen({ id, part: 'details' }), [onOpen]);
  if (slice.length === 0)
    return (
      <p className="text-pencil">
        {matches.length === 1 ? 'The one enquiry is' : `All ${matches.length} are`} above, under
        Answer now.
      </p>
    );
  return (
    <>
      <EnquiryTable
        enquiries={slice}
        order={shown.order}
        onOrder={shown.reorder}
        onOpen={open}
        onChanged={shown.keep}
        now={now}
      />
      {/* Beneath them, because it goes with the first letter of a search. */}
      {leftOut > 0 && (
        <p className="text-pencil">
          {leftOut} of the {matches.length} are above, under Answer now.
        </p>
      )}
    </>
  );
}

function latestWords(isUnknown: boolean, latest: Enquiry | undefined): string {
  if (isUnknown) return '–';
  return latest === undefined ? 'None yet' : formatInstant(latest.created_at);
}

/** `mutateAsync({rows})`: logs an export of this many enquiries before the file is offered. */
function useReportExport() {
  return useMutation({
    meta: failing('Error exporting enquiries', 'Failed to export the enquiries. Please try again.'),
    mutationFn: ({ rows }: { rows: number }) => call(endpoints.reportExport, { body: { rows } }),
  });
}
