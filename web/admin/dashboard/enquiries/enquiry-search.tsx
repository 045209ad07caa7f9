// <EnquirySearch>: the search box, the status filter and the number of enquiries found.
import type { ReactNode } from 'react';

import { Field } from '../../../ui/forms/field.tsx';
import { type EnquiryFilter, filterLabels } from './enquiry-words.ts';

const filters = Object.keys(filterLabels) as EnquiryFilter[];

interface EnquirySearchProps {
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly filter: EnquiryFilter;
  readonly onFilter: (filter: EnquiryFilter) => void;
  /** Undefined while loading. */
  readonly found: number | undefined;
  /** Further filters of the list. */
  readonly children?: ReactNode;
}

export function EnquirySearch(props: EnquirySearchProps) {
  const { search, onSearch, filter, onFilter, found, children } = props;
  return (
    <search className="grid grid-cols-1 items-center gap-3 sm:grid-cols-[minmax(0,1fr)_15rem] xl:grid-cols-[minmax(0,1fr)_15rem_auto]">
      <Field label="Search" labelHidden>
        {(control) => (
          <input
            {...control}
            type="search"
            placeholder="Name, email, mobile or year"
            autoComplete="off"
            spellCheck={false}
            value={search}
            onChange={(event) => onSearch(event.target.value)}
          />
        )}
      </Field>
      <Field label="Show" labelHidden>
        {(control) => (
          <select
            {...control}
            value={filter}
            onChange={(event) => {
              const next = filters.find((one) => one === event.target.value);
              if (next !== undefined) onFilter(next);
            }}
          >
            {filters.map((value) => (
              <option key={value} value={value}>
                {filterLabels[value]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="empty:hidden max-xl:order-first sm:max-xl:col-span-2">{children}</div>
      <p className="sr-only" aria-live="polite">
        {found === undefined ? '' : `${found} ${found === 1 ? 'enquiry' : 'enquiries'} found`}
      </p>
    </search>
  );
}
