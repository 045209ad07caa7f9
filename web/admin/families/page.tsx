// /admin-students: every family, and with ?student=ID one family's record, where ?refund=ID opens
// the refund of one of its payments.
import { useQuery, queryOptions } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';

import * as endpoints from '../../../domain/endpoints.ts';
import { paths } from '../../../domain/paths.ts';
import { isAsked } from '../../../domain/payments/refund-parts.ts';
import { joinWords } from '../../../domain/text.ts';
import {
  type FamilyFilter,
  familyFilters,
  type FamilyOrder,
  NEXT_FIRST,
  passesFilter,
  sortFamilies,
} from '../../../domain/tutor/family-list.ts';
import { searchFamilies, type FamilySummary } from '../../../domain/tutor/family-record.ts';
import { familiesQuery, FAMILY_RECORDS } from '../../data/tutor.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { pages } from '../../pages.ts';
import { call } from '../../transport/client.ts';
import { startQuery } from '../../transport/query-client.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { SearchBox } from '../../ui/forms/filters.tsx';
import { ChipCount, chipClass } from '../../ui/forms/segments.tsx';
import { TextLink } from '../../ui/link-button.tsx';
import { Loaded, EmptyState } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager, pageOf } from '../../ui/pager.tsx';
import { FamilyRecordView } from './family-record.tsx';
import { FamilyRows } from './family-rows.tsx';
import { FamilyPayments } from './record-people.tsx';

export function start({ search }: PageAddress): void {
  const id = search.get('student');
  if (id === null) startQuery(familiesQuery);
  else startQuery(familyRecordQuery(id));
}

export default function AdminFamilies() {
  const [search] = useSearchParams();
  const id = search.get('student');
  return id === null ? <Everybody /> : <One key={id} id={id} />;
}

function Everybody() {
  return (
    <AdminFrame title={pages[paths.adminFamilies].title}>
      <PageHeader title="Students" />
      <Loaded query={useQuery(familiesQuery)} noun="students" reportsStale>
        {(families) => <FamilyList families={families} />}
      </Loaded>
      {/* Last, because it is needed once. */}
      <p>
        <TextLink href={paths.adminImport} className="font-normal">
          Import families from another system
        </TextLink>
      </p>
    </AdminFrame>
  );
}

function One({ id }: { id: string }) {
  const query = useQuery(familyRecordQuery(id));
  const name = query.data?.student.Student_Name ?? 'Student';
  const others = (query.data?.students ?? [])
    .slice(1)
    .map(({ Student_Name: studentName }) => studentName);
  return (
    <AdminFrame title={name}>
      <div className="grid grid-cols-1 gap-2">
        <BackLink href={paths.adminFamilies}>All students</BackLink>
        <PageHeader
          title={name}
          text={others.length === 0 ? undefined : `and ${joinWords(others)}`}
        />
      </div>
      <Loaded query={query} noun="the student" explain={({ message }) => message} reportsStale>
        {(record) => (
          <FamilyRecordView
            record={record}
            payments={<FamilyPayments payments={record.payments} />}
          />
        )}
      </Loaded>
    </AdminFrame>
  );
}

/** One family: people, lessons, ledger and payments. */
function familyRecordQuery(id: string) {
  return queryOptions({
    queryKey: [...FAMILY_RECORDS, id],
    queryFn: ({ signal }) => call(endpoints.getFamilyRecord, { signal, params: { id } }),
    select: ({ record }) => record,
    refetchInterval: ({ state }) =>
      state.data?.record.payments.some(({ refunds }) => refunds.some(isAsked)) === true
        ? CHECK_AGAIN_MS
        : false,
    meta: { operation: { title: 'Error Loading Data', text: 'Failed to load the student' } },
  });
}

/** How often a record looks whether a refund that was asked for is settled. */
const CHECK_AGAIN_MS = 10_000;

const ROWS = 50;

const filterLabels: Readonly<Record<FamilyFilter, string>> = {
  'out-of-credits': 'Out of credits',
  'not-booked': 'Not booked',
  finished: 'Finished',
  new: 'New',
};

/** All families are loaded, so they are sorted and filtered here. */
function FamilyList({ families }: { families: FamilySummary[] }) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<FamilyFilter | null>(null);
  const [order, setOrder] = useState<FamilyOrder>(NEXT_FIRST);
  const [wantedPage, setPage] = useState(0);
  const searched = useDeferredValue(search);
  const sorted = useMemo(() => sortFamilies(families, order), [families, order]);
  const matches = useMemo(
    () =>
      searchFamilies(sorted, searched).filter(
        (family) => filter === null || passesFilter(family, filter),
      ),
    [sorted, searched, filter],
  );
  const { slice, page, pages: pageCount } = pageOf(matches, wantedPage, ROWS);
  return (
    <section aria-label="Students" className="grid gap-4">
      <search className="grid gap-x-6 gap-y-3 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
        <SearchBox
          placeholder="Student, parent, email or phone"
          search={search}
          onSearch={(text) => {
            setSearch(text);
            setPage(0);
          }}
        />
        <FilterChips
          families={families}
          filter={filter}
          onFilter={(next) => {
            setFilter(next);
            setPage(0);
          }}
        />
        <p className="text-sm text-pencil" aria-live="polite">
          {countOf(matches)}
        </p>
      </search>
      {matches.length === 0 ? (
        <EmptyState
          title={families.length === 0 ? 'No students yet' : 'No students found'}
          text={
            families.length === 0
              ? 'They appear here as soon as a parent has signed up, or you bring them along from another product.'
              : 'Try fewer letters of a name, an email or a phone number, or show everybody.'
          }
        />
      ) : (
        <FamilyRows
          families={slice}
          order={order}
          onOrder={(next) => {
            setOrder(next);
            setPage(0);
          }}
        />
      )}
      <Pager label="Students" page={page} pages={pageCount} onPage={setPage} />
    </section>
  );
}

interface FilterChipsProps {
  families: readonly FamilySummary[];
  filter: FamilyFilter | null;
  /** Null for everybody. */
  onFilter: (filter: FamilyFilter | null) => void;
}

/** <FilterChips>: each with how many families it shows. */
function FilterChips({ families, filter, onFilter }: FilterChipsProps) {
  return (
    <p className="flex flex-wrap gap-2 lg:*:min-h-12">
      {familyFilters.map((chip) => (
        <button
          key={chip}
          type="button"
          aria-pressed={filter === chip}
          className={chipClass}
          onClick={() => onFilter(filter === chip ? null : chip)}
        >
          {filterLabels[chip]}{' '}
          <ChipCount>{families.filter((one) => passesFilter(one, chip)).length}</ChipCount>
        </button>
      ))}
    </p>
  );
}

/** '12 students', or '11 families, 12 students' if some families have several. */
function countOf(families: FamilySummary[]): string {
  const students = families.reduce((sum, family) => sum + family.students.length, 0);
  const inWords = `${students} ${students === 1 ? 'student' : 'students'}`;
  if (students === families.length) return inWords;
  return `${families.length} ${families.length === 1 ? 'family' : 'families'}, ${inWords}`;
}
