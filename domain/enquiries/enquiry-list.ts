// Enquiries as the tutor sees and handles them.
import * as z from 'zod/mini';

import { entityId } from '../entity-id.ts';
import { LENGTHS } from '../limits.ts';
import { instant, paragraph } from '../text.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';
import { yearClass, yearLabel } from '../year-class.ts';

/** An enquiry is marked as urgent when this much of the promised time is left. */
export const RESPONSE_WARNING_HOURS = 4;
export const RESPONSE_SHARE_DAYS = 30;

export const MAX_ENQUIRIES_LISTED = 10_000;

export const enquiryStatuses = ['new', 'contacted', 'joined', 'closed'] as const;
export type EnquiryStatus = (typeof enquiryStatuses)[number];

export const enquirySchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  /** The year as it was said, in the school year that began in September of `year_said_in`. */
  year_class: yearClass,
  year_said_in: z.int(),
  created_at: instant,
  status: z.enum(enquiryStatuses),
  /** The tutor's own words. */
  note: z.string(),
  /** By when an answer was promised. */
  answer_due_at: instant,
  /** When its status first changed from new; null until then. */
  answered_at: z.nullable(instant),
  /** The latest link sent, until it is redeemed or revoked; it may have expired. */
  invitation: z.nullable(
    z.object({ sent_at: instant, expires_at: instant, Lesson_ID: z.nullable(z.string()) }),
  ),
});
export type Enquiry = z.infer<typeof enquirySchema>;

export const enquiryIdSchema = entityId('Enquiry');

export const enquiryChangesSchema = z.object({
  status: z.optional(z.enum(enquiryStatuses, { error: 'Please select a valid state' })),
  note: z.optional(
    paragraph(
      {
        length: LENGTHS.enquiryNote.max,
        message: `Note must be less than ${LENGTHS.enquiryNote.max} characters`,
      },
      'Note must be text',
    ),
  ),
});
export type EnquiryChanges = z.infer<typeof enquiryChangesSchema>;

export interface ResponseClock {
  readonly state: 'answered' | 'due' | 'soon' | 'late';
  /** The deadline of the promise, in epoch milliseconds. */
  readonly dueAt: number;
}

/**
 * How an enquiry stands against the promised response time. An answer at the deadline itself is in
 * time.
 */
export function responseClock({ answer_due_at, answered_at }: Enquiry, now: number): ResponseClock {
  const dueAt = Date.parse(answer_due_at);
  if (answered_at !== null) return { state: 'answered', dueAt };
  if (now > dueAt) return { state: 'late', dueAt };
  return { state: now >= dueAt - RESPONSE_WARNING_HOURS * HOUR_MS ? 'soon' : 'due', dueAt };
}

/**
 * Counts enquiries of the last RESPONSE_SHARE_DAYS days that were answered or are late, and how
 * many of them were answered in time.
 */
export function answeredInTime(
  enquiries: readonly Enquiry[],
  now: number,
): { total: number; inTime: number } {
  const since = now - RESPONSE_SHARE_DAYS * DAY_MS;
  const decided = enquiries
    .filter(({ created_at }) => Date.parse(created_at) >= since)
    .map((enquiry) => ({ enquiry, clock: responseClock(enquiry, now) }))
    .filter(({ clock }) => clock.state === 'answered' || clock.state === 'late');
  const inTime = decided.filter(
    ({ enquiry, clock }) =>
      enquiry.answered_at !== null && Date.parse(enquiry.answered_at) <= clock.dueAt,
  );
  return { total: decided.length, inTime: inTime.length };
}

const byNewest = (one: Enquiry, other: Enquiry) =>
  one.created_at < other.created_at ? 1 : one.created_at > other.created_at ? -1 : 0;

/** The searchable text of each enquiry, cached because every keystroke searches all of them. */
const searchTexts = new WeakMap<Enquiry, string>();

function searchTextOf(enquiry: Enquiry): string {
  const cached = searchTexts.get(enquiry);
  if (cached !== undefined) return cached;
  const { name, email: address, mobile, year_class } = enquiry;
  // One field per line, so that no match spans two fields.
  const text = [name, address, mobile, year_class, yearLabel(year_class)].join('\n').toLowerCase();
  searchTexts.set(enquiry, text);
  return text;
}

/**
 * The enquiries whose name, email, mobile or year contains `search`, ignoring case, in their given
 * order.
 */
export function filterEnquiries(enquiries: Enquiry[], search: string): Enquiry[] {
  const term = search.trim().toLowerCase();
  if (term === '') return [...enquiries];
  return enquiries.filter((enquiry) => searchTextOf(enquiry).includes(term));
}

/** `due` sorts by the promised response time: the longest waiting first, then the answered. */
const enquiryColumns = [
  'name',
  'email',
  'mobile',
  'year_class',
  'created_at',
  'status',
  'due',
] as const;
export type EnquiryColumn = (typeof enquiryColumns)[number];

export interface EnquiryOrder {
  readonly column: EnquiryColumn;
  readonly direction: 'ascending' | 'descending';
}

export const NEWEST_FIRST: EnquiryOrder = { column: 'created_at', direction: 'descending' };
export const OVERDUE_FIRST: EnquiryOrder = { column: 'due', direction: 'ascending' };

function rankOf(enquiry: Enquiry, column: Exclude<EnquiryColumn, 'due'>): string {
  return column === 'status' ? String(enquiryStatuses.indexOf(enquiry.status)) : enquiry[column];
}

const byDeadline = (one: Enquiry, other: Enquiry) =>
  Date.parse(one.answer_due_at) - Date.parse(other.answer_due_at) || byNewest(other, one);

const byDue = (one: Enquiry, other: Enquiry) =>
  Number(one.answered_at !== null) - Number(other.answered_at !== null) ||
  (one.answered_at === null ? byDeadline(one, other) : byNewest(one, other));

/** Sorts by one column, in the order that people expect; ties put the newest first. */
export function sortEnquiries(
  enquiries: readonly Enquiry[],
  { column, direction }: EnquiryOrder,
): Enquiry[] {
  const words = new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true });
  const sign = direction === 'ascending' ? 1 : -1;
  if (column === 'created_at')
    return enquiries.toSorted((one, other) =>
      direction === 'ascending' ? byNewest(other, one) : byNewest(one, other),
    );
  if (column === 'due') return enquiries.toSorted((one, other) => sign * byDue(one, other));
  return enquiries.toSorted(
    (one, other) =>
      sign * words.compare(rankOf(one, column), rankOf(other, column)) || byNewest(one, other),
  );
}

/**
 * The enquiries without an answer, the one due first on top. `alsoShownId` is the id of one that
 * stays among them although it has been answered.
 */
export function waitingEnquiries(enquiries: Enquiry[], alsoShownId: string | null): Enquiry[] {
  return enquiries
    .filter(({ id, answered_at }) => answered_at === null || id === alsoShownId)
    .toSorted(byDeadline);
}

export const FUNNEL_DAYS = [30, 90] as const;

/** All numbers count enquiries made in the last `days`. */
export const funnelSchema = z.object({
  days: z.literal(FUNNEL_DAYS),
  enquiries: z.int(),
  answered_in_time: z.int(),
  invited: z.int(),
  joined: z.int(),
  /** Enquirers whose family has had a lesson. */
  attended: z.int(),
  /** Enquirers whose family has bought credits. */
  purchased: z.int(),
});
export type Funnel = z.infer<typeof funnelSchema>;
