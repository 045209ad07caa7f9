// <FamilyList>: every family by its students: sorted, filtered, and searchable by anyone's name,
// email or phone.
import { useDeferredValue, useMemo, useState } from 'react';

import {
  type FamilyFilter,
  familyFilters,
  type FamilyOrder,
  NEXT_FIRST,
  passesFilter,
  sortFamilies,
} from '../../../domain/tutor/family-list.ts';
import { searchFamilies, type FamilySummary } from '../../../domain/tutor/family-record.ts';
import { Field } from '../../ui/forms/field.tsx';
import { EmptyState } from '../../ui/loaded.tsx';
import { Pager, pageOf } from '../../ui/pager.tsx';
import { FamilyRows } from './family-rows.tsx';

const ROWS = 50;

const filterLabels: Readonly<Record<FamilyFilter, string>> = {
  'out-of-credits': 'Out of credits',
  'not-booked': 'Not booked',
  finished: 'Finished',
  new: 'New',
};

/** All families are loaded, so they are sorted and filtered here. */
export function FamilyList({ families }: { readonly families: readonly FamilySummary[] }) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<FamilyFilter | null>(null);
  const [order, setOrder] = useState<FamilyOrder>(NEXT_FIRST);
  const [wantedPage, setPage] = useState(0);
  const searched = useDeferredValue(search);
  const sorted = useMemo(() => sortFamilies(families, order), [families, order]);
  const found = useMemo(
    () =>
      searchFamilies(sorted, searched).filter(
        (family) => filter === null || passesFilter(family, filter),
      ),
    [sorted, searched, filter],
  );
  const { shown, page, pages } = pageOf(found, wantedPage, ROWS);
  return (
    <section aria-label="Students" className="grid gap-4">
      <search className="grid gap-x-6 gap-y-3 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
        <Field label="Search" labelHidden>
          {(control) => (
            <input
              {...control}
              type="search"
              placeholder="Student, parent, email or phone"
              autoComplete="off"
              spellCheck={false}
              value={search}
              onChange={(event) => {
                setSearch(event.target.value);
                setPage(0);
              }}
            />
          )}
        </Field>
        <p className="flex flex-wrap gap-2">
          {familyFilters.map((chip) => (
            <button
              key={chip}
              type="button"
              aria-pressed={filter === chip}
              className="figures min-h-12 cursor-pointer rounded-md border border-rule bg-sheet px-3.5 leading-tight font-bold hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
              onClick={() => {
                setFilter(filter === chip ? null : chip);
                setPage(0);
              }}
            >
              {filterLabels[chip]} {families.filter((one) => passesFilter(one, chip)).length}
            </button>
          ))}
        </p>
        <p className="text-sm text-pencil" aria-live="polite">
          {countOf(found)}
        </p>
      </search>
      {found.length === 0 ? (
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
          families={shown}
          order={order}
          onOrder={(next) => {
            setOrder(next);
            setPage(0);
          }}
        />
      )}
      <Pager label="Students" page={page} pages={pages} onPage={setPage} />
    </section>
  );
}

/** '12 students', or '11 families, 12 students' if some families have several. */
function countOf(families: readonly FamilySummary[]): string {
  const students = families.reduce((sum, family) => sum + family.students.length, 0);
  const inWords = `${students} ${students === 1 ? 'student' : 'students'}`;
  if (students === families.length) return inWords;
  return `${families.length} ${families.length === 1 ? 'family' : 'families'}, ${inWords}`;
}
