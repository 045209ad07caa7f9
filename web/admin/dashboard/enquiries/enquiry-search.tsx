// Above the table of enquiries: <EnquirySearch>, <PromiseChips> with what is due, and
// <EnquiryFigures>.
import type { ReactNode } from 'react';

import {
  RESPONSE_SHARE_DAYS,
  RESPONSE_WARNING_HOURS,
} from '../../../../domain/enquiries/enquiry-list.ts';
import { Badge } from '../../../ui/badge.tsx';
import { SearchBox, Select } from '../../../ui/forms/filters.tsx';
import { Skeleton } from '../../../ui/loaded.tsx';
import { type EnquiryFilter, filterLabels, type PromiseFigures } from './enquiry-parts.tsx';

const filters = Object.entries(filterLabels).map(([value, label]) => ({
  // The labels' type names the filters.
  value: value as EnquiryFilter,
  label,
}));

interface EnquirySearchProps {
  search: string;
  onSearch: (text: string) => void;
  filter: EnquiryFilter;
  onFilter: (filter: EnquiryFilter) => void;
  /** Undefined while loading. */
  matches: number | undefined;
  /** Further filters of the list. */
  children?: ReactNode;
}

/** At a desk, where the first rows must be in view. */
const labelsBeside =
  'xl:[&>div:has(>label)]:flex xl:[&>div:has(>label)]:items-center xl:[&>div:has(>label)]:gap-2.5 xl:[&_label]:mb-0';

export function EnquirySearch(props: EnquirySearchProps) {
  const { search, onSearch, filter, onFilter, matches, children } = props;
  return (
    <search
      className={`grid grid-cols-1 items-center gap-3 sm:grid-cols-[minmax(0,1fr)_15rem] xl:grid-cols-[minmax(0,1fr)_17rem_auto] ${labelsBeside}`}
    >
      <SearchBox search={search} onSearch={onSearch} placeholder="Name, email, mobile or year" />
      <Select label="Show" value={filter} options={filters} onChange={onFilter} />
      <div className="empty:hidden max-xl:order-first sm:max-xl:col-span-2">{children}</div>
      <p className="sr-only" aria-live="polite">
        {matches === undefined ? '' : `${matches} ${matches === 1 ? 'enquiry' : 'enquiries'} found`}
      </p>
    </search>
  );
}

type Chip = Extract<EnquiryFilter, 'late' | 'soon'>;

interface PromiseChipsProps extends PromiseFigures {
  filter: EnquiryFilter;
  /** Receives the pressed chip; null when it is released. */
  onChoose: (chip: Chip | null) => void;
}

const chips = [
  { chip: 'late', words: 'late', tone: 'border-negative bg-negative-wash text-negative' },
  {
    chip: 'soon',
    words: `due within ${RESPONSE_WARNING_HOURS} hours`,
    tone: 'border-caution bg-caution-wash text-caution',
  },
] as const;

/**
 * <PromiseChips>: the numbers of late and nearly due enquiries, each a filter of the list, and how
 * well the promise is met.
 */
export function PromiseChips({ filter, onChoose, share, ...counts }: PromiseChipsProps) {
  // A pressed chip stays, so that it can be released after its last enquiry has been answered.
  const visible = chips.filter(({ chip }) => counts[chip] > 0 || filter === chip);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex flex-wrap gap-2">
        {visible.length === 0 && <Badge tone="positive">Nothing urgent</Badge>}
        {visible.map(({ chip, words, tone }) => (
          <button
            key={chip}
            type="button"
            aria-pressed={filter === chip}
            className={`figures min-h-11 cursor-pointer rounded-sm border px-3 text-note leading-tight font-bold hover:underline aria-pressed:shadow-[inset_0_0_0_2px_currentColor] ${tone}`}
            onClick={() => onChoose(filter === chip ? null : chip)}
          >
            {counts[chip]} {words}
          </button>
        ))}
      </p>
      <p className="text-sm leading-snug text-pencil xl:max-w-56">
        Answered in time in the last {RESPONSE_SHARE_DAYS} days:{' '}
        {share === null ? (
          'nothing to answer yet'
        ) : (
          <b className="figures text-ink">
            {share.percent}% ({share.inTime} of the {share.total} due)
          </b>
        )}
      </p>
    </div>
  );
}

interface EnquiryFiguresProps {
  /** A value is undefined while loading. */
  figures: readonly { label: string; value: ReactNode | undefined }[];
}

/** <EnquiryFigures>: three figures about the list in one slim strip. */
export function EnquiryFigures({ figures }: EnquiryFiguresProps) {
  return (
    <dl className="figures flex flex-wrap justify-between gap-x-4 text-note leading-snug max-xl:w-full max-xl:rounded-md max-xl:border max-xl:border-line max-xl:bg-sheet max-xl:px-4 max-xl:py-2 max-xl:sheet-shadow xl:gap-x-6">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex flex-wrap items-baseline gap-x-2">
          <dt className="text-pencil">{label}</dt>
          {/* As wide as the longest number, so that the strip does not move while somebody types
              a search. */}
          <dd className="min-w-12 font-bold">
            {value === undefined ? <Skeleton className="h-4 w-10" /> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
