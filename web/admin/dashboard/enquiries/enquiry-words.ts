// The words for the statuses of enquiries and for the promise to answer them.
import {
  answeredInTime,
  type Enquiry,
  type EnquiryStatus,
  responseClock,
  RESPONSE_WARNING_HOURS,
} from '../../../../domain/enquiries/enquiry-list.ts';
import { formatInstant, HOUR_MS, MINUTE_MS } from '../../../../domain/time.ts';
import { yearLabel } from '../../../../domain/year-class.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

export const statusLabels: Readonly<Record<EnquiryStatus, string>> = {
  new: 'New',
  contacted: 'Contacted',
  joined: 'Joined',
  closed: 'Closed',
};

/** '45 min', '3 h 20 min', '21 h', '5 days': as precise as needed. */
export function formatSpan(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
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
