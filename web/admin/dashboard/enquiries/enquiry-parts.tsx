// What the table, the cards and the dialog share of an enquiry: its parts, changes of its status,
// and words.
import { useState } from 'react';

import {
  enquiryStatuses,
  type Enquiry,
  type EnquiryStatus,
  answeredInTime,
  responseClock,
  RESPONSE_WARNING_HOURS,
} from '../../../../domain/enquiries/enquiry-list.ts';
import { formatInstant, HOUR_MS, MINUTE_MS } from '../../../../domain/time.ts';
import { yearLabel } from '../../../../domain/year-class.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { useUpdateEnquiry } from '../data.ts';

export function PromiseBadge({ enquiry, now }: { enquiry: Enquiry; now: number }) {
  const { tone, text } = promiseOf(enquiry, now);
  return <Badge tone={tone}>{text}</Badge>;
}

interface PartProps {
  enquiry: Enquiry;
  status: EnquiryStatusState;
  /** Height and padding. */
  className?: string;
}

/** The status as a menu; a choice is saved at once. */
export function StatusMenu({ enquiry, status, className = 'min-h-11' }: PartProps) {
  const choose = (value: string) => {
    const next = enquiryStatuses.find((one): one is EnquiryStatus => one === value);
    if (next !== undefined) status.change(next);
  };
  return (
    <select
      aria-label={`Status of ${enquiry.name}`}
      value={status.shownStatus}
      onChange={(event) => choose(event.target.value)}
      className={`w-auto max-w-full cursor-pointer rounded-md border border-rule bg-transparent pr-9 pl-2 font-bold text-ink hover:bg-wash ${className}`}
    >
      {statusOptions.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/**
 * Marks a new enquiry as answered with one tap, and takes the last change of its status back.
 * Renders nothing if there is nothing to do.
 */
export function AnswerButton({ enquiry, status, className = 'min-h-11 px-4' }: PartProps) {
  const isAnswering = enquiry.status === 'new' && status.before === null;
  if (!isAnswering && status.before === null) return null;
  return (
    <>
      <output className="sr-only">
        {isAnswering ? '' : `${enquiry.name}: ${statusLabels[enquiry.status]}`}
      </output>
      <button
        type="button"
        aria-describedby={nameId(enquiry)}
        aria-disabled={status.isBusy || undefined}
        className={`cursor-pointer rounded-md border font-bold md:whitespace-nowrap aria-disabled:opacity-60 ${isAnswering ? 'border-ink bg-sheet hover:bg-ink hover:text-paper' : 'border-transparent underline underline-offset-4 hover:decoration-2'} ${className}`}
        onClick={({ detail }) => {
          if (isAnswering) status.change('contacted');
          // The second tap of a double tap meets the same button.
          else if (detail < 2) status.undo();
        }}
      >
        {isAnswering ? 'Mark answered' : 'Undo'}
      </button>
    </>
  );
}

const nameId = ({ id }: Enquiry) => `enquiry-${id}`;

interface NameButtonProps {
  enquiry: Enquiry;
  onOpen: (enquiry: Enquiry) => void;
  className: string;
}

/** The name, which opens the enquiry. */
export function NameButton({ enquiry, onOpen, className }: NameButtonProps) {
  return (
    <button
      type="button"
      id={nameId(enquiry)}
      aria-haspopup="dialog"
      className={`min-w-0 cursor-pointer text-left font-bold underline decoration-rule wrap-anywhere hover:decoration-signal hover:decoration-2 ${className}`}
      onClick={() => onOpen(enquiry)}
    >
      {enquiry.name}
    </button>
  );
}

interface EnquiryStatusState {
  /** The chosen status, even before the server has answered. */
  readonly shownStatus: EnquiryStatus;
  readonly isBusy: boolean;
  /** The status before the last change on this page; null if there was none. */
  readonly before: EnquiryStatus | null;
  readonly change: (status: EnquiryStatus) => void;
  readonly undo: () => void;
}

/**
 * Changes an enquiry's status at once, and takes the last change back. `onChanged` is called once
 * the server has stored a change.
 */
export function useEnquiryStatus(
  { id, status }: Enquiry,
  onChanged?: (id: string) => void,
): EnquiryStatusState {
  const update = useUpdateEnquiry();
  const [before, setBefore] = useState<EnquiryStatus | null>(null);
  const save = (next: EnquiryStatus, then: EnquiryStatus | null) => {
    if (update.isPending || next === status) return;
    onChanged?.(id);
    update.mutate({ id, changes: { status: next } }, { onSuccess: () => setBefore(then) });
  };
  return {
    shownStatus: update.isPending ? (update.variables.changes.status ?? status) : status,
    isBusy: update.isPending,
    before,
    change: (next) => save(next, status),
    undo: () => {
      if (before !== null) save(before, null);
    },
  };
}

/** The words for the statuses of enquiries and for the promise to answer them. */
const statusLabels: Readonly<Record<EnquiryStatus, string>> = {
  new: 'New',
  contacted: 'Contacted',
  joined: 'Joined',
  closed: 'Closed',
};

export const statusOptions = enquiryStatuses.map((value) => ({
  value,
  label: statusLabels[value],
}));

/** 'under a minute', '45 min', '3 h 20 min', '21 h', '5 days': as precise as needed. */
export function formatSpan(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  if (minutes < 1) return 'under a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(milliseconds / HOUR_MS);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  const rest = minutes % 60;
  return hours < 10 && rest > 0 ? `${hours} h ${rest} min` : `${hours} h`;
}

/**
 * How an enquiry fares against the promise, as a badge's tone and words. `now` is epoch
 * milliseconds.
 */
export function promiseOf(enquiry: Enquiry, now: number): { tone: BadgeTone; text: string } {
  const { state, dueAt } = responseClock(enquiry, now);
  switch (state) {
    case 'answered': {
      const inTime = enquiry.answered_at !== null && Date.parse(enquiry.answered_at) <= dueAt;
      return { tone: 'plain', text: inTime ? 'Answered in time' : 'Answered late' };
    }
    case 'due':
      return { tone: 'positive', text: `Due in ${formatSpan(dueAt - now)}` };
    case 'soon':
      return { tone: 'caution', text: `Due in ${formatSpan(dueAt - now)}` };
    case 'late':
      return { tone: 'negative', text: `Late by ${formatSpan(now - dueAt)}` };
  }
}

export interface PromiseFigures {
  readonly late: number;
  readonly soon: number;
  /** The share of the last RESPONSE_SHARE_DAYS days; null if there was nothing to answer. */
  readonly share: {
    readonly inTime: number;
    readonly total: number;
    readonly percent: number;
  } | null;
}

export function promiseFigures(enquiries: readonly Enquiry[], now: number): PromiseFigures {
  const states = enquiries.map((enquiry) => responseClock(enquiry, now).state);
  const { inTime, total } = answeredInTime(enquiries, now);
  return {
    late: states.filter((state) => state === 'late').length,
    soon: states.filter((state) => state === 'soon').length,
    share: total === 0 ? null : { inTime, total, percent: Math.floor((100 * inTime) / total) },
  };
}

export type EnquiryFilter = 'all' | 'unanswered' | 'urgent' | 'late' | 'soon' | EnquiryStatus;

export const filterLabels: Readonly<Record<EnquiryFilter, string>> = {
  all: 'All enquiries',
  unanswered: 'Waiting for an answer',
  urgent: `Late or due within ${RESPONSE_WARNING_HOURS} hours`,
  late: 'Late',
  soon: `Due within ${RESPONSE_WARNING_HOURS} hours`,
  ...statusLabels,
};

/** Whether an enquiry belongs to the filter. */
export function passes(enquiry: Enquiry, filter: EnquiryFilter, now: number): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'unanswered':
      return enquiry.answered_at === null;
    case 'urgent':
      return ['late', 'soon'].includes(responseClock(enquiry, now).state);
    case 'late':
    case 'soon':
      return responseClock(enquiry, now).state === filter;
    default:
      return enquiry.status === filter;
  }
}

const CSV_HEADER = ['Name', 'Email', 'Mobile', 'Year', 'Registered', 'Status', 'Answered', 'Note'];

/** The enquiries as rows of an exported table, under their header; times are UK time. */
export function toRows(enquiries: readonly Enquiry[]): string[][] {
  return [
    CSV_HEADER,
    ...enquiries.map((enquiry) => [
      enquiry.name,
      enquiry.email,
      enquiry.mobile,
      yearLabel(enquiry.year_class),
      formatInstant(enquiry.created_at),
      statusLabels[enquiry.status],
      enquiry.answered_at === null ? '' : formatInstant(enquiry.answered_at),
      enquiry.note,
    ]),
  ];
}
